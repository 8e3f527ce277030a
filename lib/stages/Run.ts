/** What the stages hand on to each other, and what the host's handler gets in the end. */
import type { Context, Message, ResumeEntry, RunAgentInput, Tool } from '../protocol/index.js'
import type { Warning } from '../outcome/Warning.js'
import type { Origins } from './Origins.js'

/** A message that is the agent's business: any but an activity message (R63). */
export type InputMessage = Exclude<Message, { role: 'activity' }>

/**
 * The normalised input. Absent `tools`, `context` and `state` are `[]`, `[]` and `{}` (R59, R61); whatever else is absent
 * stays absent, so that an agent sees by `resume` whether this run resumes one.
 *
 * @typeParam S what `state` is: the output of the `state` codec
 * @typeParam P what `forwardedProps` are: the output of the `forwardedProps` codec
 */
export interface RunInput<S = unknown, P = unknown> {
  threadId: string
  runId: string
  protocolVersion?: string
  parentRunId?: string
  state: S
  messages: Array<InputMessage>
  tools: Array<Tool>
  context: Array<Context>
  forwardedProps?: P
  resume?: Array<ResumeEntry>
}

/** How the version that the client declared stands to ours (/spec/1.0/basic/versioning). */
export type VersionRelation = 'undeclared' | 'same' | 'older' | 'newer-minor' | 'newer-major' | 'uninterpretable'

/** What the client said of the protocol it speaks. */
export interface Peer {
  readonly declared?: string
  readonly relation: VersionRelation
}

/** A run between two stages. */
export interface Run<S = unknown, P = unknown> {
  readonly input: RunInput<S, P>
  readonly received: RunAgentInput
  readonly peer: Peer
  readonly origins: Origins
}

/** What `decodeRunInput` gives. */
export interface DecodedRun<S = unknown, P = unknown> {
  readonly input: RunInput<S, P>
  /**
   * What the client sent, translated, stripped and judged, before downgrading and before your codecs: what to echo on
   * `RUN_STARTED.input`, and the state that deltas count from (R61, R62). The same object graph, not a copy.
   */
  readonly received: RunAgentInput
  /** By stage, then in document order. */
  readonly warnings: Array<Warning>
  readonly peer: Peer
}
