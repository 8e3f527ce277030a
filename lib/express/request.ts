/** What the chain attaches to Express's request, and the only place where Express's types are extended. */
import type { RunAgentInput } from '../protocol/index.js'
import type { Warning } from '../outcome/Warning.js'
import type { Peer, RunInput } from '../stages/Run.js'

/**
 * The run that a request asks for.
 *
 * @typeParam S what `input.state` is: the output of the `state` codec
 * @typeParam P what `input.forwardedProps` are: the output of the `forwardedProps` codec
 */
export interface AgentRun<S = unknown, P = unknown> {
  /** What the agent is to work with: normalised, and without what it cannot use. */
  input: RunInput<S, P>
  /**
   * What the client sent, translated, stripped and judged, before downgrading and before your codecs: what to echo on
   * `RUN_STARTED.input`, and the state that deltas count from (R61, R62). The same object graph, not a copy.
   */
  received: RunAgentInput
  /** What was lost or changed, by stage, then in document order. */
  warnings: Array<Warning>
  /** Adds a warning of your own and reports it. */
  warn: (warning: Warning) => void
  /** What the client said of the protocol it speaks. */
  peer: Peer
  /** The ids of interrupts that `openInterrupts` named and that the input leaves uncovered (R84). */
  openInterrupts: Array<string>
  /** Aborted when the client goes away before the response is finished. */
  signal: AbortSignal
}

declare global {
  // Express's own way of letting a request be extended; an augmentation of express-serve-static-core would be lost where that
  // package cannot be reached (pnpm, Plug'n'Play).
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** The run that this request asks for, once `runInput` has passed it on. */
      agui: AgentRun
    }
  }
}
