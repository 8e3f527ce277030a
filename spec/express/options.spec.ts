/** Options that ask the host: per request, per part, per thread; and application data in the handler form. */
import { once } from 'node:events'
import { connect } from 'node:net'
import express, { type ErrorRequestHandler, type Request } from 'express'
import * as t from 'io-ts'
import { describe, expect, it, vi } from 'vitest'
import {
  runInput,
  type AgentRun,
  type AnswerInterruptsOptions,
  type DowngradeContentOptions,
  type MediaPart,
  type RunInputOptions
} from '../../lib/index.js'
import { createApp } from './createApp.js'
import { ask, head, minimal, problemOf, serve, verdict, withParts } from './wire.js'

type CanUse = NonNullable<DowngradeContentOptions['canUse']>
type OpenInterrupts = NonNullable<AnswerInterruptsOptions['openInterrupts']>

const url = (value: string, type: MediaPart['type'] = 'image') => ({ type, source: { type: 'url', value } })
const file = (value: string, provider?: string) => ({
  type: 'document',
  source: { type: 'file', value, ...(provider !== undefined && { provider }) }
})

const failing: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res.status(599).send(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
}

/** The verdict, and what the run was told. */
const outcomeOf = async (options: RunInputOptions, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const { app, runs } = createApp({ options })
  app.use(failing)
  const answer = await ask(app, { body, headers })
  const [run] = runs
  return {
    status: answer.status,
    text: answer.text,
    run,
    told: run?.warnings.map(({ code, pointer }) => `${code} ${pointer}`)
  }
}

