/** Why a wrapped endpoint gave no answer, in words that a client may be shown. */
import { STATUS_CODES } from 'node:http'
import { memberOf, textMember } from './json.js'

/** The most characters of an endpoint's own message that are repeated. */
const longestMessage = 500

/** An error whose message may be shown to the client: `expose` says so, as it does for the errors of Express's own parsers. */
export class LegacyError extends Error {
  override readonly name = 'LegacyError'
  readonly expose = true
  /** What RUN_ERROR says as its code: `http-` and the status that the endpoint answered with, or `legacy-answer`. */
  readonly code: string

  constructor(message: string, status?: number) {
    super(message)
    this.code = status === undefined ? 'legacy-answer' : `http-${status}`
  }
}

/**
 * The error that an answer with a status of 300 or more stands for. Of a 4xx in JSON the message is repeated, because it was
 * written for the endpoint's clients; of a 5xx, and of a page, nothing is: those tell of the server's inside.
 */
export const errorForStatus = (status: number, answer: unknown): LegacyError => {
  const said = status < 400 || status >= 500 ? undefined : messageIn(answer)
  const name = STATUS_CODES[status]
  const plain = `The wrapped endpoint answered with the status ${status}${name === undefined ? '' : ` (${name})`}.`
  return new LegacyError(said ?? plain, status)
}

/** `{ error: "…" }`, `{ error: { message: "…" } }`, `{ message: "…" }`, or problem details. */
export const messageIn = (answer: unknown): string | undefined => {
  const said =
    textMember(answer, 'error')
    ?? textMember(memberOf(answer, 'error'), 'message')
    ?? textMember(answer, 'message')
    ?? textMember(answer, 'detail')
  return said?.slice(0, longestMessage)
}
