/** The errors of Express's body parser, as refusals. */
import { RunInputRejection } from '../outcome/Rejection.js'
import { sizeText } from './limit.js'

interface BodyParserError {
  readonly type?: unknown
  readonly code?: unknown
  readonly status?: unknown
  readonly limit?: unknown
  readonly message?: unknown
}

/**
 * What a body parser's error means to the client. Of its message nothing is repeated but a position: it quotes the body.
 *
 * @param error whatever was passed to `next`
 * @returns the refusal, or nothing for an error that is no body parser's
 */
export const bodyRejection = (error: unknown): RunInputRejection | undefined => {
  const { type, code, status, limit, message } = (error ?? {}) as BodyParserError
  switch (type) {
    case 'entity.parse.failed':
      return malformedJson(message)
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

/** @param message what the parser said; only its position is used, and not one that stands in what it quotes */
export const malformedJson = (message?: unknown): RunInputRejection => {
  const [, position] =
    typeof message === 'string' ? (/ in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? []) : []
  const where = position === undefined ? '' : ` It goes wrong at character ${position}.`
  return new RunInputRejection(
    'malformed-json',
    `The body is not a JSON object.${where} Send one RunAgentInput as JSON.`
  )
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
