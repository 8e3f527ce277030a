/** What goes over the wire for an agent: headers, framing, the events that are added, and what goes wrong. */
import { once } from 'node:events'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import * as t from 'io-ts'
import request from 'supertest'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { runInput, type AgentRun, type RunHandler, type RunInputOptions, type Warning } from '../../../lib/index.js'
import { streamRun, WARNINGS_EVENT, type Agent, type AgentEvent } from '../../../lib/stream/index.js'
import { call, finished, started, text, typesOf } from '../../stream/events.js'
import { begin, bytesFor, eventsFor, input, promised, serveAgent } from './agentServer.js'

const saying = (events: ReadonlyArray<AgentEvent> = []) =>
  async function* () {
    await Promise.resolve()
    yield* events
  }

afterEach(() => {
  vi.restoreAllMocks()
})

const consoleLines = (): ReadonlyArray<string> => {
  const lines: Array<string> = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => {
    lines.push(line)
  })
  return lines
}

describe('the stream', () => {
  it('is one JSON object an item, with LF, and nothing else (R101)', async () => {
    const url = await serveAgent({ agent: saying(text('a1', 'two\r\nlines\u2028')) })
    expect((await bytesFor(url)).toString()).toBe(
      [
        '{"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0"}',
        '{"type":"TEXT_MESSAGE_START","messageId":"a1","role":"assistant"}',
        '{"type":"TEXT_MESSAGE_CONTENT","messageId":"a1","delta":"two\\r\\nlines\u2028"}',
        '{"type":"TEXT_MESSAGE_END","messageId":"a1"}',
        '{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success"}}'
      ]
        .map(data => `data: ${data}\n\n`)
        .join('')
    )
  })

  it('has the headers that keep it flowing, sent before the agent has said anything', async () => {
    const { promise, keep } = promised()
    const url = await serveAgent({
      async *agent() {
        await promise
        yield* text('a1')
      }
    })
    const { response } = await begin(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked'
    })
    // Node's own choice, for HTTP/1.1; nobody set another.
    expect(response.headers.connection).toBe('keep-alive')
    keep()
    expect((await response.toArray()).join('')).toContain('RUN_FINISHED')
  })

  it('keeps headers that were set before', async () => {
    const cors: RequestHandler = (_req, res, next) => {
      res.setHeader('Access-Control-Allow-Origin', '*')
      next()
    }
    const url = await serveAgent({ agent: saying(), before: [cors] })
    expect((await begin(url)).response.headers['access-control-allow-origin']).toBe('*')
  })

  it('sends each event as it comes', async () => {
    const { promise, keep } = promised()
    const url = await serveAgent({
      async *agent() {
        yield* text('a1')
        await promise
        yield* text('a2')
      }
    })
    const { response } = await begin(url)
    let received = ''
    response.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    await vi.waitFor(() => {
      expect(received).toContain('TEXT_MESSAGE_END')
    })
    expect(received).not.toContain('a2')
    keep()
    await once(response, 'end')
    expect(received).toContain('a2')
  })

  it('is flushed after every event through what holds output back, such as compression()', async () => {
    const holding: RequestHandler = (_req, res, next) => {
      const write = res.write.bind(res)
      const held: Array<string> = []
      res.write = (chunk: string) => held.push(chunk) > 0
      Object.assign(res, {
        flush: () => {
          for (const chunk of held.splice(0)) write(chunk)
        }
      })
      next()
    }
    const { promise, keep } = promised()
    const url = await serveAgent({
      before: [holding],
      async *agent() {
        yield* text('a1')
        await promise
      }
    })
    const { response } = await begin(url)
    const [first] = (await once(response, 'data')) as [Buffer]
    expect(first.toString()).toContain('RUN_STARTED')
    keep()
    response.resume()
    await once(response, 'end')
  })

  it('is protobuf frames where Accept names them, and then has no comments (R102)', async () => {
    const url = await serveAgent({
      stream: { keepAlive: 1 },
      async *agent() {
        await new Promise(resolve => setTimeout(resolve, 20))
        yield* text('a1')
      }
    })
    const { response } = await begin(url, input, { Accept: 'text/event-stream, application/vnd.ag-ui.event+proto' })
    expect(response.headers['content-type']).toBe('application/vnd.ag-ui.event+proto')
    const bytes = Buffer.concat(await response.toArray())
    const frames = []
    for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) frames.push(at)
    expect(frames).toHaveLength(5)
  })

  it.each([
    ['application/vnd.ag-ui.event+proto;q=0', 'text/event-stream'],
    ['text/*', 'text/event-stream'],
    ['*/*', 'text/event-stream'],
    [undefined, 'text/event-stream']
  ])('for Accept: %s is %s (R102)', async (accept, contentType) => {
    const url = await serveAgent({ agent: saying() })
    const { response } = await begin(url, input, { Accept: accept })
    expect(response.headers['content-type']).toBe(contentType)
  })

  it('is not begun for an input that is refused (R99)', async () => {
    const agent = vi.fn(saying())
    const url = await serveAgent({ agent })
    await request(url).post('').send({ threadId: 't1' }).expect(400)
    expect(agent).not.toHaveBeenCalled()
  })
})

