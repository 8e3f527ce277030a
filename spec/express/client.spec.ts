/** The official client against a real server: what it needs in order to be told what is wrong. */
import { HttpAgent, type BaseEvent } from '@ag-ui/client'
import { EventType, type Message } from '@ag-ui/core'
import { EventEncoder } from '@ag-ui/encoder'
import * as t from 'io-ts'
import express, { type RequestHandler } from 'express'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runInput, type AgentRun, type RunHandler, type RunInputOptions } from '../../lib/index.js'
import { serve } from './wire.js'

/** An agent that says "hello", by the encoder of the protocol's own. */
const hello: RunHandler = ({ input: { threadId, runId } }, req, res) => {
  const encoder = new EventEncoder({ accept: req.headers.accept ?? '' })
  const messageId = 'm1'
  const events: ReadonlyArray<BaseEvent & Record<string, unknown>> = [
    { type: EventType.RUN_STARTED, threadId, runId },
    { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' },
    { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta: 'hello' },
    { type: EventType.TEXT_MESSAGE_END, messageId },
    { type: EventType.RUN_FINISHED, threadId, runId }
  ]
  res.set('Content-Type', encoder.getContentType())
  for (const event of events) res.write(encoder.encode(event))
  res.end()
}

const clientOf = async (
  options: RunInputOptions,
  initialMessages: ReadonlyArray<Message> = [],
  before: ReadonlyArray<RequestHandler> = []
) => {
  const app = express()
  const runs: Array<AgentRun> = []
  const handler: RunHandler = (run, ...rest) => {
    runs.push(run)
    return hello(run, ...rest)
  }
  app.post('/agent', ...before, runInput({ onRejection: false, ...options }, handler))
  const url = `http://127.0.0.1:${await serve(app)}/agent`
  return { agent: new HttpAgent({ url, threadId: 't1', initialMessages: [...initialMessages] }), runs }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the official client', () => {
  it('is read without a word, and reads the answer', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent, runs } = await clientOf({}, [{ id: 'u1', role: 'user', content: 'hi' }])
    const { newMessages } = await agent.runAgent({ runId: 'r1' })
    expect(newMessages).toEqual([expect.objectContaining({ role: 'assistant', content: 'hello' })])
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({
      input: { threadId: 't1', runId: 'r1', messages: [{ id: 'u1' }], tools: [], context: [], state: {} },
      warnings: []
    })
    expect(warn).not.toHaveBeenCalled()
  })

  it('is served on its first run, when it sends an empty state and empty props', async () => {
    const Cart = t.type({ items: t.array(t.string) })
    const Props = t.partial({ locale: t.string })
    const { agent, runs } = await clientOf({ state: Cart, initialState: { items: [] }, forwardedProps: Props })
    await agent.runAgent()
    expect(runs[0]?.received).toMatchObject({ state: {}, forwardedProps: {} })
    expect(runs[0]?.input).toMatchObject({ state: { items: [] }, forwardedProps: {} })
    expect(runs[0]?.warnings).toEqual([])
  })

  const user: Message = { id: 'u1', role: 'user', content: 'hi' }
  it.each<[number, string, string | undefined, RunInputOptions, ReadonlyArray<RequestHandler>]>([
    [403, 'role-not-allowed', '/messages/0/role', { roles: ['assistant'] }, []],
    [400, 'malformed-input', '/state/items', { state: t.partial({ items: t.number }) }, []],
    [413, 'body-too-large', undefined, { limit: 10 }, []],
    [
      500,
      'body-unavailable',
      undefined,
      {},
      [
        (req, _res, next) => {
          req.resume().on('end', next)
        }
      ]
    ]
  ])('is told %i %s as an object', async (status, code, pointer, options, before) => {
    const { agent, runs } = await clientOf(options, [user], before)
    agent.state = { items: 'none' }
    const failure: unknown = await agent.runAgent().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({ status, payload: { status, code } })
    const { errors } = (failure as { payload: { errors?: ReadonlyArray<{ pointer: string }> } }).payload
    expect(errors?.map(each => each.pointer)).toEqual(pointer === undefined ? undefined : [pointer])
    expect(runs).toEqual([])
  })

  it('that gives up aborts the signal', async () => {
    const app = express()
    const signals: Array<AbortSignal> = []
    app.post(
      '/agent',
      runInput({}, ({ signal }, _req, res) => {
        signals.push(signal)
        res.set('Content-Type', 'text/event-stream').flushHeaders()
      })
    )
    const agent = new HttpAgent({ url: `http://127.0.0.1:${await serve(app)}/agent` })
    const run = agent.runAgent().catch(() => undefined)
    await vi.waitFor(() => {
      expect(signals).toHaveLength(1)
    })
    expect(signals[0]?.aborted).toBe(false)
    agent.abortRun()
    await run
    await vi.waitFor(() => {
      expect(signals[0]?.aborted).toBe(true)
    })
  })
})
