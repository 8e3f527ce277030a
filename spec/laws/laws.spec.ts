/** What holds of every body. */
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { plainReading, Report, type AnyCodec } from '../../lib/codec/index.js'
import { decodeRunInput, RunAgentInput, type DecodeRunInputOptions, type Warning } from '../../lib/decode.js'
import { ContentPart, Message, ResumeEntry, Tool, ToolCall } from '../../lib/protocol/index.js'
import { read, type Json } from '../reading.js'
import { aged, broken, clean, copyOf, json, odd, options, runs, valid } from './inputs.js'

vi.setConfig({ testTimeout: 600_000 })

const uncapped = { maxWarnings: 1_000_000 }

const tokensOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Whether a pointer leads to something in a body, by own members alone. */
const leadsSomewhere = (body: unknown, pointer: string): boolean => {
  let value = body
  for (const token of tokensOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return false
    value = (value as Json)[token]
  }
  return true
}

const parentOf = (pointer: string) => pointer.slice(0, Math.max(pointer.lastIndexOf('/'), 0))

const isAside = ({ kind }: Warning) => kind === 'history' || kind === 'version'

describe('total: any JSON value gives an outcome', () => {
  it.each([
    ['any value', json],
    ['an odd input', odd],
    ['an aged input', aged]
  ])('%s', (_, bodies) => {
    fc.assert(
      fc.property(bodies, options, (body, how) => {
        const before = JSON.stringify(body)
        const outcome = decodeRunInput(body, how)
        expect(JSON.stringify(body)).toBe(before)
        const { warnings } = outcome._tag === 'Left' ? outcome.left : outcome.right
        for (const { pointer, message, code } of warnings) {
          expect(leadsSomewhere(body, pointer), `${code} ${pointer}`).toBe(true)
          expect(message).toMatch(/^[A-Z].*\.$/)
        }
        if (outcome._tag === 'Right') {
          expect(RunAgentInput.is(outcome.right.received)).toBe(true)
          expect(RunAgentInput.is(outcome.right.input)).toBe(true)
          return
        }
        const { left: rejection } = outcome
        expect(rejection.status).toBe(400)
        expect(rejection.errors.length).toBeGreaterThan(0)
        expect(new Set(rejection.errors.map(({ pointer }) => pointer)).size).toBe(rejection.errors.length)
        expect(Buffer.byteLength(JSON.stringify(rejection))).toBeLessThanOrEqual(64 * 1024)
        for (const { pointer, got, detail } of rejection.errors) {
          expect(leadsSomewhere(body, got === 'absent' ? parentOf(pointer) : pointer), pointer).toBe(true)
          if (got === 'absent') expect(leadsSomewhere(body, pointer)).toBe(false)
          expect(detail).toMatch(/\.$/)
        }
      }),
      runs(300)
    )
  })
})

describe('idempotent: reading what was received again is clean and equal', () => {
  it('for any input that is served, with any options', () => {
    fc.assert(
      fc.property(fc.oneof(aged, odd), options, (body, how) => {
        const outcome = decodeRunInput(body, { ...uncapped, ...how })
        if (outcome._tag === 'Left') return
        const { input, received } = outcome.right
        const again = read(received, { ...uncapped, ...how })
        expect(again.warnings.filter(warning => warning.kind !== 'downgraded' && !isAside(warning))).toEqual([])
        expect(again.received).toBe(received)
        expect(again.input).toEqual(input)
        const once = read(input, { ...uncapped, ...how })
        expect(once.input).toEqual(input)
        expect(once.warnings.filter(warning => !isAside(warning))).toEqual([])
      }),
      runs(400)
    )
  })
})

describe('clean is clean: what the strict schema accepts has no warning, and its messages are the same objects', () => {
  it('for any clean input, with any options that leave content alone', () => {
    fc.assert(
      fc.property(clean, options, (body, { nulls = 'listed', snakeCase = false }) => {
        const { input, received, warnings } = read(body, { nulls, snakeCase })
        expect(warnings.filter(({ kind }) => kind !== 'history')).toEqual([])
        expect(received).toBe(body)
        expect(input.messages).toBe(body['messages'])
        expect(input.state).toBe(Object.hasOwn(body, 'state') ? body['state'] : input.state)
        expect(RunAgentInput.is(body)).toBe(true)
        const decoded = RunAgentInput.decode(body)
        expect(decoded._tag === 'Right' && decoded.right).toBe(body)
      }),
      runs(400)
    )
  })
})

