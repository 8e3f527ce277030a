/** Every row of the table of refusals, as it goes over the wire (R6, R98, R99). */
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { problemHandler, RunInputRejection, runInput, type ProblemCode, type RunInputOptions } from '../../lib/index.js'
import { createApp } from './createApp.js'
import { ask, minimal, misshapen, problemOf, verdict, type Sent } from './wire.js'

const secret = 'sk-live-4711'

const cors: RequestHandler = (_req, res, next) => {
  res.set({ 'Access-Control-Allow-Origin': 'https://app.example', Vary: 'Origin', 'X-Request-Id': '7' })
  next()
}

interface Row {
  readonly status: number
  readonly code: ProblemCode
  readonly options?: RunInputOptions
  readonly before?: ReadonlyArray<RequestHandler>
  readonly sent: Omit<Sent, 'body'> & { readonly body?: unknown }
  readonly pointers?: ReadonlyArray<string>
}

const message = { id: 'u1', role: 'user', content: secret }

const rows: ReadonlyArray<Row> = [
  { status: 400, code: 'malformed-json', sent: { body: `{"threadId": "${secret}"` } },
  { status: 400, code: 'malformed-json', sent: { body: secret } },
  { status: 400, code: 'empty-body', sent: {} },
  {
    status: 400,
    code: 'malformed-input',
    sent: { body: { ...minimal, runId: 4711, messages: [{ ...message, content: { [secret]: secret } }, secret] } },
    pointers: ['/runId', '/messages/0/content', '/messages/1']
  },
  { status: 400, code: 'malformed-input', sent: { body: '[]' }, pointers: [''] },
  {
    status: 400,
    code: 'unsupported-protocol-version',
    options: { newerMajor: 'reject' },
    sent: { body: { ...minimal, protocolVersion: '4711.0' } },
    pointers: ['/protocolVersion']
  },
  {
    status: 400,
    code: 'uncovered-interrupt',
    options: { openInterrupts: () => ['i1'], uncovered: 'reject' },
    sent: { body: { ...minimal, resume: [] } },
    pointers: ['/resume']
  },
  {
    status: 403,
    code: 'role-not-allowed',
    options: { roles: ['user'] },
    sent: { body: { ...minimal, messages: [message, { ...message, id: 's1', role: 'system' }] } },
    pointers: ['/messages/1/role']
  },
  { status: 405, code: 'method-not-allowed', sent: { method: 'PUT', body: { threadId: secret } } },
  { status: 413, code: 'body-too-large', options: { limit: 9 }, sent: { body: { threadId: secret } } },
  {
    status: 415,
    code: 'unsupported-media-type',
    sent: { headers: { 'Content-Type': `text/${secret}` }, body: { threadId: secret } }
  },
  {
    status: 415,
    code: 'unsupported-charset',
    sent: { headers: { 'Content-Type': `application/json; charset=${secret}` }, body: { threadId: secret } }
  },
  {
    status: 415,
    code: 'unsupported-encoding',
    sent: { headers: { 'Content-Encoding': secret }, body: { threadId: secret } }
  },
  {
    status: 500,
    code: 'body-unavailable',
    before: [
      (req, _res, next) => {
        req.resume().on('end', next)
      }
    ],
    sent: { body: { threadId: secret } }
  }
]

