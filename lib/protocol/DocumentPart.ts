/** A document, such as a PDF, among the parts of a message. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { literal, record } from '../codec/index.js'
import { mediaPart } from './mediaPart.js'

export const DocumentPart = record('DocumentPart', { type: literal('document'), ...mediaPart })
export interface DocumentPart extends t.TypeOf<typeof DocumentPart> {}