describe('is: what reading leaves as it is, and says nothing of, and nothing else', () => {
  const isLeftAlone = (codec: AnyCodec, u: unknown): boolean => {
    const report = new Report(plainReading)
    return codec.read(u, report) === u && report.found.length === 0
  }
  const elementsOf = (body: unknown, member: string): ReadonlyArray<unknown> => {
    const list = (body as Json | null | undefined)?.[member]
    return Array.isArray(list) ? list : []
  }

  it('for any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          clean,
          aged,
          odd,
          broken.map(([, body]) => body),
          json
        ),
        body => {
          const messages = elementsOf(body, 'messages')
          for (const [codec, values] of [
            [RunAgentInput, [body]],
            [Message, messages],
            [ContentPart, messages.flatMap(message => elementsOf(message, 'content'))],
            [ToolCall, messages.flatMap(message => elementsOf(message, 'toolCalls'))],
            [Tool, elementsOf(body, 'tools')],
            [ResumeEntry, elementsOf(body, 'resume')]
          ] as const)
            for (const value of values) expect(codec.is(value)).toBe(isLeftAlone(codec, value))
        }
      ),
      runs(400)
    )
  })
})

/** What the warnings say was done to a body, done to it. Written from the documentation of the codes, not from the code. */
const explained = (body: unknown, warnings: ReadonlyArray<Warning>, snakeCase: boolean) => {
  const at = (...codes: ReadonlyArray<string>) =>
    new Set(warnings.filter(({ code }) => codes.includes(code)).map(({ pointer }) => pointer))
  const stripped = new Set(
    warnings.filter(({ kind }) => kind === 'stripped' || kind === 'removed').map(({ pointer }) => pointer)
  )
  const nulls = at('retired-null', 'lenient-null')
  const respelt = at('snake-case-member')
  const binaries = at('retired-binary')
  const unusable = at('unusable-part', 'foreign-file', 'unresolved-file')
  const emptied = at('tool-result-emptied')

  const filled = (u: unknown): u is string => typeof u === 'string' && u !== ''
  const translated = (part: Json): Json => {
    const mimeType = String(snakeCase && !Object.hasOwn(part, 'mimeType') ? part['mime_type'] : part['mimeType'])
    const [kind = ''] = mimeType.toLowerCase().trimStart().split('/')
    const { data, url, filename } = part
    return {
      type: mimeType.includes('/') && ['image', 'audio', 'video'].includes(kind) ? kind : 'document',
      source: filled(data) ? { type: 'data', value: data, mimeType } : { type: 'url', value: url, mimeType },
      ...(filled(filename) && { metadata: { filename } })
    }
  }
  const mirrors = (part: Json, modern: Json): boolean => {
    const [source, other] = [part['source'] as Json, modern['source'] as Json | undefined]
    const [metadata, kept] = [part['metadata'] as Json | undefined, modern['metadata'] as Json | undefined]
    return (
      modern['type'] === part['type']
      && other !== undefined
      && ['type', 'value', 'mimeType'].every(key => other[key] === source[key])
      && (metadata === undefined || metadata['filename'] === kept?.['filename'])
    )
  }

  const redo = (value: unknown, pointer: string): unknown => {
    if (emptied.has(pointer)) return ''
    if (Array.isArray(value)) {
      const elements = value.flatMap((element: unknown, i) => {
        const place = `${pointer}/${i}`
        if (stripped.has(place)) return []
        const isBinary = binaries.has(place)
        return [
          {
            isBinary,
            isLost: unusable.has(place),
            value: isBinary ? translated(element as Json) : redo(element, place)
          }
        ]
      })
      const modern = elements.filter(({ isBinary }) => !isBinary)
      return elements
        .filter(
          ({ isBinary, value }) => !isBinary || !modern.some(other => mirrors(value as Json, other.value as Json))
        )
        .filter(({ isLost }) => !isLost)
        .map(({ value }) => value)
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
        const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
        if (stripped.has(place) || nulls.has(place)) return []
        const spelt = respelt.has(place) ? key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : key
        return [[spelt, redo(member, place)]]
      })
    )
  }
  return { tools: [], context: [], state: {}, ...(redo(body, '') as Json) }
}

