/**
 * What a stage answers: the value and what was found on the way, or a refusal.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { RunInputRejection } from './Rejection.js'
import type { Warning } from './Warning.js'
import { appendWarnings } from './WarningList.js'

/** A stage's value, and the warnings of all stages up to it. */
export interface Told<A> {
  readonly value: A
  readonly warnings: ReadonlyArray<Warning>
}

export type Outcome<A> = E.Either<RunInputRejection, Told<A>>

/** A value, and what was found while making it. */
export const accepted = <A>(value: A, warnings: ReadonlyArray<Warning> = []): Outcome<A> => E.right({ value, warnings })

/** No value, and why. */
export const refused = (rejection: RunInputRejection): Outcome<never> => E.left(rejection)

/** Goes on with a stage that refuses nothing. Earlier warnings stay, in front, and under the same cap. */
export const andTell = <A, B>(
  stage: (value: A) => Told<B>,
  mostWarnings: number
): ((outcome: Outcome<A>) => Outcome<B>) => andThen(value => E.right(stage(value)), mostWarnings)

/** Goes on with the next stage. Earlier warnings stay, in front, and under the same cap; a refusal tells them too. */
export const andThen =
  <A, B>(stage: (value: A) => Outcome<B>, mostWarnings: number) =>
  (outcome: Outcome<A>): Outcome<B> => {
    if (E.isLeft(outcome)) return outcome
    const { value, warnings } = outcome.right
    const next = stage(value)
    if (warnings.length === 0) return next
    return E.isLeft(next)
      ? refused(next.left.withEarlier(warnings, mostWarnings))
      : accepted(next.right.value, appendWarnings(warnings, next.right.warnings, mostWarnings))
  }
