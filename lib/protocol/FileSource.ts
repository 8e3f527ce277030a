/**
 * A handle that a provider gave for a file uploaded to it. Opaque: never fetched, never parsed, even where it looks like a
 * URL (R65). /spec/1.0/basic/run-input, "Provider file handles"
 */
import type * as t from 'io-ts'
import { literal, optional, record, text } from '../codec/index.js'

export const FileSource = record('FileSource', {
  type: literal('file'),
  value: text,
  provider: optional(text),
  mimeType: optional(text)
})
export interface FileSource extends t.TypeOf<typeof FileSource> {}
