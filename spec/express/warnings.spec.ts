/** What the developers are told, and where: nothing of the client's but short names, and no line but one (R10, R105, R106). */
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import type * as Package from '../../lib/index.js'
import type { Warning } from '../../lib/index.js'
import { createApp } from './createApp.js'
import { ask, minimal, withParts } from './wire.js'

let warn: Mock<(...args: ReadonlyArray<unknown>) => void>
/** A package that has told nothing yet: what the process has seen is remembered. */
let fresh: typeof Package

beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.resetModules()
  fresh = await import('../../lib/index.js')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const lines = (): ReadonlyArray<string> =>
  warn.mock.calls.map(args => {
    expect(args).toHaveLength(1)
    return String(args[0])
  })

const ours = (code: Warning['code'], pointer: string): Warning => ({
  code,
  kind: 'downgraded',
  pointer,
  message: `Mine at ${pointer}.`,
  lossy: true
})

const tell = (options: Package.RunInputOptions, body: unknown, ...after: ReadonlyArray<RequestHandler>) =>
  ask(createApp({ chain: [fresh.runInput(options), ...after] }).app, { body })

const image = { type: 'image', source: { type: 'url', value: 'https://secret.example/x.png', mimeType: 'image/png' } }
const video = { type: 'video', source: { type: 'data', value: 'U0VDUkVU', mimeType: 'video/mp4' } }

describe('the line on the console', () => {
  it('counts by code, with three pointers and the sentence when the process sees a code first', async () => {
    const body = { ...withParts(image, image, video, image), model: 'x' }
    await tell({ accepts: [] }, body)
    await tell({ accepts: [] }, body)
    const pointers = '/messages/0/content/0 /messages/0/content/1 /messages/0/content/2'
    expect(lines()).toEqual([
      expect.stringMatching(
        /^express-ag-ui: unrecognised-member x1 at \/model \(AG-UI .*\); unusable-part x4 at \S+ \S+ \S+ \(The agent cannot use .*\)$/
      ),
      `express-ag-ui: unrecognised-member x1 at /model; unusable-part x4 at ${pointers}`
    ])
    expect(lines().join()).not.toMatch(/secret|U0VDUkVU|\/content\/3/)
  })

  it('is not written when there is nothing to tell', async () => {
    await tell({}, minimal)
    expect(lines()).toEqual([])
  })

  it('leaves the remarks on the history out', async () => {
    const message = { id: 'same', role: 'user', content: 'hi' }
    const body = { ...minimal, messages: [message, message, { id: 't', role: 'tool', toolCallId: 'x', content: '' }] }
    await tell({}, body)
    expect(lines()).toEqual([])
    await tell({}, { ...body, extra: 1 })
    expect(lines()).toEqual([expect.stringMatching(/^express-ag-ui: unrecognised-member x1 at \/extra/)])
  })

  it('counts those past the cap too', async () => {
    const body = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`x${i}`, i]))
    await tell({ maxWarnings: 2 }, { ...minimal, ...body })
    expect(lines()).toEqual([expect.stringContaining('unrecognised-member x250 at /x0 /x1 (')])
    await tell({ maxWarnings: 0 }, { ...minimal, ...body })
    expect(lines()).toHaveLength(2)
    expect(lines()[1]).toMatch(/^express-ag-ui: .*250/)
  })

  it('is bounded and escaped, whatever a client calls things', async () => {
    const names = [
      '\u001b[31mred\u001b[0m',
      'a\nb',
      'a\r\nexpress-ag-ui: forged',
      '\u202eright to left\u202c',
      '\u2066isolated\u2069',
      '\ud800',
      '\udfff half',
      '\u2028\u2029\u0085\u009b31m',
      '\u200b\u200f\ufeff\u00ad\u2060',
      '\u{e0041}\u{e007f} tags',
      '\0\u0007\b\u007f',
      'k'.repeat(10_000),
      'A'.repeat(81)
    ]
    const messages = names.map((role, i) => ({ id: `${i}`, role, content: 'x' }))
    await tell({}, { ...minimal, messages, ...Object.fromEntries(names.map(name => [name, 1])) })
    const parts = withParts(...names.map(type => ({ type })))
    await tell({}, parts)
    for (const name of names) await tell({}, { ...withParts({ type: name }), [name]: 1, protocolVersion: name })
    expect(lines()).toHaveLength(names.length + 2)
    for (const line of lines()) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      expect(line).not.toMatch(/k{81}/)
      expect(line.length).toBeLessThanOrEqual(4096)
    }
    expect(lines().join('\n')).toContain('\\u001b[31mred')
    expect(lines().join('\n')).toContain('\\udb40\\udc41')
  })

  it('is cut where it would be too long, and not in the middle of a character', async () => {
    const long = '\u{1f600}'.repeat(2500)
    const put: RequestHandler = (req, _res, next) => {
      req.agui.warn({ ...ours('unusable-part', '/x'), message: long })
      req.agui.warn({ ...ours('unresolved-file', '/'), message: `x${long}` })
      req.agui.warn({ ...ours('flattened-part', '/'), message: long })
      req.agui.warn({ ...ours('foreign-file', '/x'), message: '\u0001'.repeat(3000) })
      next()
    }
    await tell({}, minimal, put)
    expect(lines()).toHaveLength(4)
    for (const line of lines()) {
      expect(line.length).toBeLessThanOrEqual(4096)
      expect(line.endsWith('…')).toBe(true)
      expect(line).not.toMatch(/\p{Cs}/u)
    }
  })

  it('is silenced by the switch of the ecosystem', async () => {
    vi.stubEnv('SUPPRESS_TRANSFORMATION_WARNINGS', 'true')
    await tell({}, { ...minimal, extra: 1 })
    expect(lines()).toEqual([])
    vi.stubEnv('SUPPRESS_TRANSFORMATION_WARNINGS', '')
    await tell({}, { ...minimal, extra: 1 })
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain('(AG-UI 1.0 does not describe')
  })

  it('of a refused request stands beside that of the refusal', async () => {
    await tell({}, { thread_id: 't1', runId: 'r1', messages: [] })
    expect(lines().map(line => line.slice(0, 40))).toEqual([
      'express-ag-ui: refused with 400 malforme',
      'express-ag-ui: unrecognised-member x1 at'
    ])
  })
})

