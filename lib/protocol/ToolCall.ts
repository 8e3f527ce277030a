/** A tool call that the assistant made. /spec/1.0/events/tool-calls */
import type * as t from 'io-ts'
import { closedSet, optional, record, text } from '../codec/index.js'
import { FunctionCall } from './FunctionCall.js'
import { Metadata } from './Metadata.js'

export const ToolCall = record('ToolCall', {
  id: text,
  type: closedSet('unrecognised-tool-call', 'function'),
  function: FunctionCall,
  encryptedValue: optional(text),
  metadata: optional(Metadata)
})
export interface ToolCall extends t.TypeOf<typeof ToolCall> {}
