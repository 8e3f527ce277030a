/** Text among the parts of a message. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, openValue, optional, record, text } from '../codec/index.js'

export const TextPart = record('TextPart', {
  type: literal('text'),
  id: optional(text),
  text,
  metadata: optional(openValue)
})
export interface TextPart extends t.TypeOf<typeof TextPart> {}
