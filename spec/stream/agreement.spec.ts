/** Where the official client verifies a stream, we and it agree: it complains of nothing that we let through, and we of nothing else. */
import { enforceEvents, runHttpRequest, transformChunks, transformHttpEventStream, verifyEvents } from '@ag-ui/client'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentEvent } from '../../lib/stream/index.js'
import { RunSequence } from '../../lib/stream/RunSequence.js'
import { failed, finished, runId, started, threadId, untyped } from './events.js'

/** What the official client says to a stream of these events; nothing when it has nothing to complain of. */
const complaintOf = (events: ReadonlyArray<AgentEvent>): Promise<string | undefined> => {
  const body = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
  const response = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  return new Promise(resolve => {
    transformHttpEventStream(runHttpRequest(() => Promise.resolve(response)))
      .pipe(enforceEvents(), transformChunks(), verifyEvents())
      .subscribe({
        error: (error: unknown) => {
          resolve(String(error))
        },
        complete: () => {
          resolve(undefined)
        }
      })
  })
}

const breachOf = (events: ReadonlyArray<AgentEvent>): string | undefined => {
  const runs = new RunSequence({ threadId, runId, frontendTools: new Set(), openInterrupts: [] })
  try {
    for (const event of events) runs.accept(event)
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** Few names, so that they meet. */
const id = fc.constantFrom('1', '2')
const tag = fc.option(fc.constantFrom('s1', 's2'), { nil: undefined, freq: 2 })
const optionalId = fc.option(id, { nil: undefined })

/** Leaves out what is undefined, as JSON does. */
const event = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<AgentEvent> =>
  fc.record(members).map(made => untyped(JSON.parse(JSON.stringify(made)) as object))

const type = (...types: ReadonlyArray<AgentEvent['type']>) => fc.constantFrom(...types)

const anyEvent: fc.Arbitrary<AgentEvent> = fc.oneof(
  event({ type: type('TEXT_MESSAGE_START', 'TEXT_MESSAGE_END'), messageId: id, subagentRunId: tag }),
  event({ type: type('TEXT_MESSAGE_CONTENT'), messageId: id, delta: fc.constant('x'), subagentRunId: tag }),
  event({
    type: type('TOOL_CALL_START'),
    toolCallId: id,
    toolCallName: fc.constant('search'),
    parentMessageId: optionalId,
    subagentRunId: tag
  }),
  event({ type: type('TOOL_CALL_ARGS'), toolCallId: id, delta: fc.constant('x'), subagentRunId: tag }),
  event({ type: type('TOOL_CALL_END'), toolCallId: id, subagentRunId: tag }),
  event({
    type: type('TOOL_CALL_RESULT'),
    messageId: id,
    toolCallId: id,
    content: fc.constant('x'),
    subagentRunId: tag
  }),
  event({
    type: type('TEXT_MESSAGE_CHUNK'),
    messageId: optionalId,
    role: fc.constantFrom(undefined, 'assistant', 'user'),
    delta: fc.constant('x'),
    subagentRunId: tag
  }),
  event({
    type: type('TOOL_CALL_CHUNK'),
    toolCallId: optionalId,
    toolCallName: fc.constantFrom(undefined, 'search'),
    parentMessageId: optionalId,
    delta: fc.constant('x'),
    subagentRunId: tag
  }),
  event({
    type: type('REASONING_MESSAGE_CHUNK'),
    messageId: optionalId,
    delta: fc.constant('x'),
    subagentRunId: tag
  }),
  event({ type: type('REASONING_START', 'REASONING_END', 'REASONING_MESSAGE_END'), messageId: id, subagentRunId: tag }),
  event({
    type: type('REASONING_MESSAGE_START'),
    messageId: id,
    role: fc.constant('reasoning'),
    subagentRunId: tag
  }),
  event({ type: type('REASONING_MESSAGE_CONTENT'), messageId: id, delta: fc.constant('x'), subagentRunId: tag }),
  event({
    type: type('REASONING_ENCRYPTED_VALUE'),
    subtype: fc.constantFrom('message', 'tool-call'),
    entityId: id,
    encryptedValue: fc.constant('x'),
    subagentRunId: tag
  }),
  event({ type: type('STEP_STARTED', 'STEP_FINISHED'), stepName: id, subagentRunId: tag }),
  event({
    type: type('SUBAGENT_STARTED'),
    subagentRunId: fc.constantFrom('s1', 's2'),
    name: fc.constant('x'),
    parentSubagentRunId: tag
  }),
  event({ type: type('SUBAGENT_FINISHED'), subagentRunId: fc.constantFrom('s1', 's2') }),
  event({ type: type('SUBAGENT_ERROR'), subagentRunId: fc.constantFrom('s1', 's2'), message: fc.constant('x') }),
  event({
    type: type('ACTIVITY_SNAPSHOT'),
    messageId: id,
    activityType: fc.constant('plan'),
    content: fc.constant({}),
    replace: fc.constantFrom(undefined, true, false),
    subagentRunId: tag
  }),
  event({
    type: type('ACTIVITY_DELTA'),
    messageId: id,
    activityType: fc.constant('plan'),
    patch: fc.constant([]),
    subagentRunId: tag
  }),
  event({
    type: type('MESSAGES_SNAPSHOT'),
    messages: fc.array(
      fc.oneof(
        fc.record({ id, role: fc.constantFrom('user', 'reasoning'), content: fc.constant('x'), subagentRunId: tag }),
        fc.record({
          id,
          role: fc.constant('activity'),
          activityType: fc.constant('plan'),
          content: fc.constant({}),
          subagentRunId: tag
        }),
        fc.record({
          id,
          role: fc.constant('assistant'),
          toolCalls: fc.array(
            id.map(callId => ({ id: callId, type: 'function', function: { name: 'x', arguments: '' } })),
            { maxLength: 2 }
          ),
          subagentRunId: tag
        })
      ),
      { maxLength: 2 }
    )
  }),
  event({ type: type('STATE_DELTA'), delta: fc.constant([]), subagentRunId: tag }),
  event({ type: type('RAW'), event: fc.constant({}), subagentRunId: tag }),
  event({ type: type('CUSTOM'), name: fc.constant('x'), value: fc.constant(1), subagentRunId: tag })
)

/** Of random events, those that we let through after those before them, and the end of the run if we let that through. */
const legalPart = (events: ReadonlyArray<AgentEvent>): ReadonlyArray<AgentEvent> =>
  [...events, finished()].reduce<ReadonlyArray<AgentEvent>>(
    (legal, next) => (breachOf([...legal, next]) === undefined ? [...legal, next] : legal),
    [started()]
  )

it('the official client complains of no run that we let through', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 40 }), async events => {
      expect(await complaintOf(legalPart(events))).toBeUndefined()
    }),
    { numRuns: 300 }
  )
})

it('the official client complains of whatever we refuse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 25 }), anyEvent, async (events, next) => {
      const stream = [...legalPart(events).filter(({ type: name }) => name !== 'RUN_FINISHED'), next]
      expect((await complaintOf(stream)) === undefined).toBe(breachOf(stream) === undefined)
    }),
    { numRuns: 500 }
  )
})

it('the official client complains of the same orders of runs', async () => {
  const boundary = fc.constantFrom(
    started('r0'),
    finished('r0'),
    failed,
    untyped({ type: 'CUSTOM', name: 'x', value: 1 })
  )
  await fc.assert(
    fc.asyncProperty(fc.array(boundary, { minLength: 1, maxLength: 4 }), async events => {
      // A runId that comes again, and boundaries that disagree, are refused by us only.
      fc.pre(events.filter(({ type: name }) => name === 'RUN_STARTED').length < 2)
      expect((await complaintOf(events)) === undefined).toBe(breachOf(events) === undefined)
    })
  )
})
