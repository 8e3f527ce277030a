import { describe, expect, it } from 'vitest'
import { Tally } from '../../lib/outcome/Tally.js'

describe('a tally', () => {
  it('is empty until something is counted', () => {
    const tally = new Tally()
    expect(tally.isEmpty).toBe(true)
    expect(tally.of('retired-null')).toBe(0)
    expect(tally.beyond(0)).toEqual(new Map())
    tally.add('retired-null')
    expect(tally.isEmpty).toBe(false)
  })

  it('counts by code, and tells how many of each are more than a cap', () => {
    const tally = new Tally()
    const codes = ['retired-null', 'activity-message', 'retired-null', 'retired-null'] as const
    expect(codes.map(code => tally.add(code))).toEqual([0, 0, 1, 2])
    expect(tally.of('retired-null')).toBe(3)
    expect(tally.beyond(0)).toEqual(
      new Map([
        ['retired-null', 3],
        ['activity-message', 1]
      ])
    )
    expect(tally.beyond(1)).toEqual(new Map([['retired-null', 2]]))
    expect(tally.beyond(3)).toEqual(new Map())
    expect(tally.add('activity-message', 4)).toBe(1)
    expect(tally.of('activity-message')).toBe(5)
  })
})
