/** A body in any state, on either major, wherever the chain is mounted (R97 to R99). */
import { once } from 'node:events'
import { IncomingMessage, request, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import express, { type Express, type RequestHandler, type Router } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { decodeInput, downgradeContent, readBody, runInput } from '../../lib/index.js'
import { createApp } from './createApp.js'
import { ask, exchange, head, major, minimal, misshapen, problemOf, send, serve, verdict } from './wire.js'

const json = JSON.stringify(minimal)

/** Like a platform that has read the stream itself: drains it, and leaves what `leave` makes of the text. */
const drained =
  (leave?: (text: string) => unknown): RequestHandler =>
  (req, _res, next) => {
    let text = ''
    req.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    req.on('end', () => {
      if (leave !== undefined) req.body = leave(text)
      next()
    })
  }

const leaving =
  (body: unknown): RequestHandler =>
  (req, _res, next) => {
    req.body = body
    next()
  }

const parsing = (text: string): unknown => JSON.parse(text)
const asBuffer = (text: string): Buffer => Buffer.from(text)
const asBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const everyType = { type: () => true }

describe('a body that was sent whole', () => {
  it.each<[string, ReadonlyArray<RequestHandler>]>([
    ['nobody has read', []],
    ['express.json() has parsed', [express.json()]],
    [
      'express.json() and express.urlencoded({ extended: false }) were offered',
      [express.json(), express.urlencoded({ extended: false })]
    ],
    ['express.urlencoded({ extended: false }) has passed by', [express.urlencoded({ extended: false })]],
    ['express.json() has passed by, for its type', [express.json({ type: 'application/vnd.api+json' })]],
    ['express.raw() has read', [express.raw(everyType)]],
    ['express.text() has read', [express.text(everyType)]],
    ['a platform has read and parsed', [drained(parsing)]],
    ['a platform has read and left as text', [drained(text => text)]],
    ['a platform has read and left as text with a BOM', [drained(text => `\ufeff${text}`)]],
    ['a platform has read and left as a Buffer', [drained(asBuffer)]],
    ['a platform has read and left as a Buffer with a BOM', [drained(text => Buffer.from(`\ufeff${text}`))]],
    ['a platform has read and left as bytes', [drained(asBytes)]],
    ['a platform has parsed, without the stream', [leaving(minimal)]],
    ['nobody has read, though there is a {} as Express 4 leaves it', [leaving({})]],
    ['nobody has read, though there is an empty object without a prototype', [leaving(Object.create(null))]],
    ['nobody has read, though there is a null', [leaving(null)]],
    [
      'a middleware listens to as well',
      [
        (req, _res, next) => {
          req.on('data', () => undefined)
          next()
        }
      ]
    ],
    [
      'a middleware has paused while it looked something up',
      [
        (req, _res, next) => {
          req.pause()
          setTimeout(next, 5)
        }
      ]
    ],
    ['another chain has read before', [readBody(), decodeInput()]]
  ])('is read when %s', async (_, before) => {
    const { app, runs } = createApp({ before })
    expect(await ask(app, { body: json })).toMatchObject({ status: 200 })
    expect(await ask(app, { body: [json.slice(0, 7), json.slice(7)] })).toMatchObject({ status: 200 })
    expect(runs.map(({ input }) => input.threadId)).toEqual(['t1', 't1'])
  })

  it.each<[string, (app: Express, router: Router, chain: RequestHandler, end: RequestHandler) => void]>([
    ['app.post', (app, _router, chain, end) => app.post('/v1/agent', chain, end)],
    ['app.all', (app, _router, chain, end) => app.all('/v1/agent', chain, end)],
    ['app.use without a path', (app, _router, chain, end) => app.use(chain, end)],
    ['app.use with a prefix', (app, _router, chain, end) => app.use('/v1', chain, end)],
    ['app.use with the whole path', (app, _router, chain, end) => app.use('/v1/agent', chain, end)],
    ['app.route', (app, _router, chain, end) => app.route('/v1/agent').post(chain, end)],
    ['a router', (app, router, chain, end) => app.use('/v1', router.post('/agent', chain, end))],
    [
      'a router that uses it',
      (app, router, chain, end) => app.use('/v1', router.use(chain), router.post('/agent', end))
    ],
    ['a router in a router', (app, router, chain, end) => app.use(express.Router().use('/v1', router.use(chain, end)))],
    ['an app in an app', (app, _router, chain, end) => app.use('/v1', express().post('/agent', chain, end))]
  ])('is read under %s', async (_, mount) => {
    const app = express()
    mount(app, express.Router(), runInput({ onWarning: false }), (req, res) => {
      res.json(req.agui.input.threadId)
    })
    expect(await ask(app, { path: '/v1/agent', body: json })).toMatchObject({ status: 200, text: '"t1"' })
  })
})

describe('a stream that never was a connection', () => {
  interface Invocation {
    readonly headers?: Readonly<Record<string, string>>
    readonly chunks?: ReadonlyArray<string>
    readonly isEnded?: boolean
    readonly socket?: object
    readonly body?: unknown
    readonly complete?: boolean
  }

  /** As serverless adapters call an app: a request and a response made by hand. */
  const invoke = async (
    app: Express,
    { headers = {}, chunks = [], isEnded = true, socket = new Socket(), ...more }: Invocation
  ): Promise<string> => {
    const req = Object.assign(new IncomingMessage(socket as Socket), { method: 'POST', url: '/agent', ...more })
    Object.assign(req.headers, { 'content-type': 'application/json', ...headers })
    for (const chunk of chunks) req.push(chunk)
    if (isEnded) req.push(null)
    const res = new ServerResponse(req)
    const output = new PassThrough()
    res.assignSocket(output as unknown as Socket)
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    app(req as express.Request, res as express.Response)
    await once(res, 'finish')
    return text.replaceAll('\r\n', '\n')
  }

  it.each<[string, object]>([
    ['an object', { body: minimal }],
    ['an object, on a stream that never ends', { body: minimal, isEnded: false }],
    ['text', { body: json, headers: { 'content-length': String(json.length) } }],
    ['a Buffer, on a stream that never ends', { body: Buffer.from(json), isEnded: false }]
  ])('is not waited for when req.body is %s', async (_, parts) => {
    expect(await invoke(createApp().app, parts)).toContain('HTTP/1.1 200 OK\n')
  })

  it('is refused as empty when there is nothing', async () => {
    const text = await invoke(createApp().app, { headers: { 'content-length': '0' } })
    expect(text).toContain('urn:express-ag-ui:empty-body')
  })

  it('is never taken for a body of nothing when express.json leaves it alone', async () => {
    const socket: object = { readable: false }
    const parts = { headers: { 'content-length': String(json.length) }, chunks: [json], complete: true, socket }
    const text = await invoke(createApp().app, parts)
    expect(text).toContain(major === 5 ? 'body-unavailable' : '200 OK')
  })
})

describe('a body that somebody swallowed', () => {
  const partly: RequestHandler = (req, _res, next) => {
    req.once('data', () => {
      req.pause()
      next()
    })
  }
  const readOnce: RequestHandler = (req, _res, next) => {
    req.once('readable', () => {
      req.read(1)
      next()
    })
  }
  const drainedByRead: RequestHandler = (req, _res, next) => {
    const read = () => {
      while (req.read() !== null);
    }
    req.on('readable', read)
    req.once('end', () => {
      req.off('readable', read)
      next()
    })
  }
  const waiting: RequestHandler = (req, _res, next) => {
    req.on('readable', () => undefined)
    next()
  }
  it.each<[string, ReadonlyArray<RequestHandler>]>([
    ['drained and left nothing', [drained()]],
    ['drained and left undefined', [drained(() => undefined)]],
    ['read in part', [partly]],
    ['read in part, and no longer listened to', [readOnce]],
    ['drained, and no longer listened to', [drainedByRead]],
    ['waited for by a listener that stays', [waiting]],
    [
      'marked as parsed and taken away',
      [
        express.json(),
        (req, _res, next) => {
          req.body = undefined
          next()
        }
      ]
    ],
    [
      'decoded into text, chunk by chunk',
      [
        (req, _res, next) => {
          req.setEncoding('utf8')
          next()
        }
      ]
    ]
  ])('is told as 500 with the cure when it was %s', async (_, before) => {
    const { app, runs } = createApp({ before })
    for (const body of [json, [json.slice(0, 9), json.slice(9)]]) {
      const answer = await ask(app, { body })
      expect(verdict(answer)).toBe('500 body-unavailable')
      expect(misshapen(answer)).toBeUndefined()
      expect(problemOf(answer).detail).toMatch(/A middleware before .* Mount .* or mount runInput\(\) first/)
    }
    expect(runs).toEqual([])
  })

  it('is not blamed on a middleware when there was none', async () => {
    expect(verdict(await ask(createApp({ before: [drained()] }).app))).toBe('400 empty-body')
  })

  it('is told even where Express 4 has left its {}', async () => {
    const { app } = createApp({ before: [drained(() => ({}))] })
    expect(verdict(await ask(app, { body: json }))).toBe(major === 4 ? '500 body-unavailable' : '400 malformed-input')
    expect(verdict(await ask(app, { body: [json] }))).toBe(major === 4 ? '500 body-unavailable' : '400 malformed-input')
    expect(verdict(await ask(app, { body: '{}' }))).toBe('400 malformed-input')
  })
})

describe('the bytes', () => {
  const brotli = major === 5 ? '200' : '415 unsupported-encoding'
  it.each<[string, string, string | Uint8Array]>([
    ['200', 'gzip', gzipSync(json)],
    ['200', 'GZIP', gzipSync(json)],
    ['200', 'deflate', deflateSync(json)],
    ['200', 'identity', json],
    [brotli, 'br', brotliCompressSync(json)],
    ['415 unsupported-encoding', 'utf-8', json],
    ['415 unsupported-encoding', 'UTF-8', json],
    ['415 unsupported-encoding', 'gzip, gzip', gzipSync(gzipSync(json))],
    ['415 unsupported-encoding', 'compress', json],
    ['400 malformed-json', 'gzip', json],
    ['400 malformed-json', 'gzip', gzipSync(json).subarray(0, 20)],
    ['400 malformed-json', 'deflate', json],
    ['400 malformed-json', 'gzip', gzipSync('{"threadId":')]
  ])('give %s with Content-Encoding: %s', async (expected, encoding, body) => {
    const { app } = createApp()
    for (const sent of [body, [body]]) {
      const answer = await ask(app, { headers: { 'Content-Encoding': encoding }, body: sent })
      expect(verdict(answer)).toBe(expected)
      if (answer.status === 415) expect(problemOf(answer).detail).toMatch(/a charset belongs in Content-Type/)
    }
  })

  it.runIf(major === 5)('are refused when Brotli does not read them', async () => {
    const { app } = createApp()
    for (const body of ['not brotli', brotliCompressSync(json).subarray(0, 20)]) {
      expect(verdict(await ask(app, { headers: { 'Content-Encoding': 'br' }, body }))).toBe('400 malformed-json')
    }
  })

  const utf16 = Buffer.from(`\ufeff${json}`, 'utf16le')
  it.each<[string, string, string | Uint8Array]>([
    ['200', 'application/json', `\ufeff${json}`],
    ['200', 'application/json;charset=UTF-8', json],
    ['200', 'application/json; charset="utf-8"', `\ufeff${json}`],
    ['200', 'application/json; profile=x; charset=utf-8', json],
    ['200', 'application/json; charset=utf-16le', utf16],
    ['200', 'application/json; charset', json],
    ['200', 'application/json;', json],
    ['200', 'APPLICATION/JSON', json],
    ['200', 'application/vnd.ag-ui+json', json],
    ['415 unsupported-charset', 'application/json; charset=utf8', json],
    ['415 unsupported-charset', 'application/json; charset=latin1', json],
    ['415 unsupported-charset', 'application/json; charset=iso-8859-1', json],
    ['415 unsupported-charset', 'application/json; charset=shift_jis', json],
    ['415 unsupported-charset', 'application/json; charset=utf-nonsense', json],
    ['415 unsupported-media-type', 'text/json', json],
    ['415 unsupported-media-type', 'text/plain', json],
    ['415 unsupported-media-type', 'application/jsonp', json],
    ['415 unsupported-media-type', 'application/json-seq', json],
    ['415 unsupported-media-type', 'text/plain; a=application/json', json],
    ['415 unsupported-media-type', 'text/plain, application/json', json],
    ['415 unsupported-media-type', 'multipart/form-data; boundary=x+json', json],
    ['415 unsupported-media-type', 'application/x-www-form-urlencoded', json],
    ['415 unsupported-media-type', '', json]
  ])('give %s with Content-Type: %s', async (expected, contentType, body) => {
    for (const before of [[], [express.raw(everyType)]]) {
      const answer = await ask(createApp({ before }).app, { headers: { 'Content-Type': contentType }, body })
      expect(verdict(answer), String(before.length)).toBe(expected)
      if (expected.endsWith('charset')) expect(problemOf(answer).detail).toMatch(/write charset=utf-8/)
    }
  })

  it.each<[string, ReadonlyArray<RequestHandler>]>([
    ['an object', [leaving(minimal)]],
    ['text', [drained(text => text)]]
  ])(
    'are refused as no JSON even when a parser has left %s: the type is what forces a preflight',
    async (_, before) => {
      const answer = await ask(createApp({ before }).app, { headers: { 'Content-Type': 'text/plain' }, body: json })
      expect(verdict(answer)).toBe('415 unsupported-media-type')
    }
  )

  it.each<[string, string, unknown]>([
    ['nothing', 'empty-body', undefined],
    ['chunks, and none', 'empty-body', []],
    ['white space', 'malformed-json', ' \n'],
    ['half an object', 'malformed-json', '{"threadId":'],
    ['two objects', 'malformed-json', `${json}${json}`],
    ['no JSON', 'malformed-json', 'thread'],
    ['single quotes', 'malformed-json', "{'threadId':1}"],
    ['bytes that are no UTF-8', 'malformed-json', Buffer.from([0xff, 0xfe, 0x80])],
    ['compressed, and do not say so', 'malformed-json', gzipSync(json)],
    ['null', 'malformed-input', 'null'],
    ['a number', 'malformed-input', '42'],
    ['serialised twice', 'malformed-input', JSON.stringify(json)],
    ['a list', 'malformed-input', '[]'],
    ['an empty object', 'malformed-input', '{}']
  ])('are refused when they are %s: %s', async (_, code, body) => {
    for (const before of [[], [express.text(everyType)], [express.raw(everyType)]]) {
      const answer = await ask(createApp({ before }).app, { body })
      expect(verdict(answer), String(before.length)).toBe(`400 ${code}`)
      expect(misshapen(answer)).toBeUndefined()
    }
  })

  it.each(['null', 'true', '0', '1e999', '"text"', '""', '[]', '{}', 'false'])(
    'are refused with 400 when they are the literal %s, whoever parsed it',
    async literal => {
      const parsers = [
        [],
        [express.json({ strict: false })],
        [express.text(everyType)],
        [express.raw(everyType)],
        [drained(parsing)]
      ]
      for (const before of parsers) {
        const answer = await ask(createApp({ before }).app, { body: literal })
        expect(answer.status).toBe(400)
        expect(misshapen(answer)).toBeUndefined()
      }
    }
  )

  it('give 400 empty-body when no header tells of any', async () => {
    const sent = 'POST /agent HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\r\n'
    expect(await exchange(await serve(createApp().app), sent)).toContain('urn:express-ag-ui:empty-body')
  })

  it('give 415 unsupported-media-type without a Content-Type', async () => {
    const sent = `POST /agent HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${json.length}\r\n\r\n${json}`
    expect(await exchange(await serve(createApp().app), sent)).toContain('urn:express-ag-ui:unsupported-media-type')
  })

  it.each<[string, RegExp, string | Buffer]>([
    ['end too early', /It ends before it is complete\./, '{"threadId":'],
    ['are compressed without saying so', /looks compressed; say so, with Content-Encoding: gzip\./, gzipSync(json)]
  ])('say that they %s', async (_, why, body) => {
    for (const before of [[], [express.text(everyType)], [express.raw(everyType)]])
      expect(problemOf(await ask(createApp({ before }).app, { body })).detail).toMatch(why)
  })

  it('say where they go wrong, and not where they claim to', async () => {
    const { app } = createApp()
    expect(problemOf(await ask(app, { body: '{"a":1,}' })).detail).toContain('It goes wrong at character 7.')
    expect(problemOf(await ask(app, { body: '[x in JSON at position 4711' })).detail).not.toContain('4711')
  })
})

describe('the limit', () => {
  const body = JSON.stringify({ ...minimal, threadId: '€'.repeat(100) })
  const size = Buffer.byteLength(body)
  const ways: ReadonlyArray<[string, ReadonlyArray<RequestHandler>, object, unknown]> = [
    ['with its length', [], {}, body],
    ['in chunks', [], {}, [body]],
    ['compressed', [], { 'Content-Encoding': 'gzip' }, gzipSync(body)],
    ['as a Buffer from express.raw', [express.raw(everyType)], {}, body],
    ['as text from express.text', [express.text(everyType)], {}, body]
  ]
  it.each(ways)('is counted in bytes, of a body %s', async (_, before, headers, sent) => {
    const ask2 = (limit: number) =>
      ask(createApp({ before, options: { limit } }).app, { headers: { ...headers }, body: sent })
    expect((await ask2(size)).status).toBe(200)
    const answer = await ask2(size - 1)
    expect(verdict(answer)).toBe('413 body-too-large')
    expect(misshapen(answer)).toBeUndefined()
    expect(problemOf(answer).detail).toContain(`limit of ${size - 1} bytes`)
  })

  it('may be nothing, a number, or text, and no more than a number can be', async () => {
    expect(problemOf(await ask(createApp({ options: { limit: 0 } }).app, { body: 'x' })).detail).toContain('0 bytes')
    expect((await ask(createApp({ options: { limit: String(json.length) } }).app, { body: json })).status).toBe(200)
    for (const limit of [Infinity, NaN, -1, '', 'mb', '1 ton']) {
      expect(() => readBody({ limit })).toThrow(
        'the option "limit" must be a number of bytes, or a size such as "20mb"'
      )
    }
  })

  it('is told for people', async () => {
    const answer = await ask(createApp({ options: { limit: '1kb' } }).app, { body: ' '.repeat(1025) })
    expect(problemOf(answer).detail).toContain('limit of 1 KB (1024 bytes)')
  })

  it('stops a small body that inflates to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(30 * 2 ** 20, ' '))
    expect(bomb.length).toBeLessThan(40_000)
    const answer = await ask(createApp().app, { headers: { 'Content-Encoding': 'gzip' }, body: bomb })
    expect(verdict(answer)).toBe('413 body-too-large')
    expect(problemOf(answer).detail).toContain('20 MB (20971520 bytes)')
  })
})

