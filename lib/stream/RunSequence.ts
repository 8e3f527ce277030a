/**
 * The order in which the events of a stream may come: run after run, each closed before the next, the requested one last
 * (/spec/1.0/events/lifecycle, R89 to R95), and ended truthfully (R77, R81, R84). Knows nothing of how events are sent.
 */
import { quoted } from '../outcome/pointer.js'
import { PROTOCOL_VERSION } from '../protocol/protocolVersion.js'
import { isEventName, nameIn, type AgentEvent, type EventOf } from './AgentEvent.js'
import { ProtocolBreach } from './ProtocolBreach.js'
import { RunItems } from './RunItems.js'

/** What the stream was asked for. */
export interface RequestedRun {
  readonly threadId: string
  readonly runId: string
  /** The names of the application's tools. */
  readonly frontendTools: ReadonlySet<string>
  /** The ids of interrupts that are open, and that the input does not answer. */
  readonly openInterrupts: ReadonlyArray<string>
}

/** How far the stream has come. */
export type Stage =
  /** Nothing has come. */
  | 'new'
  /** An earlier run is being replayed. */
  | 'replaying'
  /** An earlier run was replayed; the requested one is still to come. */
  | 'replayed'
  /** An earlier run was replayed that had failed; the requested one is still to come. */
  | 'replayed failure'
  /** A RUN_ERROR came while no run was open: the requested one is refused, unless it is opened all the same. */
  | 'refused'
  /** The requested run is open. */
  | 'running'
  /** The requested run has finished. Only a late RUN_ERROR may follow. */
  | 'finished'
  /** The requested run has failed. Nothing may follow. */
  | 'failed'

interface OpenRun {
  readonly runId: string
  readonly items: RunItems
}

export class RunSequence {
  readonly #requested: RequestedRun
  readonly #runIds = new Set<string>()
  #stage: Stage = 'new'
  #open: OpenRun | undefined

  constructor(requested: RequestedRun) {
    this.#requested = requested
  }

  get stage(): Stage {
    return this.#stage
  }