describe('keepAlive', () => {
  const quietFor = (milliseconds: number) =>
    async function* () {
      await new Promise(resolve => setTimeout(resolve, milliseconds))
      yield* text('a1')
    }

  it('sends comments while the agent is quiet, and no more once the answer is over', async () => {
    const url = await serveAgent({ agent: quietFor(60), stream: { keepAlive: 10 } })
    const sent = (await bytesFor(url)).toString()
    expect(sent).toMatch(/^(: keep-alive\n\n){2,}data: \{"type":"RUN_STARTED"/)
    expect(sent).toMatch(/RUN_FINISHED[^\n]*\n\n$/)
  })

  it.each([false, 0] as const)('%s sends none', async keepAlive => {
    const set = vi.spyOn(globalThis, 'setInterval')
    const url = await serveAgent({ agent: quietFor(10), stream: { keepAlive } })
    expect((await bytesFor(url)).toString()).toMatch(/^data/)
    expect(set.mock.calls.filter(([, delay]) => (delay ?? 0) <= 1)).toEqual([])
  })

  it('is 15 seconds by default, and leaves no timer behind', async () => {
    const set = vi.spyOn(globalThis, 'setInterval')
    const clear = vi.spyOn(globalThis, 'clearInterval')
    await bytesFor(await serveAgent({ agent: saying() }))
    const timer = set.mock.results[set.mock.calls.findIndex(([, delay]) => delay === 15_000)]
    expect(timer?.type).toBe('return')
    expect(clear).toHaveBeenCalledWith(timer?.value)
  })
})

describe('the options', () => {
  it.each([
    [{ keepAlive: -1 }, /"keepAlive" must be a whole number of milliseconds, 0 to 2147483647, or false/],
    [{ keepAlive: 2 ** 31 }, /"keepAlive"/],
    [{ keepAlive: true }, /"keepAlive"/],
    [{ echoInput: 'yes' }, /"echoInput" must be true or false/],
    [{ tellWarnings: 1 }, /"tellWarnings" must be true or false/],
    [{ onError: true }, /"onError" must be a function or false/],
    [{ keepalive: 1 }, /there is no option "keepalive"; it takes echoInput, keepAlive, tellWarnings, onError/]
  ])('%j are refused when the handler is made', (options, says) => {
    expect(() => streamRun(saying(), options as object)).toThrow(says)
    expect(() => streamRun(saying(), options as object)).toThrow(TypeError)
  })
})

describe('the handler', () => {
  const mounted = (before: ReadonlyArray<RequestHandler>, agent: Agent) => {
    const app = express()
    const failed: ErrorRequestHandler = (error: Error, _req, res, _next) => {
      res.status(599).send(error.message)
    }
    app.post('/agent', ...before, streamRun(agent) as unknown as RequestHandler, failed)
    return request(app).post('/agent').send(input).buffer(true)
  }

  it('may stand after runInput by itself', async () => {
    const chain = runInput({ roles: ['user'] }) as unknown as RequestHandler
    expect((await mounted([chain], saying(text('a1')))).text).toMatch(/RUN_STARTED.*"a1".*RUN_FINISHED/s)
  })

  it('tells the developer when it stands there without', async () => {
    expect(await mounted([], saying())).toMatchObject({
      status: 599,
      text: expect.stringContaining('runInput()') as string
    })
  })

  it('leaves to later handlers what runInput passes on', async () => {
    const app = express()
    const chain = runInput() as unknown as RequestHandler
    app.use('/agent', chain, streamRun(saying()) as unknown as RequestHandler)
    app.get('/agent', (_req, res) => {
      res.send('about')
    })
    expect((await request(app).get('/agent')).text).toBe('about')
  })

  it('hands on what its onError throws', async () => {
    const chain = runInput() as unknown as RequestHandler
    const app = express()
    const errors: Array<unknown> = []
    const agent: Agent = () => {
      throw new Error('first')
    }
    const onError = () => {
      throw new Error('second')
    }
    app.post('/agent', chain, streamRun(agent, { onError }) as unknown as RequestHandler)
    app.use(((error: unknown, _req, _res, _next) => errors.push(error)) satisfies ErrorRequestHandler)
    await request(app).post('/agent').send(input).buffer(true)
    expect(errors).toEqual([new Error('second')])
  })

  it('says what an agent has to be', async () => {
    const lines = consoleLines()
    const url = await serveAgent({ agent: (() => Promise.resolve()) as never })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    await eventsFor(await serveAgent({ agent: (() => undefined) as never }))
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/the agent must be an async generator function/)
  })
})

