/**
 * Whatever is sent, the answer is one of the table's, in our form, and nothing escapes. The seed is fixed; with `FC_RUNS` set,
 * that many runs are made of a new one, which fast-check prints with what it found.
 */
import { Agent, type OutgoingHttpHeaders } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import express, { type RequestHandler } from 'express'
import * as fc from 'fast-check'
import * as t from 'io-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemHandler, runInput, type RunInputOptions } from '../../lib/index.js'
import { listen, misshapen, send, type Answer, type Listening } from './wire.js'

const { FC_RUNS: runs } = process.env
const parameters = runs === undefined ? { numRuns: 400, seed: 20_261_201 } : { numRuns: Number(runs) }
const timeout = runs === undefined ? 60_000 : 24 * 3_600_000

const everyType = { type: () => true }

type Pair = { a: Tree } & { b?: Tree | number }
type Tree = string | Array<Tree> | Pair
const Tree: t.Type<Tree> = t.recursion('Tree', () =>
  t.union([t.string, t.array(Tree), t.intersection([t.type({ a: Tree }), t.partial({ b: t.union([Tree, t.number]) })])])
)

/** Chains as people mount them. */
const mounts: Readonly<Record<string, readonly [RunInputOptions, ...ReadonlyArray<RequestHandler>]>> = {
  plain: [{}],
  strict: [{ accepts: [], fileProviders: [], roles: ['user'], newerMajor: 'reject', maxWarnings: 2, limit: 2000 }],
  lenient: [{ nulls: 'lenient', snakeCase: true, accepts: ['image/*', 'document'], fileProviders: ['openai'] }],
  asking: [
    {
      canUse: part => (part.type === 'image' ? Promise.resolve(part.source.type === 'url') : part.type === 'audio'),
      openInterrupts: ({ threadId }) => Promise.resolve(['i1', threadId]),
      uncovered: 'reject'
    }
  ],
  typed: [{ state: Tree, initialState: 'x', forwardedProps: t.type({ a: t.union([t.null, t.array(t.number)]) }) }],
  json: [{}, express.json({ strict: false })],
  raw: [{}, express.raw(everyType)],
  text: [{ snakeCase: true }, express.text(everyType)]
}

const escaped: Array<unknown> = []
const catching = (reason: unknown): number => escaped.push(reason)
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let server: Listening

beforeAll(async () => {
  const app = express()
  for (const [name, [options, ...before]] of Object.entries(mounts)) {
    const chain = runInput(
      { onWarning: () => undefined, onRejection: () => undefined, ...options },
      (run, _req, res) => {
        res.end(Array.isArray(run.input.messages) && Array.isArray(run.warnings) ? 'ok' : 'no run')
      }
    )
    app.all(`/${name}`, ...before, chain as unknown as RequestHandler)
  }
  app.use(problemHandler())
  server = await listen(app)
  process.on('unhandledRejection', catching)
  process.on('uncaughtException', catching)
})
afterAll(async () => {
  process.off('unhandledRejection', catching)
  process.off('uncaughtException', catching)
  agent.destroy()
  await server.close()
})

/** What is wrong with an answer, if anything. Nothing here swallows a body, so a 500 is always wrong. */
const wrong = (method: string, answer: Answer): string | undefined => {
  const { status, text } = answer
  if (method === 'OPTIONS') return undefined
  if (status === 200) return text === 'ok' ? undefined : `200 ${text}`
  if (![400, 403, 405, 413, 415].includes(status)) return `${status} ${text}`
  return method === 'HEAD' ? undefined : misshapen(answer)
}

const check = async (path: string, method: string, headers: OutgoingHttpHeaders, body: Uint8Array, chunks: boolean) => {
  const sent = chunks ? [body.subarray(0, 7), body.subarray(7)].filter(({ length }) => length > 0) : body
  const answer = await send(server.port, { path: `/${path}`, method, headers, body: sent, agent })
  expect(wrong(method, answer)).toBeUndefined()
  expect(escaped).toEqual([])
}

const path = fc.constantFrom(...Object.keys(mounts))

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code)),
  maxLength: 40
})

const headers: fc.Arbitrary<OutgoingHttpHeaders> = fc.record(
  {
    'Content-Type': fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'x/y+json') },
      fc.constantFrom('application/json; charset=utf-16', 'application/json; charset="', 'text/plain', ';', 'a/b;c=d'),
      printable,
      printable.map(value => `application/json; charset=${value}`)
    ),
    'Content-Encoding': fc.oneof(fc.constantFrom('gzip', 'deflate', 'br', 'identity', 'utf-8', 'zstd', ''), printable),
    Accept: fc.oneof(fc.constantFrom('text/event-stream', '*/*', 'application/problem+json;q=0', ',,;'), printable),
    'X-Anything': printable
  },
  { requiredKeys: [] }
)

describe('any bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map(text => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map(text => Buffer.from(`{"threadId":${JSON.stringify(text)},`)),
    fc.json().map(text => gzipSync(text)),
    fc.json().map(text => deflateSync(text)),
    fc.json().map(text => brotliCompressSync(text))
  )
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constant('POST') },
    fc.constantFrom('GET', 'PUT', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS')
  )

  it('under any headers are answered by the table', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(path, method, headers, bytes, fc.boolean(), async (where, how, named, body, chunks) => {
        const hasBody = how !== 'GET' && how !== 'HEAD'
        await check(where, how, named, hasBody ? body : new Uint8Array(), chunks)
      }),
      parameters
    )
  })
})

