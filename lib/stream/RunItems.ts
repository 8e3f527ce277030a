/**
 * What is open in a run, and whose it is: messages, tool calls, reasoning, steps and subagents
 * (/spec/1.0/basic/patterns/streaming, /spec/1.0/events/subagents). It asks for what the official client's verification asks.
 */
import { quoted } from '../outcome/pointer.js'
import { nameIn, textIn, type AnyEvent, type EventName } from './AgentEvent.js'
import { ChunkLanes } from './ChunkLanes.js'
import type { ItemKind, Move } from './Move.js'
import { ProtocolBreach } from './ProtocolBreach.js'

/** What an event does, and which member says to what. */
interface Deed {
  readonly verb: Move['verb']
  readonly kind: ItemKind
  readonly id: string
}

const deeds: Readonly<Partial<Record<EventName, Deed>>> = {
  TEXT_MESSAGE_START: { verb: 'open', kind: 'text message', id: 'messageId' },
  TEXT_MESSAGE_CONTENT: { verb: 'continue', kind: 'text message', id: 'messageId' },
  TEXT_MESSAGE_END: { verb: 'close', kind: 'text message', id: 'messageId' },
  TOOL_CALL_START: { verb: 'open', kind: 'tool call', id: 'toolCallId' },
  TOOL_CALL_ARGS: { verb: 'continue', kind: 'tool call', id: 'toolCallId' },
  TOOL_CALL_END: { verb: 'close', kind: 'tool call', id: 'toolCallId' },
  REASONING_START: { verb: 'open', kind: 'reasoning span', id: 'messageId' },
  REASONING_END: { verb: 'close', kind: 'reasoning span', id: 'messageId' },
  REASONING_MESSAGE_START: { verb: 'open', kind: 'reasoning message', id: 'messageId' },
  REASONING_MESSAGE_CONTENT: { verb: 'continue', kind: 'reasoning message', id: 'messageId' },
  REASONING_MESSAGE_END: { verb: 'close', kind: 'reasoning message', id: 'messageId' },
  STEP_STARTED: { verb: 'open', kind: 'step', id: 'stepName' },
  STEP_FINISHED: { verb: 'close', kind: 'step', id: 'stepName' },
  SUBAGENT_STARTED: { verb: 'open', kind: 'subagent', id: 'subagentRunId' },
  SUBAGENT_FINISHED: { verb: 'close', kind: 'subagent', id: 'subagentRunId' },
  SUBAGENT_ERROR: { verb: 'close', kind: 'subagent', id: 'subagentRunId' }
}

/** An id is unique among its like only; a reasoning span and the message in it may share one, and an owner. */
type Owned = 'message' | 'tool call' | 'reasoning' | 'activity'

const ownedAs: Readonly<Partial<Record<ItemKind, Owned>>> = {
  'text message': 'message',
  'tool call': 'tool call',
  'reasoning message': 'reasoning',
  'reasoning span': 'reasoning'
}

/** A message as a snapshot or an echoed input has it. */
interface ToldMessage {
  readonly id: string
  readonly role: string
  readonly subagentRunId?: string | null
  readonly toolCalls?: ReadonlyArray<{ readonly id: string }> | null
}

