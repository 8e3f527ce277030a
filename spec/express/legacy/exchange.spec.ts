/** What a legacy handler sees of the request, and what it sees when things go wrong. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as t from 'io-ts'
import express, { type Request, type RequestHandler } from 'express'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runInput } from '../../../lib/index.js'
import {
  chatMessages,
  prompt,
  wrapLegacy,
  type LegacyErrorHandler,
  type LegacyHandler,
  type LegacyHandlers,
  type WrapLegacyOptions
} from '../../../lib/legacy/index.js'
import {
  awkward,
  eventsOf,
  imagePart,
  postRun,
  runAgentInput,
  textPart,
  userMessage
} from '../../../lib/testing/index.js'
import { ask, askOld, inShort, wrap } from './wrap.js'

/** What a handler looks at, answered as the text of the run. */
const looking = async (look: (req: Request) => unknown, input?: unknown) => {
  const handler: RequestHandler = (req, res) => {
    res.json({ reply: JSON.stringify(look(req)) })
  }
  const [text] = inShort(await ask(wrap([handler]), input))
  return JSON.parse(text as string) as unknown
}

describe('the request that the handler sees', () => {
  it('has the body that the preset made', async () => {
    expect(await looking(({ body }) => body as unknown)).toEqual({
      message: 'Hello',
      history: [],
      sessionId: 'thread-1'
    })
  })

  it('has a body of the host’s own making, which may take its time, and look at the request', async () => {
    const handler: LegacyHandler = (req, res) => {
      res.json({ reply: JSON.stringify(req.body) })
    }
    const asked = chatMessages()
    const request: WrapLegacyOptions['request'] = async (run, { params }) => {
      await Promise.resolve()
      return { ...asked(run), tenant: params['tenant'] }
    }
    expect(inShort(await ask(wrap([handler], { request })))[0]).toBe(
      '{"messages":[{"role":"user","content":"Hello"}],"tenant":"acme"}'
    )
  })

  it('has everything else of the request that came in', async () => {
    const seen = await looking(req => ({
      method: req.method,
      path: req.path,
      params: req.params,
      query: req.query,
      host: req.get('host'),
      ip: req.ip,
      same: req.app.get('env') as unknown,
      isJson: req.is('json'),
      type: req.headers['content-type'],
      threadId: req.agui.input.threadId
    }))
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/agent/acme',
      params: { tenant: 'acme' },
      query: {},
      host: expect.stringMatching(/^127\.0\.0\.1:/) as unknown,
      same: 'test',
      isJson: 'json',
      type: 'application/json',
      threadId: 'thread-1'
    })
  })

  it('asks for what can be read here, and for nothing compressed, partial or known already', async () => {
    const handler: LegacyHandler = ({ headers }, res) => {
      res.json({ reply: JSON.stringify(headers) })
    }
    const { app } = wrap([handler])
    const response = await postRun(app, '/agent/acme', runAgentInput())
      .set('Accept-Encoding', 'gzip')
      .set('If-None-Match', '*')
      .set('Range', 'bytes=0-1')
      .set('X-Tenant', 'acme')
    const headers = JSON.parse(inShort(eventsOf(response))[0] as string) as Record<string, string>
    expect(headers).toMatchObject({
      accept: 'text/event-stream, application/json;q=0.9, */*;q=0.8',
      'x-tenant': 'acme'
    })
    for (const name of ['accept-encoding', 'content-length', 'if-none-match', 'range'])
      expect(headers).not.toHaveProperty(name)
  })

  it.each<[string, LegacyHandlers]>([
    ['a parser', [express.json()]],
    ['two parsers', [express.json(), express.urlencoded({ extended: false })]],
    [
      'a parser of text',
      [
        express.text({ type: () => true }),
        (req: Request, _res: unknown, next: () => void) => {
          // Express 4 marks a body as parsed, and its parsers leave it alone then.
          if (typeof req.body === 'string') req.body = JSON.parse(req.body) as unknown
          next()
        }
      ]
    ],
    [
      'a reader of the stream',
      [
        async (req: Request, _res: unknown, next: () => void) => {
          const pieces: Array<unknown> = []
          for await (const piece of req) pieces.push(piece)
          req.body = JSON.parse(pieces.join('')) as unknown
          next()
        }
      ]
    ]
  ])('can be read by %s that stands in front of the handler', async (_what, before) => {
    const handler: LegacyHandler = (req, res) => {
      res.json({ reply: (req.body as { readonly message: string }).message })
    }
    expect(inShort(await ask(wrap([...before, handler])))).toEqual(['Hello', '.'])
  })

  it('is an empty stream where there is no body', async () => {
    const handler: LegacyHandler = async (req, res) => {
      let length = 0
      for await (const piece of req) length += String(piece).length
      res.json({ reply: `${length} ${typeof req.body}` })
    }
    expect(inShort(await ask(wrap([handler], { request: () => undefined })))).toEqual(['0 undefined', '.'])
  })

  it('keeps what the handler does to it to itself', async () => {
    const seen: Array<unknown> = []
    const handler: LegacyHandler = (req, res) => {
      Object.assign(req, { user: 'ada', body: 'gone' })
      req.headers['x-new'] = '1'
      req.on('data', () => undefined)
      req.destroy()
      Object.assign(res.locals as object, { user: 'ada' })
      res.json({ reply: 'Hi' })
    }
    const agent = wrapLegacy(handler, { request: prompt() })
    const app = express()
    app.post('/agent', runInput(), async (req, res, next) => {
      const before = { body: req.body as unknown, listeners: req.listenerCount('data'), res: req.res }
      await agent(req.agui, req, res, next)
      seen.push(
        req.body === before.body,
        req.listenerCount('data') === before.listeners,
        req.res === before.res,
        'user' in req,
        req.headers['x-new'],
        req.socket.destroyed,
        res.locals['user']
      )
    })
    const events = eventsOf(await postRun(app, '/agent', runAgentInput()))
    expect(inShort(events)).toEqual(['Hi', '.'])
    expect(seen).toEqual([true, true, true, false, undefined, false, 'ada'])
  })
})

