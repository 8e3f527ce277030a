/** An answer to one interrupt of an earlier run. /spec/1.0/basic/patterns/interrupt-resume */
import type * as t from 'io-ts'
import { closedSet, formerlyNull, openValue, optional, record, text } from '../codec/index.js'
import { Metadata } from './Metadata.js'

export const ResumeEntry = record('ResumeEntry', {
  interruptId: text,
  status: closedSet('unrecognised-status', 'resolved', 'cancelled'),
  payload: formerlyNull(openValue),
  metadata: optional(Metadata)
})
export interface ResumeEntry extends t.TypeOf<typeof ResumeEntry> {}
