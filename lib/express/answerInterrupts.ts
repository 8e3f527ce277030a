/** Compares the resume entries with the interrupts that the host knows to be open. */
import * as E from 'fp-ts/lib/Either.js'
import type { NextFunction, Request, Response } from 'express'
import { andThen, accepted } from '../outcome/Outcome.js'
import { answerInterrupts as answer, type InterruptSettings } from '../stages/answerInterrupts.js'
import { defaultMaxWarnings } from '../stages/options.js'
import { failing, following, type Chain, type Stage } from './chain.js'
import {
  answerInterruptsChecks,
  checkAnswer,
  checkOptions,
  interruptIds,
  type AnswerInterruptsOptions
} from './options.js'
import { refuser, type Refuse } from './refuse.js'
import { changeRun, runOf } from './runOf.js'
import type { RunInputHandler } from './RunInputHandler.js'

/**
 * The fourth of the five: leaves out resume entries for interrupts that are not open, and tells, or refuses (400), an input that
 * leaves open ones uncovered. Without `openInterrupts` it only tells of duplicate entries.
 *
 * @param options which interrupts are open, and what to do where one is left uncovered
 * @throws TypeError for an unknown option or a bad value
 * @see https://docs.ag-ui.com/spec/1.0/basic/patterns/interrupt-resume
 * @example
 * import { answerInterrupts } from 'express-ag-ui'
 *
 * const open = new Map([['thread-1', ['approve-payment']]])
 * answerInterrupts({ openInterrupts: ({ threadId }) => open.get(threadId) ?? [], uncovered: 'reject' })
 */
export const answerInterrupts = (options: AnswerInterruptsOptions = {}): RunInputHandler =>
  following('answerInterrupts', answering(options))

/** The stage alone. */
export const answering = (options: AnswerInterruptsOptions): Stage => {
  checkOptions('answerInterrupts', options, answerInterruptsChecks)
  const { openInterrupts, uncovered = 'warn', maxWarnings = defaultMaxWarnings } = options
  const settings = { uncovered, maxWarnings }
  const refuse = refuser(options)

  return (chain, req, res, next) => {
    // Most runs resume nothing, and many hosts keep no list: then there is nothing to compare.
    if (openInterrupts === undefined && chain.run.input.resume === undefined) {
      next()
      return
    }
    const compareWith = (open: ReadonlyArray<string> | undefined): void => {
      if (openInterrupts !== undefined) {
        checkAnswer('answerInterrupts', 'openInterrupts', open, interruptIds)
        chain.lookAt(req)
      }
      apply(open, settings, refuse, chain, req, res, next)
    }
    const open = openInterrupts?.(chain.run.input, req)
    if (isPromiseLike(open)) Promise.resolve(open).then(compareWith).catch(failing(next))
    else compareWith(open)
  }
}

const isPromiseLike = <A>(u: A | PromiseLike<A>): u is PromiseLike<A> =>
  typeof u === 'object' && u !== null && 'then' in u && typeof u.then === 'function'

const apply = (
  open: ReadonlyArray<string> | undefined,
  settings: InterruptSettings,
  refuse: Refuse,
  chain: Chain,
  req: Request,
  res: Response,
  next: NextFunction
): void => {
  const outcome = andThen(
    () => answer(runOf(chain), open, settings),
    settings.maxWarnings
  )(accepted(undefined, chain.run.warnings))
  if (E.isLeft(outcome)) {
    refuse(outcome.left, req, res, next)
    return
  }
  const { value, warnings } = outcome.right
  changeRun(req, chain, { input: value.run.input, warnings, openInterrupts: value.openInterrupts })
  next()
}
