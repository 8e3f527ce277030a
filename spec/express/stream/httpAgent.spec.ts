/** The official client against a real server: its own verification finds nothing to complain about. */
import { HttpAgent, type HttpAgentConfig } from '@ag-ui/client'
import type { Interrupt } from '@ag-ui/core'
import { AGUI_MEDIA_TYPE } from '@ag-ui/encoder'
import * as t from 'io-ts'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { textOf, type RunInputOptions } from '../../../lib/index.js'
import { WARNINGS_EVENT, type Agent, type AgentEvent, type StreamRunOptions } from '../../../lib/stream/index.js'
import { call, finished, started, text } from '../../stream/events.js'
import { promised, serveAgent } from './agentServer.js'

/** What the client's enforcement says when it strips something, or meets what it does not know. */
const complaints = vi.spyOn(console, 'warn')

afterAll(() => {
  vi.restoreAllMocks()
})

beforeEach(() => {
  complaints.mockReset()
})

afterEach(() => {
  expect(complaints).not.toHaveBeenCalled()
})

const clientOf = async <S, P>(
  agent: Agent<S, P>,
  {
    stream = {},
    options = {},
    config = {}
  }: {
    readonly stream?: StreamRunOptions
    readonly options?: RunInputOptions<S, P>
    readonly config?: Partial<HttpAgentConfig>
  } = {}
): Promise<HttpAgent> => {
  const url = await serveAgent({ agent, stream: { onError: false, ...stream }, options })
  const client = new HttpAgent({
    url,
    threadId: 't1',
    initialMessages: [{ id: 'u1', role: 'user', content: 'hi' }],
    ...config
  })
  return client
}

/** The same client, for the binary binding. */
const overProtobuf = async (url: string, init: RequestInit): Promise<Response> => {
  const headers = { ...(init.headers as Record<string, string>), Accept: `text/event-stream, ${AGUI_MEDIA_TYPE}` }
  const response = await fetch(url, { ...init, headers })
  expect(response.headers.get('Content-Type')).toBe(AGUI_MEDIA_TYPE)
  return response
}

const textsOf = ({ messages }: HttpAgent): ReadonlyArray<unknown> => messages.map(({ content }) => content)

