/**
 * Inputs made to hurt: each is answered, by its rule, in time and memory that follow the size of the body, and never with a
 * 500. Nothing of them reaches a log but short names.
 */
import { performance } from 'node:perf_hooks'
import express from 'express'
import * as t from 'io-ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runInput, type AgentRun, type RunInputOptions } from '../../lib/index.js'
import { listen, major, misshapen, problemOf, send, verdict, type Listening } from './wire.js'

interface Tree {
  readonly [name: string]: Tree
}
const Tree: t.Type<Tree> = t.recursion('Tree', () => t.record(t.string, Tree))

const variants: Readonly<Record<string, RunInputOptions>> = {
  plain: {},
  guarded: {
    nulls: 'lenient',
    snakeCase: true,
    roles: ['user', 'assistant', 'tool', 'reasoning', 'system', 'developer'],
    accepts: [],
    fileProviders: [],
    canUse: () => true,
    openInterrupts: () => [],
    newerMajor: 'serve'
  },
  // The codec of an application that walks its own state.
  typed: { state: Tree }
}

let server: Listening
let run: AgentRun | undefined
const printed: Array<string> = []

beforeAll(async () => {
  const app = express()
  for (const [name, options] of Object.entries(variants)) {
    app.post(
      `/${name}`,
      runInput({ limit: '40mb', ...options }, (received, _req, res) => {
        run = received
        res.end('ok')
      })
    )
  }
  server = await listen(app)
})
afterAll(() => server.close())
beforeEach(() => {
  run = undefined
  printed.length = 0
  vi.spyOn(console, 'warn').mockImplementation(line => printed.push(String(line)))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** What a body is answered with; whatever it is, the form of the answer and of the log are checked. */
const answerTo = async (body: string | Uint8Array, variant = 'plain'): Promise<string> => {
  printed.length = 0
  const began = performance.now()
  const answer = await send(server.port, { path: `/${variant}`, body })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(answer.status).toBeLessThan(500)
  if (answer.status >= 400) expect(misshapen(answer)).toBeUndefined()
  expect(printed.length).toBeLessThanOrEqual(2)
  for (const line of printed) {
    expect(line.length).toBeLessThanOrEqual(4096)
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(line).not.toMatch(/(.)\1{90}/)
  }
  expect(answer.text).not.toMatch(/(.)\1{90}/)
  return verdict(answer)
}

/** A run input as text, because `JSON.stringify` would overflow, or not write such a thing. */
const input = (members: string, messages = '[]'): string =>
  `{"threadId":"t1","runId":"r1","messages":${messages}${members === '' ? '' : `,${members}`}}`

const message = (members: string): string => input('', `[{"id":"m1",${members}}]`)

const user = (members: string): string => message(`"role":"user",${members}`)

describe('JSON that is 200,000 deep', () => {
  const depth = 200_000
  /** Lists in objects in lists. */
  const mixed = `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
  const objects = `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`
  const source = '"source":{"type":"url","value":"x"}'
  const call = (members: string) => message(`"role":"assistant","toolCalls":[{"id":"c","type":"function",${members}}]`)

  it.each<[string, string, (deep: string) => string]>([
    ['200', 'state', deep => input(`"state":${deep}`)],
    ['200', 'forwardedProps', deep => input(`"forwardedProps":${deep}`)],
    ['200', "a tool's parameters", deep => input(`"tools":[{"name":"n","description":"d","parameters":${deep}}]`)],
    [
      '200',
      "a resume entry's payload",
      deep => input(`"resume":[{"interruptId":"i","status":"resolved","payload":${deep}}]`)
    ],
    ['200', "a part's metadata", deep => user(`"content":[{"type":"image",${source},"metadata":${deep}}]`)],
    ['200', 'a member of metadata', deep => user(`"content":"x","metadata":{"a":${deep}}`)],
    ['200', 'activity content', deep => message(`"role":"activity","activityType":"a","content":{"a":${deep}}`)],
    ['200', 'a member nobody knows', deep => input(`"x":${deep}`)],
    ['200', 'a member nobody knows, of a message', deep => user(`"content":"x","y":${deep}`)],
    ['200', 'a part of an unknown type', deep => user(`"content":[{"type":"hologram","x":${deep}}]`)],
    ['200', 'a message of an unknown role', deep => message(`"role":"ghost","x":${deep}`)],
    ['400', 'the body', deep => deep],
    ['400', 'messages', deep => input('"x":1', deep)],
    ['400', 'a message', deep => input('', `[${deep}]`)],
    ['400', 'content', deep => user(`"content":${deep}`)],
    ['400', 'a part', deep => user(`"content":[${deep}]`)],
    ['400', 'a source', deep => user(`"content":[{"type":"image","source":${deep}}]`)],
    ['400', 'threadId', deep => `{"threadId":${deep},"runId":"r1","messages":[]}`],
    ['400', 'arguments', deep => call(`"function":{"name":"f","arguments":${deep}}`)],
    ['400', 'a role', deep => message(`"role":${deep}`)],
    ['400', 'tools', deep => input(`"tools":[${deep}]`)],
    ['400', 'resume', deep => input(`"resume":${deep}`)]
  ])('is answered with %s as %s', async (status, _, put) => {
    expect((await answerTo(put(mixed), 'guarded')).slice(0, 3)).toBe(status)
  })

  it('is read by any options', async () => {
    for (const variant of ['plain', 'guarded']) expect(await answerTo(input(`"state":${objects}`), variant)).toBe('200')
  })

  it('is refused where the codec of the application would overflow', async () => {
    expect(await answerTo(input(`"state":${objects}`), 'typed')).toBe('400 malformed-input')
    expect(await answerTo(input('"state":{"a":{"b":{}}}'), 'typed')).toBe('200')
  })

  it('is refused in few words where that codec goes a long way, and meets its fault', async () => {
    const long = 'n'.repeat(80)
    for (const deep of [100, 1000]) {
      const state = `${`{"${long}":`.repeat(deep)}5${'}'.repeat(deep)}`
      const answer = await send(server.port, { path: '/typed', body: input(`"state":${state}`) })
      expect(verdict(answer)).toBe('400 malformed-input')
      expect(misshapen(answer)).toBeUndefined()
      expect(problemOf(answer).errors?.[0]?.pointer).toMatch(/^\/state(\/n{80}){1,20}$/)
    }
    for (const line of printed) expect(line.length).toBeLessThanOrEqual(4096)
  })
})

describe('a great many', () => {
  const many = (count: number, each: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => each(i)).join()
  // What these cost is the parser's and the core's, which know nothing of Express: once a million is enough.
  const most = major === 5 ? 1_000_000 : 100_000
  const million = many(most, i => `"k${i}":0`)
  const some = many(100_000, i => `"k${i}":0`)
  const cap = 100

  it('unknown members are stripped, and the first told', async () => {
    expect(await answerTo(input(million))).toBe('200')
    expect(run?.warnings).toHaveLength(cap + 1)
    expect(run?.warnings.at(-1)?.counts).toEqual({ 'unrecognised-member': most - cap })
    expect(Object.keys(run?.input ?? {})).toHaveLength(6)
    expect(await answerTo(user(`"content":"x",${some}`), 'guarded')).toBe('200')
    expect(await answerTo(`{${some}}`)).toBe('400 malformed-input')
  }, 40_000)

  it('members of the open values are nobody else’s business', async () => {
    expect(await answerTo(input(`"state":{${million}}`))).toBe('200')
    expect(run?.warnings).toEqual([])
    expect(await answerTo(input(`"state":{${some}}`), 'typed')).toBe('400 malformed-input')
  }, 40_000)

  it.each<[string, string, (i: number) => string]>([
    ['400 malformed-input', 'messages that are numbers', i => `${i}`],
    ['400 malformed-input', 'messages that are empty', () => '{}'],
    ['400 malformed-input', 'messages without content', i => `{"id":"${i}","role":"user"}`],
    [
      '400 malformed-input',
      'messages with three faults and a stranger',
      i => `{"id":${i},"role":"user","name":1,"x":1}`
    ],
    ['200', 'messages of an unknown role', i => `{"id":"${i}","role":"ghost"}`],
    ['200', 'activity messages', i => `{"id":"${i}","role":"activity","activityType":"a","content":{}}`],
    ['200', 'messages with one id', () => '{"id":"m","role":"user","content":""}'],
    ['200', 'results of calls nobody made', i => `{"id":"${i}","role":"tool","toolCallId":"c","content":[]}`],
    [
      '200',
      'unanswered calls of one id',
      i =>
        `{"id":"${i}","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}`
    ],
    [
      '200',
      'retired parts',
      i => `{"id":"${i}","role":"user","content":[{"type":"binary","mimeType":"image/png","data":"AA==","id":"x"}]}`
    ],
    [
      '200',
      'handles of strangers',
      i =>
        `{"id":"${i}","role":"user","content":[{"type":"image","source":{"type":"file","value":"f","provider":"p${i}"}}]}`
    ]
  ])(
    '%s: 100,000 %s',
    async (expected, _, each) => {
      const messages = `[${many(100_000, each)}]`
      expect(await answerTo(input('', messages), 'guarded')).toBe(expected)
    },
    40_000
  )

  it.each<[string, (i: number) => string]>([
    ['resume', i => `{"interruptId":"i${i % 2 === 0 ? i : 0}","status":"resolved"}`],
    ['tools', () => '{"name":"n","description":"d"}'],
    ['context', i => `{"description":"d","value":"v","x${i}":1}`]
  ])(
    'entries of %s are read in their time',
    async (list, each) => {
      const body = input(`"${list}":[${many(100_000, each)}]`)
      expect(await answerTo(body, 'guarded')).toBe('200')
      expect(run?.warnings.length).toBeLessThanOrEqual(2 * cap + 1)
    },
    40_000
  )
})

