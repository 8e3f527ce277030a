/** The five by hand, and the one that runs them: what each needs of the one before it, and what a host may do in between. */
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { describe, expect, it, vi } from 'vitest'
import {
  answerInterrupts,
  decodeInput,
  downgradeContent,
  readBody,
  reportWarnings,
  runInput,
  type AgentRun,
  type RunHandler,
  type RunInputHandler,
  type RunInputOptions
} from '../../lib/index.js'
import { createApp } from './createApp.js'
import { ask, minimal, verdict, withParts } from './wire.js'

const quiet = { onWarning: false, onRejection: false } as const

const five = () => ({
  readBody: readBody(quiet),
  decodeInput: decodeInput(quiet),
  downgradeContent: downgradeContent({ accepts: [] }),
  answerInterrupts: answerInterrupts({ ...quiet, openInterrupts: () => ['i1'] }),
  reportWarnings: reportWarnings({ onWarning: false })
})

const showing: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res.status(599).send(error instanceof Error ? error.message : String(error))
}

const image = { type: 'image', source: { type: 'url', value: 'https://x', mimeType: 'image/png' } }
const user = (id: string, ...content: ReadonlyArray<object>) => ({ id, role: 'user', content })

describe('the five by hand', () => {
  it('do what runInput does', async () => {
    const body = { ...withParts(image), extra: 1, resume: [{ interruptId: 'i2', status: 'resolved' }] }
    const byHand = createApp({ chain: Object.values(five()) })
    const whole = createApp({ options: { accepts: [], openInterrupts: () => ['i1'] } })
    expect(await ask(byHand.app, { body })).toMatchObject({ text: (await ask(whole.app, { body })).text })
    const [run, same] = [byHand.runs[0], whole.runs[0]]
    expect(run?.openInterrupts).toEqual(['i1'])
    expect({ ...run, signal: 0, warn: 0 }).toEqual({ ...same, signal: 0, warn: 0 })
  })

  it('tell of two answers to one interrupt where the host keeps no list of them (M14)', async () => {
    const entry = { interruptId: 'i1', status: 'resolved' }
    const { app, runs } = createApp({ chain: Object.values({ ...five(), answerInterrupts: answerInterrupts(quiet) }) })
    await ask(app, { body: { ...minimal, resume: [entry, entry] } })
    expect(runs[0]?.warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'duplicate-resume-entry /resume/1'
    ])
  })

  it('let a host filter messages between them, and still point into the body as sent', async () => {
    const { readBody: read, decodeInput: decode, ...rest } = five()
    const filter: RequestHandler = (req, _res, next) => {
      const { input } = req.agui
      req.agui.input = { ...input, messages: input.messages.filter(({ id }) => id !== 'drop') }
      next()
    }
    const { app, runs } = createApp({ chain: [read, decode, filter, ...Object.values(rest)] })
    const messages = [user('drop', image), user('u2', { type: 'text', text: 'hi' }, image), user('u3', image)]
    expect((await ask(app, { body: { ...minimal, messages } })).status).toBe(200)
    const [run] = runs
    expect(run?.input.messages.map(({ id }) => id)).toEqual(['u2', 'u3'])
    expect(run?.received.messages.map(({ id }) => id)).toEqual(['drop', 'u2', 'u3'])
    expect(run?.warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'unusable-part /messages/1/content/1',
      'unusable-part /messages/2/content/0',
      'uncovered-interrupt '
    ])
  })

  it('go on with the run that a host put in the place of theirs', async () => {
    const { readBody: read, decodeInput: decode, ...rest } = five()
    const swap: RequestHandler = (req, _res, next) => {
      req.agui = { ...req.agui, input: { ...req.agui.input, runId: 'mine' } }
      next()
    }
    const between = Object.values(rest).flatMap(stage => [swap, stage])
    const { app, runs } = createApp({ chain: [read, decode, ...between] })
    await ask(app, { body: withParts(image) })
    expect(runs[0]?.input.runId).toBe('mine')
    expect(runs[0]?.warnings.map(({ code }) => code)).toEqual(['unusable-part', 'uncovered-interrupt'])
  })

  it('leave the JSON of a text in req.body', async () => {
    const bodies: Array<unknown> = []
    const text: RequestHandler = (req, _res, next) => {
      req.body = JSON.stringify(minimal)
      next()
    }
    const look: RequestHandler = (req, _res, next) => {
      bodies.push(req.body)
      next()
    }
    const { readBody: read, ...rest } = five()
    await ask(createApp({ before: [text], chain: [read, look, ...Object.values(rest)] }).app, { body: minimal })
    expect(bodies).toEqual([minimal])
  })

  it('hand on what goes wrong with a body that cannot be replaced, as no fault of the client', async () => {
    const frozen: RequestHandler = (req, _res, next) => {
      Object.defineProperty(req, 'body', { get: () => JSON.stringify(minimal) })
      next()
    }
    const { app } = createApp({ before: [frozen] })
    app.use(showing)
    expect(await ask(app, { body: minimal })).toMatchObject({
      status: 599,
      text: expect.stringMatching(/body/) as string
    })
  })

  it('decode what a host put in the place of the body', async () => {
    const { readBody: read, ...rest } = five()
    const swap: RequestHandler = (req, _res, next) => {
      req.body = { ...(req.body as object), threadId: 'mine' }
      next()
    }
    const { app, runs } = createApp({ chain: [read, swap, ...Object.values(rest)] })
    await ask(app, { body: minimal })
    expect(runs[0]?.input.threadId).toBe('mine')
  })

  it("downgrade a host's own messages too, pointing at the list", async () => {
    const { readBody: read, decodeInput: decode, ...rest } = five()
    const add: RequestHandler = (req, _res, next) => {
      req.agui.input.messages = [...req.agui.input.messages, user('mine', image) as never]
      next()
    }
    const { app, runs } = createApp({ chain: [read, decode, add, ...Object.values(rest)] })
    await ask(app, { body: minimal })
    expect(runs[0]?.input.messages).toEqual([user('mine')])
    expect(runs[0]?.warnings[0]).toMatchObject({ code: 'unusable-part', pointer: '/messages' })
  })

  it('keep one signal, and pass on what is none of their business', async () => {
    const signals = new Set<AbortSignal>()
    const look: RequestHandler = (req, _res, next) => {
      signals.add(req.agui.signal)
      next()
    }
    const { readBody: read, decodeInput: decode, ...rest } = five()
    const handlers = [read, decode, ...Object.values(rest).flatMap(stage => [look, stage]), look]
    await ask(createApp({ chain: handlers }).app, { body: minimal })
    expect(signals.size).toBe(1)
    const app = express()
    app.use(...(Object.values(five()) as unknown as ReadonlyArray<RequestHandler>), (req, res) => {
      res.send(typeof req.agui)
    })
    expect((await ask(app, { method: 'GET' })).text).toBe('undefined')
  })

  it('are called by their names', () => {
    expect(Object.values(five()).map(({ name }) => name)).toEqual([
      'readBodyMiddleware',
      'decodeInputMiddleware',
      'downgradeContentMiddleware',
      'answerInterruptsMiddleware',
      'reportWarningsMiddleware'
    ])
    expect(runInput().name).toBe('runInput')
  })
})

