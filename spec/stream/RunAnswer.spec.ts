/** What is sent for what an agent does: the events that it leaves out, and the RUN_ERROR for what goes wrong. */
import { describe, expect, it } from 'vitest'
import type { RunAgentInput } from '../../lib/decode.js'
import type { AgentEvent } from '../../lib/stream/index.js'
import { RunAnswer, type AnsweredRun } from '../../lib/stream/RunAnswer.js'
import { call, ends, failed, finished, result, runId, started, text, threadId, typesOf, untyped } from './events.js'

const input: RunAgentInput = { threadId, runId, messages: [{ id: 'u1', role: 'user', content: 'hi' }] }

const ownStart: AgentEvent = { type: 'RUN_STARTED', threadId, runId, protocolVersion: '1.0' }

/** What is sent for an agent that yields these events, and then throws, or ends. */
const sentFor = (
  yielded: ReadonlyArray<unknown>,
  run: Partial<AnsweredRun> = {},
  thrown?: unknown
): ReadonlyArray<AgentEvent> => {
  const answer = new RunAnswer<AgentEvent>(
    { received: input, state: {}, openInterrupts: [], echoInput: false, ...run },
    event => event
  )
  const sent: Array<AgentEvent> = []
  const send = (events: Iterable<AgentEvent>): void => {
    for (const event of events) sent.push(event)
  }
  try {
    for (const event of yielded) send(answer.next(event))
    if (thrown !== undefined) throw thrown as Error
    send(answer.end())
  } catch (error) {
    send(answer.fail(error))
  }
  return sent
}

const remark: AgentEvent = { type: 'CUSTOM', name: 'remark', value: 1 }

