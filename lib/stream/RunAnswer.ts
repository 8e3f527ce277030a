/**
 * Makes what an agent yields a whole answer: opens the requested run, says what the client does not know yet, closes the run,
 * and turns whatever goes wrong into a RUN_ERROR (/spec/1.0/events/lifecycle). Pure: gives what is to be sent, and sends nothing.
 */
import { isObject } from '../codec/index.js'
import { quoted } from '../outcome/pointer.js'
import { PROTOCOL_VERSION, type RunAgentInput } from '../protocol/index.js'
import type { AgentEvent, EventOf } from './AgentEvent.js'
import { ProtocolBreach } from './ProtocolBreach.js'
import { runErrorOf } from './runError.js'
import { RunSequence, type Stage } from './RunSequence.js'
import { stateSnapshot } from './stateSnapshot.js'

export interface AnsweredRun {
  /** What the client sent. */
  readonly received: RunAgentInput
  /** What the agent was given as the state, encoded as the client would hold it. */
  readonly state: unknown
  readonly openInterrupts: ReadonlyArray<string>
  readonly echoInput: boolean
  /** What else to say once the requested run is open. */
  readonly remarks?: (() => ReadonlyArray<AgentEvent>) | undefined
}

/** Core's type demands `tools` and `context`, which the wire leaves optional. */
type EchoedInput = NonNullable<EventOf<'RUN_STARTED'>['input']>

/** @typeParam Frame what an event is encoded to */
export class RunAnswer<Frame> {
  readonly #run: AnsweredRun
  readonly #encode: (event: AgentEvent) => Frame
  readonly #sequence: RunSequence
  readonly #started: AgentEvent
  readonly #opening: Frame
  readonly #snapshot: Frame | undefined

  /**
   * Encodes the opening now, before the agent can change what it is made of: an agent may well work on the state in place.
   *
   * @throws whatever the encoder throws
   */
  constructor(run: AnsweredRun, encode: (event: AgentEvent) => Frame) {
    const { received, state, openInterrupts, echoInput } = run
    const { threadId, runId, parentRunId, tools = [] } = received
    this.#run = run
    this.#encode = encode
    const frontendTools = new Set(tools.map(({ name }) => name))
    this.#sequence = new RunSequence({ threadId, runId, frontendTools, openInterrupts })
    this.#started = {
      type: 'RUN_STARTED',
      threadId,
      runId,
      protocolVersion: PROTOCOL_VERSION,
      ...(parentRunId !== undefined && { parentRunId }),
      ...(echoInput && { input: received as EchoedInput })
    }
    this.#opening = encode(this.#started)
    const snapshot = stateSnapshot(received.state, state)
    this.#snapshot = snapshot === undefined ? undefined : encode(snapshot)
  }

  /**
   * What is to be sent for what the agent yielded.
   *
   * @throws ProtocolBreach for what may not be sent, and whatever the encoder throws
   */
  *next(yielded: unknown): Generator<Frame, void, undefined> {
    const event = declared(yielded)
    if (this.#needsOpening(event)) yield* this.#open()
    // Encoded first: what cannot be encoded has not come.
    const frame = this.#encode(event)
    this.#sequence.accept(event)
    yield frame
    if (event.type === 'RUN_STARTED' && this.#sequence.stage === 'running') yield* this.#remarks()
  }

  /**
   * What is to be sent when the agent has nothing more to say.
   *
   * @throws ProtocolBreach when it left the requested run out, or something open
   */
  *end(): Generator<Frame, void, undefined> {
    if (this.#sequence.stage === 'new') yield* this.#open()
    const { threadId, runId } = this.#run.received
    switch (this.#sequence.stage) {
      case 'finished':
      case 'refused':
      case 'failed':
        return
      case 'running': {
        const pending = this.#sequence.pendingToolCallIds
        yield* this.next({
          type: 'RUN_FINISHED',
          threadId,
          runId,
          outcome: { type: 'success', ...(pending.length > 0 && { pendingToolCallIds: pending }) }
        })
        return
      }
      default:
        throw new ProtocolBreach(
          `the stream ended without the requested run ${quoted(runId)}; after replaying earlier runs, close them and run it.`
        )
    }
  }

  /** What is to be sent when something went wrong. After a RUN_ERROR there is nothing to be said (R95). */
  *fail(error: unknown): Generator<Frame, void, undefined> {
    const { stage } = this.#sequence
    if (stage === 'failed' || stage === 'refused') return
    if (isBetween(stage)) yield this.#start()
    yield* this.next(runErrorOf(error))
  }

  /** A RUN_ERROR may stand without a run, but for one that follows another. */
  #needsOpening({ type }: AgentEvent): boolean {
    const { stage } = this.#sequence
    return type === 'RUN_ERROR' ? stage === 'replayed failure' : type !== 'RUN_STARTED' && isBetween(stage)
  }

  *#open(): Generator<Frame, void, undefined> {
    yield this.#start()
    yield* this.#remarks()
  }

  #start(): Frame {
    this.#sequence.accept(this.#started)
    return this.#opening
  }

  *#remarks(): Generator<Frame, void, undefined> {
    if (this.#snapshot !== undefined) yield this.#snapshot
    for (const remark of this.#run.remarks?.() ?? []) yield this.#encode(remark)
  }
}

/** Whether no run is open, and the requested one is still to come. */
const isBetween = (stage: Stage): boolean => stage === 'new' || stage === 'replayed' || stage === 'replayed failure'

/** Whoever sends a RUN_STARTED declares a version on it (R46); an agent that forgot speaks the one it is held to here. */
const declared = (yielded: unknown): AgentEvent => {
  if (!isObject(yielded))
    throw new ProtocolBreach(`it yielded ${yielded === null ? 'null' : typeof yielded}, which is no event.`)
  const event = yielded as AgentEvent
  return event.type === 'RUN_STARTED' && event.protocolVersion === undefined
    ? { ...event, protocolVersion: PROTOCOL_VERSION }
    : event
}