describe('a run input', () => {
  const file = { type: 'file', value: 'f', provider: 'openai', mimeType: 'application/pdf' }
  const whole = {
    threadId: 't1',
    runId: 'r1',
    protocolVersion: '1.0',
    parentRunId: 'r0',
    state: { a: ['x', { a: 'y', b: 1 }] },
    messages: [
      { id: 's', role: 'system', content: 'You help.', name: 'n', metadata: { k: null } },
      { id: 'd', role: 'developer', content: '' },
      {
        id: 'u',
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image', source: { type: 'url', value: 'https://x', mimeType: 'image/png' }, metadata: 1 },
          { type: 'audio', source: { type: 'data', value: 'AA==', mimeType: 'audio/wav' } },
          { type: 'document', source: file },
          { type: 'binary', mimeType: 'video/mp4', url: 'https://x', id: 'b', filename: 'f' }
        ]
      },
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        encryptedValue: 'e'
      },
      { id: 't', role: 'tool', toolCallId: 'c', content: [{ type: 'document', source: file }], error: 'e' },
      { id: 'v', role: 'activity', activityType: 'a', content: {} },
      { id: 'r', role: 'reasoning', content: 'hm', subagentRunId: 'r2' }
    ],
    tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
    context: [{ description: 'd', value: 'v' }],
    forwardedProps: { a: null },
    resume: [{ interruptId: 'i1', status: 'resolved', payload: { ok: true } }]
  }

  type Container = Record<string | number, unknown>

  /** Every member and element of a document, by its container and key. */
  const placesIn = (u: unknown): ReadonlyArray<readonly [Container, string | number]> =>
    typeof u !== 'object' || u === null
      ? []
      : Object.entries(u).flatMap(([key, value]) => [
          [u as Container, Array.isArray(u) ? Number(key) : key] as const,
          ...placesIn(value)
        ])

  const strangers = fc.constantFrom<unknown>(
    '',
    'user',
    'tool',
    'image',
    'file',
    '2.0',
    '1.7',
    0,
    1e21,
    null,
    [],
    {},
    true,
    [[]],
    {
      type: 'text'
    }
  )
  const names = fc.constantFrom('id', 'thread_id', 'type', '__proto__', 'constructor', 'toString', 'source', 'a/b~', '')
  const key = fc.oneof(names, fc.string({ unit: 'binary', maxLength: 100 }))

  type Mutation = (container: Container, key: string | number) => void

  /** As JSON.parse does: `__proto__` too is a name like any other. */
  const define = (container: Container, name: string, value: unknown): void => {
    if (Array.isArray(container)) return
    const own = { enumerable: true, writable: true, configurable: true, value: structuredClone(value) }
    Object.defineProperty(container, name, own)
  }

  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    fc.oneof(strangers, fc.jsonValue({ maxDepth: 3 })).map<Mutation>(value => (container, at) => {
      container[at] = structuredClone(value)
    }),
    fc.constant<Mutation>((container, at) => {
      if (Array.isArray(container)) container.splice(Number(at), 1)
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      else delete container[at]
    }),
    fc.tuple(key, fc.oneof(strangers, fc.jsonValue())).map<Mutation>(([name, value]) => container => {
      define(container, name, value)
    }),
    fc.constant<Mutation>((container, at) => {
      if (Array.isArray(container)) container.push(structuredClone(container[Number(at)]))
    }),
    key.map<Mutation>(name => (container, at) => {
      if (Array.isArray(container)) return
      const value = container[at]
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      delete container[at]
      define(container, name, value)
    }),
    fc.constant<Mutation>((container, at) => {
      if (typeof at === 'string' && !Array.isArray(container)) {
        const value = container[at]
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
        delete container[at]
        container[at.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)] = value
      }
    })
  )

  const mutated: fc.Arbitrary<string> = fc.array(fc.tuple(fc.nat(), mutation), { maxLength: 6 }).map(steps => {
    const body = structuredClone(whole) as unknown
    for (const [at, change] of steps) {
      const places = placesIn(body)
      const place = places[at % Math.max(places.length, 1)]
      if (place !== undefined) change(...place)
    }
    return JSON.stringify(body)
  })

  const typo = fc.tuple(fc.nat(), fc.constantFrom('', '"', '{', ']', ',', '\\', '\u0000', 'null', '1e999', '\ud800'))
  const mistyped = fc.tuple(mutated, fc.array(typo, { maxLength: 2 })).map(([text, typos]) =>
    typos.reduce((all, [at, put]) => {
      const i = at % (all.length + 1)
      return all.slice(0, i) + put + all.slice(i + 1)
    }, text)
  )

  it('that was bent out of shape is answered by the table', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(path, headers, mistyped, fc.boolean(), async (where, { Accept }, text, chunks) => {
        await check(where, 'POST', Accept === undefined ? {} : { Accept }, Buffer.from(text), chunks)
      }),
      parameters
    )
  })

  it('as it is, is served wherever it may be', async () => {
    for (const where of Object.keys(mounts)) {
      const { status } = await send(server.port, { path: `/${where}`, body: JSON.stringify(whole), agent })
      expect(status, where).toBe({ strict: 403, asking: 400 }[where] ?? 200)
    }
  })
})
