import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seenBefore } from '../../lib/stages/seenBefore.js'

/** What it says of each, being told how many there may be. */
const said = (texts: ReadonlyArray<string>, most: number) => texts.map(seenBefore(most))

const bySearching = (texts: ReadonlyArray<string>) => texts.map((text, i) => texts.indexOf(text) < i)

describe('seenBefore', () => {
  it.each([0, 1, 32, 33, 2048, 2049, 100_000])('finds the repetitions among at most %i strings', most => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 60 }), texts => {
        expect(said(texts, most)).toEqual(bySearching(texts))
      })
    )
  })

  it('finds them among many', () => {
    const ids = Array.from({ length: 5000 }, (_, i) => `message-${i}`)
    expect(said(ids, ids.length)).not.toContain(true)
    expect(said([...ids, ...ids], 2 * ids.length)).toEqual(Array.from({ length: 10_000 }, (_, i) => i >= 5000))
  })
})