describe('a host that is asked', () => {
  const swapping =
    <A>(answer: A) =>
    (req: Request): A => {
      req.agui = { ...req.agui, input: { ...req.agui.input, runId: 'mine' } }
      return answer
    }

  it.each<[string, RunInputOptions, string]>([
    ['accepts', { accepts: swapping([]) }, 'unusable-part'],
    ['fileProviders', { fileProviders: swapping([]), accepts: [] }, 'unusable-part'],
    ['canUse', { canUse: (_part, { req }) => swapping(false)(req) }, 'unusable-part'],
    ['openInterrupts', { openInterrupts: (_input, req) => swapping(['i1'])(req) }, 'uncovered-interrupt']
  ])('may put another run in the place of ours: %s', async (_name, options, code) => {
    const { app, runs } = createApp({ options })
    await ask(app, { body: withParts(image) })
    expect(runs[0]?.input.runId).toBe('mine')
    expect(runs[0]?.warnings.map(warning => warning.code)).toEqual([code])
  })
})

describe('a stage without the one before it', () => {
  const names = ['readBody', 'decodeInput', 'downgradeContent', 'answerInterrupts', 'reportWarnings'] as const
  const chainOf = (left: ReadonlyArray<(typeof names)[number]>) => {
    const { app } = createApp({ chain: left.map(name => five()[name]) })
    app.use(showing)
    return app
  }

  it.each(names.slice(1).map((name, i) => [name, names[i] ?? name] as const))(
    'goes to the error handlers: %s names %s',
    async (name, missing) => {
      const told = `express-ag-ui: ${name}() has to come right after ${missing}(), which has not run`
      const without = names.filter(each => each !== missing)
      const first = without.find((_, i) => without[i] !== names[i]) ?? name
      expect(first).toBe(name)
      expect(await ask(chainOf(without), { body: minimal })).toMatchObject({ status: 599, text: told })
      expect(await ask(chainOf([name]), { body: minimal })).toMatchObject({ status: 599, text: told })
    }
  )

  it('goes there also when it is mounted twice', async () => {
    const answer = await ask(chainOf(['readBody', 'decodeInput', 'decodeInput']), { body: minimal })
    expect(answer.status).toBe(599)
  })
})

describe('the package loaded twice', () => {
  it('works as one', async () => {
    vi.resetModules()
    const other = await import('../../lib/index.js')
    expect(other.readBody).not.toBe(readBody)
    const chain = [
      other.readBody(quiet),
      decodeInput(quiet),
      other.downgradeContent({ accepts: [], canUse: () => true }),
      answerInterrupts(quiet),
      other.reportWarnings({ onWarning: false })
    ]
    const { app, runs } = createApp({ chain })
    expect((await ask(app, { body: withParts(image) })).status).toBe(200)
    expect(runs[0]?.warnings.map(({ pointer }) => pointer)).toEqual(['/messages/0/content/0'])
  })

  it('twice on one request begins anew', async () => {
    const { app, runs } = createApp({ chain: [runInput({ ...quiet, accepts: [] }), runInput(quiet)] })
    expect((await ask(app, { body: withParts(image) })).status).toBe(200)
    expect(runs[0]?.input.messages).toEqual(withParts(image).messages)
  })
})