describe('a client', () => {
  it('that expects 100-continue is told to go on', async () => {
    const port = await serve(createApp().app)
    const sending = request({ host: '127.0.0.1', port, method: 'POST', path: '/agent', agent: false })
    sending.setHeader('Content-Type', 'application/json')
    sending.setHeader('Expect', '100-continue')
    sending.flushHeaders()
    await once(sending, 'continue')
    sending.end(json)
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(200)
  })

  it('that sends byte by byte is waited for', async () => {
    const port = await serve(createApp().app)
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.write(head('/agent', { 'Content-Length': json.length, Connection: 'close' }))
    for (const byte of json) {
      socket.write(byte)
      await new Promise(setImmediate)
    }
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('HTTP/1.1 200 OK')
    socket.destroy()
  })

  it.each([
    ['with its length', { 'Content-Length': 1000 }, json],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }, `${json.length.toString(16)}\r\n${json}\r\n`],
    ['compressed', { 'Content-Length': 1000, 'Content-Encoding': 'gzip' }, gzipSync(json).subarray(0, 20)],
    ['compressed and broken', { 'Content-Length': 1000, 'Content-Encoding': 'gzip' }, 'nothing of the kind']
  ])('that stops half way, sending %s, reaches no handler and is not answered', async (_, headers, part) => {
    const onRejection = vi.fn()
    const signals: Array<AbortSignal> = []
    const { app, runs } = createApp({
      options: { onRejection },
      before: [
        (_req, res, next) => {
          const gone = new AbortController()
          signals.push(gone.signal)
          res.on('close', () => {
            gone.abort()
          })
          next()
        }
      ]
    })
    const port = await serve(app)
    expect(await exchange(port, Buffer.concat([Buffer.from(head('/agent', headers)), Buffer.from(part)]), 30)).toBe('')
    await vi.waitFor(() => {
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    })
    expect(runs).toEqual([])
    expect(onRejection).not.toHaveBeenCalled()
    expect(await send(port, { body: json })).toMatchObject({ status: 200 })
  })
})

