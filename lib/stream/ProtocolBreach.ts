/** What an agent did that AG-UI 1.0 does not allow. It ends the run in a RUN_ERROR, because the official client would end it too. */

/**
 * An agent's mistake, told to its developer. `code` is `'protocol-breach'`: switch on it, never on the class.
 *
 * @example
 * import { streamRun } from 'express-ag-ui/stream'
 *
 * streamRun(async function* () {}, {
 *   onError: error => {
 *     if (error instanceof Error && 'code' in error && error.code === 'protocol-breach') console.error(error.message)
 *   }
 * })
 */
export class ProtocolBreach extends Error {
  override readonly name = 'ProtocolBreach'
  readonly code = 'protocol-breach'
  /** The message names no secrets, so the RUN_ERROR may repeat it. */
  readonly expose = true

  /** @param mistake one sentence: what came, and what has to be done instead */
  constructor(mistake: string) {
    super(`The agent broke the AG-UI protocol: ${mistake}`)
  }
}
