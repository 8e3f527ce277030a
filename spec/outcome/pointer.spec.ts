import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locate, pointerTo, quoted, shortName } from '../../lib/outcome/pointer.js'
import { at } from '../reading.js'

describe('a pointer', () => {
  it.each<readonly [ReadonlyArray<string | number>, string]>([
    [[], ''],
    [[''], '/'],
    [['a', 0, 'b'], '/a/0/b'],
    [['a/b', 'm~n', '~1', '~~//'], '/a~1b/m~0n/~01/~0~0~1~1'],
    [['c%d', 'e^f', 'g|h', '\\', '"', ' '], '/c%d/e^f/g|h/\\/"/ ']
  ])('to %j is %j (RFC 6901)', (path, pointer) => {
    expect(pointerTo(path)).toBe(pointer)
    expect(locate(path)).toEqual({ pointer })
  })

  it('leads back to the value, whatever the names are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), path => {
        const body = path.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), 'here')
        expect(at(body, pointerTo(path))).toBe('here')
      }),
      { seed: 1 }
    )
  })
})

describe('a place', () => {
  const long = 'k'.repeat(81)

  it('names the parent of a member with a name over 80 characters', () => {
    expect(locate(['a', long])).toEqual({ pointer: '/a', member: `${'k'.repeat(79)}…` })
    expect(locate(['a', 'k'.repeat(80)])).toEqual({ pointer: `/a/${'k'.repeat(80)}` })
    expect(locate([long])).toEqual({ pointer: '', member: `${'k'.repeat(79)}…` })
    expect(locate(['a', long, 'b', long])).toEqual({ pointer: '/a', member: `${'k'.repeat(79)}…` })
  })

  it('names the last ancestor that fits where the way is very long', () => {
    const { pointer, member } = locate(Array.from({ length: 100_000 }, (_, i) => `k${i}`))
    expect(pointer.length).toBeLessThan(1500)
    expect(pointer).toMatch(/^\/k0\/k1\//)
    expect(member).toBe(`k${pointer.split('/').length - 1}`)
    expect(locate([...Array.from({ length: 1000 }, () => 1), 2])).toMatchObject({ member: '2' })
  })
})

describe('a name', () => {
  it.each([
    ['', ''],
    ['k'.repeat(80), 'k'.repeat(80)],
    ['k'.repeat(81), `${'k'.repeat(79)}…`],
    ['k'.repeat(10_000), `${'k'.repeat(79)}…`],
    [`${'k'.repeat(78)}😀!!`, `${'k'.repeat(78)}…`],
    [`${'k'.repeat(77)}😀!!`, `${'k'.repeat(77)}😀…`],
    [`${'k'.repeat(79)}😀`, `${'k'.repeat(79)}…`]
  ])('%j is cut to %j', (name, short) => {
    expect(shortName(name)).toBe(short)
  })

  it('never comes out over 80 characters, nor with half of a pair that was whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200 }), name => {
        expect(shortName(name).length).toBeLessThanOrEqual(80)
        expect(() => encodeURIComponent(shortName(name))).not.toThrow()
      }),
      { seed: 1 }
    )
  })

  it('stands in a sentence in quotes, escaped', () => {
    expect(quoted('a"b\n\u0000')).toBe('"a\\"b\\n\\u0000"')
    expect(quoted('k'.repeat(100))).toBe(`"${'k'.repeat(79)}…"`)
  })
})
