/** Warnings and lists of them: what each code means, and how the lists stay bounded. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { jsonTypeOf } from '../../lib/outcome/JsonType.js'
import { accepted, andTell, andThen, refused, type Outcome } from '../../lib/outcome/Outcome.js'
import { RunInputRejection } from '../../lib/outcome/Rejection.js'
import { warningCodes, warningOf, type Warning, type WarningCode } from '../../lib/outcome/Warning.js'
import { appendWarnings, countByCode, moreWarnings, WarningCollector } from '../../lib/outcome/WarningList.js'
import { told } from '../reading.js'

const warning = (code: WarningCode, pointer = ''): Warning => warningOf(code, { pointer }, 'A sentence.')
const many = (code: WarningCode, length: number) => Array.from({ length }, (_, i) => warning(code, `/${i}`))

describe('a warning', () => {
  it.each([
    [
      'stripped',
      true,
      [
        'unrecognised-member',
        'unrecognised-part',
        'unrecognised-source',
        'unrecognised-role',
        'unrecognised-status',
        'unrecognised-tool-call'
      ]
    ],
    ['translated', false, ['retired-null', 'lenient-null', 'snake-case-member', 'retired-binary']],
    ['version', false, ['newer-minor-version', 'newer-major-version', 'uninterpretable-version']],
    ['removed', false, ['activity-message']],
    ['downgraded', true, ['unusable-part', 'foreign-file', 'unresolved-file', 'flattened-part']],
    ['downgraded', false, ['tool-result-emptied']],
    ['resume', true, ['unknown-interrupt']],
    ['resume', false, ['duplicate-resume-entry', 'uncovered-interrupt']],
    ['history', false, ['unanswered-tool-call', 'orphan-tool-result', 'duplicate-message-id', 'duplicate-tool-name']],
    ['capped', false, ['more-warnings']]
  ] as const)('of kind %s, lossy: %s: %j', (kind, lossy, codes) => {
    for (const code of codes) {
      expect(warning(code, '/a')).toEqual({ code, kind, pointer: '/a', message: 'A sentence.', lossy })
    }
  })

  it('has one of 27 codes', () => {
    expect(warningCodes).toHaveLength(27)
  })

  it('may say more', () => {
    expect(warningOf('retired-binary', { pointer: '', member: 'm' }, '', { lossy: true, name: 'n' })).toMatchObject({
      lossy: true,
      member: 'm',
      name: 'n'
    })
  })
})

describe('a list of warnings', () => {
  it('keeps so many of each code, and counts the rest in one last warning', () => {
    const all = appendWarnings(many('retired-null', 2), [...many('retired-null', 3), ...many('retired-binary', 2)], 3)
    expect(told(all)).toEqual([
      'retired-null /0',
      'retired-null /1',
      'retired-null /0',
      'retired-binary /0',
      'retired-binary /1',
      'more-warnings '
    ])
    expect(all.at(-1)).toMatchObject({ kind: 'capped', counts: { 'retired-null': 2 } })
    expect(all.at(-1)?.message).toContain('2 more')
  })

  it('has one last warning also after the next stage, with the sum', () => {
    const first = appendWarnings([], many('retired-null', 5), 2)
    const second = appendWarnings(
      first,
      [...many('orphan-tool-result', 3), ...moreWarnings(new Map([['retired-null', 4]]))],
      2
    )
    expect(told(second)).toEqual([
      'retired-null /0',
      'retired-null /1',
      'orphan-tool-result /0',
      'orphan-tool-result /1',
      'more-warnings '
    ])
    expect(second.at(-1)?.counts).toEqual({ 'retired-null': 7, 'orphan-tool-result': 1 })
  })

  it('is the same list where nothing is added', () => {
    const earlier = many('retired-null', 1)
    expect(appendWarnings(earlier, [], 0)).toBe(earlier)
  })

  it('may keep none', () => {
    expect(appendWarnings([], many('retired-null', 3), 0)).toMatchObject([{ counts: { 'retired-null': 3 } }])
  })

  it('is counted with what a last warning stands for', () => {
    const counts = new Map<WarningCode, number>([['retired-null', 2]])
    expect(countByCode([warning('retired-null'), ...moreWarnings(counts)])).toEqual(new Map([['retired-null', 3]]))
    const odd = warningOf('more-warnings', { pointer: '' }, '', { counts: { 'retired-null': undefined } as never })
    expect(countByCode([odd])).toEqual(new Map([['retired-null', 0]]))
    expect(moreWarnings(new Map())).toEqual([])
    expect(moreWarnings(new Map([['retired-null', 0]]))).toEqual([])
  })
})

describe('a collector', () => {
  it('makes no more warnings than it keeps', () => {
    const collector = new WarningCollector(2)
    let made = 0
    for (let i = 0; i < 5; i++) {
      collector.add('retired-null', () => {
        made++
        return warning('retired-null', `/${i}`)
      })
    }
    collector.add('retired-binary', () => warning('retired-binary'))
    expect(made).toBe(2)
    expect(told(collector.all())).toEqual(['retired-null /0', 'retired-null /1', 'retired-binary ', 'more-warnings '])
    expect(collector.all().at(-1)?.counts).toEqual({ 'retired-null': 3 })
  })

  it('may have nothing to say', () => {
    expect(new WarningCollector(0).all()).toEqual([])
  })
})

describe('an outcome', () => {
  const rejection = new RunInputRejection('role-not-allowed', 'no', { warnings: many('retired-binary', 2) })
  const next =
    (outcome: Outcome<string>) =>
    (value: number): Outcome<string> =>
      value === 1 ? outcome : accepted('never')

  it('goes on with the value, earlier warnings in front', () => {
    const outcome = andThen(next(accepted('a', many('retired-binary', 1))), 9)(accepted(1, many('retired-null', 1)))
    expect(outcome).toMatchObject(E.right({ value: 'a' }))
    if (E.isRight(outcome)) expect(told(outcome.right.warnings)).toEqual(['retired-null /0', 'retired-binary /0'])
  })

  it('goes on under one cap', () => {
    const outcome = andTell<number, number>(
      value => ({ value, warnings: many('retired-null', 2) }),
      2
    )(accepted(1, many('retired-null', 1)))
    if (E.isRight(outcome)) expect(outcome.right.warnings.at(-1)?.counts).toEqual({ 'retired-null': 1 })
    expect(E.isRight(outcome)).toBe(true)
  })

  it('does not go on after a refusal', () => {
    const outcome: Outcome<number> = refused(rejection)
    expect(andThen(next(accepted('a')), 9)(outcome)).toBe(outcome)
  })

  it('that ends in a refusal tells earlier warnings there', () => {
    const outcome = andThen(next(refused(rejection)), 9)(accepted(1, many('retired-null', 1)))
    if (E.isLeft(outcome))
      expect(told(outcome.left.warnings)).toEqual(['retired-null /0', 'retired-binary /0', 'retired-binary /1'])
    expect(E.isLeft(outcome)).toBe(true)
    expect(andThen(next(refused(rejection)), 9)(accepted(1))).toEqual(refused(rejection))
  })
})

describe('the JSON type', () => {
  it.each([
    ['a', 'string'],
    [true, 'boolean'],
    [7, 'number'],
    [7n, 'number'],
    [null, 'null'],
    [[], 'array'],
    [{}, 'object'],
    [undefined, 'absent'],
    [() => 0, 'absent'],
    [Symbol('a'), 'absent']
  ])('of %s is %s', (u, type) => {
    expect(jsonTypeOf(u)).toBe(type)
  })
})