describe('a name of 10 MB', () => {
  const name = 'k'.repeat(10 * 2 ** 20)
  it.each<[string, string, string]>([
    ['200', 'a member', input(`"${name}":1`)],
    ['200', 'a member of a message', user(`"content":"","${name}":1`)],
    ['200', 'a member of the state', input(`"state":{"${name}":1}`)],
    ['200', 'a role', message(`"role":"${name}"`)],
    ['200', 'a part', user(`"content":[{"type":"${name}"}]`)],
    ['200', 'a source', user(`"content":[{"type":"image","source":{"type":"${name}"}}]`)],
    ['200', 'a status', input(`"resume":[{"interruptId":"${name}","status":"${name}"}]`)],
    ['200', 'an interrupt', input(`"resume":[{"interruptId":"${name}","status":"resolved"}]`)],
    ['200', 'a version', input(`"protocolVersion":"${name}"`)],
    ['200', 'a version of many digits', input(`"protocolVersion":"${'1'.repeat(2 ** 20)}.0"`)],
    [
      '200',
      'a media type',
      user(`"content":[{"type":"image","source":{"type":"url","value":"","mimeType":"${name}"}}]`)
    ],
    [
      '200',
      'a provider',
      user(`"content":[{"type":"image","source":{"type":"file","value":"","provider":"${name}"}}]`)
    ],
    [
      '200',
      'an id',
      input('', `[${`{"id":"${name.slice(0, 2 ** 20)}","role":"user","content":""},`.repeat(2).slice(0, -1)}]`)
    ],
    ['400 malformed-input', 'a member beside a fault', input(`"tools":1,"${name}":1`)],
    ['400 malformed-json', 'no JSON at all', name]
  ])('%s: as %s', async (expected, _, body) => {
    expect(await answerTo(body, 'guarded')).toBe(expected)
  })

  it('is cut where the codec of the application points at it', async () => {
    expect(await answerTo(input(`"state":{"${name}":1}`), 'typed')).toBe('400 malformed-input')
  })
})