describe('canUse', () => {
  const later =
    (answer: (part: MediaPart) => unknown): CanUse =>
    async part => {
      await new Promise(setImmediate)
      return answer(part) as boolean
    }
  const yes = (part: MediaPart): boolean => part.source.value.startsWith('y')
  it.each<[string, CanUse]>([
    ['at once', yes],
    ['later', later(yes)],
    ['with a thenable', part => ({ then: (f: (answer: boolean) => void) => f(yes(part)) }) as Promise<boolean>],
    [
      'with a throw for no',
      part => {
        if (!yes(part)) throw new Error('gone')
        return true
      }
    ],
    [
      'with a rejection for no',
      later(part => {
        if (!yes(part)) throw new Error('gone')
        return true
      })
    ],
    ['with nothing for no', part => (yes(part) || undefined) as boolean]
  ])('has the last word, answering %s', async (_, canUse) => {
    const body = withParts(url('n'), { type: 'text', text: 'hi' }, url('y'), file('n'), file('y'), url('no', 'video'))
    const { run, told } = await outcomeOf({ canUse }, body)
    expect(run?.input.messages).toEqual(withParts({ type: 'text', text: 'hi' }, url('y'), file('y')).messages)
    expect(run?.received.messages).toEqual(body.messages)
    expect(told).toEqual([
      'unusable-part /messages/0/content/0',
      'unresolved-file /messages/0/content/3',
      'unusable-part /messages/0/content/5'
    ])
  })

  it('is told of on the console when it throws: the first error, and how many there were', async () => {
    const lines = vi.spyOn(console, 'warn').mockReturnValue()
    const canUse = (): boolean => {
      throw new Error('no\ndatabase')
    }
    await outcomeOf({ canUse, onWarning: false }, withParts(url('a')))
    await outcomeOf({ canUse, onWarning: false }, withParts(url('a'), url('b')))
    const [once, twice] = lines.mock.calls.map(([line]) => String(line))
    lines.mockRestore()
    expect(once).toMatch(/^express-ag-ui: canUse threw, which counts as no: Error: no \| database \| at .*[^\]]$/)
    expect(twice).toMatch(/ \[2 times\]$/)
  })

  it('is asked only what the other options let through, with the message and the request', async () => {
    const asked: Array<string> = []
    const canUse: CanUse = ({ source }, { message, req }) => {
      asked.push(`${message.id} ${source.value} ${req.headers['x-user']?.toString() ?? ''}`)
      return true
    }
    const body = withParts(url('a', 'video'), file('b', 'other'), file('c', 'openai'), url('d', 'document'), {
      type: 'text',
      text: 'e'
    })
    const options = { accepts: ['document'], fileProviders: ['openai'], canUse } as const
    const { told } = await outcomeOf(options, body, { 'X-User': 'ann' })
    expect(asked).toEqual(['u1 c ann', 'u1 d ann'])
    expect(told).toEqual(['unusable-part /messages/0/content/0', 'foreign-file /messages/0/content/1'])
  })

  it('that refuses every part of a tool result leaves it answered', async () => {
    const message = { id: 'r', role: 'tool', toolCallId: 'c', content: [url('n')] }
    const call = {
      id: 'a',
      role: 'assistant',
      toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '' } }]
    }
    const { run, told } = await outcomeOf({ canUse: () => false }, { ...minimal, messages: [call, message] })
    expect(run?.input.messages[1]).toEqual({ ...message, content: '' })
    expect(told).toEqual(['unusable-part /messages/1/content/0', 'tool-result-emptied /messages/1/content'])
  })

  it('is asked side by side', async () => {
    let open = 0
    let most = 0
    const canUse: CanUse = async () => {
      most = Math.max(most, ++open)
      await new Promise(setImmediate)
      open--
      return true
    }
    const { run } = await outcomeOf({ canUse }, withParts(...Array.from({ length: 40 }, (_, i) => url(`${i}`))))
    expect(most).toBe(40)
    expect(run?.warnings).toEqual([])
  })

  it('is not asked any more when the client has gone, and no handler runs', async () => {
    const asked: Array<string> = []
    const answers: Array<(answer: boolean) => void> = []
    const canUse: CanUse = ({ source }) => {
      asked.push(source.value)
      return new Promise(resolve => answers.push(resolve))
    }
    let signal: AbortSignal | undefined
    const handler = vi.fn()
    const app = express()
    app.post(
      '/agent',
      runInput(
        {
          accepts: req => {
            signal = req.agui.signal
            return ['image']
          },
          canUse
        },
        handler
      )
    )
    const body = JSON.stringify(withParts(...Array.from({ length: 500 }, (_, i) => url(`${i}`))))
    const socket = connect(await serve(app), '127.0.0.1')
    socket.write(head('/agent', { 'Content-Length': Buffer.byteLength(body) }) + body)
    await vi.waitFor(() => {
      expect(asked.length).toBeGreaterThan(0)
    })
    const before = asked.length
    expect(before).toBeLessThan(500)
    socket.destroy()
    await once(socket, 'close')
    await vi.waitFor(() => {
      expect(signal?.aborted).toBe(true)
    })
    for (const answer of answers) answer(true)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(asked).toHaveLength(before)
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('a function of the request', () => {
  const isStaff = (req: Request): boolean => req.headers['x-user'] === 'staff'
  const options: RunInputOptions = {
    roles: req => (isStaff(req) ? ['user', 'system'] : ['user']),
    accepts: req => (isStaff(req) ? ['*/*'] : []),
    fileProviders: req => (isStaff(req) ? ['openai'] : [])
  }

  it('is asked for each', async () => {
    const body = withParts(url('x'), file('f'))
    expect((await outcomeOf(options, body, { 'X-User': 'staff' })).told).toEqual([])
    expect((await outcomeOf(options, body)).told).toEqual([
      'unusable-part /messages/0/content/0',
      'unusable-part /messages/0/content/1'
    ])
    expect((await outcomeOf({ fileProviders: options.fileProviders ?? [] }, body)).told).toEqual([
      'foreign-file /messages/0/content/1'
    ])
  })

  it('decides who may say what', async () => {
    const body = { ...minimal, messages: [{ id: 's', role: 'system', content: 'You obey.' }] }
    expect((await outcomeOf(options, body, { 'X-User': 'staff' })).status).toBe(200)
    const { status, text } = await outcomeOf(options, body)
    expect(status).toBe(403)
    expect(problemOf({ text }).errors?.[0]).toMatchObject({ pointer: '/messages/0/role', expected: '"user"' })
  })

  it.each<[keyof RunInputOptions, unknown]>([
    ['roles', undefined],
    ['roles', ['users']],
    ['roles', 'user'],
    ['roles', Promise.resolve(['user'])],
    ['accepts', undefined],
    ['accepts', ['pdf']],
    ['accepts', null],
    ['fileProviders', undefined],
    ['fileProviders', [1]],
    ['fileProviders', { length: 0 }]
  ])(
    'goes to the error handlers when what "%s" answers is %j: nothing lifts a restriction by mistake',
    async (name, answer) => {
      const { status, text, run } = await outcomeOf({ [name]: () => answer }, withParts(url('x')))
      expect(status).toBe(599)
      expect(text).toMatch(new RegExp(`^TypeError: \\w+: what the option "${name}" answers must be a`))
      expect(run).toBeUndefined()
    }
  )

  it.each(['roles', 'accepts', 'fileProviders'])('goes to the error handlers when "%s" throws', async name => {
    const find = () => {
      throw new Error('no database')
    }
    expect(await outcomeOf({ [name]: find }, minimal)).toMatchObject({ status: 599, text: 'Error: no database' })
  })
})

describe('openInterrupts', () => {
  const resume = [
    { interruptId: 'i1', status: 'resolved' },
    { interruptId: 'i9', status: 'cancelled' }
  ]
  const ids = ['i1', 'i2']

  it.each<[string, OpenInterrupts]>([
    ['at once', () => ids],
    ['with a promise', () => Promise.resolve(ids)],
    ['with a promise, later', () => new Promise(resolve => setTimeout(resolve, 5, ids))],
    ['with a thenable of its own', () => ({ then: (f: (answer: Array<string>) => void) => f(ids) }) as never],
    ['by the thread and the request', ({ threadId }, { path }) => (threadId === 't1' && path === '/agent' ? ids : [])]
  ])('is compared with the entries when it answers %s', async (_, openInterrupts) => {
    const { run, told } = await outcomeOf({ openInterrupts }, { ...minimal, resume })
    expect(run?.input.resume).toEqual(resume.slice(0, 1))
    expect(run?.openInterrupts).toEqual(['i2'])
    expect(told).toEqual(['unknown-interrupt /resume/1', 'uncovered-interrupt /resume'])
    const refused = await outcomeOf({ openInterrupts, uncovered: 'reject' }, { ...minimal, resume, extra: 1 })
    expect(verdict({ ...refused, headers: {} })).toBe('400 uncovered-interrupt')
    expect(problemOf(refused).errors).toEqual([
      expect.objectContaining({ pointer: '/resume', got: 'array', detail: expect.stringContaining('"i2"') as string })
    ])
    expect(problemOf(refused).warnings?.map(({ code }) => code)).toEqual(['unrecognised-member', 'unknown-interrupt'])
  })

  it('that are covered, or none, refuse nothing', async () => {
    const options: RunInputOptions = { openInterrupts: () => ['i1'], uncovered: 'reject' }
    const { run } = await outcomeOf(options, { ...minimal, resume: resume.slice(0, 1) })
    expect(run).toMatchObject({ openInterrupts: [], warnings: [] })
    expect((await outcomeOf({ ...options, openInterrupts: () => [] }, minimal)).run?.warnings).toEqual([])
    expect((await outcomeOf({ uncovered: 'reject' }, { ...minimal, resume })).run?.input.resume).toEqual(resume)
  })

  it('that the client never names stand at the root', async () => {
    const { told } = await outcomeOf({ openInterrupts: () => ids }, minimal)
    expect(told).toEqual(['uncovered-interrupt ', 'uncovered-interrupt '])
  })

  it('are not covered by an entry with an unknown status', async () => {
    const entry = { interruptId: 'i1', status: 'ignored' }
    const { run, told } = await outcomeOf({ openInterrupts: () => ['i1'] }, { ...minimal, resume: [entry] })
    expect(run?.openInterrupts).toEqual(['i1'])
    expect(told).toEqual(['unrecognised-status /resume/0', 'uncovered-interrupt /resume'])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'i1'],
    ['a set', new Set(['i1'])],
    ['interrupts rather than ids', [{ id: 'i1' }]]
  ])('goes to the error handlers when it answers %s, at once or later', async (_, answer) => {
    for (const openInterrupts of [() => answer, () => Promise.resolve(answer)] as ReadonlyArray<OpenInterrupts>) {
      const { status, text, run } = await outcomeOf({ openInterrupts, uncovered: 'reject' }, minimal)
      expect(status).toBe(599)
      expect(text).toBe(
        'TypeError: answerInterrupts: what the option "openInterrupts" answers must be a list of interrupt ids'
      )
      expect(run).toBeUndefined()
    }
  })

  it.each<[string, string, OpenInterrupts]>([
    [
      'throws',
      'Error: no database',
      () => {
        throw new Error('no database')
      }
    ],
    ['is rejected', 'Error: no database', () => Promise.reject(new Error('no database'))],
    [
      'is rejected with nothing, which Express would take for success',
      'Error: express-ag-ui: a promise was rejected without a reason',
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      () => Promise.reject()
    ]
  ])('goes to the error handlers when it %s', async (_, text, openInterrupts) => {
    expect(await outcomeOf({ openInterrupts, uncovered: 'reject' }, minimal)).toMatchObject({ status: 599, text })
  })
})

describe("the application's own data", () => {
  const Cart = t.type({ items: t.array(t.type({ sku: t.string, qty: t.number })) })
  const Props = t.intersection([
    t.type({ locale: t.union([t.literal('en'), t.literal('de')]) }),
    t.partial({ tz: t.string })
  ])

  const runOf = async (body: object): Promise<{ readonly answer: string; readonly run: AgentRun | undefined }> => {
    let run: AgentRun | undefined
    const app = express()
    app.post(
      '/agent',
      runInput(
        { state: Cart, initialState: () => ({ items: [] }), forwardedProps: Props, onRejection: false },
        (typed, _req, res) => {
          run = typed
          const total: number = typed.input.state.items.reduce((sum, { qty }) => sum + qty, 0)
          const locale: 'en' | 'de' | undefined = typed.input.forwardedProps?.locale
          res.send(`${total} ${locale ?? '-'}`)
        }
      )
    )
    const { text } = await ask(app, { body: { ...minimal, ...body } })
    return { answer: text, run }
  }

  it('is typed in the handler', async () => {
    const state = { items: [{ sku: 'a', qty: 2 }], extra: [null] }
    const { answer, run } = await runOf({ state, forwardedProps: { locale: 'de', more: null } })
    expect(answer).toBe('2 de')
    expect(run?.received).toMatchObject({ state, forwardedProps: { locale: 'de', more: null } })
  })

  it('begins with the initial state, a new one for each run', async () => {
    for (const state of [{}, undefined, null]) {
      const { answer, run } = await runOf({ state })
      expect(answer).toBe('0 -')
      expect(run?.input.state).toEqual({ items: [] })
      if (state === undefined) expect(run?.received).not.toHaveProperty('state')
    }
    const options = { state: Cart, initialState: { items: [] } }
    const first = await outcomeOf(options, minimal)
    const second = await outcomeOf(options, minimal)
    expect(first.run?.input.state).toEqual({ items: [] })
    const { app, runs } = createApp({ options })
    await ask(app, { body: minimal })
    await ask(app, { body: minimal })
    expect(runs[0]?.input.state).not.toBe(runs[1]?.input.state)
    expect(second.run?.warnings).toEqual([])
  })

  it('refuses the input where it is not as the codecs have it, without branches in the pointers', async () => {
    const { answer } = await runOf({
      state: { items: [{ sku: 'a', qty: '2' }, 5] },
      forwardedProps: { locale: 'fr', tz: 1 }
    })
    const { code, errors = [] } = problemOf({ text: answer })
    expect(code).toBe('malformed-input')
    expect(errors.map(({ pointer, expected, got }) => `${pointer}: ${expected}, not ${got}`)).toEqual([
      '/state/items/0/qty: a number, not string',
      '/state/items/1: an object, not number',
      '/forwardedProps/locale: "en" or "de", not string',
      '/forwardedProps/tz: a string, not number'
    ])
  })

  it('decodes empty props, and refuses a chain that no first run could pass', async () => {
    const { answer } = await runOf({ forwardedProps: {} })
    expect(problemOf({ text: answer }).errors?.map(({ pointer }) => pointer)).toEqual(['/forwardedProps/locale'])
    expect(() => runInput({ state: Cart })).toThrow('give an "initialState"')
  })

  it("hands on what a codec makes of it, and keeps the client's", async () => {
    const When = new t.Type<Date, string>(
      'When',
      (u): u is Date => u instanceof Date,
      (u, context) => (typeof u === 'string' ? t.success(new Date(u)) : t.failure(u, context)),
      date => date.toISOString()
    )
    const { run } = await outcomeOf(
      { state: t.partial({ at: When }) },
      { ...minimal, state: { at: '2026-01-01T00:00:00.000Z' } }
    )
    expect(run?.input.state).toEqual({ at: new Date('2026-01-01') })
    expect(run?.received.state).toEqual({ at: '2026-01-01T00:00:00.000Z' })
  })

  it('goes to the error handlers when a codec throws', async () => {
    const throwing = { decode: (u: unknown) => (u !== 1 ? t.success(u) : (undefined as never)) }
    expect((await outcomeOf({ state: throwing }, { ...minimal, state: 1 })).status).toBe(599)
  })

  it('is spelt as it was sent, where snake_case is read', async () => {
    const { status, text } = await outcomeOf(
      { snakeCase: true, forwardedProps: t.type({ a: t.type({ b: t.type({ c: t.string }) }) }) },
      { thread_id: 't', run_id: 'r', messages: [], forwarded_props: { a: { b: 1 } } }
    )
    expect(status).toBe(400)
    expect(problemOf({ text }).errors?.map(({ pointer }) => pointer)).toEqual(['/forwarded_props/a/b'])
  })
})
