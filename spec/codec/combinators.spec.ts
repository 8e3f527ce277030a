/** The words that the protocol is written in, each by itself. */
import { describe, expect, it } from 'vitest'
import {
  answered,
  closedSet,
  codec,
  count,
  flag,
  formerlyNull,
  isObject,
  list,
  literal,
  MALFORMED,
  oneOf,
  openObject,
  openValue,
  optional,
  plainReading,
  record,
  Report,
  snakeCase,
  taggedUnion,
  text,
  textOr,
  Unrecognised,
  type AnyCodec,
  type Reading
} from '../../lib/codec/index.js'

const reading = (codec: AnyCodec, u: unknown, settings: Partial<Reading> = {}) => {
  const report = new Report({ ...plainReading, ...settings })
  const value = codec.read(u, report)
  const found = report.found.map(finding => {
    const path = finding.path.toReversed().join('/')
    return finding._tag === 'Fault' ? `${path}: ${finding.expected}, not ${finding.got}` : `${path}: ${finding.code}`
  })
  return { value, found, report }
}

describe('a leaf', () => {
  it.each<readonly [string, AnyCodec, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>([
    ['text', text, ['', 'a'], [7, null, undefined, [], {}, new String('a')]],
    ['flag', flag, [true, false], [0, 'true', null]],
    ['count', count, [0, 7, 2 ** 53 - 1], [-1, 1.5, 2 ** 53, NaN, '7', null]],
    ['openValue', openValue, [0, '', false, [], {}], [null, undefined]],
    ['openObject', openObject, [{}, { a: null }], [[], null, 'a', 7, undefined]],
    ['literal', literal('a'), ['a'], ['b', null]]
  ])('%s', (_, codec, right, wrong) => {
    for (const u of right) expect(reading(codec, u)).toMatchObject({ value: u, found: [] })
    for (const u of wrong) expect(reading(codec, u).value).toBe(MALFORMED)
    for (const u of wrong) expect(reading(codec, u).found).toHaveLength(1)
  })
})

describe('a closed set', () => {
  const set = closedSet('unrecognised-status', 'a', 'b')

  it('tells an unknown string from what is none (R17)', () => {
    expect(reading(set, 'a').value).toBe('a')
    expect(reading(set, 'c').value).toEqual(new Unrecognised('unrecognised-status', 'c'))
    expect(reading(set, 7).found).toEqual([': "a" or "b", not number'])
    expect(set.unrecognised?.('c')).toBeInstanceOf(Unrecognised)
    expect(set.unrecognised?.('a')).toBeUndefined()
    expect(set.unrecognised?.(7)).toBeUndefined()
  })

  it.each([
    [[], ''],
    [['a'], '"a"'],
    [['a', 'b'], '"a" or "b"'],
    [['a', 'b', 'c'], '"a", "b" or "c"']
  ])('of %j reads %s', (names, words) => {
    expect(oneOf(names)).toBe(words)
  })

  it('that stands in an optional member takes only the member along (R12)', () => {
    const Thing = record('Thing', { mood: optional(set), id: text })
    expect(reading(Thing, { mood: 'c', id: '' })).toMatchObject({
      value: { id: '' },
      found: ['mood: unrecognised-status']
    })
  })

  it('that stands in a required member takes the object along, and so on up to an optional member or a list (R13)', () => {
    const Inner = record('Inner', { mood: set })
    const Outer = record('Outer', { inner: Inner, id: text })
    expect(reading(Outer, { inner: { mood: 'c' }, id: 7 }).value).toBeInstanceOf(Unrecognised)
    expect(reading(list(Outer), [{ inner: { mood: 'c' }, id: 7 }, 1]).found).toEqual([
      '0: unrecognised-status',
      '1: an object, not number'
    ])
    expect(reading(Outer, { inner: 7, id: '' }).found).toEqual(['inner: an object, not number'])
    const late = reading(Outer, { id: 7, odd: 1, inner: { mood: 'c' } })
    expect(late.value).toBeInstanceOf(Unrecognised)
    expect(late.found).toEqual([])
    expect(reading(Outer, { id: 7, inner: 7 }).found).toEqual([
      'id: a string, not number',
      'inner: an object, not number'
    ])
    const Two = record('Two', { first: set, second: set })
    for (const object of [
      { odd: 1, first: 'c', second: 'a' },
      { odd: 1, first: 'a', second: 'c' },
      { first: 7, second: 'c' },
      { second: 'c', first: 7 }
    ]) {
      const { value, found } = reading(Two, object)
      expect(value).toBeInstanceOf(Unrecognised)
      expect(found).toEqual([])
    }
    const Host = record('Host', { outer: optional(Outer), id: text })
    expect(reading(Host, { id: '', outer: { inner: { mood: 'c' } } })).toMatchObject({
      value: { id: '' },
      found: ['outer: unrecognised-status']
    })
  })
})

describe('a record', () => {
  const Point = record('Point', { xAxis: text, y: optional(text), z: formerlyNull(openValue) })

  it('gives the object itself where nothing is wrong, in any order of its members', () => {
    for (const point of [{ xAxis: '' }, { z: 1, y: '', xAxis: '' }, { y: '', xAxis: '' }]) {
      expect(reading(Point, point).value).toBe(point)
    }
  })

  it('copies at the first change, and takes over what came before and what comes after', () => {
    for (const point of [
      { a: 1, xAxis: 'x', y: 'y', z: 1 },
      { xAxis: 'x', a: 1, y: 'y', z: 1 },
      { xAxis: 'x', y: 'y', z: 1, a: 1, b: 2 }
    ]) {
      const { value, report } = reading(Point, point)
      expect(value).toEqual({ xAxis: 'x', y: 'y', z: 1 })
      expect(new Map(report.copies).get(value as object)).toBe(point)
    }
  })

  it('takes an undefined optional member, which JSON has not, for an absent one', () => {
    expect(reading(Point, { xAxis: '', y: undefined }).found).toEqual([])
    expect(reading(Point, { a: 1, xAxis: '', y: undefined }).value).toEqual({ xAxis: '' })
    const Line = record('Line', { toPoint: optional(text) })
    expect(reading(Line, { to_point: undefined }, { snakeCase: true }).found).toEqual(['to_point: snake-case-member'])
  })

  it('takes an undefined required member for a missing one, once', () => {
    expect(reading(Point, { xAxis: undefined }).found).toEqual(['xAxis: a string, not absent'])
  })

  it('looks for missing members among its own, not the inherited ones', () => {
    const Odd = record('Odd', { toString: text, constructor: text })
    expect(reading(Odd, {}).found).toEqual(['toString: a string, not absent', 'constructor: a string, not absent'])
  })

  it('may have no members', () => {
    expect(reading(record('Nothing', {}), { a: 1 })).toMatchObject({ value: {}, found: ['a: unrecognised-member'] })
    expect(reading(record('Nothing', {}), {}).found).toEqual([])
  })

  it.each([
    ['threadId', 'thread_id'],
    ['id', 'id'],
    ['parentRunId', 'parent_run_id']
  ])('spells %s as %s', (name, spelling) => {
    expect(snakeCase(name)).toBe(spelling)
  })
})

describe('a list', () => {
  it('gives the list itself where nothing is wrong', () => {
    const elements = ['a', 'b']
    expect(reading(list(text), elements).value).toBe(elements)
    expect(reading(list(text), 'a').found).toEqual([': a list, not string'])
    expect(reading(list(text, 'a list of names'), {}).found).toEqual([': a list of names, not object'])
  })

  it('copies what comes before and after an element that changes or goes', () => {
    const Item = record('Item', { kind: closedSet('unrecognised-part', 'a') })
    const clean = { kind: 'a' }
    const { value, found } = reading(list(Item), [clean, { kind: 'b' }, clean, { kind: 'a', x: 1 }, clean])
    expect(value).toEqual([clean, clean, clean, clean])
    expect((value as ReadonlyArray<unknown>)[1]).toBe(clean)
    expect(found).toEqual(['1: unrecognised-part', '3/x: unrecognised-member'])
  })
})

describe('a tagged union', () => {
  const A = record('A', { type: literal('a'), x: text })
  const B = record('B', { type: literal('b') })
  const AB = taggedUnion('AB', 'type', 'unrecognised-part', [A, B])

  it('is told apart by its tag alone: no arm is tried (R19)', () => {
    expect(reading(AB, { type: 'a' }).found).toEqual(['x: a string, not absent'])
    expect(reading(AB, { type: 'b', x: 7 }).found).toEqual(['x: unrecognised-member'])
    expect(reading(AB, { type: 'c', x: 7 }).value).toEqual(new Unrecognised('unrecognised-part', 'c'))
    expect(reading(AB, { x: '' }).found).toEqual(['type: "a" or "b", not absent'])
    expect(reading(AB, []).found).toEqual([': an object, not array'])
  })

  it('knows the retired shapes before the unrecognised ones (R38)', () => {
    const Retired = taggedUnion('AB', 'type', 'unrecognised-part', [A, B], {
      old: (u, report) => report.copied({ type: 'b' as const }, u as object)
    })
    expect(reading(Retired, { type: 'old' }).value).toEqual({ type: 'b' })
    expect(Retired.unrecognised?.({ type: 'old' })).toBeUndefined()
    expect(Retired.unrecognised?.({ type: 'c' })).toBeInstanceOf(Unrecognised)
    expect(Retired.unrecognised?.([])).toBeUndefined()
  })
})

describe('text or a list', () => {
  const content = answered(
    textOr(list(record('Item', { kind: closedSet('unrecognised-part', 'a') }), 'a list of items'))
  )

  it.each<readonly [string, unknown, unknown, ReadonlyArray<string>]>([
    ['text', 'a', 'a', []],
    ['an empty list', [], [], []],
    ['a list', [{ kind: 'a' }], [{ kind: 'a' }], []],
    ['a list that lost some', [{ kind: 'a' }, { kind: 'b' }], [{ kind: 'a' }], ['1: unrecognised-part']],
    ['a list that lost all (R68)', [{ kind: 'b' }], '', ['0: unrecognised-part', ': tool-result-emptied']],
    ['a list with a fault', [{ kind: 'b' }, 7], [], ['0: unrecognised-part', '1: an object, not number']],
    ['something else', 7, MALFORMED, [': a string or a list of items, not number']]
  ])('that is %s', (_, u, value, found) => {
    expect(reading(content, u)).toMatchObject({ value, found })
  })
})

describe('a report', () => {
  it('keeps so many findings of a kind, and counts the rest', () => {
    const { found, report } = reading(list(text), [1, 2, 3, 4, 5], { mostFaults: 2 })
    expect(found).toEqual(['0: a string, not number', '1: a string, not number'])
    expect(report.faults).toBe(5)
    const Nothing = record('Nothing', {})
    const many = reading(Nothing, { a: 1, b: 2, c: 3 }, { mostRemarks: 1 })
    expect(many.found).toEqual(['a: unrecognised-member'])
    expect(many.report.remarks.of('unrecognised-member')).toBe(3)
    expect(reading(Nothing, { a: 1 }, { mostRemarks: 0 }).found).toEqual([])
  })

  it('still refuses when it keeps none of the faults', () => {
    const { value, report } = reading(list(text), [1], { mostFaults: 0 })
    expect(report.faults).toBe(1)
    expect(value).toEqual([1])
  })

  it('points at a place below the one being read, past the cap too', () => {
    const report = new Report({ ...plainReading, mostFaults: 1 })
    report.faultAt(['a', 0, 'b'], 'a string', 7)
    report.faultAt(['c'], 'a string', 7)
    expect(report.found.map(({ path }) => path.toReversed())).toEqual([['a', 0, 'b']])
    expect(report.faults).toBe(2)
  })

  it('remarks on the value being read, or on what stands below it', () => {
    const report = new Report(plainReading)
    report.remark('retired-null', 'x', 'Thing')
    report.remark('retired-null', 'x', 'Thing', 'x', ['y'])
    expect(report.found).toMatchObject([
      { path: [], discarded: [] },
      { path: ['x'], discarded: ['y'] }
    ])
  })
})

describe('an object', () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ['a', false],
    [undefined, false]
  ])('%j: %j', (u, verdict) => {
    expect(isObject(u)).toBe(verdict)
  })

  it('may be made of any reading', () => {
    const isUpper = (u: unknown): u is string => typeof u === 'string' && u === u.toUpperCase()
    const upper = codec('Upper', 'text', isUpper, u => String(u).toUpperCase())
    expect(upper.decode('a')).toEqual({ _tag: 'Right', right: 'A' })
    expect(upper.is('a')).toBe(false)
    expect(upper.is('A')).toBe(true)
    const picky = codec('Picky', 'text', isUpper, (u, report) => {
      report.faultAt(['a', 'b'], 'something', u)
      return String(u)
    })
    const errors = picky.decode('x')
    expect(errors._tag === 'Left' && errors.left[0]?.context.map(({ actual }) => actual)).toEqual([
      'x',
      undefined,
      undefined
    ])
  })
})
