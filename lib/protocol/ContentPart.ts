/** One part of what a user says or a tool returns. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { list, taggedUnion, textOr } from '../codec/index.js'
import { AudioPart } from './AudioPart.js'
import { readBinaryPart, withoutMirrors } from './BinaryPart.js'
import { DocumentPart } from './DocumentPart.js'
import { ImagePart } from './ImagePart.js'
import { TextPart } from './TextPart.js'
import { VideoPart } from './VideoPart.js'

export const ContentPart = taggedUnion(
  'ContentPart',
  'type',
  'unrecognised-part',
  [TextPart, ImagePart, AudioPart, VideoPart, DocumentPart],
  { binary: readBinaryPart }
)
export type ContentPart = t.TypeOf<typeof ContentPart>

/** A part that is not text. */
export type MediaPart = ImagePart | AudioPart | VideoPart | DocumentPart

/** Text, or a list of parts; an empty list is valid (R69). */
export const Content = textOr(withoutMirrors(list(ContentPart, 'a list of content parts')))