describe.each(rows)('$status $code', ({ status, code, options = {}, before = [], sent, pointers }) => {
  const appWith = (more: RunInputOptions = {}) =>
    createApp({ options: { ...options, ...more }, before: [cors, ...before] })

  it('is one line of problem JSON that repeats nothing, under the headers that were set before', async () => {
    const { app, runs } = appWith()
    const answer = await ask(app, sent)
    expect(verdict(answer)).toBe(`${status} ${code}`)
    expect(misshapen(answer)).toBeUndefined()
    expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/4711|<html|node_modules|readBody|\.ts:/i)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      vary: 'Origin',
      'x-request-id': '7'
    })
    expect(answer.headers.allow).toBe(status === 405 ? 'POST' : undefined)
    expect(problemOf(answer).errors?.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(runs).toEqual([])
  })

  it.each([
    ['application/problem+json', '*/*'],
    ['application/problem+json', 'text/html, application/xhtml+xml, */*;q=0.8'],
    ['application/problem+json', 'application/*'],
    ['application/problem+json', 'application/problem+json'],
    ['application/json', 'text/event-stream'],
    ['application/json', 'text/event-stream, application/vnd.ag-ui.event+proto'],
    ['application/json', 'application/json'],
    ['application/json', 'application/json, */*;q=0'],
    ['application/json', 'not a media type']
  ])('is %s to a client that accepts %s', async (mediaType, accept) => {
    const answer = await ask(appWith().app, { ...sent, headers: { ...sent.headers, Accept: accept } })
    expect(answer.headers['content-type']).toBe(mediaType)
    expect(verdict(answer)).toBe(`${status} ${code}`)
  })

  it('is shown to onRejection once, and no more than that', async () => {
    const onRejection = vi.fn()
    const answer = await ask(appWith({ onRejection }).app, sent)
    expect(onRejection).toHaveBeenCalledTimes(1)
    const [rejection, req] = onRejection.mock.lastCall as [RunInputRejection, express.Request]
    expect(rejection).toBeInstanceOf(RunInputRejection)
    expect(JSON.parse(JSON.stringify(rejection))).toEqual(problemOf(answer))
    expect(req.path).toBe('/agent')
  })

  it("goes to the app's own error handlers with refuse: 'next'", async () => {
    const { app } = appWith({ refuse: 'next' })
    app.use(((error, _req, res, next) => {
      if (!(error instanceof RunInputRejection)) next(error)
      else res.status(error.status).set(error.headers).send(`${error.name} ${error.code}`)
    }) satisfies ErrorRequestHandler)
    expect(await ask(app, sent)).toMatchObject({ status, text: `RunInputRejection ${code}` })
  })

  it('is the same from problemHandler', async () => {
    const { app } = appWith({ refuse: 'next' })
    app.use(problemHandler())
    expect(await ask(app, sent)).toMatchObject({ text: (await ask(appWith().app, sent)).text, status })
  })
})

describe('other methods', () => {
  const inRoute = () => {
    const { app } = createApp()
    return app
  }
  const inUse = () => {
    const app = express()
    app.use('/agent', runInput({ onRejection: false }), (req, res) => {
      res.send(`mine: ${req.method}`)
    })
    return app
  }
  const typed = () => {
    const app = express()
    app.use(
      '/agent',
      runInput({ onRejection: false }, run => run.input)
    )
    app.use((req, res) => {
      res.send(`mine: ${req.method}`)
    })
    return app
  }

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('such as %s are refused in a route, naming POST', async method => {
    const answer = await ask(inRoute(), { method })
    expect(verdict(answer)).toBe('405 method-not-allowed')
    expect(answer.headers.allow).toBe('POST')
  })

  it('such as HEAD are refused in a route without a body', async () => {
    expect(await ask(inRoute(), { method: 'HEAD' })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      text: ''
    })
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('such as %s go on under app.use', async method => {
    for (const app of [inUse(), typed()]) {
      expect(await ask(app, { method })).toMatchObject({ status: 200, text: `mine: ${method}` })
    }
  })

  it('such as HEAD go on under app.use', async () => {
    expect(await ask(inUse(), { method: 'HEAD' })).toMatchObject({ status: 200, headers: { 'content-length': '10' } })
  })

  it('such as OPTIONS go on in a route too', async () => {
    const { app } = createApp({ after: (_req, res) => res.status(204).end() })
    expect((await ask(app, { method: 'OPTIONS' })).status).toBe(204)
  })
})

describe('the line on the console', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const linesOf = async (options: RunInputOptions, sent: Row['sent']) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    warn.mockClear()
    const app = express()
    app.post('/agent', runInput(options))
    await ask(app, sent)
    return warn.mock.calls.map(([line]) => String(line))
  }

  it('says what the client got, in short', async () => {
    expect(await linesOf({}, {})).toEqual([
      'express-ag-ui: refused with 400 empty-body: The body is empty; send one RunAgentInput as JSON.'
    ])
    expect(await linesOf({}, { body: { messages: [1, 2] } })).toEqual([
      'express-ag-ui: refused with 400 malformed-input: The body is not an AG-UI 1.0 run input. /messages/0 must be an object, but it is a number. There are 3 more faults; see errors. [4 faults: /messages/0 /messages/1 /threadId …]'
    ])
    expect(await linesOf({}, { body: '5' })).toHaveLength(1)
    expect(await linesOf({}, { body: '[]' })).toEqual([expect.stringContaining('The body must be an object')])
  })

  it('is not written when onRejection is false, or somebody else is told', async () => {
    expect(await linesOf({ onRejection: false }, {})).toEqual([])
    expect(await linesOf({ onRejection: () => undefined }, {})).toEqual([])
  })

  it('is short whatever is wrong, and one line', async () => {
    const name = '\u001b[31m\r\n\u202e\ud800'
    const roles = Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, role: 'user', content: 1, [name]: 1 }))
    const [line = '', ...others] = await linesOf({ onWarning: false }, { body: { ...minimal, messages: roles } })
    expect(others).toEqual([])
    expect(line.length).toBeLessThan(500)
    expect(line).toMatch(/^[\x20-\x7e…]*$/)
  })

  it('tells the warnings of a refused request too', async () => {
    const onWarning = vi.fn()
    await linesOf({ onWarning }, { body: { ...minimal, thread_id: 't', threadId: undefined } })
    expect(onWarning).toHaveBeenCalledTimes(1)
    expect(onWarning.mock.lastCall?.[0]).toMatchObject({ code: 'unrecognised-member', pointer: '/thread_id' })
  })
})

