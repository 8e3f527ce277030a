/** The application's own values, read by its own io-ts codecs. */
import * as t from 'io-ts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { decodeRunInput, type ApplicationCodec } from '../../lib/decode.js'
import { input, parse, places, read, refuse, told } from '../reading.js'

const withState = (state?: unknown) => input([], state === undefined ? {} : { state })
const withProps = (forwardedProps?: unknown) => input([], forwardedProps === undefined ? {} : { forwardedProps })

interface Tree {
  value: number
  children: Array<Tree>
}
const Tree: t.Type<Tree> = t.recursion('Tree', () => t.type({ value: t.number, children: t.array(Tree) }))

interface Nest {
  a: Nest | undefined
}

type Leaves = string | { [key: string]: Leaves }

const DateFromISO = new t.Type<Date, string, unknown>(
  'DateFromISO',
  (u): u is Date => u instanceof Date,
  (u, context) => {
    const date = typeof u === 'string' ? new Date(u) : new Date(NaN)
    return Number.isNaN(date.getTime()) ? t.failure(u, context) : t.success(date)
  },
  date => date.toISOString()
)

const JsonFromString = new t.Type<unknown, string, unknown>(
  'JsonFromString',
  (_): _ is unknown => true,
  (u, context) => (typeof u === 'string' ? t.success(JSON.parse(u)) : t.failure(u, context)),
  JSON.stringify
)

const withDefault = (value: number) =>
  new t.Type<number, number, unknown>(
    'WithDefault',
    t.number.is,
    (u, context) => (u === undefined ? t.success(value) : t.number.validate(u, context)),
    t.identity
  )

const Positive = t.refinement(t.number, n => n > 0, 'Positive')