describe.each([
  ['Server-Sent Events', {}],
  ['protobuf', { fetch: overProtobuf }]
])('over %s the official client', (_name, config: Partial<HttpAgentConfig>) => {
  it('runs plainly: messages, reasoning, steps, a tool of the agent and state', async () => {
    const client = await clientOf(
      async function* ({ input }) {
        await Promise.resolve()
        yield { type: 'STEP_STARTED', stepName: 'plan' }
        yield { type: 'REASONING_START', messageId: 'm1' }
        yield { type: 'REASONING_MESSAGE_CHUNK', messageId: 'm1', delta: 'hm' }
        yield { type: 'REASONING_END', messageId: 'm1' }
        yield { type: 'STEP_FINISHED', stepName: 'plan' }
        yield* call('c1', 'lookup')
        yield { type: 'TOOL_CALL_RESULT', messageId: 'x1', toolCallId: 'c1', content: 'found' }
        yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/items/-', value: 'b' }] }
        yield* text('a1', `You said ${textOf(input.messages[0]?.content)}`)
        yield { type: 'TEXT_MESSAGE_CHUNK', messageId: 'a2', delta: 'Grüße' }
      },
      {
        config,
        stream: { echoInput: true, tellWarnings: true },
        options: { state: t.type({ items: t.array(t.string) }), initialState: { items: ['a'] } }
      }
    )
    const events: Array<string> = []
    const { newMessages } = await client.runAgent(
      { runId: 'r1' },
      {
        onEvent: ({ event }) => {
          events.push(event.type)
        }
      }
    )
    expect(events.slice(0, 2)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT'])
    expect(events.at(-1)).toBe('RUN_FINISHED')
    expect(client.state).toEqual({ items: ['a', 'b'] })
    expect(newMessages.map(({ role }) => role)).toEqual(['reasoning', 'assistant', 'tool', 'assistant', 'assistant'])
    expect(textsOf(client)).toContain('You said hi')
    expect(textsOf(client)).toContain('Grüße')
  })

  it('makes a round trip with a frontend tool over two runs (R75 to R78)', async () => {
    const tools = [{ name: 'confirm', description: 'Asks the user.', parameters: { type: 'object' } }]
    const client = await clientOf(
      async function* ({ input }) {
        await Promise.resolve()
        const answer = input.messages.find(({ role }) => role === 'tool')
        if (answer === undefined) yield* call('c1', 'confirm')
        else yield* text('a1', `confirmed: ${textOf(answer.content)}`)
      },
      { config }
    )
    const outcomes: Array<unknown> = []
    const watching = {
      onRunFinishedEvent: ({ event }: { readonly event: object }) => {
        outcomes.push('outcome' in event ? event.outcome : undefined)
      }
    }
    await client.runAgent({ runId: 'r1', tools }, watching)
    expect(outcomes).toEqual([{ type: 'success', pendingToolCallIds: ['c1'] }])

    client.addMessage({ id: 'x1', role: 'tool', toolCallId: 'c1', content: 'yes' })
    await client.runAgent({ runId: 'r2', tools }, watching)
    expect(outcomes[1]).toEqual({ type: 'success' })
    expect(textsOf(client).at(-1)).toBe('confirmed: yes')
  })

  it('is interrupted, and resumes (R81 to R86)', async () => {
    const open = new Set<string>()
    const interrupt: Interrupt = { id: 'i1', reason: 'approval', message: 'Pay 10 €?' }
    const client = await clientOf(
      async function* ({ input }) {
        await Promise.resolve()
        const [entry] = input.resume ?? []
        if (entry === undefined) {
          open.add(interrupt.id)
          yield {
            type: 'RUN_FINISHED',
            threadId: input.threadId,
            runId: input.runId,
            outcome: { type: 'interrupt', interrupts: [interrupt] }
          }
          return
        }
        open.delete(entry.interruptId)
        yield* text('a1', `paid: ${JSON.stringify(entry.payload)}`)
      },
      { config, options: { openInterrupts: () => [...open], uncovered: 'reject' } }
    )
    await client.runAgent({ runId: 'r1' })
    expect(client.pendingInterrupts.map(({ id }) => id)).toEqual(['i1'])
    await expect(client.runAgent({ runId: 'r2' })).rejects.toThrow(/pending interrupt/)

    await client.runAgent({ runId: 'r3', resume: [{ interruptId: 'i1', status: 'resolved', payload: { ok: true } }] })
    expect(client.pendingInterrupts).toEqual([])
    expect(textsOf(client).at(-1)).toBe('paid: {"ok":true}')
  })

  it('is told of an error, and keeps what came before it', async () => {
    const client = await clientOf(
      async function* () {
        await Promise.resolve()
        yield* text('a1', 'so far')
        yield { type: 'TEXT_MESSAGE_START', messageId: 'a2' }
        throw Object.assign(new Error('The model is busy.'), { expose: true, code: 'busy' })
      },
      { config }
    )
    const onRunErrorEvent = vi.fn<(params: { readonly event: object }) => void>()
    await client.runAgent({ runId: 'r1' }, { onRunErrorEvent })
    expect(onRunErrorEvent.mock.calls[0]?.[0].event).toMatchObject({ message: 'The model is busy.', code: 'busy' })
    expect(textsOf(client)).toContain('so far')
  })

  it('is told what an agent did wrong', async () => {
    const client = await clientOf(
      async function* () {
        await Promise.resolve()
        yield* text('a1').slice(0, 1)
        yield finished('r1')
      },
      { config }
    )
    const onRunErrorEvent = vi.fn<(params: { readonly event: object }) => void>()
    await client.runAgent({ runId: 'r1' }, { onRunErrorEvent })
    expect(onRunErrorEvent.mock.calls[0]?.[0].event).toMatchObject({ code: 'protocol-breach' })
  })

  it('is told the warnings of the turn', async () => {
    const client = await clientOf(
      async function* ({ input }) {
        await Promise.resolve()
        yield* text(input.runId)
      },
      { config, stream: { tellWarnings: true }, options: { accepts: [] } }
    )
    const image = { type: 'image' as const, source: { type: 'url' as const, value: 'https://example.com/a.png' } }
    client.addMessage({ id: 'u2', role: 'user', content: [image] })
    const told: Array<unknown> = []
    const watching = {
      onCustomEvent: ({ event }: { readonly event: { readonly name: string; readonly value: unknown } }) => {
        told.push([event.name, event.value])
      }
    }
    await client.runAgent({ runId: 'r1' }, watching)
    expect(told).toMatchObject([[WARNINGS_EVENT, [{ code: 'unusable-part', pointer: '/messages/1/content/0' }]]])
    client.addMessage({ id: 'u3', role: 'user', content: 'and now?' })
    await client.runAgent({ runId: 'r2' }, watching)
    expect(told).toHaveLength(1)
  })

  it('is replayed an earlier run before its own', async () => {
    const client = await clientOf(
      async function* ({ input }) {
        await Promise.resolve()
        const replay: Array<AgentEvent> = [
          started('r0'),
          { type: 'MESSAGES_SNAPSHOT', messages: [...input.messages, { id: 'a0', role: 'assistant', content: 'old' }] },
          finished('r0')
        ]
        yield* replay
        yield* text('a1', 'new')
      },
      { config }
    )
    await client.runAgent({ runId: 'r1' })
    expect(textsOf(client)).toEqual(['hi', 'old', 'new'])
  })

  it('aborts, and the agent stops', async () => {
    const stopped = promised<boolean>()
    const client = await clientOf(
      async function* (_run, { signal }) {
        try {
          yield* text('a1')
          await new Promise(resolve => {
            signal.addEventListener('abort', resolve)
          })
        } finally {
          stopped.keep(signal.aborted)
        }
      },
      { config }
    )
    const run = client.runAgent(
      { runId: 'r1' },
      {
        onTextMessageEndEvent: () => {
          client.abortRun()
        }
      }
    )
    await run.catch(() => undefined)
    expect(await stopped.promise).toBe(true)
  })

  it('reads slowly, and gets everything', async () => {
    const delta = 'x'.repeat(256 * 1024)
    const client = await clientOf(
      async function* () {
        await Promise.resolve()
        yield { type: 'TEXT_MESSAGE_START', messageId: 'a1' }
        for (let i = 0; i < 40; i++) yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta }
        yield { type: 'TEXT_MESSAGE_END', messageId: 'a1' }
      },
      {
        config: {
          fetch: async (url, init) => {
            const response = await (config.fetch ?? fetch)(url, init)
            const slow = response.body?.pipeThrough(
              new TransformStream<Uint8Array, Uint8Array>({
                async transform(chunk, controller) {
                  await new Promise(resolve => setTimeout(resolve, 1))
                  controller.enqueue(chunk)
                }
              })
            )
            return new Response(slow ?? null, response)
          }
        }
      }
    )
    await client.runAgent({ runId: 'r1' })
    expect(textsOf(client).at(-1)).toHaveLength(40 * delta.length)
  })
})

it('the client is told what is wrong with an input that is refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = await clientOf(
    async function* () {
      await Promise.resolve()
      yield* text('a1')
    },
    { options: { roles: ['assistant'] } }
  )
  await expect(client.runAgent({ runId: 'r1' })).rejects.toMatchObject({
    status: 403,
    payload: { code: 'role-not-allowed' }
  })
})
