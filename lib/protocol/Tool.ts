/** A tool that the application offers. Its parameters are carried, never read (R27). /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { formerlyNull, openValue, optional, record, text } from '../codec/index.js'
import { Metadata } from './Metadata.js'

export const Tool = record('Tool', {
  name: text,
  description: text,
  parameters: formerlyNull(openValue),
  metadata: optional(Metadata)
})
export interface Tool extends t.TypeOf<typeof Tool> {}