describe('warnings explain every difference', () => {
  it('between any body that is served and the input, with any options', () => {
    fc.assert(
      fc.property(fc.oneof(aged, odd), options, (body, how) => {
        const outcome = decodeRunInput(body, { ...uncapped, ...how })
        if (outcome._tag === 'Left') return
        const { input, warnings, received } = outcome.right
        const expected = explained(body, warnings, how.snakeCase === true)
        expect(JSON.parse(JSON.stringify(sorted(input)))).toEqual(JSON.parse(JSON.stringify(sorted(expected))))
        if (!warnings.some(({ kind }) => kind === 'downgraded')) expect(input.messages).toBe(received.messages)
        const lost = warnings.filter(({ lossy }) => lossy).map(({ pointer }) => pointer)
        for (const pointer of lost) expect(leadsSomewhere(body, pointer)).toBe(true)
      }),
      runs(400)
    )
  })

  it('and none are told twice', () => {
    fc.assert(
      fc.property(aged, options, (body, how) => {
        const outcome = decodeRunInput(body, { ...uncapped, ...how })
        const { warnings } = outcome._tag === 'Left' ? outcome.left : outcome.right
        const all = warnings.map(({ code, pointer }) => `${code} ${pointer}`)
        expect(new Set(all).size).toBe(all.length)
        const stripped = warnings.filter(({ kind, code }) => kind === 'stripped' && code !== 'unrecognised-member')
        for (const { pointer } of stripped) {
          expect(all.filter(each => each.includes(` ${pointer}/`))).toEqual([])
        }
      }),
      runs(400)
    )
  })
})

/** With the members of all objects in one order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, member]) => [key, sorted(member)])
      : value

describe('refusals explain themselves: a legal value at each pointer turns a refusal into an acceptance', () => {
  /** Puts back what stood at the pointer, or at the nearest place above it that there was. */
  const restore = (body: Json, pointer: string, from: Json): void => {
    let [to, good] = [body, from] as [Record<string, unknown>, Json]
    const tokens = tokensOf(pointer)
    for (const [i, token] of tokens.entries()) {
      const next = good[token]
      const below = typeof next === 'object' && next !== null && Object.hasOwn(next, tokens[i + 1] ?? '')
      if (!below || i === tokens.length - 1) {
        to[token] = copyOf(next)
        return
      }
      ;[to, good] = [to[token] as Record<string, unknown>, next as Json]
    }
  }

  it('for any valid input of which some is broken', () => {
    fc.assert(
      fc.property(broken, ([good, bad]) => {
        let outcome = decodeRunInput(bad)
        for (let rounds = 0; outcome._tag === 'Left'; rounds++) {
          const { errors } = outcome.left
          for (const { pointer } of errors) restore(bad, pointer, good)
          outcome = decodeRunInput(bad)
          // Only the discriminator of a union hides what else is wrong beside it: no arm is guessed.
          if (!errors.some(({ pointer }) => /\/(role|type)$/.test(pointer))) expect(outcome._tag).toBe('Right')
          expect(rounds).toBeLessThan(10)
        }
      }),
      runs(400)
    )
  })
})

describe('agreement: where the official validators agree, so do we', () => {
  /** What the official validators let through as it is, or drop without a word. */
  const isOfficial = (warning: Warning) =>
    isAside(warning)
    || warning.kind === 'removed'
    || warning.code === 'unrecognised-member'
    || (warning.code === 'retired-null' && warning.pointer === '/state')

  it.each([
    ['a valid input', valid],
    ['an odd input', odd],
    ['an aged input', aged]
  ])('on %s', (_, bodies) => {
    fc.assert(
      fc.property(bodies, body => {
        const official = RunAgentInputSchema.safeParse(body)
        const ours = decodeRunInput(body, uncapped)
        if (official.success) expect(ours._tag).toBe('Right')
        if (ours._tag === 'Left') return
        const { received, input, warnings } = ours.right
        expect(official.success).toBe(warnings.every(isOfficial))
        const echoed = RunAgentInputSchema.safeParse(received)
        expect(echoed.success).toBe(true)
        expect(RunAgentInputSchema.safeParse(input).success).toBe(true)
        expect(sorted(echoed.data)).toEqual(sorted({ tools: [], context: [], ...received }))
      }),
      runs(400)
    )
  })
})

describe('nothing of the client is ever repeated', () => {
  const secret = 'SECRET'.repeat(20)
  /** Names, which are told short, and ids, which history remarks name. */
  const told = [
    'role',
    'type',
    'status',
    'provider',
    'mimeType',
    'mime_type',
    'id',
    'toolCallId',
    'tool_call_id',
    'name',
    'protocolVersion',
    'protocol_version',
    'interruptId',
    'interrupt_id'
  ]

  const withSecrets = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map(each => withSecrets(each, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withSecrets(member, key)]))
    }
    if (typeof value === 'string') return told.includes(key) ? value : secret
    return typeof value === 'number' ? 271828182 : value
  }

  it('but names of members, roles, kinds and ids, short', () => {
    fc.assert(
      fc.property(fc.oneof(odd, aged), options, (body, how: DecodeRunInputOptions) => {
        const outcome = decodeRunInput(withSecrets(body), how)
        const text = JSON.stringify(
          outcome._tag === 'Left' ? [outcome.left, outcome.left.message] : outcome.right.warnings
        )
        expect(text).not.toContain('SECRET')
        expect(text).not.toContain('271828182')
      }),
      runs(400)
    )
  })
})
