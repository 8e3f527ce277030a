/**
 * The `binary` part that versions before 1.0 had: `{ type, mimeType, data?, url?, id?, filename? }`. It is read as the media
 * part that its media type names (R41). One with an `id` alone names nothing that a handle could be made of, so it is
 * unrecognised, as is one without a media type.
 * DEPRECATIONS.md of the protocol's repository; the translation may go after 2027-09-17 (R40).
 */
import { codec, isObject, MALFORMED, Unrecognised, type Codec, type Translate } from '../codec/index.js'
import type { ContentPart, MediaPart } from './ContentPart.js'

/** The parts that were made of binary ones. */
const translated = new WeakSet<MediaPart>()

export const readBinaryPart: Translate<MediaPart> = (part, report) => {
  const mediaTypeKey = report.reading.snakeCase && !Object.hasOwn(part, 'mimeType') ? 'mime_type' : 'mimeType'
  const { [mediaTypeKey]: mimeType, data, url, filename } = part
  const kind = isFilled(data) ? 'data' : isFilled(url) ? 'url' : undefined
  if (typeof mimeType !== 'string' || kind === undefined) return new Unrecognised('unrecognised-part', 'binary')

  const media: MediaPart = {
    type: mediaKindOf(mimeType),
    source: { type: kind, value: part[kind] as string, mimeType },
    ...(isFilled(filename) && { metadata: { filename } })
  }
  const kept = ['type', mediaTypeKey, kind, ...(isFilled(filename) ? ['filename'] : [])]
  report.remark('retired-binary', media.type, '', undefined, discarded(part, kept))
  translated.add(media)
  return report.copied(media, part)
}

/** The most names of discarded members that are told. */
const mostNames = 5

/** The members that hold something and have no place in the media part. */
const discarded = (part: Readonly<Record<string, unknown>>, kept: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (const key in part) {
    const value = part[key]
    if (kept.includes(key) || value === '' || value === null || value === undefined) continue
    if (names.push(key) === mostNames) break
  }
  return names
}

const isFilled = (u: unknown): u is string => typeof u === 'string' && u !== ''

const mediaKindOf = (mimeType: string): MediaPart['type'] => {
  const [, kind] = /^\s*(image|audio|video)\//i.exec(mimeType) ?? []
  switch (kind?.toLowerCase()) {
    case 'image':
      return 'image'
    case 'audio':
      return 'audio'
    case 'video':
      return 'video'
    default:
      return 'document'
  }
}

/**
 * A list of parts in which a binary part that says what a modern part beside it already says is not said twice: clients in
 * between sent both. Repeats among modern parts are the sender's own and stay (R41).
 */
export const withoutMirrors = (parts: Codec<Array<ContentPart>>): Codec<Array<ContentPart>> =>
  codec(parts.name, parts.expected, parts.is, (u, report) => {
    const { faults } = report
    const a = parts.read(u, report)
    // A list with a fault in it is no list of parts.
    if (a === u || a === MALFORMED || a instanceof Unrecognised || report.faults > faults) return a
    if (!a.some(isTranslated)) return a
    const modern = new Map<string, Set<string>>()
    for (const part of a) {
      if (part.type === 'text' || translated.has(part)) continue
      const signatures = modern.get(part.source.value) ?? new Set()
      modern.set(part.source.value, signatures.add(signature(part, undefined)).add(signature(part, filenameOf(part))))
    }
    return a.filter(
      part => !isTranslated(part) || modern.get(part.source.value)?.has(signature(part, filenameOf(part))) !== true
    )
  })

const isTranslated = (part: ContentPart): part is MediaPart => part.type !== 'text' && translated.has(part)

const filenameOf = ({ metadata }: MediaPart): unknown => (isObject(metadata) ? metadata['filename'] : undefined)

const signature = ({ type, source }: MediaPart, filename: unknown): string =>
  JSON.stringify([type, source.type, source.mimeType, typeof filename === 'string' ? filename : null])
