/**
 * Compares the resume entries with the interrupts that the host knows to be open on the thread
 * (/spec/1.0/basic/patterns/interrupt-resume). An interrupt that is left uncovered is neither answered nor abandoned: whoever
 * handles the run must not act on it (R84).
 */
import type { JsonType } from '../outcome/JsonType.js'
import { accepted, refused, type Outcome } from '../outcome/Outcome.js'
import { locate, quoted, shortName } from '../outcome/pointer.js'
import { mostFaults, RunInputRejection } from '../outcome/Rejection.js'
import { warningOf } from '../outcome/Warning.js'
import { WarningCollector } from '../outcome/WarningList.js'
import type { ResumeEntry } from '../protocol/index.js'
import type { Run } from './Run.js'

export interface InterruptSettings {
  readonly uncovered: 'warn' | 'reject'
  readonly maxWarnings: number
}

/** A run, and the open interrupts that its input leaves uncovered. */
export interface AnsweredRun<S = unknown, P = unknown> {
  readonly run: Run<S, P>
  readonly openInterrupts: ReadonlyArray<string>
}

/** @param open the ids of the interrupts that are open on the thread; absent when the host keeps none */
export const answerInterrupts = <S, P>(
  run: Run<S, P>,
  open: ReadonlyArray<string> | undefined,
  { uncovered, maxWarnings }: InterruptSettings
): Outcome<AnsweredRun<S, P>> => {
  const { input, origins } = run
  const warnings = new WarningCollector(maxWarnings)
  const entries = input.resume ?? []
  const known = open === undefined ? undefined : new Set(open)
  const at = (entry: ResumeEntry) => locate(origins.ofElement('resume', entry))

  const answered = new Set<string>()
  const resume = entries.filter(entry => {
    const { interruptId } = entry
    const name = shortName(interruptId)
    if (known?.has(interruptId) === false) {
      warnings.add('unknown-interrupt', () =>
        warningOf(
          'unknown-interrupt',
          at(entry),
          `No interrupt ${quoted(interruptId)} is open on this thread, so the entry was left out; answer the interrupts of the thread's latest run.`,
          { name }
        )
      )
      return false
    }
    if (answered.size === answered.add(interruptId).size) {
      warnings.add('duplicate-resume-entry', () =>
        warningOf(
          'duplicate-resume-entry',
          at(entry),
          `Another entry before this one answers the interrupt ${quoted(interruptId)}; both were kept, so trust neither where they contradict each other.`,
          { name }
        )
      )
    }
    return true
  })

  const openInterrupts = [...(known ?? [])].filter(id => !answered.has(id))
  const location = { pointer: input.resume === undefined ? '' : '/resume' }
  const [first] = openInterrupts
  if (first !== undefined && uncovered === 'reject') {
    const got: JsonType = input.resume === undefined ? 'absent' : 'array'
    const errors = openInterrupts.slice(0, mostFaults).map(id => ({
      ...location,
      expected: 'an entry in resume for every open interrupt',
      got,
      detail: unanswered(id)
    }))
    const more = openInterrupts.length - errors.length
    return refused(
      new RunInputRejection('uncovered-interrupt', unanswered(first), { errors, more, warnings: warnings.all() })
    )
  }
  for (const id of openInterrupts) {
    warnings.add('uncovered-interrupt', () =>
      warningOf(
        'uncovered-interrupt',
        location,
        `The interrupt ${quoted(id)} is open on this thread and not answered; it stays open, and what it asks about must not be done.`,
        { name: shortName(id) }
      )
    )
  }

  const changed = resume.length === entries.length ? run : { ...run, input: { ...input, resume } }
  return accepted({ run: changed, openInterrupts }, warnings.all())
}

const unanswered = (id: string): string =>
  `The interrupt ${quoted(id)} is open on this thread and not answered; send an entry with status "resolved" or "cancelled".`
