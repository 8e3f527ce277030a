/**
 * Why an input is refused, before any stream: RFC 9457 problem details that name every fault and repeat nothing the client
 * sent (R6, R99).
 */
import type { JsonType } from './JsonType.js'
import type { Warning } from './Warning.js'
import { appendWarnings, countByCode, moreWarnings } from './WarningList.js'

const table = {
  'malformed-json': { status: 400, title: 'The body is not JSON' },
  'empty-body': { status: 400, title: 'The body is empty' },
  'malformed-input': { status: 400, title: 'The body is not an AG-UI run input' },
  'unsupported-protocol-version': { status: 400, title: 'The declared protocol version is not served' },
  'uncovered-interrupt': { status: 400, title: 'An open interrupt is not answered' },
  'role-not-allowed': { status: 403, title: 'A message has a role that is not allowed here' },
  'method-not-allowed': { status: 405, title: 'Only POST is allowed' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not declared as JSON' },
  'unsupported-charset': { status: 415, title: 'The charset is not supported' },
  'unsupported-encoding': { status: 415, title: 'The content encoding is not supported' },
  'body-unavailable': { status: 500, title: 'The body was read before this endpoint could read it' }
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>

/** The stable name of a refusal. Never renamed: switch on it. */
export type ProblemCode = keyof typeof table

/** All codes of refusals, in the order in which the chain can give them. */
export const problemCodes = Object.keys(table) as ReadonlyArray<ProblemCode>

/** One fault in the body. */
export interface Fault {
  /** A JSON Pointer (RFC 6901) into the body as sent; the empty string is the whole body. */
  readonly pointer: string
  /** What belongs there, in words: `a string`. */
  readonly expected: string
  /** What is there: the name of a JSON type, or `absent`. Never the value. */
  readonly got: JsonType
  /** One English sentence. */
  readonly detail: string
  /** What the sender probably meant, where the mistake is a known one. */
  readonly hint?: string
  /** The name, cut to 80 characters, that is too long to stand in `pointer`. */
  readonly member?: string
}

/**
 * The body of a refusal: RFC 9457 problem details.
 *
 * @example
 * import type { Problem } from 'express-ag-ui'
 *
 * const faults = (problem: Problem): string[] => (problem.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`)
 */
export interface Problem {
  /** `urn:express-ag-ui:` and the code. */
  readonly type: string
  readonly title: string
  /** The HTTP status. */
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  /** All faults of the body at once, at most 100. */
  readonly errors?: ReadonlyArray<Fault>
  /** How many faults were left out of `errors`. */
  readonly more?: number
  /** What was found on the way; a stripped `thread_id` explains a missing `threadId`. */
  readonly warnings?: ReadonlyArray<Warning>
}

/** What a refusal says beyond its code and sentence. */
export interface RejectionParts {
  readonly errors?: ReadonlyArray<Fault>
  readonly more?: number
  readonly warnings?: ReadonlyArray<Warning>
  /** HTTP headers that belong to the answer, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** The most faults a refusal names. */
export const mostFaults = 100

/**
 * A refused input, as an `Error` that an Express error handler can use as it is (`status`, `headers`, `expose`). Tell
 * refusals apart by `code`; `name` is always `RunInputRejection`. `JSON.stringify` of it is the {@link Problem}.
 *
 * @example
 * import { decodeRunInput } from 'express-ag-ui/decode'
 *
 * const outcome = decodeRunInput({ threadId: 't1', messages: [] })
 * if (outcome._tag === 'Left') {
 *   console.log(outcome.left.status, outcome.left.code, outcome.left.errors[0]?.pointer) // 400 malformed-input /runId
 * }
 */
export class RunInputRejection extends Error {
  override readonly name = 'RunInputRejection'
  readonly code: ProblemCode
  /** The HTTP status. */
  readonly status: number
  readonly statusCode: number
  readonly title: string
  readonly errors: ReadonlyArray<Fault>
  /** How many faults were left out of `errors`. */
  readonly more: number
  readonly warnings: ReadonlyArray<Warning>
  readonly headers: Readonly<Record<string, string>>
  /** The sentence may be shown to the client. */
  readonly expose = true

  constructor(
    code: ProblemCode,
    detail: string,
    { errors = [], more = 0, warnings = [], headers = {}, cause }: RejectionParts = {}
  ) {
    super(detail, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = this.statusCode = table[code].status
    this.title = table[code].title
    this.errors = errors
    this.more = more
    this.warnings = warnings
    this.headers = headers
  }

  /** The same refusal, telling also what earlier stages found. */
  withEarlier(warnings: ReadonlyArray<Warning>, mostWarnings: number): RunInputRejection {
    const { errors, more, headers, cause } = this
    return new RunInputRejection(this.code, this.message, {
      errors,
      more,
      headers,
      cause,
      warnings: appendWarnings(warnings, this.warnings, mostWarnings)
    })
  }

  /** The problem details to answer with: at most 64 KiB as JSON; what does not fit is counted. */
  toJSON(): Problem {
    const head = {
      type: `urn:express-ag-ui:${this.code}`,
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code
    }
    const room = { bytes: largestProblem - sizeOf(head) }
    const errors = fitting(this.errors, room)
    const warnings = fitting(this.warnings, room)
    const more = this.more + this.errors.length - errors.length
    return {
      ...head,
      ...(errors.length > 0 && { errors }),
      ...(more > 0 && { more }),
      ...(this.warnings.length > 0 && {
        warnings: [...warnings, ...moreWarnings(countByCode(this.warnings.slice(warnings.length)))]
      })
    }
  }
}

/** The size in bytes that a problem is kept under: 64 KiB less what the counts of left-out entries may take. */
const largestProblem = 62 * 1024

const sizeOf = (u: unknown): number => new TextEncoder().encode(JSON.stringify(u)).length

const fitting = <A>(entries: ReadonlyArray<A>, room: { bytes: number }): ReadonlyArray<A> => {
  const end = entries.findIndex(entry => (room.bytes -= sizeOf(entry) + 1) < 0)
  return end < 0 ? entries : entries.slice(0, end)
}
