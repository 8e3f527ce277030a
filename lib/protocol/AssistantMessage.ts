/** What the agent said, the tools it called, or both. Its content is text: parts are for a later minor. /spec/1.0/basic/messages */
import type * as t from 'io-ts'
import { list, literal, optional, record, text } from '../codec/index.js'
import { baseMessage } from './BaseMessage.js'
import { ToolCall } from './ToolCall.js'

export const AssistantMessage = record('AssistantMessage', {
  id: text,
  role: literal('assistant'),
  content: optional(text),
  toolCalls: optional(list(ToolCall, 'a list of tool calls')),
  ...baseMessage
})
export interface AssistantMessage extends t.TypeOf<typeof AssistantMessage> {}
