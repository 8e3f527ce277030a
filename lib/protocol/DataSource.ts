/** Bytes in the message itself, as base64. That they are base64 is not judged (R30). /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, record, text } from '../codec/index.js'

export const DataSource = record('DataSource', {
  type: literal('data'),
  value: text,
  mimeType: text
})
export interface DataSource extends t.TypeOf<typeof DataSource> {}
