/** What the model thought, and the provider's sealed copy of it, which is passed on byte for byte. /spec/1.0/events/reasoning */
import type * as t from 'io-ts'
import { literal, optional, record, text } from '../codec/index.js'
import { attributable } from './BaseMessage.js'

export const ReasoningMessage = record('ReasoningMessage', {
  id: text,
  role: literal('reasoning'),
  content: text,
  encryptedValue: optional(text),
  ...attributable
})
export interface ReasoningMessage extends t.TypeOf<typeof ReasoningMessage> {}