describe('a codec for the state', () => {
  const cases: ReadonlyArray<readonly [string, t.Mixed, unknown, ReadonlyArray<readonly [string, string, string]>]> = [
    ['a string', t.string, 7, [['/state', 'a string', 'number']]],
    ['a member', t.type({ a: t.number }), { a: 'x' }, [['/state/a', 'a number', 'string']]],
    ['an absent member', t.type({ a: t.boolean }), { z: 1 }, [['/state/a', 'true or false', 'absent']]],
    [
      'a member with a name to escape',
      t.type({ 'a/b~c': t.number }),
      { z: 1 },
      [['/state/a~1b~0c', 'a number', 'absent']]
    ],
    ['an element', t.type({ a: t.array(t.string) }), { a: ['x', 7] }, [['/state/a/1', 'a string', 'number']]],
    ['an element of an outermost list', t.array(t.string), ['x', 7], [['/state/1', 'a string', 'number']]],
    ['a list', t.array(t.string), { z: 1 }, [['/state', 'a list', 'object']]],
    ['a read-only list', t.readonlyArray(t.string), { z: 1 }, [['/state', 'a list', 'object']]],
    ['a record', t.record(t.string, t.number), { '0': 1, b: 'x' }, [['/state/b', 'a number', 'string']]],
    [
      'a record of a key like an index',
      t.record(t.string, t.number),
      { '0': 'x' },
      [['/state/0', 'a number', 'string']]
    ],
    ['a tuple', t.tuple([t.string, t.number]), ['x', 'y'], [['/state/1', 'a number', 'string']]],
    [
      'a union',
      t.type({ a: t.union([t.string, t.number]) }),
      { a: true },
      [['/state/a', 'a string or a number', 'boolean']]
    ],
    [
      'a union in a union',
      t.union([t.string, t.union([t.number, t.null])]),
      true,
      [['/state', 'a string or a number or null', 'boolean']]
    ],
    [
      'a union of objects',
      t.type({ a: t.union([t.type({ x: t.string }), t.type({ y: t.array(t.number) })]) }),
      { a: { y: ['z'] } },
      [
        ['/state/a/x', 'a string', 'absent'],
        ['/state/a/y/0', 'a number', 'string']
      ]
    ],
    [
      'an intersection',
      t.intersection([t.type({ a: t.string }), t.partial({ b: t.number })]),
      { a: 'x', b: 'y' },
      [['/state/b', 'a number', 'string']]
    ],
    [
      'an intersection of unions',
      t.intersection([t.union([t.type({ a: t.string }), t.null]), t.UnknownRecord]),
      7,
      [['/state', 'an object or null', 'number']]
    ],
    [
      'an absent member of a union',
      t.type({ a: t.union([t.string, t.null]) }),
      { z: 1 },
      [['/state/a', 'a string or null', 'absent']]
    ],
    ['what is exact', t.exact(t.type({ a: t.string })), [], [['/state', 'an object', 'array']]],
    [
      'what is strict',
      t.strict({ a: t.strict({ b: t.string }) }),
      { a: { b: 7 } },
      [['/state/a/b', 'a string', 'number']]
    ],
    ['what is read-only', t.readonly(t.type({ a: t.string })), 7, [['/state', 'an object', 'number']]],
    [
      'a refinement',
      t.type({ n: Positive }),
      { n: -1 },
      [['/state/n', 'a value that the application can read', 'number']]
    ],
    [
      'a recursion',
      Tree,
      { value: 1, children: [{ value: 2, children: [{ value: 'x', children: [] }] }] },
      [['/state/children/0/children/0/value', 'a number', 'string']]
    ],
    [
      'a literal',
      t.union([t.literal('a'), t.literal(1), t.literal(true)]),
      'b',
      [['/state', '"a" or 1 or true', 'string']]
    ],
    ['one of the keys', t.keyof({ a: null, b: null }), 'c', [['/state', '"a" or "b"', 'string']]],
    [
      'a date',
      t.type({ at: DateFromISO }),
      { at: 'never' },
      [['/state/at', 'a value that the application can read', 'string']]
    ],
    ['null', t.type({ a: t.null }), { a: 7 }, [['/state/a', 'null', 'number']]],
    [
      'two members at once',
      t.type({ a: t.string, b: t.string }),
      { a: 1 },
      [
        ['/state/a', 'a string', 'number'],
        ['/state/b', 'a string', 'absent']
      ]
    ],
    [
      'what was text',
      JsonFromString.pipe(t.type({ a: t.type({ b: t.type({ c: t.string }) }) })),
      '{"a":{"b":{"c":7}}}',
      [['/state/a/b/c', 'a string', 'number']]
    ]
  ]

  it.each(cases)(
    'that refuses %s is told at its place, without branches or names of codecs',
    (_, state, value, expected) => {
      const rejection = refuse(withState(value), { state, initialState: () => undefined as never })
      expect(rejection).toMatchObject({ status: 400, code: 'malformed-input' })
      expect(rejection.errors.map(({ pointer, expected, got }) => [pointer, expected, got])).toEqual(expected)
      expect(rejection.errors.every(({ hint }) => hint === undefined)).toBe(true)
    }
  )

  it('hands on its output, while received keeps what the client holds (R61)', () => {
    const state = t.type({ at: DateFromISO, n: withDefault(7) })
    const sent = { at: '2026-01-01T00:00:00.000Z' }
    const { input: given, received } = read(withState(sent), { state, initialState: { at: new Date(0), n: 0 } })
    expect(given.state).toEqual({ at: new Date(sent.at), n: 7 })
    expect(received.state).toBe(sent)
    expectTypeOf(given.state).toEqualTypeOf<{ at: Date; n: number }>()
  })

  it('that takes an empty object needs no initial state, and reads one (R61)', () => {
    const state = t.type({ n: withDefault(7) })
    expect(read(withState(), { state }).input.state).toEqual({ n: 7 })
    expect(read(withState({}), { state }).input.state).toEqual({ n: 7 })
    expect(read(withState(null), { state }).input.state).toEqual({ n: 7 })
  })

  it('that refuses an empty object fails at creation without an initial state', () => {
    const options = { state: t.type({ a: t.string }) }
    expect(() => decodeRunInput(withState({ a: '' }), options)).toThrow(TypeError)
    expect(() => decodeRunInput(withState({ a: '' }), options)).toThrow(/"state".*first run.*"initialState"/)
  })

  it('may be of any copy of io-ts: only decode is called', () => {
    const own: ApplicationCodec<string> = {
      decode: u => (u === 'x' ? { _tag: 'Right', right: 'y' } : { _tag: 'Left', left: [{ context: [] }] })
    }
    expect(read(withState('x'), { state: own, initialState: 'z' }).input.state).toBe('y')
    const odd: ApplicationCodec<string> = {
      decode: () => ({
        _tag: 'Left',
        left: [
          {
            context: [
              { key: '', type: {} },
              { key: 'a', type: {} }
            ]
          }
        ]
      })
    }
    expect(places(refuse(withState('w'), { state: odd, initialState: 'z' }))).toEqual(['/state'])
    const foreign: ApplicationCodec<string> = {
      decode: () => ({ _tag: 'Left', left: [{ context: [{ key: '', type: { _tag: 'KeyofType' }, actual: 'w' }] }] })
    }
    expect(places(refuse(withState('w'), { state: foreign, initialState: 'z' }))).toEqual(['/state'])
    expect(refuse(withState('w'), { state: own, initialState: 'z' }).errors).toMatchObject([
      { pointer: '/state', expected: 'a value that the application can read', got: 'absent' }
    ])
  })

  it('that runs out of stack on a deep value refuses it, and does not throw', () => {
    const Deep: t.Type<Nest> = t.recursion('Deep', () => t.type({ a: t.union([Deep, t.undefined]) }))
    const deep = parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
    const rejection = refuse(withState(deep), { state: Deep })
    expect(rejection.errors).toMatchObject([
      { pointer: '/state', expected: 'a value that is less deeply nested', got: 'object' }
    ])
  })

  it('that throws for a reason of its own throws', () => {
    const broken: ApplicationCodec<string> = {
      decode: u => {
        if (u === 'x') throw new Error('broken')
        return { _tag: 'Right', right: '' }
      }
    }
    expect(() => decodeRunInput(withState('x'), { state: broken })).toThrow('broken')
  })

  it('is asked even where the protocol is broken, so that all faults are told at once', () => {
    const body = { ...withState({ a: 7 }), tools: 7 }
    expect(places(refuse(body, { state: t.partial({ a: t.string }) }))).toEqual(['/tools', '/state/a'])
  })

  it('has no more than 100 faults told, and the rest counted', () => {
    const state = t.array(t.string)
    const rejection = refuse(withState(Array.from({ length: 1000 }, () => 7)), { state, initialState: [] })
    expect(rejection.errors).toHaveLength(100)
    expect(rejection.more).toBe(900)
  })

  it('that expects very much, far down, does not fill the refusal', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `${i}${'n'.repeat(200)}`)
    const state = t.record(t.string, t.keyof(Object.fromEntries(names.map(name => [name, null]))))
    const rejection = refuse(withState({ [`\u0001${'k'.repeat(60)}`]: 'x' }), { state, initialState: {} })
    expect(rejection.errors[0]?.expected).toMatch(/or one of 4980 more$/)
    expect(rejection.toJSON().errors).toHaveLength(1)
    expect(Buffer.byteLength(JSON.stringify(rejection))).toBeLessThan(64 * 1024)
  })

  it('that refuses something very far down is told at the last ancestor that fits', () => {
    const Deep: t.Type<Leaves> = t.recursion('Deep', () => t.union([t.string, t.record(t.string, Deep)]))
    const key = '\u0001'.repeat(80)
    const deep = Array.from({ length: 400 }).reduce<unknown>(inner => ({ [key]: inner }), 7)
    const rejection = refuse(withState(deep), { state: Deep, initialState: '' })
    expect(rejection.toJSON().errors).toHaveLength(1)
    expect(rejection.errors[0]).toMatchObject({ member: key, expected: 'a string or an object', got: 'number' })
    expect(rejection.errors[0]?.pointer.startsWith(`/state/${key}/`)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(rejection))).toBeLessThan(64 * 1024)
  })

  it.each(['content', 'value', 'source', 'arguments', 'protocolVersion', 'text', 'resume'])(
    'gets no hints of the protocol for a member of the name %s',
    name => {
      const state = t.type({ [name]: t.number })
      for (const value of ['x', null, [], {}]) {
        const { errors } = refuse(withState({ [name]: value, content: value }), { state, initialState: {} })
        expect(errors.map(({ hint }) => hint)).toEqual(errors.map(() => undefined))
      }
    }
  )
})