  /** The calls of the open run that nothing has answered, in their order. */
  get pendingToolCallIds(): Array<string> {
    return [...(this.#open?.items.pendingToolCallIds() ?? [])]
  }

  /**
   * Notes the event that comes next.
   *
   * @throws ProtocolBreach for one that may not come now; what may follow then is a RUN_ERROR
   */
  accept(event: AgentEvent): void {
    const { type } = event
    if (!isEventName(type))
      throw new ProtocolBreach(
        `${quoted(String(type))} is no event of AG-UI ${PROTOCOL_VERSION}; see EventType for those there are.`
      )
    if (this.#stage === 'failed')
      throw new ProtocolBreach(
        `${type} came after the RUN_ERROR of the requested run, which is the last on the stream.`
      )
    if (this.#stage === 'finished' && type !== 'RUN_ERROR')
      throw new ProtocolBreach(
        `${type} came after the RUN_FINISHED of the requested run, which is the last on the stream; send it before, and earlier runs first.`
      )
    if (type === 'RUN_ERROR') this.#stage = this.#failed()
    else if (type === 'RUN_STARTED') this.#start(event)
    else if (this.#open === undefined)
      throw new ProtocolBreach(`${type} came while no run was open; send RUN_STARTED first.`)
    else if (type === 'RUN_FINISHED') this.#finish(event, this.#open)
    else this.#open.items.accept(event)
  }

  #start(event: EventOf<'RUN_STARTED'>): void {
    const { frontendTools } = this.#requested
    const runId = nameIn(event, 'runId')
    if (this.#open?.runId === runId)
      throw new ProtocolBreach(
        `RUN_STARTED came in the middle of the run ${quoted(runId)}; yield it before anything else, or leave it out.`
      )
    if (this.#open !== undefined)
      throw new ProtocolBreach(
        `the RUN_STARTED of the run ${quoted(runId)} came while the run ${quoted(this.#open.runId)} is open; send its RUN_FINISHED first.`
      )
    this.#requireThread(event)
    if (this.#runIds.has(runId))
      throw new ProtocolBreach(
        `RUN_STARTED names the run ${quoted(runId)} again; give each run on a thread its own runId.`
      )
    const isRequested = runId === this.#requested.runId
    this.#open = { runId, items: new RunItems(isRequested ? frontendTools : new Set(), event.input?.messages ?? []) }
    this.#runIds.add(runId)
    this.#stage = isRequested ? 'running' : 'replaying'
  }

  #finish(event: EventOf<'RUN_FINISHED'>, open: OpenRun): void {
    const runId = nameIn(event, 'runId')
    this.#requireThread(event)
    if (runId !== open.runId)
      throw new ProtocolBreach(
        `RUN_FINISHED names the run ${quoted(runId)}, but RUN_STARTED named ${quoted(open.runId)}; the two have to agree.`
      )
    const leftOpen = open.items.leftOpen()
    if (leftOpen.length > 0)
      throw new ProtocolBreach(
        `RUN_FINISHED came while ${named(leftOpen)} ${leftOpen.length === 1 ? 'is' : 'are'} open; close everything first.`
      )
    this.#judge(event.outcome, open)
    this.#open = undefined
    this.#stage = this.#stage === 'running' ? 'finished' : 'replayed'
  }

  #judge(outcome: EventOf<'RUN_FINISHED'>['outcome'] | null, { items }: OpenRun): void {
    const { openInterrupts } = this.#requested
    switch (outcome?.type) {
      case undefined:
      case 'success':
        if (this.#stage === 'running' && openInterrupts.length > 0)
          throw new ProtocolBreach(
            `the run ends as success while ${named(openInterrupts.map(id => `interrupt ${quoted(id)}`))} stands unanswered; end it with the interrupt outcome again.`
          )
        requirePending(outcome?.pendingToolCallIds ?? [], items.pendingToolCallIds())
        return
      case 'interrupt':
        requireInterrupts(outcome.interrupts.map(({ id }) => id))
        return
      case 'cancelled':
        return
      default:
        throw new ProtocolBreach(
          'RUN_FINISHED has an outcome that is none of success, interrupt and cancelled; use one of these, or leave it out.'
        )
    }
  }

  #failed(): Stage {
    this.#open = undefined
    switch (this.#stage) {
      case 'new':
      case 'replayed':
        return 'refused'
      case 'replaying':
        return 'replayed failure'
      case 'running':
      case 'finished':
        return 'failed'
      default:
        throw new ProtocolBreach('RUN_ERROR came after another; only the RUN_STARTED of the next run may follow it.')
    }
  }

  #requireThread(event: EventOf<'RUN_STARTED' | 'RUN_FINISHED'>): void {
    const threadId = nameIn(event, 'threadId')
    if (threadId !== this.#requested.threadId)
      throw new ProtocolBreach(
        `${event.type} has the threadId ${quoted(threadId)}, but the run was requested on ${quoted(this.#requested.threadId)}; every run on the stream is of that thread.`
      )
  }
}

/** None named says nothing; those named are exactly those that are pending (R77). */
const requirePending = (sent: ReadonlyArray<string>, pending: ReadonlyArray<string>): void => {
  if (sent.length > 0 && (sent.length !== pending.length || sent.some((id, i) => id !== pending[i])))
    throw new ProtocolBreach(
      `the pendingToolCallIds of RUN_FINISHED are not exactly the calls that were started and not answered, in their order; those are: ${pending.map(quoted).join(', ') || 'none'}.`
    )
}

const requireInterrupts = (ids: ReadonlyArray<string>): void => {
  if (ids.length === 0)
    throw new ProtocolBreach('the interrupt outcome of RUN_FINISHED has no interrupts; say what the run waits for.')
  const again = ids.find((id, i) => ids.indexOf(id) < i)
  if (again !== undefined)
    throw new ProtocolBreach(`two interrupts of RUN_FINISHED have the id ${quoted(again)}; give each its own.`)
}

/** How many things are named in a sentence. */
const most = 3

const named = (things: ReadonlyArray<string>): string =>
  `the ${things.slice(0, most).join(', the ')}${things.length > most ? ` and ${things.length - most} more` : ''}`