describe('onWarning', () => {
  it('is told each warning once, in order, with the request', async () => {
    const told: Array<string> = []
    const onWarning: Package.RunInputOptions['onWarning'] = ({ code, pointer }, req) => {
      told.push(`${req.method} ${code} ${pointer}`)
    }
    const message = { id: 'same', role: 'user', content: [image] }
    await tell({ accepts: [], onWarning }, { ...minimal, messages: [message, message], extra: 1 })
    expect(told).toEqual([
      'POST unrecognised-member /extra',
      'POST duplicate-message-id /messages/1',
      'POST unusable-part /messages/0/content/0',
      'POST unusable-part /messages/1/content/0'
    ])
    expect(lines()).toEqual([])
  })

  it.each<[string, Package.RunInputOptions]>([
    ['false', { onWarning: false }],
    ['a function', { onWarning: () => undefined }]
  ])('keeps the console silent when it is %s', async (_, options) => {
    const answer = await tell(options, { ...minimal, extra: 1 })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('unrecognised-member')
    expect(lines()).toEqual([])
  })

  it('that throws goes to the error handlers, before and after the body was read', async () => {
    const { app } = createApp({
      options: {
        onWarning: () => {
          throw new Error('no room')
        }
      }
    })
    app.use(((error: Error, _req, res, _next) => res.status(507).end(error.message)) as ErrorRequestHandler)
    expect(await ask(app, { body: { ...minimal, extra: 1 } })).toMatchObject({ status: 507, text: 'no room' })
    expect(await ask(app, { body: { extra: 1 } })).toMatchObject({ status: 507, text: 'no room' })
  })
})

describe('warn', () => {
  it('before the reporting adds to what will be reported', async () => {
    const told: Array<string> = []
    const { readBody, decodeInput, downgradeContent, answerInterrupts, reportWarnings } = fresh
    const warning: RequestHandler = (req, _res, next) => {
      req.agui.warn(ours('unresolved-file', `/${req.agui.warnings.length}`))
      next()
    }
    const { app, runs } = createApp({
      chain: [
        readBody(),
        decodeInput(),
        warning,
        downgradeContent({ accepts: [] }),
        warning,
        answerInterrupts(),
        warning,
        reportWarnings({ onWarning: ({ pointer }) => told.push(pointer) })
      ]
    })
    await ask(app, { body: { ...withParts(image), extra: 1 } })
    expect(told).toEqual(['/extra', '/1', '/messages/0/content/0', '/3', '/4'])
    expect(runs[0]?.warnings.map(({ pointer }) => pointer)).toEqual(told)
  })

  it.each<[string, Package.RunInputOptions, number]>([
    ['onWarning', { onWarning: vi.fn<() => void>() }, 0],
    ['the console', {}, 1],
    ['nobody', { onWarning: false }, 0]
  ])('after the reporting tells %s, and the list', async (_, options, printed) => {
    const late: RequestHandler = (req, _res, next) => {
      const { warn: later, warnings } = req.agui
      later(ours('unresolved-file', '/late'))
      expect(warnings).toEqual([ours('unresolved-file', '/late')])
      next()
    }
    const { app, runs } = createApp({
      chain: [fresh.runInput(options), late]
    })
    await ask(app, { body: minimal })
    expect(runs[0]?.warnings).toEqual([ours('unresolved-file', '/late')])
    expect(lines()).toHaveLength(printed)
    if (typeof options.onWarning === 'function') expect(options.onWarning).toHaveBeenCalledTimes(1)
  })

  it('is capped like any other', async () => {
    const flood: RequestHandler = (req, _res, next) => {
      for (let i = 0; i < 1000; i++) req.agui.warn(ours('unresolved-file', `/${i}`))
      req.agui.warn(ours('foreign-file', '/other'))
      next()
    }
    const { app, runs } = createApp({ chain: [fresh.runInput({ onWarning: false, maxWarnings: 3 }), flood] })
    await ask(app, { body: minimal })
    expect(runs[0]?.warnings.map(({ pointer }) => pointer)).toEqual(['/0', '/1', '/2', '/other', ''])
    expect(runs[0]?.warnings.at(-1)).toMatchObject({ code: 'more-warnings', counts: { 'unresolved-file': 997 } })
  })
})
