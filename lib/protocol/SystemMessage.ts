/** Instructions that frame the conversation. /spec/1.0/basic/messages */
import type * as t from 'io-ts'
import { literal, record, text } from '../codec/index.js'
import { baseMessage } from './BaseMessage.js'

export const SystemMessage = record('SystemMessage', {
  id: text,
  role: literal('system'),
  content: text,
  ...baseMessage
})
export interface SystemMessage extends t.TypeOf<typeof SystemMessage> {}
