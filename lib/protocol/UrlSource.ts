/** Bytes to be had at a URL. Any string will do (R30); nothing is fetched. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, optional, record, text } from '../codec/index.js'

export const UrlSource = record('UrlSource', {
  type: literal('url'),
  value: text,
  mimeType: optional(text)
})
export interface UrlSource extends t.TypeOf<typeof UrlSource> {}
