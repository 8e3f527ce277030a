/** Sound among the parts of a message. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, record } from '../codec/index.js'
import { mediaPart } from './mediaPart.js'

export const AudioPart = record('AudioPart', { type: literal('audio'), ...mediaPart })
export interface AudioPart extends t.TypeOf<typeof AudioPart> {}