export class RunItems {
  readonly #open = new Map<string, Move>()
  readonly #lanes = new ChunkLanes()
  /** The subagent that owns a thing; undefined is the parent agent. Kept for the whole run: a closed item may be reopened. */
  readonly #owners: Readonly<Record<Owned, Map<string, string | undefined>>> = {
    message: new Map(),
    'tool call': new Map(),
    reasoning: new Map(),
    activity: new Map()
  }
  readonly #closedSubagents = new Set<string>()
  /** The tool that each call names, in the order in which the calls were started. */
  readonly #calls = new Map<string, string | undefined>()
  readonly #answered = new Set<string>()
  readonly #frontendTools: ReadonlySet<string>

  /**
   * @param frontendTools the names of the application's tools, which it answers itself (R75)
   * @param history messages that the stream has told before: their owners are known
   */
  constructor(frontendTools: ReadonlySet<string>, history: ReadonlyArray<ToldMessage>) {
    this.#frontendTools = frontendTools
    for (const message of history) this.#own(message)
  }

  /** @throws ProtocolBreach for an event that may not come now */
  accept(event: AnyEvent): void {
    for (const move of this.#lanes.endedBy(event)) this.#apply(event.type, move)
    for (const move of this.#lanes.expand(event)) this.#apply(event.type, move)
    if (event.type === 'SUBAGENT_STARTED') this.#requireNewSubagent(event)
    const deed = deeds[event.type]
    if (deed !== undefined)
      this.#apply(event.type, {
        verb: deed.verb,
        kind: deed.kind,
        id: nameIn(event, deed.id),
        tag: textIn(event, 'subagentRunId'),
        toolCallName: textIn(event, 'toolCallName'),
        parentMessageId: textIn(event, 'parentMessageId')
      })
    this.#note(event)
  }

  /** Ends what is streamed in chunks, as the end of the run does, and names what is open still. */
  leftOpen(): ReadonlyArray<string> {
    for (const move of this.#lanes.endAll()) this.#apply('RUN_FINISHED', move)
    return [...this.#open.values()].map(labelOf)
  }

  /** The tool calls that were started and not answered, in the order of the calls (R77). */
  pendingToolCallIds(): ReadonlyArray<string> {
    return [...this.#calls.keys()].filter(id => !this.#answered.has(id))
  }

  #apply(type: EventName, move: Move): void {
    const { verb, kind, id, tag } = move
    const key = keyOf(move)
    const isOpen = this.#open.has(key)
    if (verb === 'open') {
      if (isOpen) throw new ProtocolBreach(`${type} opens the ${labelOf(move)}, which is open; close it first.`)
      this.#claim(type, move)
      this.#open.set(key, move)
      if (kind === 'tool call' && !this.#calls.has(id)) this.#calls.set(id, move.toolCallName)
      return
    }
    if (!isOpen) throw new ProtocolBreach(`${type} comes to the ${labelOf(move)}, which is not open; open it first.`)
    const owned = ownedAs[kind]
    if (owned !== undefined) this.#requireOwner(type, owned, id, tag)
    if (verb === 'close') this.#open.delete(key)
    if (kind === 'subagent') this.#closedSubagents.add(id)
  }

  /** What opens an item first owns it; a tool call belongs to whoever owns the message that carries it. */
  #claim(type: EventName, { kind, id, tag, parentMessageId }: Move): void {
    const owned = ownedAs[kind]
    if (owned === undefined) return
    const owners = this.#owners[owned]
    const isCarried = kind === 'tool call' && parentMessageId !== undefined && this.#owners.message.has(parentMessageId)
    if (isCarried) this.#requireOwner(type, 'message', parentMessageId, tag)
    const owner = isCarried ? this.#owners.message.get(parentMessageId) : tag
    if (!owners.has(id)) owners.set(id, owner)
    else if (tag !== undefined || isCarried) requireSame(type, owned, id, owner, owners.get(id))
  }

  /** A tag may be left out, but must not disagree with the owner. */
  #requireOwner(type: EventName, owned: Owned, id: string, tag: string | undefined): void {
    const owners = this.#owners[owned]
    if (tag !== undefined && owners.has(id)) requireSame(type, owned, id, tag, owners.get(id))
  }

  #requireNewSubagent(event: AnyEvent): void {
    const id = nameIn(event, 'subagentRunId')
    const parent = textIn(event, 'parentSubagentRunId')
    if (this.#closedSubagents.has(id))
      throw new ProtocolBreach(
        `SUBAGENT_STARTED names ${quoted(id)}, which has ended; give each invocation its own id.`
      )
    if (
      parent !== undefined
      && !this.#closedSubagents.has(parent)
      && !this.#open.has(keyOf({ kind: 'subagent', id: parent }))
    )
      throw new ProtocolBreach(
        `SUBAGENT_STARTED has the parent ${quoted(parent)}, which was not started in this run; start it first.`
      )
  }

  /** Events that open and close nothing, but say or continue something that is somebody's. */
  #note(event: AnyEvent): void {
    const { type } = event
    const tag = textIn(event, 'subagentRunId')
    switch (type) {
      case 'TOOL_CALL_RESULT':
        this.#answer(nameIn(event, 'toolCallId'))
        this.#owners.message.set(nameIn(event, 'messageId'), tag)
        return
      case 'ACTIVITY_SNAPSHOT': {
        const id = nameIn(event, 'messageId')
        if (!this.#owners.activity.has(id) || event['replace'] !== false) this.#owners.activity.set(id, tag)
        return
      }
      case 'ACTIVITY_DELTA':
        this.#requireOwner(type, 'activity', nameIn(event, 'messageId'), tag)
        return
      case 'REASONING_ENCRYPTED_VALUE': {
        const id = nameIn(event, 'entityId')
        const isMessage = event['subtype'] === 'message' && this.#owners.message.has(id)
        this.#requireOwner(
          type,
          isMessage ? 'message' : event['subtype'] === 'tool-call' ? 'tool call' : 'reasoning',
          id,
          tag
        )
        return
      }
      case 'MESSAGES_SNAPSHOT':
        for (const message of event['messages'] as ReadonlyArray<ToldMessage>) this.#own(message)
        return
      default:
    }
  }

  #answer(id: string): void {
    const tool = this.#calls.get(id)
    if (tool !== undefined && this.#frontendTools.has(tool))
      throw new ProtocolBreach(
        `TOOL_CALL_RESULT answers the tool call ${quoted(id)} of the application's tool ${quoted(tool)}; finish the run, and the next input brings the answer.`
      )
    this.#answered.add(id)
  }

  #own({ id, role, subagentRunId, toolCalls }: ToldMessage): void {
    const owner = subagentRunId ?? undefined
    const owned = role === 'reasoning' || role === 'activity' ? role : 'message'
    this.#owners[owned].set(id, owner)
    for (const call of toolCalls ?? []) this.#owners['tool call'].set(call.id, owner)
  }
}

/** Steps are per owner: the parent agent and a subagent may each have one of the same name. */
const keyOf = ({
  kind,
  id,
  tag
}: {
  readonly kind: ItemKind
  readonly id: string
  readonly tag?: string | undefined
}): string => JSON.stringify(kind === 'step' ? [kind, id, tag] : [kind, id])

const labelOf = ({ kind, id, tag }: Move): string =>
  `${kind} ${quoted(id)}${kind === 'step' && tag !== undefined ? ` of the subagent ${quoted(tag)}` : ''}`

const requireSame = (
  type: EventName,
  owned: Owned,
  id: string,
  claimed: string | undefined,
  owner: string | undefined
): void => {
  if (claimed !== owner)
    throw new ProtocolBreach(
      `${type} attributes the ${owned} ${quoted(id)} to ${nameOf(claimed)}, but it belongs to ${nameOf(owner)}.`
    )
}

const nameOf = (subagent: string | undefined): string =>
  subagent === undefined ? 'the parent agent' : `the subagent ${quoted(subagent)}`
