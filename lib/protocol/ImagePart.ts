/** A picture among the parts of a message. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, record } from '../codec/index.js'
import { mediaPart } from './mediaPart.js'

export const ImagePart = record('ImagePart', { type: literal('image'), ...mediaPart })
export interface ImagePart extends t.TypeOf<typeof ImagePart> {}
