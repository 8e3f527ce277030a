/** Instructions from the developer of the application. /spec/1.0/basic/messages */
import type * as t from 'io-ts'
import { literal, record, text } from '../codec/index.js'
import { baseMessage } from './BaseMessage.js'

export const DeveloperMessage = record('DeveloperMessage', {
  id: text,
  role: literal('developer'),
  content: text,
  ...baseMessage
})
export interface DeveloperMessage extends t.TypeOf<typeof DeveloperMessage> {}