describe('what goes wrong behind the parser', () => {
  it('reaches the error handlers, as it does before it', async () => {
    const { app } = createApp({
      options: {
        roles: () => {
          throw new Error('who?')
        }
      }
    })
    app.use(((error: Error, _req, res, _next) => res.status(503).end(error.message)) as express.ErrorRequestHandler)
    expect(await ask(app, { body: json })).toMatchObject({ status: 503, text: 'who?' })
    const failing: RequestHandler = (_req, _res, next) => {
      next(new Error('mine'))
    }
    const { app: other } = createApp({ chain: [readBody({ onRejection: false }), failing, downgradeContent()] })
    other.use(((error: Error, _req, res, _next) => res.status(503).end(error.message)) as express.ErrorRequestHandler)
    expect(await ask(other, { body: json })).toMatchObject({ status: 503, text: 'mine' })
  })

  it('does so also when it is an error of the stream that says nothing of the body', async () => {
    const breaking: RequestHandler = (req, _res, next) => {
      next()
      req.emit('error', new Error('the line is bad'))
    }
    const { app } = createApp({ before: [breaking] })
    app.use(((error: Error, _req, res, _next) => res.status(503).end(error.message)) as express.ErrorRequestHandler)
    expect(await ask(app, { body: json })).toMatchObject({ status: 503, text: 'the line is bad' })
  })
})
