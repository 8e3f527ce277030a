/** What content an agent can use: an allow-list of kinds and media types, as in HTML's `accept`. */
import type { AgentCapabilities, MediaPart } from '../protocol/index.js'

const kinds = ['image', 'audio', 'video', 'document'] as const

/** A kind of media part, as the part's `type` names it. */
export type MediaKind = (typeof kinds)[number]

/** An entry of `accepts`: a kind, or a media type or range such as `image/png`, `image/*`, `application/pdf`. */
export type Accept = MediaKind | `${string}/${string}`

/** Whether the agent can use a part of this kind and media type. */
export type Acceptance = (part: MediaPart) => boolean

interface MediaType {
  readonly type: string
  readonly subtype: string
}

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/

/** Compared in lower case and without parameters. */
const mediaTypeOf = (value: string): MediaType | undefined => {
  const [essence = ''] = value.split(';', 1)
  const [type = '', subtype = '', ...rest] = essence.trim().toLowerCase().split('/')
  return rest.length === 0 && token.test(type) && token.test(subtype) ? { type, subtype } : undefined
}

const isKind = (entry: string): entry is MediaKind => (kinds as ReadonlyArray<string>).includes(entry)

/** The kind that a media type's files are sent under. */
const kindOf = ({ type }: MediaType): MediaKind | 'any' =>
  type === '*' ? 'any' : isKind(type) && type !== 'document' ? type : 'document'

/** Why this is not a value for `accepts`; nothing when it is one. */
export const acceptsError = (value: unknown): string | undefined => {
  if (!Array.isArray(value)) return 'a list of kinds and media types'
  const wrong = (value as ReadonlyArray<unknown>).findIndex(entry => typeof entry !== 'string' || !isEntry(entry))
  return wrong < 0
    ? undefined
    : `a list of "image", "audio", "video", "document" and media types such as "image/png" or "image/*" (entry ${wrong} is neither)`
}

const isEntry = (entry: string): boolean => {
  const mediaType = mediaTypeOf(entry)
  return isKind(entry) || (mediaType !== undefined && (mediaType.type !== '*' || mediaType.subtype === '*'))
}

/** Makes the judgement that a list of accepted kinds and media types stands for. */
export const acceptance = (accepts: ReadonlyArray<Accept>): Acceptance => {
  const wholeKinds = new Set<string>(accepts.filter(isKind))
  const ranges = accepts.filter(entry => !isKind(entry)).flatMap(entry => mediaTypeOf(entry) ?? [])
  const partKinds = new Set<string>(ranges.map(kindOf))
  return ({ type, source: { mimeType = '' } }) => {
    if (wholeKinds.has(type)) return true
    if (ranges.length === 0) return false
    if (mimeType.trim() === '') return partKinds.has(type) || partKinds.has('any')
    const sent = mediaTypeOf(mimeType)
    return ranges.some(
      range =>
        range.type === '*' || (sent?.type === range.type && (range.subtype === '*' || range.subtype === sent.subtype))
    )
  }
}

/**
 * `accepts` from an agent's own declaration, so that what it says and what it is given agree. A kind that
 * `multimodal.input` declares `false` goes; one that is `true` or not declared stays. Documents go when `pdf` and `file` are
 * both `false`; when only `file` is, `application/pdf` stays.
 *
 * @param capabilities the agent's declaration (/spec/1.0/basic/capabilities)
 * @returns a value for the `accepts` option
 * @example
 * import { acceptsFrom } from 'express-ag-ui/decode'
 *
 * acceptsFrom({ multimodal: { input: { audio: false, video: false, file: false } } }) // ['image', 'application/pdf']
 */
export const acceptsFrom = (capabilities: AgentCapabilities): Array<Accept> => {
  const { image, audio, video, pdf, file } = capabilities.multimodal?.input ?? {}
  const documents: Array<Accept> = file !== false ? ['document'] : pdf !== false ? ['application/pdf'] : []
  const declared = { image, audio, video }
  return [...(['image', 'audio', 'video'] as const).filter(kind => declared[kind] !== false), ...documents]
}