describe('an initial state', () => {
  const state = t.type({ items: t.array(t.string) })

  it.each([[undefined], [{}], [null]])('stands for %j, which clients send on a first run', sent => {
    const { input: given, received } = read(withState(sent), { state, initialState: { items: [] } })
    expect(given.state).toEqual({ items: [] })
    expect(received.state).toEqual(sent ?? undefined)
  })

  it.each([[{ items: ['x'] }], [[]], [0], [''], [false], [parse('{"__proto__":1}')]])('does not stand for %j', sent => {
    const { input: given } = read(withState(sent), { initialState: { items: [] } })
    expect(given.state).toBe(sent)
  })

  it('is copied for each run', () => {
    const initialState = { items: ['a'], when: new Date(0) }
    const options = { initialState }
    const first = read(withState(), options).input.state
    expect(first).toEqual(initialState)
    expect(first).not.toBe(initialState)
    ;(first as typeof initialState).items.push('b')
    expect(read(withState({}), options).input.state).toEqual({ items: ['a'], when: new Date(0) })
  })

  it('may be a function, asked for each run', () => {
    let runs = 0
    const options = { state, initialState: () => ({ items: [`${++runs}`] }) }
    expect(read(withState(), options).input.state).toEqual({ items: ['1'] })
    expect(read(withState({}), options).input.state).toEqual({ items: ['2'] })
    expect(read(withState({ items: [] }), options).input.state).toEqual({ items: [] })
    expect(runs).toBe(2)
  })

  it('needs no codec, and is not read by one', () => {
    expect(read(withState(), { initialState: 7 }).input.state).toBe(7)
    const at = new Date(0)
    expect(read(withState(), { state: t.type({ at: DateFromISO }), initialState: () => ({ at }) }).input.state).toEqual(
      { at }
    )
  })

  it('is none by default', () => {
    expect(read(withState()).input.state).toEqual({})
    expect(read(withState({ a: 1 })).input.state).toEqual({ a: 1 })
  })
})