describe('a part that a string cannot hold', () => {
  const input = () => runAgentInput({ messages: [userMessage([textPart('See'), imagePart()])] })

  const handler: LegacyHandler = (_req, res) => {
    res.json({ reply: 'Hi' })
  }

  it('is warned of, with a pointer into the body as sent, before the run tells its warnings', async () => {
    const wrapped = wrap([handler], { tellWarnings: true })
    const told = (await ask(wrapped, input())).find(({ type }) => type === 'CUSTOM')
    expect(told).toMatchObject({ value: [{ code: 'flattened-part', pointer: '/messages/0/content/1', name: 'image' }] })
  })

  it('is told to whoever is told the other warnings, also from a preset that is only a part of the request', async () => {
    const told: Array<string> = []
    const asked = chatMessages()
    const wrapped = wrap([handler], {
      request: run => ({ ...asked({ ...run }), stream: true }),
      run: { onWarning: ({ code, pointer }) => told.push(`${code} ${pointer}`) }
    })
    const { messages, ...rest } = input()
    await ask(wrapped, { ...rest, messages: [{ id: 'x', role: 'critic', content: 'Hm' }, ...messages] })
    expect(told).toEqual(['unrecognised-role /messages/0', 'flattened-part /messages/1/content/1'])
  })

  it('is not warned of twice where it was left out before', async () => {
    const told: Array<string> = []
    const wrapped = wrap([handler], { run: { accepts: [], onWarning: ({ code }) => told.push(code) } })
    await ask(wrapped, awkward.unusablePart.input)
    expect(told).toEqual(['unusable-part'])
  })
})

