/** What the user said: text, or parts of text, image, audio, video and document. /spec/1.0/basic/messages */
import type * as t from 'io-ts'
import { literal, record, text } from '../codec/index.js'
import { baseMessage } from './BaseMessage.js'
import { Content } from './ContentPart.js'

export const UserMessage = record('UserMessage', {
  id: text,
  role: literal('user'),
  content: Content,
  ...baseMessage
})
export interface UserMessage extends t.TypeOf<typeof UserMessage> {}
