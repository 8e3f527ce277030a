/** Resume entries beside the interrupts that are open (R81 to R87). */
import { describe, expect, it } from 'vitest'
import { answerInterrupts } from '../../lib/stages/answerInterrupts.js'
import { decodeInput } from '../../lib/stages/decodeInput.js'
import { decodeSettings } from '../../lib/stages/options.js'
import { input, places, told, type Json } from '../reading.js'

const runOf = (body: Json) => {
  const outcome = decodeInput(body, decodeSettings('spec', {}))
  if (outcome._tag === 'Left') throw outcome.left
  return outcome.right.value
}

const entry = (interruptId: string, status = 'resolved'): Json => ({ interruptId, status })
const resuming = (...resume: ReadonlyArray<Json>) => runOf(input([], { resume }))

const answer = (
  run: ReturnType<typeof runOf>,
  open: ReadonlyArray<string> | undefined,
  { uncovered = 'warn', maxWarnings = 100 }: { uncovered?: 'warn' | 'reject'; maxWarnings?: number } = {}
) => {
  const outcome = answerInterrupts(run, open, { uncovered, maxWarnings })
  return outcome._tag === 'Left'
    ? {
        rejection: outcome.left,
        resume: undefined,
        openInterrupts: [],
        warnings: outcome.left.warnings,
        run: undefined
      }
    : {
        rejection: undefined,
        run: outcome.right.value.run,
        resume: outcome.right.value.run.input.resume,
        openInterrupts: outcome.right.value.openInterrupts,
        warnings: outcome.right.warnings
      }
}

describe('the resume entries', () => {
  it.each<
    readonly [
      string,
      ReadonlyArray<Json>,
      ReadonlyArray<string> | undefined,
      ReadonlyArray<Json>,
      ReadonlyArray<string>,
      ReadonlyArray<string>
    ]
  >([
    [
      'cover what is open',
      [entry('a'), entry('b', 'cancelled')],
      ['a', 'b'],
      [entry('a'), entry('b', 'cancelled')],
      [],
      []
    ],
    ['are all kept where the host keeps no interrupts', [entry('a')], undefined, [entry('a')], [], []],
    [
      'name one that is not open (R83)',
      [entry('a'), entry('x')],
      ['a'],
      [entry('a')],
      [],
      ['unknown-interrupt /resume/1']
    ],
    ['name nothing that is open (R83)', [entry('x')], [], [], [], ['unknown-interrupt /resume/0']],
    ['leave one uncovered (R84)', [entry('a')], ['a', 'b'], [entry('a')], ['b'], ['uncovered-interrupt /resume']],
    [
      'leave all uncovered (R84)',
      [],
      ['a', 'b'],
      [],
      ['a', 'b'],
      ['uncovered-interrupt /resume', 'uncovered-interrupt /resume']
    ],
    [
      'are twice for one: both are kept',
      [entry('a'), entry('a', 'cancelled')],
      ['a'],
      [entry('a'), entry('a', 'cancelled')],
      [],
      ['duplicate-resume-entry /resume/1']
    ],
    [
      'are twice where the host keeps no interrupts',
      [entry('a'), entry('a')],
      undefined,
      [entry('a'), entry('a')],
      [],
      ['duplicate-resume-entry /resume/1']
    ],
    [
      'are twice for one that is not open',
      [entry('x'), entry('x')],
      [],
      [],
      [],
      ['unknown-interrupt /resume/0', 'unknown-interrupt /resume/1']
    ],
    ['name an empty id', [entry('')], [''], [entry('')], [], []],
    [
      'cover one that is open twice',
      [entry('a')],
      ['a', 'a', 'b', 'b'],
      [entry('a')],
      ['b'],
      ['uncovered-interrupt /resume']
    ]
  ])('%s', (_, entries, open, kept, uncovered, warnings) => {
    const run = resuming(...entries)
    const answered = answer(run, open)
    expect(answered.resume).toEqual(kept)
    expect(answered.openInterrupts).toEqual(uncovered)
    expect(told(answered.warnings)).toEqual(warnings)
    expect(answered.run === run).toBe(kept.length === entries.length)
    expect(run.received.resume).toHaveLength(entries.length)
  })

  it('of an unknown status are no answers, and are no abandonment either (R84, M2)', () => {
    const run = resuming(entry('a', 'expired'), entry('b'))
    const { openInterrupts, warnings } = answer(run, ['a', 'b'])
    expect(openInterrupts).toEqual(['a'])
    expect(told(warnings)).toEqual(['uncovered-interrupt /resume'])
  })

  it('are pointed at as sent', () => {
    const run = resuming(entry('a', 'expired'), { ...entry('x'), y: 1 })
    expect(told(answer(run, []).warnings)).toEqual(['unknown-interrupt /resume/1'])
  })

  it('may be absent, and stay so', () => {
    const { resume, openInterrupts, warnings } = answer(runOf(input([])), ['a'])
    expect(resume).toBeUndefined()
    expect(openInterrupts).toEqual(['a'])
    expect(warnings).toMatchObject([
      { code: 'uncovered-interrupt', pointer: '', name: 'a', kind: 'resume', lossy: false }
    ])
    expect(answer(runOf(input([])), undefined).warnings).toEqual([])
  })

  it('are named short, and no more than so many are', () => {
    const many = Array.from({ length: 300 }, (_, i) => `${i}${'i'.repeat(1000)}`)
    const { warnings } = answer(
      resuming(...many.map(id => entry(id))),
      many.map(id => `${id}!`)
    )
    expect(warnings).toHaveLength(201)
    expect(warnings.at(-1)?.counts).toEqual({ 'unknown-interrupt': 200, 'uncovered-interrupt': 200 })
    for (const { name, message } of warnings) expect((name ?? '').length + message.length).toBeLessThan(500)
  })
})

describe('an uncovered interrupt with uncovered "reject"', () => {
  it('refuses the input (R85)', () => {
    const { rejection } = answer(resuming(entry('a'), entry('x')), ['a', 'b', 'c'], { uncovered: 'reject' })
    expect(rejection).toMatchObject({ status: 400, code: 'uncovered-interrupt', more: 0 })
    expect(rejection?.errors).toMatchObject([
      { pointer: '/resume', got: 'array' },
      { pointer: '/resume', got: 'array' }
    ])
    expect(told(rejection?.warnings ?? [])).toEqual(['unknown-interrupt /resume/1'])
    expect(rejection?.message).toContain('"b"')
  })

  it('refuses at the empty pointer where resume is absent', () => {
    const { rejection } = answer(runOf(input([])), ['a'], { uncovered: 'reject' })
    expect(rejection && places(rejection)).toEqual([''])
    expect(rejection?.errors[0]?.got).toBe('absent')
  })

  it('names 100 of them, and counts the rest', () => {
    const many = Array.from({ length: 250 }, (_, i) => `${i}`)
    const { rejection } = answer(runOf(input([])), many, { uncovered: 'reject' })
    expect(rejection?.errors).toHaveLength(100)
    expect(rejection?.more).toBe(150)
  })

  it('is none where all are covered', () => {
    expect(answer(resuming(entry('a')), ['a'], { uncovered: 'reject' }).rejection).toBeUndefined()
    expect(answer(runOf(input([])), [], { uncovered: 'reject' }).rejection).toBeUndefined()
  })
})
