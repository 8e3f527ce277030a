/** The errors of Express's body parser, as refusals. */
import { RunInputRejection } from '../outcome/Rejection.js'
import { sizeText } from './limit.js'

interface BodyParserError {
  readonly type?: unknown
  readonly code?: unknown
  readonly status?: unknown
  readonly limit?: unknown
  readonly message?: unknown
  /** The text that could not be parsed. */
  readonly body?: unknown
}

/**
 * What a body parser's error means to the client. Of its message nothing is repeated but a position: it quotes the body.
 *
 * @param error whatever was passed to `next`
 * @returns the refusal, or nothing for an error that is no body parser's
 */
export const bodyRejection = (error: unknown): RunInputRejection | undefined => {
  const { type, code, status, limit, message, body } = (error ?? {}) as BodyParserError
  switch (type) {
    case 'entity.parse.failed':
      return malformedJson(message, body)
    case 'entity.too.large':
      return bodyTooLarge(typeof limit === 'number' ? limit : undefined)
    case 'charset.unsupported':
      return unsupportedCharset()
    case 'encoding.unsupported':
      return new RunInputRejection(
        'unsupported-encoding',
        'The Content-Encoding is none that this server can decode; send gzip, deflate or no Content-Encoding at all (a charset belongs in Content-Type).'
      )
    case 'stream.not.readable':
    case 'stream.encoding.set':
      return bodyUnavailable()
    case 'request.aborted':
    case 'request.size.invalid':
      return new RunInputRejection('malformed-json', 'The body ended before it was complete.')
    default:
      return status === 400 && typeof code === 'string' && inflationError.test(code)
        ? new RunInputRejection(
            'malformed-json',
            'The body could not be decompressed; it is not what its Content-Encoding says.'
          )
        : undefined
  }
}

/** The codes of zlib, Brotli and Zstandard as Node has them. */
const inflationError = /^(Z_|ERR__ERROR_|ERR_BROTLI_|ZSTD_)/

/**
 * @param message what the parser said; only its position is used, and not one that stands in what it quotes
 * @param text what could not be parsed; only looked at
 */
export const malformedJson = (message: unknown, text: unknown): RunInputRejection =>
  new RunInputRejection(
    'malformed-json',
    ['The body is not a JSON object.', whyNotJson(message, text), 'Send one RunAgentInput as JSON.']
      .filter(Boolean)
      .join(' ')
  )

/** What every gzip stream begins with, and no JSON. What follows it is lost when it is read as text. */
const gzipMagic = '\u001f'

const whyNotJson = (message: unknown, text: unknown): string | undefined => {
  if (typeof text === 'string' && text.startsWith(gzipMagic))
    return 'It looks compressed; say so, with Content-Encoding: gzip.'
  if (typeof message !== 'string') return undefined
  if (message === 'Unexpected end of JSON input') return 'It ends before it is complete.'
  const [, position] = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? []
  return position === undefined ? undefined : `It goes wrong at character ${position}.`
}

export const bodyTooLarge = (limit: number | undefined): RunInputRejection =>
  new RunInputRejection(
    'body-too-large',
    `The body is larger than the limit${limit === undefined ? '' : ` of ${sizeText(limit)}`}; send large files by URL or file handle.`
  )

export const unsupportedCharset = (): RunInputRejection =>
  new RunInputRejection(
    'unsupported-charset',
    'The charset in Content-Type is none that JSON may have; send UTF-8, and write charset=utf-8 or leave it out.'
  )

export const bodyUnavailable = (): RunInputRejection =>
  new RunInputRejection(
    'body-unavailable',
    'A middleware before this endpoint read the request and left no body in req.body. Mount express.json({ limit: "20mb" }) before it, keep what was read in req.body, or mount runInput() first.'
  )
