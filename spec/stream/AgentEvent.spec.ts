/** What an agent may yield, as types: core's own events, and the same with a plain string as the type. */
import { EventType, type Event, type TextMessageStartEvent } from '@ag-ui/core'
import { expect, expectTypeOf, it } from 'vitest'
import { isEventName, type EventName } from '../../lib/stream/AgentEvent.js'
import { streamRun, type Agent, type AgentEvent, type EventOf } from '../../lib/stream/index.js'

it('an event of core is one of ours', () => {
  expectTypeOf<Event>().toExtend<AgentEvent>()
  expectTypeOf<AsyncGenerator<Event>>().toExtend<ReturnType<Agent>>()
  expectTypeOf<AsyncGenerator<TextMessageStartEvent>>().toExtend<ReturnType<Agent>>()
})

it('an event of ours has the members of its name', () => {
  expectTypeOf<EventOf<'TEXT_MESSAGE_CONTENT'>['delta']>().toEqualTypeOf<string>()
  expectTypeOf<EventOf<'RUN_FINISHED'>['outcome']>().not.toBeAny()
  expectTypeOf<{ type: 'TEXT_MESSAGE_CONTENT'; messageId: string }>().not.toExtend<AgentEvent>()
  expectTypeOf<{ type: 'TEXT'; messageId: string }>().not.toExtend<AgentEvent>()
})

it('an agent writes the type either way', () => {
  streamRun(async function* () {
    await Promise.resolve()
    yield { type: EventType.TEXT_MESSAGE_END, messageId: 'a1' }
    yield { type: 'TEXT_MESSAGE_END', messageId: 'a1' }
  })
})

it('every name of AG-UI is known, and no other', () => {
  const known: ReadonlyArray<EventName> = Object.values(EventType)
  expect(known.every(isEventName)).toBe(true)
  expect(['toString', '', undefined, 'THINKING_START'].some(isEventName)).toBe(false)
})