describe('an answer', () => {
  it('opens and closes the run of an agent that says nothing, with the ids of the input and our own version (R46)', () => {
    const received: RunAgentInput = { ...input, parentRunId: 'p1', protocolVersion: '1.7' }
    expect(sentFor([], { received })).toEqual([
      { type: 'RUN_STARTED', threadId, runId, protocolVersion: '1.0', parentRunId: 'p1' },
      { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' } }
    ])
  })

  it('echoes what was received where it is told to (R62)', () => {
    expect(sentFor([], { echoInput: true })[0]).toEqual({ ...ownStart, input })
  })

  it.each<[string, Partial<AnsweredRun>, ReadonlyArray<AgentEvent>]>([
    ['nothing of a state that the client holds', { received: { ...input, state: { n: 1 } }, state: { n: 1 } }, []],
    ['nothing of the empty state that an absent one means (R61)', { state: {} }, []],
    ['a state that the client does not hold', { state: { n: 1 } }, [{ type: 'STATE_SNAPSHOT', snapshot: { n: 1 } }]],
    [
      'the state before what else there is to say',
      { state: 1, remarks: () => [remark] },
      [{ type: 'STATE_SNAPSHOT', snapshot: 1 }, remark]
    ]
  ])('says after RUN_STARTED %s', (_name, run, said) => {
    expect(sentFor([], run).slice(1, -1)).toEqual(said)
    expect(sentFor([ownStart], run).slice(1, -1)).toEqual(said)
    const replay = [started('r0'), finished('r0')]
    expect(sentFor([...replay, ...text('a1')], run).slice(2, -4)).toEqual([ownStart, ...said])
  })

  it('encodes the state before the agent can work on it', () => {
    const state = { items: ['a'] }
    const answer = new RunAnswer({ received: input, state, openInterrupts: [], echoInput: false }, event =>
      JSON.stringify(event)
    )
    state.items.push('b')
    expect([...answer.end()][1]).toBe('{"type":"STATE_SNAPSHOT","snapshot":{"items":["a"]}}')
  })

  it('keeps the boundaries that the agent yields itself', () => {
    const own: AgentEvent = { ...ownStart, protocolVersion: '1.1', metadata: { mine: true } }
    const end = ends({ type: 'cancelled' })
    expect(sentFor([own, ...text('a1'), end])).toEqual([own, ...text('a1'), end])
  })

  it('declares our version on a RUN_STARTED that declares none (R46)', () => {
    expect(sentFor([started('r0'), finished('r0'), started()])).toMatchObject([
      { runId: 'r0', protocolVersion: '1.0' },
      {},
      { runId, protocolVersion: '1.0' },
      { type: 'RUN_FINISHED' }
    ])
  })

  it('names exactly the calls that were started and not answered, in their order (R77)', () => {
    const events = [...call('c2'), ...call('c1'), result('c2'), ...call('c3')]
    expect(sentFor(events).at(-1)).toEqual(ends({ type: 'success', pendingToolCallIds: ['c1', 'c3'] }))
    expect(sentFor([...call('c1'), result('c1')]).at(-1)).toEqual(ends({ type: 'success' }))
  })

  it('opens the requested run for an agent that speaks after a replay (R89)', () => {
    expect(typesOf(sentFor([started('r0'), finished('r0'), ...text('a1')]))).toEqual([
      'RUN_STARTED',
      'RUN_FINISHED',
      'RUN_STARTED',
      ...typesOf(text('a1')),
      'RUN_FINISHED'
    ])
    expect(sentFor([started('r0'), finished('r0'), ...text('a1')])[2]).toEqual(ownStart)
  })

  it('opens the requested run for an agent that fails it after replaying a failure (R95)', () => {
    expect(sentFor([started('r0'), failed, failed]).slice(1)).toEqual([failed, ownStart, failed])
  })

  it.each([
    ['the agent reports one itself', [ownStart, ...text('a1'), failed]],
    ['the agent opens with one (R85)', [failed]],
    ['a late one comes after RUN_FINISHED', [ownStart, finished(), failed]],
    ['a late one comes after a replayed run', [{ ...started('r0'), protocolVersion: '1.0' }, finished('r0'), failed]]
  ])('adds nothing to a RUN_ERROR when %s', (_name, events) => {
    expect(sentFor(events)).toEqual(events)
    expect(sentFor(events, {}, new Error('and then'))).toEqual(events)
  })
})

const agentError = { type: 'RUN_ERROR', message: 'The agent failed.', code: 'agent-error' }

describe('an agent that throws ends in a RUN_ERROR', () => {
  it.each<[string, ReadonlyArray<unknown>, ReadonlyArray<string>]>([
    ['before it has said anything', [], ['RUN_STARTED', 'RUN_ERROR']],
    ['with a message open', text('a1').slice(0, 1), ['RUN_STARTED', 'TEXT_MESSAGE_START', 'RUN_ERROR']],
    ['after RUN_FINISHED', [ownStart, finished()], ['RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR']],
    ['in a replay', [started('r0')], ['RUN_STARTED', 'RUN_ERROR']],
    ['between runs', [started('r0'), finished('r0')], ['RUN_STARTED', 'RUN_FINISHED', 'RUN_STARTED', 'RUN_ERROR']],
    ['after a replayed failure', [started('r0'), failed], ['RUN_STARTED', 'RUN_ERROR', 'RUN_STARTED', 'RUN_ERROR']]
  ])('%s', (_name, yielded, sent) => {
    const events = sentFor(yielded, {}, new Error('password=hunter2'))
    expect(typesOf(events)).toEqual(sent)
    expect(events.at(-1)).toEqual(agentError)
  })

  it('with its own words where the error exposes them', () => {
    const error = Object.assign(new Error('The model is busy.'), { expose: true, code: 'busy' })
    expect(sentFor([], {}, error).at(-1)).toEqual({ type: 'RUN_ERROR', message: 'The model is busy.', code: 'busy' })
    const plain = Object.assign(new Error('The model is busy.'), { expose: true })
    expect(sentFor([], {}, plain).at(-1)).toEqual({ ...agentError, message: 'The model is busy.' })
  })

  it.each([
    ['a string', 'no'],
    ['an error that keeps its message', Object.assign(new Error('x'), { expose: false, code: 'secret' })],
    ['an error without words', { expose: true, message: 1 }]
  ])('that says nothing of %s', (_name, thrown) => {
    expect(sentFor([], {}, thrown).at(-1)).toEqual(agentError)
  })
})

describe('an agent that breaks the protocol ends in a RUN_ERROR that names the mistake', () => {
  it.each<[string, ReadonlyArray<unknown>, RegExp, Partial<AnsweredRun>?]>([
    ['R89: the requested run missing', [started('r0'), finished('r0')], /ended without the requested run "r1"/],
    ['R89: a replayed run left open', [started('r0')], /ended without the requested run "r1"/],
    ['R89: the requested run missing after a failure', [started('r0'), failed], /without the requested run/],
    ['R89: another thread', [{ ...ownStart, threadId: 't2' }], /RUN_STARTED has the threadId "t2"/],
    ['R92: overlapping runs', [ownStart, started('r2')], /while the run "r1" is open/],
    ['R93: a message left open', text('a1').slice(0, 2), /RUN_FINISHED came while the text message "a1" is open/],
    ['R93: a step left open', [{ type: 'STEP_STARTED', stepName: 'plan' }], /while the step "plan" is open/],
    ['R95: an event after the end', [ownStart, finished(), ...text('a1')], /came after the RUN_FINISHED/],
    ['R84: success while interrupts stand', text('a1'), /interrupt "i1" stands/, { openInterrupts: ['i1'] }],
    [
      'R75: a frontend tool answered',
      [...call('c1', 'confirm'), result('c1')],
      /application's tool "confirm"/,
      { received: { ...input, tools: [{ name: 'confirm', description: '' }] } }
    ],
    ['something that is no event', [undefined], /it yielded undefined, which is no event/],
    ['null', [null], /it yielded null, which is no event/],
    ['an event without a type', [{}], /"undefined" is no event of AG-UI/]
  ])('%s', (_name, yielded, says, run) => {
    const last = sentFor(yielded, run).at(-1)
    expect(last).toMatchObject({ type: 'RUN_ERROR', code: 'protocol-breach' })
    expect(last).toHaveProperty('message', expect.stringMatching(says))
  })

  it('but for what follows a RUN_ERROR: nothing may (R95)', () => {
    expect(sentFor([ownStart, failed, ...text('a1')])).toEqual([ownStart, failed])
    expect(sentFor([failed, ...text('a1')])).toEqual([failed])
  })

  it('after what was said before it', () => {
    expect(typesOf(sentFor([...text('a1'), untyped({ type: 'NO' })]))).toEqual([
      'RUN_STARTED',
      ...typesOf(text('a1')),
      'RUN_ERROR'
    ])
  })
})

it('an event that cannot be encoded has not come', () => {
  const answer = new RunAnswer({ received: input, state: {}, openInterrupts: [], echoInput: false }, event =>
    JSON.stringify(event)
  )
  const endless: Record<string, unknown> = {}
  endless['self'] = endless
  expect(() => [...answer.next({ ...failed, rawEvent: endless })]).toThrow(TypeError)
  expect([...answer.fail(new Error('x'))].at(-1)).toBe(JSON.stringify(agentError))
})
