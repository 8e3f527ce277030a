/** What happens when the client goes, or cannot read as fast as the agent speaks. */
import { once } from 'node:events'
import type { RequestHandler, Response } from 'express'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { streamRun, type AgentEvent } from '../../../lib/stream/index.js'
import { text } from '../../stream/events.js'
import { begin, promised, serveAgent } from './agentServer.js'

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)

afterAll(() => {
  process.off('unhandledRejection', unhandled)
})

afterEach(async () => {
  await new Promise(resolve => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

/** Gives the response of the one request that is made. */
const watching = () => {
  const { promise, keep } = promised<Response>()
  const watch: RequestHandler = (_req, res, next) => {
    keep(res)
    next()
  }
  return { watch, response: promise }
}

describe('when the client goes', () => {
  it('signal aborts, the finally of the generator runs, and nothing is written', async () => {
    const ended = promised<boolean>()
    const onError = vi.fn()
    const { watch, response } = watching()
    const url = await serveAgent({
      before: [watch],
      stream: { onError },
      async *agent(run, { signal }) {
        try {
          yield* text('a1')
          await once(signal, 'abort')
          yield* text('a2')
          yield* text('a3')
        } finally {
          ended.keep(signal.aborted && signal === run.signal)
        }
      }
    })
    const { response: received, hangUp } = await begin(url)
    await once(received, 'data')
    const write = vi.spyOn(await response, 'write')
    hangUp()
    expect(await ended.promise).toBe(true)
    expect(write).not.toHaveBeenCalled()
    expect(onError).not.toHaveBeenCalled()
  })

  it('an agent that stops with an error is not told of', async () => {
    const lines = vi.spyOn(console, 'warn')
    const ended = promised()
    const url = await serveAgent({
      async *agent(_run, { signal }) {
        yield* text('a1')
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'))
            ended.keep()
          })
        })
      }
    })
    const { response, hangUp } = await begin(url)
    await once(response, 'data')
    hangUp()
    await ended.promise
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(lines).not.toHaveBeenCalled()
  })

  it('an agent that listens to nothing does not hold the handler', async () => {
    const handled = promised()
    const returned = promised()
    const never = new Promise<IteratorResult<AgentEvent>>(() => undefined)
    const handler = streamRun(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () => never,
        return: () => {
          returned.keep()
          return never
        }
      })
    }))
    const { response, hangUp } = await begin(
      await serveAgent({
        agent: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) }),
        options: {},
        before: [
          (req, res, next) => {
            const controller = new AbortController()
            res.once('close', () => {
              controller.abort()
            })
            const received = { threadId: 't1', runId: 'r1', messages: [] }
            const run = {
              input: { ...received, state: {}, tools: [], context: [] },
              received,
              warnings: [],
              warn: () => undefined,
              peer: { relation: 'undeclared' as const },
              openInterrupts: [],
              signal: controller.signal
            }
            void (handler(run, req, res, next) as Promise<void>).then(handled.keep)
          }
        ]
      })
    )
    expect(response.statusCode).toBe(200)
    hangUp()
    await handled.promise
    await returned.promise
  })

  it('before the agent has begun, it is not begun', async () => {
    const agent = vi.fn()
    const handler = streamRun(agent)
    const run = { signal: AbortSignal.abort() } as Parameters<typeof handler>[0]
    await handler(run, {} as never, {} as never, vi.fn())
    expect(agent).not.toHaveBeenCalled()
  })

  it('no comment is written any more', async () => {
    const { watch, response } = watching()
    const url = await serveAgent({
      before: [watch],
      stream: { keepAlive: 2 },
      async *agent(_run, { signal }) {
        yield* text('a1')
        await once(signal, 'abort')
      }
    })
    const { response: received, hangUp } = await begin(url)
    await once(received, 'data')
    const res = await response
    const closed = once(res, 'close')
    hangUp()
    await closed
    const write = vi.spyOn(res, 'write')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(write).not.toHaveBeenCalled()
  })
})

it('a response that someone else ends is left alone, and the generator is returned', async () => {
  const ended = promised()
  const { watch, response } = watching()
  const url = await serveAgent({
    before: [watch],
    stream: { keepAlive: 1 },
    async *agent() {
      try {
        yield* text('a1')
        ;(await response).end()
        yield* text('a2')
        yield* text('a3')
      } finally {
        ended.keep()
      }
    }
  })
  const { response: received } = await begin(url)
  const sent = (await received.toArray()).join('')
  await ended.promise
  expect(sent).toContain('a1')
  expect(sent).not.toContain('a2')
})

describe('when the client reads slowly', () => {
  const delta = 'x'.repeat(64 * 1024)

  it('the agent is asked for no more than there is room for, and goes on when there is', async () => {
    const most = 1_000
    let asked = 0
    const { watch, response } = watching()
    const url = await serveAgent({
      before: [watch],
      stream: { keepAlive: 1 },
      async *agent() {
        await Promise.resolve()
        yield { type: 'TEXT_MESSAGE_START', messageId: 'a1' }
        for (; asked < most; asked++) yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta }
        yield { type: 'TEXT_MESSAGE_END', messageId: 'a1' }
      }
    })
    const { response: received } = await begin(url)
    const res = await response
    await vi.waitFor(() => {
      expect(res.writableNeedDrain).toBe(true)
    })
    await new Promise(resolve => setTimeout(resolve, 100))
    const askedWhileStuck = asked
    const heldWhileStuck = res.writableLength
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(asked).toBe(askedWhileStuck)
    expect(askedWhileStuck).toBeLessThan(most)
    // Not even comments pile up.
    expect(res.writableLength).toBe(heldWhileStuck)
    expect(res.listenerCount('drain')).toBeLessThan(5)

    let length = 0
    for await (const chunk of received as AsyncIterable<Buffer>) length += chunk.length
    expect(asked).toBe(most)
    expect(length).toBeGreaterThan(most * delta.length)
  })

  it('and goes while there is no room, the agent is returned, and not told of if it throws then', async () => {
    const ended = promised()
    const onError = vi.fn()
    const { watch, response } = watching()
    const url = await serveAgent({
      before: [watch],
      stream: { onError },
      async *agent() {
        try {
          await Promise.resolve()
          yield { type: 'TEXT_MESSAGE_START', messageId: 'a1' }
          for (;;) yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta }
        } finally {
          ended.keep()
          // eslint-disable-next-line no-unsafe-finally
          throw new Error('aborted')
        }
      }
    })
    const { hangUp } = await begin(url)
    const res = await response
    await vi.waitFor(() => {
      expect(res.writableNeedDrain).toBe(true)
    })
    hangUp()
    await ended.promise
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(onError).not.toHaveBeenCalled()
  })
})