describe('the typed handler', () => {
  const appOf = (handler: RunHandler) => {
    const app = express()
    app.post('/agents/:id', runInput(quiet, handler))
    app.use(showing)
    return app
  }
  const path = '/agents/a%2F7'

  it('is given the run, the request with its params, the response and next', async () => {
    const runs: Array<AgentRun> = []
    const handler = vi.fn<RunHandler>((run, req, res) => {
      expect(run).toBe(req.agui)
      runs.push(run)
      res.json(req.params)
    })
    expect(await ask(appOf(handler), { path, body: minimal })).toMatchObject({ status: 200, text: '{"id":"a/7"}' })
    expect(runs).toHaveLength(1)
  })

  it.each<[string, string, RunHandler]>([
    [
      'it throws',
      'mine',
      () => {
        throw new Error('mine')
      }
    ],
    ['its promise is rejected', 'mine', () => Promise.reject(new Error('mine'))],
    [
      'its promise is rejected later',
      'mine',
      async () => {
        await Promise.resolve()
        throw new Error('mine')
      }
    ],
    [
      'its thenable is rejected',
      'mine',
      () => ({
        then: (_: unknown, reject: (reason: unknown) => void) => {
          reject(new Error('mine'))
        }
      })
    ],
    [
      'its promise is rejected with nothing',
      'express-ag-ui: a promise was rejected without a reason',
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      () => Promise.reject()
    ],
    [
      'it calls next with an error',
      'mine',
      (_run, _req, _res, next) => {
        next(new Error('mine'))
      }
    ]
  ])('goes to the error handlers when %s', async (_, text, handler) => {
    expect(await ask(appOf(handler), { path, body: minimal })).toMatchObject({ status: 599, text })
    const { app } = createApp({ chain: [express.json(), runInput(quiet, handler)] })
    app.use(showing)
    expect(await ask(app, { body: minimal })).toMatchObject({ status: 599, text })
  })

  it('may go on', async () => {
    const app = express()
    app.post('/agent', runInput(quiet, (_run, _req, _res, next) => next()) as unknown as RequestHandler, (req, res) => {
      res.send(req.agui.input.threadId)
    })
    expect((await ask(app, { body: minimal })).text).toBe('t1')
  })

  it('is not asked when the input is refused', async () => {
    const handler = vi.fn()
    expect(verdict(await ask(appOf(handler), { path, body: {} }))).toBe('400 malformed-input')
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('options', () => {
  const creators: Readonly<Record<string, (options: never) => RunInputHandler>> = {
    readBody,
    decodeInput,
    downgradeContent,
    answerInterrupts,
    reportWarnings,
    runInput
  }

  it.each(Object.entries(creators))(
    'that %s does not have throw when it is made, naming those it has',
    (name, create) => {
      for (const misspelt of ['acceptss', 'Limit', 'onwarning', '__proto__', 'constructor', 'toString']) {
        const options = JSON.parse(`{ ${JSON.stringify(misspelt)}: 1 }`) as never
        expect(() => create(options)).toThrow(TypeError)
        expect(() => create(options)).toThrow(`${name}: there is no option "${misspelt}"; it takes `)
      }
      for (const wrong of [null, 5, 'x', () => undefined]) expect(() => create(wrong as never)).toThrow(TypeError)
    }
  )

  it.each(Object.entries(creators))('that are undefined are as good as absent to %s', (_, create) => {
    const known = /it takes (.*)$/.exec(thrownBy(() => create({ '': 1 } as never)))?.[1]?.split(', ') ?? []
    expect(known.length).toBeGreaterThan(0)
    expect(() => create(Object.fromEntries(known.map(name => [name, undefined])) as never)).not.toThrow()
    for (const name of known) {
      for (const bad of [{}, Symbol('x'), -1.5]) {
        if (name === 'initialState' && typeof bad !== 'symbol') continue
        expect(() => create({ [name]: bad } as never), name).toThrow(`the option "${name}" must be `)
      }
    }
  })

  it('of one stage are none of another', () => {
    expect(() => readBody({ accepts: [] } as never)).toThrow(TypeError)
    expect(() => decodeInput({ limit: 1 } as never)).toThrow(TypeError)
    expect(() => downgradeContent({ onWarning: false } as never)).toThrow(TypeError)
    expect(() => answerInterrupts({ roles: [] } as never)).toThrow(TypeError)
    expect(() => reportWarnings({ maxWarnings: 1 } as never)).toThrow(TypeError)
  })

  it('are not the handler', () => {
    expect(() => runInput({}, 'handler' as never)).toThrow('runInput: the handler must be a function')
    expect(() => runInput((() => undefined) as never)).toThrow(TypeError)
  })
})

const thrownBy = (f: () => unknown): string => {
  try {
    f()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