describe('RUN_STARTED', () => {
  it('declares our own version, and carries parentRunId (R46, R91)', async () => {
    const url = await serveAgent({ agent: saying() })
    const [first] = await eventsFor(url, { ...input, protocolVersion: '1.9', parentRunId: 'p1' })
    expect(first).toEqual({
      type: 'RUN_STARTED',
      threadId: 't1',
      runId: 'r1',
      protocolVersion: '1.0',
      parentRunId: 'p1'
    })
  })

  it('echoes what was received, before anything was left out for the agent, with echoInput (R62)', async () => {
    const image = { type: 'image', source: { type: 'url', value: 'https://example.com/a.png' } }
    const body = { ...input, messages: [{ id: 'u1', role: 'user', content: [image] }] }
    const url = await serveAgent({ agent: saying(), options: { accepts: [] }, stream: { echoInput: true } })
    const [first] = await eventsFor(url, { ...body, mood: 'merry' })
    expect(first).toEqual({ type: 'RUN_STARTED', threadId: 't1', runId: 'r1', protocolVersion: '1.0', input: body })
  })

  it('fails the run when the echo cannot be written, without the echo', async () => {
    const lines = consoleLines()
    const agent = vi.fn(saying())
    // A host may put into the run what JSON cannot hold; this option is a place to do it.
    const openInterrupts: RunInputOptions['openInterrupts'] = (_input, req) => {
      req.agui.received.state = 1n
      return []
    }
    const url = await serveAgent({ agent, options: { openInterrupts }, stream: { echoInput: true } })
    expect((await bytesFor(url)).toString()).toMatch(
      /^data: \{"type":"RUN_STARTED",[^\n]*"protocolVersion":"1.0"\}\n\ndata: \{"type":"RUN_ERROR"/
    )
    expect(agent).not.toHaveBeenCalled()
    expect(lines[0]).toMatch(/TypeError/)
  })

  it('echoes a state of any depth, or fails the run, as Node can write it or not', async () => {
    const url = await serveAgent({ agent: saying(), stream: { echoInput: true, onError: false } })
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = JSON.stringify({ ...input, state: 0 }).replace('"state":0', `"state":${deep}`)
    const response = await request(url).post('').set('Content-Type', 'application/json').send(body).buffer(true)
    const [, echoed, ended] =
      /^data: \{"type":"RUN_STARTED",[^\n]*"protocolVersion":"1.0"(.*?)\}\n\ndata: \{"type":"RUN_(FINISHED|ERROR)"/s.exec(
        response.text
      ) ?? []
    expect({ isEchoed: echoed?.includes(deep), ended }).toEqual(
      ended === 'FINISHED' ? { isEchoed: true, ended } : { isEchoed: false, ended: 'ERROR' }
    )
  })
})

describe('STATE_SNAPSHOT', () => {
  const Cart = t.type({
    items: t.array(t.string),
    since: new t.Type<Date, string, unknown>(
      'DateFromText',
      (u): u is Date => u instanceof Date,
      (u, context) => (typeof u === 'string' ? t.success(new Date(u)) : t.failure(u, context)),
      date => date.toISOString()
    )
  })
  const since = '2026-01-01T00:00:00.000Z'
  const initialState = () => ({ items: [], since: new Date(since) })

  it('tells the encoded state that an initialState gave (R61)', async () => {
    const url = await serveAgent({ agent: saying(), options: { state: Cart, initialState } })
    expect((await eventsFor(url))[1]).toEqual({ type: 'STATE_SNAPSHOT', snapshot: { items: [], since } })
    expect((await eventsFor(url, { ...input, state: {} }))[1]).toMatchObject({ type: 'STATE_SNAPSHOT' })
  })

  it('is told of whatever copy of the run a host makes', async () => {
    const answer = streamRun(saying())
    const first = async (of: (run: AgentRun) => AgentRun) => {
      const app = express()
      app.post(
        '/agent',
        runInput({ state: Cart, initialState }, (run, req, res, next) => answer(of(run), req, res, next))
      )
      const response = await request(app).post('/agent').send(input).buffer(true)
      return /"snapshot":(.*)\}/.exec(response.text)?.[1]
    }
    const encoded = JSON.stringify({ items: [], since })
    expect(await first(run => ({ ...run }))).toBe(encoded)
    expect(await first(run => ({ ...run, warn: () => undefined }))).toBe(encoded)
    expect(await first(run => ({ ...run, signal: AbortSignal.any([run.signal]) }))).toBe(encoded)
  })

  it('is told as it is where no chain has run', async () => {
    const answer = streamRun(saying())
    const made = { input: { ...input, state: { items: [1] } }, received: input, openInterrupts: [] }
    const app = express()
    app.post('/agent', (req, res, next) =>
      answer({ ...made, signal: new AbortController().signal } as never, req, res, next)
    )
    const response = await request(app).post('/agent').send(input).buffer(true)
    expect(response.text).toContain('"snapshot":{"items":[1]}')
  })

  it('is not sent when the client holds that state', async () => {
    const url = await serveAgent({ agent: saying(), options: { state: Cart, initialState } })
    const events = await eventsFor(url, { ...input, state: { since, items: ['a'] } })
    expect(typesOf(events)).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
  })

  it('tells what a codec adds by default', async () => {
    const WithDefault = new t.Type<{ n: number }, unknown, unknown>(
      'WithDefault',
      (u): u is { n: number } => typeof u === 'object',
      u => t.success({ n: 1, ...(u as object) }),
      t.identity
    )
    const url = await serveAgent({ agent: saying(), options: { state: WithDefault } })
    expect((await eventsFor(url))[1]).toEqual({ type: 'STATE_SNAPSHOT', snapshot: { n: 1 } })
    expect(typesOf(await eventsFor(url, { ...input, state: { n: 2 } }))).not.toContain('STATE_SNAPSHOT')
  })

  it('takes the state of a codec without encode as it is', async () => {
    const state = { decode: () => ({ _tag: 'Right' as const, right: { n: 1 } }) }
    const url = await serveAgent({ agent: saying(), options: { state } })
    expect((await eventsFor(url))[1]).toEqual({ type: 'STATE_SNAPSHOT', snapshot: { n: 1 } })
  })

  it('needs no codec', async () => {
    const url = await serveAgent({ agent: saying(), options: { initialState: { n: 0 } } })
    expect((await eventsFor(url))[1]).toEqual({ type: 'STATE_SNAPSHOT', snapshot: { n: 0 } })
    const plain = await serveAgent({ agent: saying() })
    expect(typesOf(await eventsFor(plain))).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
  })

  it('tells the state as it was before the agent worked on it', async () => {
    const url = await serveAgent({
      options: { initialState: { items: ['a'] } },
      async *agent({ input: { state } }) {
        await Promise.resolve()
        ;(state as { items: Array<string> }).items.push('b')
        yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/items/-', value: 'b' }] }
      }
    })
    expect((await eventsFor(url))[1]).toEqual({ type: 'STATE_SNAPSHOT', snapshot: { items: ['a'] } })
  })

  it('that cannot be encoded fails the run', async () => {
    const lines = consoleLines()
    const state = {
      decode: () => ({ _tag: 'Right' as const, right: 1 }),
      encode: () => {
        throw new Error('no way back')
      }
    }
    const url = await serveAgent({ agent: saying(), options: { state } })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(lines).toEqual([expect.stringContaining('no way back')])
  })
})

describe('tellWarnings', () => {
  const hologram = { type: 'hologram' }
  const turn = (id: string, role: string) => ({ id, role, content: role === 'user' ? [hologram] : 'hi' })

  const warned = async (body: object, tellWarnings = true) => {
    const url = await serveAgent({ agent: saying(text('a9')), stream: { tellWarnings } })
    const events = await eventsFor(url, body)
    return events.filter(event => event.type === 'CUSTOM')
  }

  it('tells the warnings of this turn after RUN_STARTED', async () => {
    const messages = [turn('0', 'hologram'), turn('1', 'user'), turn('2', 'assistant'), turn('3', 'user')]
    const [event] = await warned({ ...input, messages, mood: 'merry' })
    expect(event?.name).toBe(WARNINGS_EVENT)
    const pointers = (event?.value as ReadonlyArray<Warning>).map(({ pointer }) => pointer)
    expect([...pointers].sort()).toEqual(['/messages/3/content/0', '/mood'])
  })

  it('tells nothing when there is nothing new, or when it is not asked to', async () => {
    expect(await warned({ ...input, messages: [turn('1', 'user'), turn('2', 'assistant')] })).toEqual([])
    expect(await warned({ ...input, messages: [turn('1', 'user')] }, false)).toEqual([])
  })

  it('tells what the agent warned of before it spoke', async () => {
    const url = await serveAgent({
      stream: { tellWarnings: true },
      async *agent(run) {
        await Promise.resolve()
        run.warn({
          code: 'flattened-part',
          kind: 'downgraded',
          pointer: '/messages/0',
          message: 'Left out.',
          lossy: true
        })
        yield* text('a1')
      }
    })
    expect((await eventsFor(url))[1]).toMatchObject({ type: 'CUSTOM', value: [{ code: 'flattened-part' }] })
  })

  it('works for a run that no chain has made', async () => {
    const agent = vi.fn(saying())
    const handler = streamRun(agent, { tellWarnings: true })
    const url = await serveAgent({
      agent: saying(),
      options: { initialState: { n: 0 } },
      before: [
        (req, res, next) => {
          const warning: Warning = { code: 'unusable-part', kind: 'downgraded', pointer: '', message: '', lossy: true }
          const received = { ...input, messages: [] }
          const run = {
            input: { ...received, state: { n: 1 }, tools: [], context: [] },
            received,
            warnings: [warning],
            warn: () => undefined,
            peer: { relation: 'undeclared' as const },
            openInterrupts: [],
            signal: new AbortController().signal
          }
          void handler(run, req, res, next)
        }
      ]
    })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT', 'CUSTOM', 'RUN_FINISHED'])
    expect(agent).toHaveBeenCalledOnce()
  })
})

describe('an agent that fails', () => {
  it('ends the run in a RUN_ERROR that keeps its words back, and in one line on the console', async () => {
    const lines = consoleLines()
    const url = await serveAgent({
      // eslint-disable-next-line require-yield
      async *agent() {
        await Promise.resolve()
        throw new Error('password=hunter2\nand more')
      }
    })
    expect(await eventsFor(url)).toMatchObject([
      { type: 'RUN_STARTED' },
      { type: 'RUN_ERROR', message: 'The agent failed.', code: 'agent-error' }
    ])
    expect(lines).toEqual([
      expect.stringMatching(/^express-ag-ui: The agent failed: Error: password=hunter2 \| and more/)
    ])
  })

  it('before it gives anything to iterate over, as well', async () => {
    const onError = vi.fn()
    const url = await serveAgent({
      stream: { onError },
      agent: () => {
        throw new Error('not configured')
      }
    })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      new Error('not configured'),
      expect.objectContaining({ path: '/agent' })
    )
  })

  it('by breaking the protocol tells its developer how, on both sides, and its finally runs', async () => {
    const lines = consoleLines()
    const ended = vi.fn()
    const url = await serveAgent({
      async *agent() {
        try {
          await Promise.resolve()
          yield* text('a1').slice(0, 1)
          yield finished()
          yield* text('a2')
        } finally {
          ended()
        }
      }
    })
    const events = await eventsFor(url)
    expect(typesOf(events)).toEqual(['RUN_STARTED', 'TEXT_MESSAGE_START', 'RUN_ERROR'])
    expect(events[2]).toMatchObject({
      code: 'protocol-breach',
      message: expect.stringContaining('RUN_FINISHED came while the text message "a1" is open') as string
    })
    expect(lines).toEqual([expect.stringContaining('RUN_FINISHED came while the text message "a1" is open')])
    expect(ended).toHaveBeenCalledOnce()
  })

  it('in its finally, after a breach, is told of too', async () => {
    const onError = vi.fn<(error: unknown) => void>()
    const url = await serveAgent({
      stream: { onError },
      async *agent() {
        try {
          await Promise.resolve()
          yield started('r1')
          yield started('r2')
        } finally {
          // eslint-disable-next-line no-unsafe-finally
          throw new Error('and the database is gone')
        }
      }
    })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    await vi.waitFor(() => {
      expect(onError.mock.calls.map(([error]) => (error as Error).message)).toEqual([
        expect.stringContaining('broke the AG-UI protocol'),
        'and the database is gone'
      ])
    })
  })

  it('by an iterator that cannot be returned, as well', async () => {
    const onError = vi.fn()
    const url = await serveAgent({
      stream: { onError },
      agent: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ value: finished('r2') }) }) })
    })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(onError).toHaveBeenCalledOnce()
  })

  it('with an event that cannot be written ends in a RUN_ERROR', async () => {
    const lines = consoleLines()
    const url = await serveAgent({ agent: saying([{ type: 'CUSTOM', name: 'big', value: 1n }, ...text('a1')]) })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(lines).toEqual([expect.stringContaining('BigInt')])
  })

  it('is not told of anywhere with onError: false', async () => {
    const lines = consoleLines()
    const url = await serveAgent({ agent: saying([started('r1'), started('r2')]), stream: { onError: false } })
    expect(typesOf(await eventsFor(url))).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(lines).toEqual([])
  })

  describe('is handed to the host', () => {
    /** An app whose own error handler sees what comes to it. */
    const failing = (handler: RunHandler) => {
      const seen = vi.fn()
      const app = express()
      app.post('/agent', runInput({}, handler))
      const observe: ErrorRequestHandler = (error, _req, res, _next) => {
        seen(error)
        res.end()
      }
      app.use(observe)
      return { app, seen }
    }

    it('when an earlier handler has answered already', async () => {
      const handler = streamRun(saying())
      const { app, seen } = failing((run, req, res, next) => {
        res.write('mine')
        return handler(run, req, res, next)
      })
      await request(app).post('/agent').send(input)
      expect(seen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }))
    })

    it('when onError fails, after the run was ended', async () => {
      const full = new Error('the log is full')
      const { app, seen } = failing(
        streamRun(saying([started('r1'), started('r2')]), {
          onError: () => {
            throw full
          }
        })
      )
      const { text: sent } = await request(app).post('/agent').send(input).buffer(true)
      expect(sent).toContain('RUN_ERROR')
      expect(seen).toHaveBeenCalledExactlyOnceWith(full)
    })

    it('when onError fails for what the agent threw in its finally', async () => {
      const full = new Error('the log is full')
      const onError = vi
        .fn()
        .mockReturnValueOnce(undefined)
        .mockImplementationOnce(() => {
          throw full
        })
      const { app, seen } = failing(
        streamRun(
          async function* () {
            try {
              await Promise.resolve()
              yield started('r1')
              yield started('r2')
            } finally {
              // eslint-disable-next-line no-unsafe-finally
              throw new Error('and the database is gone')
            }
          },
          { onError }
        )
      )
      await request(app).post('/agent').send(input).buffer(true)
      await vi.waitFor(() => {
        expect(seen).toHaveBeenCalledExactlyOnceWith(full)
      })
    })
  })
})