const boom = (properties: object = {}): Error => Object.assign(new Error('secret'), properties)

describe('handlers that fail', () => {
  const failed = [{ error: 'The agent failed.', code: 'agent-error' }]

  it.each<[string, LegacyHandler]>([
    [
      'throws',
      () => {
        throw boom()
      }
    ],
    ['rejects', () => Promise.reject(boom())],
    ['hands an error on', (_req, _res, next) => next(boom())],
    ['hands an error on later', (_req, _res, next) => setTimeout(() => next(boom()), 2)],
    ['hands on an error of a status that is not to be exposed', (_req, _res, next) => next(boom({ status: 400 }))]
  ])('one that %s gives RUN_ERROR, and keeps back why', async (_what, handler) => {
    const wrapped = wrap([handler])
    expect(inShort(await ask(wrapped))).toEqual(failed)
    expect(wrapped.errors).toHaveLength(1)
    expect((wrapped.errors[0] as Error).message).toBe('secret')
  })

  it('one that hands on an error to be exposed gives its message', async () => {
    const handler: LegacyHandler = (_req, _res, next) => next(boom({ message: 'Not you', status: 403, expose: true }))
    expect(inShort(await ask(wrap([handler])))).toEqual([{ error: 'Not you', code: 'agent-error' }])
  })

  it.each<[string, LegacyHandler, string, unknown]>([
    [
      'a string',
      (_req, _res, next) => next('secret'),
      'The wrapped handler passed on something that is no Error.',
      'secret'
    ],
    [
      'an object',
      (_req, _res, next) => next({ secret: 1 }),
      'The wrapped handler passed on something that is no Error.',
      { secret: 1 }
    ],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it does happen
    ['nothing', () => Promise.reject(), 'The wrapped handler rejected without a reason.', undefined]
  ])('one that fails with %s is an Error all the same', async (_what, handler, message, cause) => {
    const wrapped = wrap([handler])
    expect(inShort(await ask(wrapped))).toEqual(failed)
    expect(wrapped.errors).toEqual([expect.objectContaining({ message })])
    expect((wrapped.errors[0] as Error).cause).toEqual(cause)
  })

  it('one that fails in the middle has said what it said', async () => {
    const handler: LegacyHandler = async (_req, res) => {
      res.write('Hel')
      await new Promise(setImmediate)
      throw boom()
    }
    expect(inShort(await ask(wrap([handler])))).toEqual(['Hel', ...failed])
  })

  it('one that fails when it has answered has answered', async () => {
    const handler: LegacyHandler = (_req, res) => {
      res.json({ reply: 'Hi' })
      throw boom()
    }
    const wrapped = wrap([handler])
    expect(inShort(await ask(wrapped))).toEqual(['Hi', '.'])
    expect(wrapped.errors).toEqual([])
  })

  it.each<[string, LegacyHandler]>([
    [
      'destroys the response',
      (_req, res) => {
        res.write('Hel')
        setTimeout(() => res.destroy(), 2)
      }
    ],
    [
      'destroys the response with an error',
      (_req, res) => {
        res.write('Hel')
        setTimeout(() => res.destroy(boom()), 2)
      }
    ]
  ])('one that %s has broken off', async (_what, handler) => {
    const [said, error, ...more] = inShort(await ask(wrap([handler])))
    expect(said).toBe('Hel')
    expect(error).toEqual(failed[0])
    expect(more).toEqual([])
  })

  it('one that writes after the end does no harm', async () => {
    const handler: LegacyHandler = (_req, res) => {
      res.end('Hi')
      res.write('more')
      res.end('and more')
    }
    expect(inShort(await ask(wrap([handler])))).toEqual(['Hi', '.'])
  })

  it.each<[string, LegacyHandler]>([
    ['next', (_req, _res, next) => next()],
    ['next with route', (_req, _res, next) => next('route')],
    ['next with router', (_req, _res, next) => next('router')]
  ])('nobody answering, by %s, is an error', async (_what, handler) => {
    expect(inShort(await ask(wrap([handler])))).toEqual([
      { error: 'The wrapped endpoint did not answer.', code: 'http-404' }
    ])
  })

  it('what the request builder throws is an error of the run', async () => {
    const handler = vi.fn<LegacyHandler>()
    const wrapped = wrap([handler], {
      request: () => {
        throw boom()
      }
    })
    expect(inShort(await ask(wrapped))).toEqual(failed)
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('a list of handlers', () => {
  it('runs as a route does: one after the other, lists in lists, error handlers for errors alone', async () => {
    const steps: Array<string> = []
    const step =
      (name: string, error?: Error): LegacyHandler =>
      (_req, _res, next) => {
        steps.push(name)
        next(error)
      }
    const caught: LegacyErrorHandler = (error: Error, _req, res, _next) => {
      steps.push(`caught ${error.message}`)
      res.status(422).json({ error: 'Caught' })
    }
    const mended: LegacyErrorHandler = (_error, _req, _res, next) => {
      steps.push('mended')
      next()
    }
    const handlers = [
      step('a'),
      caught,
      [step('b', new Error('first')), [step('never')]],
      mended,
      step('c', new Error('second')),
      caught,
      step('never')
    ]
    const wrapped = wrap(handlers)
    expect(inShort(await ask(wrapped))).toEqual([{ error: 'Caught', code: 'http-422' }])
    const wrappedSteps = steps.splice(0)
    expect(wrappedSteps).toEqual(['a', 'b', 'mended', 'c', 'caught second'])
    await askOld(wrapped).expect(422, { error: 'Caught' })
    expect(steps).toEqual(wrappedSteps)
  })

  it('goes on from a promise, too', async () => {
    const steps: Array<string> = []
    const first: LegacyHandler = async (_req, _res, next) => {
      await Promise.resolve()
      steps.push('first')
      next()
    }
    const last: LegacyHandler = (_req, res) => {
      res.json({ reply: steps.join() })
    }
    expect(inShort(await ask(wrap([first, last])))).toEqual(['first', '.'])
  })
})

describe('the response that the handler sees', () => {
  it('is Express’s own, with the locals of the one that came in', async () => {
    const seen: Array<unknown> = []
    const handler: LegacyHandler = (req, res) => {
      seen.push(
        (res.locals as { readonly user?: string }).user,
        req.res === res,
        res.req === req,
        res.app === req.app,
        res.headersSent,
        res.get('X-Old')
      )
      res.set('X-Old', '1').cookie('a', 'b').vary('X-Old')
      res.setTimeout(1000)
      res.socket?.setKeepAlive(true).setNoDelay(true)
      res.flushHeaders()
      seen.push(res.headersSent, res.get('X-Old'))
      res.end('Hi')
      seen.push(res.writableEnded)
    }
    const app = express()
    const user: RequestHandler = (_req, res, next) => {
      res.locals['user'] = 'ada'
      next()
    }
    app.post('/agent', user, runInput({}, wrapLegacy(handler, { request: prompt() })))
    const response = await postRun(app, '/agent', runAgentInput())
    expect(inShort(eventsOf(response))).toEqual(['Hi', '.'])
    expect(seen).toEqual(['ada', true, true, true, false, undefined, true, '1', true])
    expect(response.headers).not.toHaveProperty('x-old')
  })

  it('sends files, and renders views', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'legacy-'))
    writeFileSync(join(folder, 'answer.txt'), 'From a file')
    const file: LegacyHandler = (_req, res) => {
      res.sendFile('answer.txt', { root: folder })
    }
    expect(inShort(await ask(wrap([file]))).join('')).toBe('From a file.')
    const view: LegacyHandler = (_req, res) => {
      res.render('answer.txt', { name: 'Ada' })
    }
    const wrapped = wrap([view])
    wrapped.app
      .engine('txt', (path, options, done) => {
        done(null, `${path.endsWith('answer.txt') ? 'Dear' : ''} ${(options as { readonly name: string }).name}`)
      })
      .set('views', folder)
    expect(inShort(await ask(wrapped))).toEqual(['Dear Ada', '.'])
  })

  it('tells when it is finished, then that it is closed, and the request with it', async () => {
    const told: Array<string> = []
    const handler: LegacyHandler = (req, res) => {
      res.on('finish', () => told.push(`finish ${res.writableFinished}`))
      res.on('close', () => told.push('res close'))
      req.on('close', () => told.push(`req close ${req.destroyed}`))
      req.on('aborted', () => told.push('aborted'))
      res.json({ reply: 'Hi' })
    }
    await ask(wrap([handler]))
    await vi.waitFor(() => {
      expect(told).toEqual(['finish true', 'res close', 'req close true'])
    })
  })

  it('does not take the end of the body for the client’s going', async () => {
    const told: Array<string> = []
    const handler: LegacyHandler = async (req, res) => {
      req.on('close', () => told.push('close'))
      for await (const piece of req) told.push(typeof piece)
      await new Promise(resolve => setTimeout(resolve, 20))
      told.push('answer')
      res.json({ reply: 'Hi' })
    }
    expect(inShort(await ask(wrap([handler])))).toEqual(['Hi', '.'])
    await vi.waitFor(() => {
      expect(told).toEqual(['object', 'answer', 'close'])
    })
  })

  it('stays open for a handler that has more to do after [DONE]', async () => {
    const told: Array<string> = []
    const handler: LegacyHandler = async (_req, res) => {
      res.on('close', () => told.push(`closed ${res.writableFinished}`))
      res.type('text/event-stream')
      res.write('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n')
      await new Promise(resolve => setTimeout(resolve, 20))
      told.push(`open ${!res.destroyed}`)
      res.write('x'.repeat(100_000))
      res.end()
    }
    expect(inShort(await ask(wrap([handler])))).toEqual(['Hi', '.'])
    await vi.waitFor(() => {
      expect(told).toEqual(['open true', 'closed true'])
    })
  })
})

describe('a client', () => {
  const servers: Array<{ close: () => unknown; closeAllConnections: () => void }> = []

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  const post = async (handler: LegacyHandler, options: Partial<WrapLegacyOptions> = {}) => {
    const { app, errors } = wrap([handler], options)
    const server = app.listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/agent/acme',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
    })
    client.on('error', () => undefined)
    client.end(JSON.stringify(runAgentInput()))
    const [response] = (await once(client, 'response')) as [IncomingMessage]
    return { client, response, errors }
  }

  it('that goes away closes the handler’s response and request, and the handler may go on without harm', async () => {
    const told: Array<string> = []
    let isWriting = Promise.resolve()
    const { client, response, errors } = await post((req, res) => {
      res.on('close', () => told.push(`res close ${res.writableFinished}`))
      res.on('finish', () => told.push('never'))
      req.on('aborted', () => told.push('aborted'))
      req.on('close', () => told.push('req close'))
      res.write('Hel')
      isWriting = once(res, 'close').then(() => {
        told.push(`write ${res.write('lo')}`, `destroyed ${res.destroyed}`)
        res.end()
      })
    })
    await once(response, 'data')
    client.destroy()
    await vi.waitFor(() => {
      expect(told).toContain('req close')
    })
    await isWriting
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([...told].sort()).toEqual(['aborted', 'destroyed true', 'req close', 'res close false', 'write false'])
    expect(errors).toEqual([])
  })

  it('that goes away while the request is being made is answered by no handler', async () => {
    const handler = vi.fn<LegacyHandler>()
    let made = (): void => undefined
    const request = () =>
      new Promise<object>(resolve => {
        made = () => {
          resolve({})
        }
      })
    const { client, response } = await post(handler, { request })
    const closed = once(response, 'close').catch(() => undefined)
    client.destroy()
    await closed
    await new Promise(resolve => setTimeout(resolve, 50))
    made()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(handler).not.toHaveBeenCalled()
  })

  it('that reads slowly holds the handler up', async () => {
    let written = 0
    const piece = 'x'.repeat(16_384)
    const total = 2000
    const { response } = await post((_req, res) => {
      const source = new Readable({
        read() {
          this.push(written++ < total ? piece : null)
        }
      })
      source.pipe(res)
    })
    response.pause()
    await new Promise(resolve => setTimeout(resolve, 300))
    const early = written
    expect(early).toBeLessThan(total)
    let length = 0
    response.on('data', (chunk: Buffer) => (length += chunk.length))
    response.resume()
    await once(response, 'end')
    expect(written).toBeGreaterThanOrEqual(total)
    expect(length).toBeGreaterThan(total * piece.length)
  }, 20_000)
})