describe('a codec for the forwarded props', () => {
  const forwardedProps = t.type({ locale: t.type({ name: t.string }) })

  it('reads them', () => {
    const codec = t.type({ at: DateFromISO })
    const sent = { at: '2026-01-01T00:00:00.000Z' }
    const { input: given, received } = read(withProps(sent), { forwardedProps: codec })
    expect(given.forwardedProps).toEqual({ at: new Date(sent.at) })
    expect(received.forwardedProps).toBe(sent)
  })

  it.each([[undefined], [null]])('is not asked about %j', sent => {
    const { input: given } = read(withProps(sent), { forwardedProps })
    expect('forwardedProps' in given).toBe(false)
  })

  it('is asked about empty ones', () => {
    expect(places(refuse(withProps({}), { forwardedProps }))).toEqual(['/forwardedProps/locale'])
  })

  it('is told below the member as it was spelt', () => {
    const body = input([], { forwarded_props: { locale: { name: 7 } } })
    const rejection = refuse(body, { forwardedProps, snakeCase: true })
    expect(places(rejection)).toEqual(['/forwarded_props/locale/name'])
    expect(told(rejection.warnings)).toEqual(['snake-case-member /forwarded_props'])
    expect(places(refuse(withProps({ locale: { name: 7 } }), { forwardedProps, snakeCase: true }))).toEqual([
      '/forwardedProps/locale/name'
    ])
  })
})
