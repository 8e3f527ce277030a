import { describe, expect, it } from 'vitest'
import { problemCodes, RunInputRejection, type Fault } from '../../lib/outcome/Rejection.js'
import { warningOf, type Warning } from '../../lib/outcome/Warning.js'
import { countByCode } from '../../lib/outcome/WarningList.js'

const fault = (i: number, size = 10): Fault => ({
  pointer: `/${i}`,
  expected: 'a string',
  got: 'number',
  detail: 'é'.repeat(size)
})
const faults = (length: number, size?: number) => Array.from({ length }, (_, i) => fault(i, size))
const warnings = (length: number, size = 10): ReadonlyArray<Warning> =>
  Array.from({ length }, (_, i) => warningOf('retired-null', { pointer: `/${i}` }, 'é'.repeat(size)))

const bytes = (rejection: RunInputRejection) => Buffer.byteLength(JSON.stringify(rejection))

describe('a rejection', () => {
  it.each([
    [400, ['malformed-json', 'empty-body', 'malformed-input', 'unsupported-protocol-version', 'uncovered-interrupt']],
    [403, ['role-not-allowed']],
    [405, ['method-not-allowed']],
    [413, ['body-too-large']],
    [415, ['unsupported-media-type', 'unsupported-charset', 'unsupported-encoding']],
    [500, ['body-unavailable']]
  ] as const)('answers with %d for %j', (status, codes) => {
    for (const code of codes) {
      const rejection = new RunInputRejection(code, 'Why.')
      expect(rejection).toMatchObject({
        status,
        statusCode: status,
        code,
        expose: true,
        message: 'Why.',
        errors: [],
        more: 0
      })
      expect(rejection.toJSON()).toEqual({
        type: `urn:express-ag-ui:${code}`,
        title: rejection.title,
        status,
        detail: 'Why.',
        code
      })
    }
  })

  it('has one of 12 codes', () => {
    expect(problemCodes).toHaveLength(12)
  })

  it('is an Error that tells its name', () => {
    const cause = new Error('because')
    const rejection = new RunInputRejection('malformed-json', 'Why.', { cause, headers: { Allow: 'POST' } })
    expect(rejection).toBeInstanceOf(Error)
    expect(rejection.name).toBe('RunInputRejection')
    expect(rejection.cause).toBe(cause)
    expect(rejection.headers).toEqual({ Allow: 'POST' })
    expect(rejection.stack).toContain('Why.')
    expect('cause' in new RunInputRejection('malformed-json', 'Why.')).toBe(false)
  })

  it('tells its faults and warnings', () => {
    const rejection = new RunInputRejection('malformed-input', 'Why.', {
      errors: faults(2),
      more: 3,
      warnings: warnings(1)
    })
    expect(rejection.toJSON()).toMatchObject({ errors: faults(2), more: 3, warnings: warnings(1) })
  })

  it('keeps what it is when earlier warnings are put in front', () => {
    const cause = new Error('because')
    const rejection = new RunInputRejection('method-not-allowed', 'Why.', {
      errors: faults(1),
      more: 1,
      warnings: warnings(1),
      headers: { Allow: 'POST' },
      cause
    })
    const told = rejection.withEarlier([warningOf('retired-binary', { pointer: '/x' }, '')], 9)
    expect(told.toJSON()).toEqual({
      ...rejection.toJSON(),
      warnings: [warningOf('retired-binary', { pointer: '/x' }, ''), ...warnings(1)]
    })
    expect(told).toMatchObject({ headers: { Allow: 'POST' }, cause })
  })

  it.each([
    ['faults', 100, 0],
    ['warnings', 0, 2700],
    ['both', 100, 2700]
  ])('is at most 64 KiB with very many %s, and counts what does not fit', (_, errors, found) => {
    for (const size of [1, 100, 500, 3000, 40_000]) {
      const rejection = new RunInputRejection('malformed-input', 'Why.', {
        errors: faults(errors, size),
        more: 7,
        warnings: warnings(found, size)
      })
      expect(bytes(rejection)).toBeLessThanOrEqual(64 * 1024)
      const problem = rejection.toJSON()
      expect((problem.errors ?? []).length + (problem.more ?? 0)).toBe(errors + 7)
      expect(countByCode(problem.warnings ?? []).get('retired-null') ?? 0).toBe(found)
    }
  })

  it('fills the room it has', () => {
    const rejection = new RunInputRejection('malformed-input', 'Why.', { errors: faults(100, 1000) })
    expect(bytes(rejection)).toBeGreaterThan(58 * 1024)
  })
})
