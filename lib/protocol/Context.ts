/** Something the application knows that the model should know too (R60). /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { record, text } from '../codec/index.js'

export const Context = record('Context', {
  description: text,
  value: text
})
export interface Context extends t.TypeOf<typeof Context> {}
