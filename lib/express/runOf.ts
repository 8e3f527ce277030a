/** The run on a request: as the pure stages have it, and as the host's handler gets it. */
import type { Request } from 'express'
import type { Warning } from '../outcome/Warning.js'
import type { RunAgentInput } from '../protocol/index.js'
import type { Peer, Run, RunInput } from '../stages/Run.js'
import type { Chain } from './chain.js'
import type { AgentRun } from './request.js'

export const runOf = (req: Request, { origins }: Chain): Run => {
  const { input, received, peer } = req.agui
  return { input, received, peer, origins }
}

type Parts = Omit<AgentRun, 'signal'>

/** Sets a new `req.agui`. */
export const attachRun = (req: Request, chain: Chain, parts: Parts): void => {
  req.agui = new AttachedRun(chain, parts)
}

/** Sets a new `req.agui` that differs from the one before it in what a later stage found. */
export const changeRun = (req: Request, chain: Chain, changes: Partial<Parts>): void => {
  const { input, received, warnings, warn, peer, openInterrupts } = req.agui
  attachRun(req, chain, { input, received, warnings, warn, peer, openInterrupts, ...changes })
}

class AttachedRun implements AgentRun {
  input: RunInput
  received: RunAgentInput
  warnings: Array<Warning>
  warn: (warning: Warning) => void
  peer: Peer
  openInterrupts: Array<string>
  declare signal: AbortSignal
  readonly #chain: Chain

  constructor(chain: Chain, { input, received, warnings, warn, peer, openInterrupts }: Parts) {
    this.#chain = chain
    this.input = input
    this.received = received
    this.warnings = warnings
    this.warn = warn
    this.peer = peer
    this.openInterrupts = openInterrupts
    Object.defineProperty(this, 'signal', AttachedRun.#signal)
  }

  /**
   * The chain makes the signal when someone asks for it. A member of the run's own, so that a host may copy a run with
   * `{ ...req.agui }`; and one getter for all runs, because V8 keeps a getter of each object's own, and the body with it, until
   * the next full collection.
   */
  static readonly #signal: PropertyDescriptor & ThisType<AttachedRun> = {
    enumerable: true,
    configurable: true,
    get() {
      return this.#chain.signal
    }
  }
}