it('names the calls that wait for an answer when the agent leaves the end to it (R77)', async () => {
  const url = await serveAgent({ agent: saying([...call('c2'), ...call('c1')]) })
  expect((await eventsFor(url)).at(-1)).toEqual({
    type: 'RUN_FINISHED',
    threadId: 't1',
    runId: 'r1',
    outcome: { type: 'success', pendingToolCallIds: ['c2', 'c1'] }
  })
})

it('does not report success while interrupts stand (R84)', async () => {
  const url = await serveAgent({
    agent: saying(text('a1')),
    options: { openInterrupts: () => ['i1'] },
    stream: { onError: false }
  })
  expect((await eventsFor(url)).at(-1)).toMatchObject({
    type: 'RUN_ERROR',
    message: expect.stringContaining('interrupt "i1" stands unanswered') as string
  })
})

it('gives the agent the state and forwardedProps as the codecs of runInput type them', async () => {
  const app = express()
  const options = {
    state: t.type({ items: t.array(t.string) }),
    initialState: { items: ['a'] },
    forwardedProps: t.type({ locale: t.string })
  }
  app.post(
    '/agent',
    runInput(
      options,
      streamRun(async function* ({ input: { state, forwardedProps } }) {
        await Promise.resolve()
        expectTypeOf(state).toEqualTypeOf<{ items: Array<string> }>()
        expectTypeOf(forwardedProps).toEqualTypeOf<{ locale: string } | undefined>()
        yield { type: 'CUSTOM', name: 'seen', value: [state.items[0], forwardedProps?.locale] }
      })
    )
  )
  const { text: sent } = await request(app)
    .post('/agent')
    .send({ ...input, forwardedProps: { locale: 'en' } })
    .buffer(true)
  expect(sent).toContain('"value":["a","en"]')
})
