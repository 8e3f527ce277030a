/**
 * What a tool returned. A result whose every part was unrecognised is still an answer, the empty string (R68).
 * /spec/1.0/events/tool-calls, "Result content"
 */
import type * as t from 'io-ts'
import { answered, literal, optional, record, text } from '../codec/index.js'
import { attributable } from './BaseMessage.js'
import { Content } from './ContentPart.js'

export const ToolMessage = record('ToolMessage', {
  id: text,
  role: literal('tool'),
  content: answered(Content),
  toolCallId: text,
  error: optional(text),
  encryptedValue: optional(text),
  ...attributable
})
export interface ToolMessage extends t.TypeOf<typeof ToolMessage> {}
