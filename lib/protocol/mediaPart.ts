/**
 * What the image, audio, video and document parts have in common. Their metadata is any JSON value (R24), and peers of before
 * 1.0 wrote null for none (R34).
 */
import { formerlyNull, openValue, optional, text } from '../codec/index.js'
import { PartSource } from './PartSource.js'

export const mediaPart = {
  id: optional(text),
  source: PartSource,
  metadata: formerlyNull(openValue)
}
