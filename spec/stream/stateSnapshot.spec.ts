/** Whether the client holds the state that the agent was given. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameJson } from '../../lib/stream/stateSnapshot.js'

const nested = (depth: number, end: unknown): unknown => {
  let value = end
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { value }
  return value
}

describe('two values are', () => {
  it.each([
    ['the order of members', { a: 1, b: [2] }, { b: [2], a: 1 }],
    ['a member without a value', { a: 1 }, { a: 1, b: undefined }],
    ['where they came from', {}, Object.create(null)],
    ['nothing', null, null]
  ])('the same JSON whatever %s', (_name, a, b) => {
    expect(isSameJson(a, b)).toBe(true)
    expect(isSameJson(b, a)).toBe(true)
  })

  it.each([
    ['a value', { a: 1 }, { a: 2 }],
    ['a type', { a: 1 }, { a: '1' }],
    ['a member more', { a: 1 }, { a: 1, b: null }],
    ['the name of a member', { a: 1 }, { b: 1 }],
    ['an element more', [1], [1, 2]],
    ['the order of elements', [1, 2], [2, 1]],
    ['a list for an object', [], {}],
    ['null for an object', null, {}],
    ['an inherited member', { toString: 1 }, { a: 1 }],
    ['something that is no JSON yet', {}, new Date(0)],
    ['something deep down', nested(100_000, 1), nested(100_000, 2)]
  ])('not the same for %s', (_name, a, b) => {
    expect(isSameJson(a, b)).toBe(false)
    expect(isSameJson(b, a)).toBe(false)
  })

  it('compared however deeply they are nested', () => {
    expect(isSameJson(nested(200_000, 1), nested(200_000, 1))).toBe(true)
  })

  it('the same as their copies, and as nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(isSameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true)
        const canonical = (value: unknown): string =>
          JSON.stringify(value, (_key, each: unknown) =>
            typeof each === 'object' && each !== null && !Array.isArray(each)
              ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
              : each
          )
        expect(isSameJson(a, b)).toBe(canonical(a) === canonical(b))
      })
    )
  })
})