describe("JavaScript's own names", () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', 'then', 'toJSON']

  it.each(names)('such as %s are names like any other', async name => {
    const member = `"${name}":{"admin":true,"threadId":"x"}`
    const bodies: ReadonlyArray<[string, string, number]> = [
      ['200', input(member), 1],
      ['200', user(`"content":"x",${member}`), 1],
      ['200', user(`"content":[{"type":"${name}"}]`), 1],
      ['200', user(`"content":[{"type":"image","source":{"type":"${name}","value":"x"}}]`), 1],
      ['200', message(`"role":"${name}"`), 1],
      ['200', input(`"resume":[{"interruptId":"${name}","status":"${name}"}]`), 1],
      ['200', input(`"state":{${member}},"forwardedProps":{${member}}`), 0],
      ['200', user(`"content":"x","metadata":{${member}}`), 0],
      ['200', input(`"tools":[{"name":"${name}","description":"","parameters":{${member}}}]`), 0],
      ['400', `{${member}}`, 0],
      ['400', `{${member},"threadId":"t1","messages":[]}`, 0],
      ['400', `{"__proto__":{"threadId":"t1","runId":"r1","messages":[]}}`, 0],
      ['400', input('', `{${member},"length":1}`), 0]
    ]
    for (const variant of ['plain', 'guarded']) {
      for (const [expected, body, warnings] of bodies) {
        run = undefined
        expect((await answerTo(body, variant)).slice(0, 3), body).toBe(expected)
        printed.length = 0
        const { messages, state } = (run as AgentRun | undefined)?.input ?? { messages: [], state: {} }
        if (expected === '200') expect((run as AgentRun | undefined)?.warnings, body).toHaveLength(warnings)
        for (const each of messages) expect(Object.getPrototypeOf(each)).toBe(Object.prototype)
        expect(Object.getPrototypeOf(state)).toBe(Object.prototype)
        expect({}).not.toHaveProperty('admin')
      }
    }
  })

  it('stay own members where they are data', async () => {
    await answerTo(input('"state":{"__proto__":{"a":1}},"x":1'))
    expect(Object.keys(run?.input.state as object)).toEqual(['__proto__'])
    expect(JSON.stringify(run?.input.state)).toBe('{"__proto__":{"a":1}}')
  })
})

