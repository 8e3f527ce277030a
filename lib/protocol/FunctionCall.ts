/** Which function a tool call calls, and with what: text that is not promised to be JSON and is never parsed (R29). */
import type * as t from 'io-ts'
import { record, text } from '../codec/index.js'

export const FunctionCall = record('FunctionCall', {
  name: text,
  arguments: text
})
export interface FunctionCall extends t.TypeOf<typeof FunctionCall> {}