describe('an answer', () => {
  const problems = { ...minimal, messages: Array.from({ length: 5000 }, () => ({ role: 'user', ['m'.repeat(70)]: 1 })) }

  it('is bounded, and one line, whatever the app says of spaces', async () => {
    const { app } = createApp()
    app.set('json spaces', 2)
    app.set('json escape', true)
    const answer = await ask(app, { body: problems })
    expect(misshapen(answer)).toBeUndefined()
    const { errors = [], more = 0, warnings = [] } = problemOf(answer)
    expect(errors.length).toBeGreaterThan(50)
    expect(errors.length + more).toBe(10_000)
    expect(warnings.at(-1)).toMatchObject({ code: 'more-warnings' })
  })

  it('can be compressed by a middleware in front', async () => {
    const app = createApp({
      before: [
        (_req, res, next) => {
          const end = res.end.bind(res) as (chunk: unknown) => typeof res
          res.end = (chunk: unknown) => {
            res.setHeader('X-Length', String(Buffer.byteLength(String(chunk))))
            return end(String(chunk).toUpperCase())
          }
          next()
        }
      ]
    }).app
    const answer = await ask(app, {})
    expect(answer.headers['x-length']).toBe(answer.headers['content-length'])
    expect(answer.text).toContain('"CODE":"EMPTY-BODY"')
  })

  it('is left to the error handlers when another one has begun', async () => {
    const errors: Array<unknown> = []
    const { app } = createApp({
      before: [
        (_req, res, next) => {
          res.write('early')
          next()
        }
      ]
    })
    app.use(((error, _req, res, _next) => {
      errors.push(error)
      res.end()
    }) satisfies ErrorRequestHandler)
    expect((await ask(app, {})).text).toBe('early')
    expect(errors).toEqual([expect.objectContaining({ code: 'empty-body' })])
  })
})