describe('what JSON lets pass', () => {
  it.each<[string, string, string]>([
    ['200', 'numbers beyond all', input('"state":{"a":1e999,"b":-1e999,"c":1e-999,"d":-0}')],
    ['400', 'a number beyond all for an id', '{"threadId":1e999,"runId":"r1","messages":[]}'],
    ['200', 'a state that is a number beyond all', input('"state":1e999')],
    [
      '200',
      'a member twice, the last of which counts',
      `{"threadId":1,"runId":"r1","messages":5,${input('').slice(1)}`
    ],
    ['400', 'a member twice, the last of which is wrong', input('"threadId":5')],
    ['200', 'halves of surrogate pairs', user('"content":"\\ud800","name":"\\udfff","\\ud800":1')],
    ['200', 'a role that is half of a pair', message('"role":"\\udc00"')],
    ['400', 'a fault beside such a member', input('"\\ud800":1,"tools":5')],
    ['200', 'a NUL', user('"content":"\\u0000","\\u0000":1')],
    ['200', 'line ends in names', user('"content":[{"type":"a\\r\\nb\\u2028c\\u001b[2J"}],"x\\ny":1')],
    ['200', 'names that a pointer escapes', input('"a/b~c":1,"~1":1,"":1')]
  ])('%s: %s', async (expected, _, body) => {
    for (const variant of ['plain', 'guarded']) expect((await answerTo(body, variant)).slice(0, 3)).toBe(expected)
  })

  it('and bytes that are no UTF-8 within it', async () => {
    const body = Buffer.concat([
      Buffer.from('{"threadId":"'),
      Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]),
      Buffer.from('","runId":"r","messages":[]}')
    ])
    expect(await answerTo(body)).toBe('200')
  })
})
