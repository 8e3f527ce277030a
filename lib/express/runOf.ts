/** The run on a request: as the pure stages have it, and as the host's handler gets it. */
import type { Request } from 'express'
import type { Warning } from '../outcome/Warning.js'
import type { RunAgentInput } from '../protocol/index.js'
import type { Peer, Run, RunInput } from '../stages/Run.js'
import type { Chain } from './chain.js'
import type { AgentRun } from './request.js'

export const runOf = ({ run: { input, received, peer }, origins }: Chain): Run => ({ input, received, peer, origins })

type Parts = Omit<AgentRun, 'signal'>

/** Sets a new `req.agui`. */
export const attachRun = (req: Request, chain: Chain, parts: Parts): void => {
  const run = new AttachedRun(chain, parts)
  chain.run = run
  req.agui = run
}

/** What a later stage made of the run: the input, and all that was found so far. */
interface Changes {
  readonly input: RunInput
  readonly warnings: ReadonlyArray<Warning>
  readonly openInterrupts?: ReadonlyArray<string>
}

/** Sets a new `req.agui` where a later stage changed or found something. */
export const changeRun = (req: Request, chain: Chain, { input, warnings, openInterrupts }: Changes): void => {
  const { run: now } = chain
  const open = openInterrupts ?? now.openInterrupts
  if (input === now.input && isSame(warnings, now.warnings) && isSame(open, now.openInterrupts)) return
  const { received, warn, peer } = now
  attachRun(req, chain, { input, received, warnings: [...warnings], warn, peer, openInterrupts: [...open] })
}

const isSame = (next: ReadonlyArray<unknown>, now: ReadonlyArray<unknown>): boolean =>
  next === now || next.length + now.length === 0

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