describe('wrapLegacy', () => {
  const handler: LegacyHandler = (_req, res) => res.json({ reply: 'Hi' })

  it('knows what handlers are given, whichever way they are written', async () => {
    const one = wrapLegacy((req, res) => res.json({ reply: req.path }), { request: prompt() })
    const list = wrapLegacy([(_req, _res, next) => next(), (req, res) => res.json({ reply: req.path })], {
      request: prompt()
    })
    for (const agent of [one, list]) {
      const app = express().post('/agent', runInput({}, agent))
      expect(inShort(eventsOf(await postRun(app, '/agent', runAgentInput())))).toEqual(['/agent', '.'])
    }
  })

  it('gives request the state that a codec vouches for', async () => {
    const Cart = t.type({ items: t.array(t.string) })
    const echo: LegacyHandler = (req, res) => res.json({ reply: req.body as string })
    const agent = runInput(
      { state: Cart, initialState: { items: [] } },
      wrapLegacy(echo, { request: ({ input }) => input.state.items.join() })
    )
    const app = express().post('/agent', agent)
    const events = eventsOf(await postRun(app, '/agent', runAgentInput({ state: { items: ['a', 'b'] } })))
    expect(inShort(events)).toEqual(['a,b', '.'])
  })

  it('types the answer that reply is given', async () => {
    const agent = wrapLegacy(handler, {
      request: prompt(),
      reply: (answer: { readonly reply: string }) => `${answer.reply}!`
    })
    const app = express().post('/agent', runInput({}, agent))
    expect(inShort(eventsOf(await postRun(app, '/agent', runAgentInput())))).toEqual(['Hi!', '.'])
  })

  it.each<[string, unknown, object, string]>([
    ['no request', handler, {}, 'wrapLegacy: the option "request" is missing'],
    ['a request that is none', handler, { request: {} }, 'wrapLegacy: the option "request" must be a function'],
    [
      'a reply that is none',
      handler,
      { request: prompt(), reply: 'text' },
      'wrapLegacy: the option "reply" must be a function'
    ],
    [
      'an unknown option',
      handler,
      { request: prompt(), replly: 1 },
      'wrapLegacy: there is no option "replly"; it takes request, reply, echoInput'
    ],
    ['a bad option of the stream', handler, { request: prompt(), keepAlive: -1 }, 'the option "keepAlive" must be'],
    [
      'no handler',
      undefined,
      { request: prompt() },
      'wrapLegacy: the handler must be an Express handler, or a list of them'
    ],
    [
      'no handler in a list',
      [handler, null],
      { request: prompt() },
      'wrapLegacy: the handler must be an Express handler, or a list of them'
    ],
    ['an empty list', [], { request: prompt() }, 'wrapLegacy: the list of handlers is empty']
  ])('refuses %s when it is made', (_what, given, options, message) => {
    expect(() => wrapLegacy(given as LegacyHandler, options as WrapLegacyOptions)).toThrow(message)
  })
})
