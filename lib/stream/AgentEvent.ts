/** What an agent yields: the events of AG-UI 1.0, their `type` written as a string or as a member of core's `EventType`. */
import { EventType, type Event } from '@ag-ui/core'
import { ProtocolBreach } from './ProtocolBreach.js'

/** The name of an event: `'TEXT_MESSAGE_START'`. */
export type EventName = `${EventType}`

/** The event of a name. */
export type EventOf<Name extends EventName> = Extract<AgentEvent, { type: Name }>

/**
 * An event of AG-UI 1.0. The `Event` of `@ag-ui/core` is one; so is the same object with its `type` as a plain string, which
 * spares an agent the import of an enum.
 */
export type AgentEvent = {
  [Type in EventType]: Omit<Extract<Event, { type: Type }>, 'type'> & { type: `${Type}` }
}[EventType]

/** An event whose members are still to be looked at: an agent in JavaScript may have left one out. */
export interface AnyEvent {
  readonly type: EventName
  readonly [member: string]: unknown
}

/** A member that holds text. A null is absent: the encoder leaves it out. */
export const textIn = (event: AnyEvent, member: string): string | undefined => {
  const value = event[member]
  return typeof value === 'string' ? value : undefined
}

/** @throws ProtocolBreach for an event without the text that names what it is about */
export const nameIn = (event: AnyEvent, member: string): string => {
  const name = textIn(event, member)
  if (name === undefined) throw new ProtocolBreach(`${event.type} has no ${member}.`)
  return name
}

const names: ReadonlySet<unknown> = new Set(Object.values(EventType))

export const isEventName = (type: unknown): type is EventName => names.has(type)
