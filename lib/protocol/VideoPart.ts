/** Moving pictures among the parts of a message. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, record } from '../codec/index.js'
import { mediaPart } from './mediaPart.js'

export const VideoPart = record('VideoPart', { type: literal('video'), ...mediaPart })
export interface VideoPart extends t.TypeOf<typeof VideoPart> {}