describe('problemHandler', () => {
  const handling = (before: ReadonlyArray<RequestHandler>, after: ReadonlyArray<ErrorRequestHandler> = []) => {
    const { app } = createApp({ before })
    app.use(problemHandler(), ...after)
    return app
  }
  const foreign: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
    res.status(418).send(error instanceof Error ? error.message : String(error))
  }

  it.each<[string, number, string, RequestHandler, Row['sent']]>([
    ['no JSON', 400, 'malformed-json', express.json(), { body: '{' }],
    ['too much', 413, 'body-too-large', express.json({ limit: 9 }), { body: minimal }],
    [
      'a foreign charset',
      415,
      'unsupported-charset',
      express.json(),
      { body: minimal, headers: { 'Content-Type': 'application/json; charset=latin1' } }
    ],
    [
      'a foreign encoding',
      415,
      'unsupported-encoding',
      express.json(),
      { body: minimal, headers: { 'Content-Encoding': 'utf-8' } }
    ],
    ['bad gzip', 400, 'malformed-json', express.json(), { body: minimal, headers: { 'Content-Encoding': 'gzip' } }]
  ])(
    'renders what an earlier parser threw of %s, and says so on the console',
    async (_, status, code, parser, sent) => {
      const lines = vi.spyOn(console, 'warn').mockReturnValue()
      onTestFinished(() => {
        expect(lines.mock.calls).toEqual([[expect.stringContaining(`refused with ${status} ${code}`)]])
        lines.mockRestore()
      })
      const answer = await ask(handling([cors, parser]), sent)
      expect(verdict(answer)).toBe(`${status} ${code}`)
      expect(misshapen(answer)).toBeUndefined()
      expect(answer.headers['access-control-allow-origin']).toBe('https://app.example')
      expect(answer.text).not.toContain('t1')
    }
  )

  it.each([
    ['request.size.invalid', 400, '400 malformed-json'],
    ['request.aborted', 400, '400 malformed-json'],
    ['stream.not.readable', 500, '500 body-unavailable'],
    ['stream.encoding.set', 500, '500 body-unavailable']
  ])('renders the %s of a parser', async (type, status, expected) => {
    const fail: RequestHandler = (_req, _res, next) => {
      next(Object.assign(new Error('x'), { type, status }))
    }
    expect(verdict(await ask(handling([fail]), {}))).toBe(expected)
  })

  it('renders a body that was too large for a limit nobody tells', async () => {
    const large = Object.assign(new Error('x'), { type: 'entity.too.large', status: 413 })
    const answer = await ask(
      handling([
        (_req, _res, next) => {
          next(large)
        }
      ]),
      {}
    )
    expect(problemOf(answer).detail).toBe('The body is larger than the limit; send large files by URL or file handle.')
  })

  it('passes on nothing, and knows a parser by what it says', () => {
    const next = vi.fn()
    problemHandler()(null, {} as never, {} as never, next)
    expect(next).toHaveBeenCalledWith(null)
  })

  it('renders no JSON of which nobody says more', async () => {
    const bare: RequestHandler = (_req, _res, next) => {
      next({ type: 'entity.parse.failed' })
    }
    expect(verdict(await ask(handling([bare]), {}))).toBe('400 malformed-json')
  })

  it("renders another copy's rejections", async () => {
    vi.resetModules()
    const other = await import('../../lib/index.js')
    expect(other.RunInputRejection).not.toBe(RunInputRejection)
    const app = express()
    app.all('/agent', other.runInput({ refuse: 'next', onRejection: false }) as unknown as RequestHandler)
    app.use(problemHandler())
    const answer = await ask(app, { method: 'PUT' })
    expect(verdict(answer)).toBe('405 method-not-allowed')
    expect(answer.headers.allow).toBe('POST')
  })

  it.each<[string, unknown]>([
    ['an error', new Error('mine')],
    ['an error with a status', Object.assign(new Error('mine'), { status: 400 })],
    ["an error with a code of Node's", Object.assign(new Error('mine'), { status: 400, code: 'ERR_INVALID_URL' })],
    ['an error with another type', Object.assign(new Error('mine'), { type: 'entity.verify.failed', status: 403 })],
    ['text', 'mine'],
    ['an error called like ours', Object.assign(new Error('mine'), { name: 'RunInputRejection' })]
  ])('passes on %s', async (_, error) => {
    const fail: RequestHandler = (_req, _res, next) => {
      next(error)
    }
    expect(await ask(handling([fail], [foreign]), {})).toMatchObject({ status: 418, text: 'mine' })
  })
})
