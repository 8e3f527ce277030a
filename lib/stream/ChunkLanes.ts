/**
 * The chunked form of streamed items (/spec/1.0/basic/patterns/streaming): which item a chunk opens or continues, and where one
 * ends that no event closes. Chunks are sent as they are; consumers expand them, and judge what they expand to.
 */
import { quoted } from '../outcome/pointer.js'
import { textIn, type AnyEvent, type EventName } from './AgentEvent.js'
import type { Move, StreamedKind } from './Move.js'
import { ProtocolBreach } from './ProtocolBreach.js'

/** A lane is the parent agent, or the subagent that events are attributed to. It streams one item in chunks at a time. */
type Lane = string | undefined

interface Chunked {
  readonly kind: StreamedKind
  readonly id: string
  /** What the first chunk said, and later ones may only repeat. */
  readonly said: Readonly<Record<string, string | undefined>>
}

interface ChunkForm {
  readonly kind: StreamedKind
  readonly id: 'messageId' | 'toolCallId'
  /** What the first chunk says besides the id. */
  readonly describing: ReadonlyArray<string>
  /** What the first chunk must not leave out besides the id. */
  readonly required?: string
}

const forms: Readonly<Partial<Record<EventName, ChunkForm>>> = {
  TEXT_MESSAGE_CHUNK: { kind: 'text message', id: 'messageId', describing: ['role', 'name'] },
  TOOL_CALL_CHUNK: {
    kind: 'tool call',
    id: 'toolCallId',
    describing: ['toolCallName', 'parentMessageId'],
    required: 'toolCallName'
  },
  REASONING_MESSAGE_CHUNK: { kind: 'reasoning message', id: 'messageId', describing: [] }
}

/** The events that stand aside from what is being streamed in chunks. */
const aside: ReadonlySet<EventName> = new Set<EventName>([
  'RAW',
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'REASONING_ENCRYPTED_VALUE',
  'SUBAGENT_STARTED',
  'TEXT_MESSAGE_CHUNK',
  'TOOL_CALL_CHUNK',
  'REASONING_MESSAGE_CHUNK'
])

export class ChunkLanes {
  readonly #lanes = new Map<Lane, Chunked>()

  /** The items that an event ends by coming. */
  endedBy(event: AnyEvent): ReadonlyArray<Move> {
    if (aside.has(event.type)) return []
    return event.type === 'MESSAGES_SNAPSHOT' ? this.endAll() : this.#end(textIn(event, 'subagentRunId'))
  }

  /** The items that the end of the run ends. */
  endAll(): ReadonlyArray<Move> {
    return [...this.#lanes.keys()].flatMap(lane => this.#end(lane))
  }

  /**
   * What a chunk stands for; nothing for other events.
   *
   * @throws ProtocolBreach for a chunk that leaves open what it continues, or contradicts it
   */
  expand(event: AnyEvent): ReadonlyArray<Move> {
    const form = forms[event.type]
    if (form === undefined) return []
    const { kind } = form
    const id = textIn(event, form.id)
    const lane = this.#laneOf(form, event)
    const current = this.#lanes.get(lane)
    if (current?.kind === kind && (id === undefined || id === current.id)) {
      for (const member of form.describing) requireSame(event, member, current)
      return [{ verb: 'continue', kind, id: current.id, tag: lane }]
    }
    const { required = form.id } = form
    if (id === undefined || textIn(event, required) === undefined)
      throw new ProtocolBreach(
        `the first ${event.type} of a ${kind} has no ${id === undefined ? form.id : required}; say it there.`
      )
    const said = Object.fromEntries(form.describing.map(member => [member, textIn(event, member)]))
    if (kind === 'text message') said['role'] ??= 'assistant'
    const ended = this.#end(lane)
    this.#lanes.set(lane, { kind, id, said })
    const { toolCallName, parentMessageId } = said
    return [...ended, { verb: 'open', kind, id, tag: lane, toolCallName, parentMessageId }]
  }

  #end(lane: Lane): ReadonlyArray<Move> {
    const current = this.#lanes.get(lane)
    this.#lanes.delete(lane)
    return current === undefined ? [] : [{ verb: 'close', kind: current.kind, id: current.id, tag: lane }]
  }

  /** An id that is being streamed says where; else the tag does; else it is the parent's item, or the only one of its kind. */
  #laneOf(form: ChunkForm, event: AnyEvent): Lane {
    const { kind } = form
    const id = textIn(event, form.id)
    const tag = textIn(event, 'subagentRunId')
    const holding = [...this.#lanes].filter(([, current]) => current.kind === kind)
    if (id !== undefined) {
      const holder = holding.find(([, current]) => current.id === id)
      if (holder === undefined) return tag
      if (tag !== undefined && tag !== holder[0])
        throw new ProtocolBreach(
          `${event.type} attributes the ${kind} ${quoted(id)} to the subagent ${quoted(tag)}, which did not open it.`
        )
      return holder[0]
    }
    if (tag !== undefined || this.#lanes.get(undefined)?.kind === kind) return tag
    if (holding.length > 1)
      throw new ProtocolBreach(
        `${event.type} has neither ${form.id} nor subagentRunId while ${holding.length} subagents stream a ${kind}; say which it continues.`
      )
    return holding[0]?.[0]
  }
}

const requireSame = (event: AnyEvent, member: string, { kind, id, said }: Chunked): void => {
  const repeated = textIn(event, member)
  if (repeated !== undefined && repeated !== said[member])
    throw new ProtocolBreach(
      `${event.type} changes the ${member} of the ${kind} ${quoted(id)}; a later chunk may only repeat it.`
    )
}
