import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seenBefore } from '../../lib/stages/seenBefore.js'

/** What it says of each, being told that there may be so many more. */
const said = (texts: ReadonlyArray<string>, spare = 0) => texts.map(seenBefore(texts.length + spare))

const bySearching = (texts: ReadonlyArray<string>) => texts.map((text, i) => texts.indexOf(text) < i)

describe('seenBefore', () => {
  it.each([0, 1, 64, 2000, 2048, 100_000])('finds the repetitions among strings, with room for %i more', spare => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 60 }), texts => {
        expect(said(texts, spare)).toEqual(bySearching(texts))
      })
    )
  })

  it.each([2, 32, 64, 65, 2048, 5000])('finds them among %i', n => {
    const ids = Array.from({ length: n }, (_, i) => `message-${i}`)
    expect(said(ids)).not.toContain(true)
    expect(said([...ids, ...ids])).toEqual(Array.from({ length: 2 * n }, (_, i) => i >= n))
  })

  it('finds them where strings differ only in their middle', () => {
    const ids = Array.from({ length: 63 }, (_, i) => `message-${i}-end`)
    expect(said(ids)).not.toContain(true)
    expect(said([...ids, 'message-7-end']).at(-1)).toBe(true)
    expect(said([...ids.slice(1), 'message-0-end']).at(-1)).toBe(false)
  })
})
