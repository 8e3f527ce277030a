/** The options of the five middlewares, and what each may be. */
import type { Request } from 'express'
import type { RunInputRejection } from '../outcome/Rejection.js'
import type { Warning } from '../outcome/Warning.js'
import type { MediaPart, Role } from '../protocol/index.js'
import type { Accept } from '../stages/accepts.js'
import type { MessageWithParts } from '../stages/downgradeContent.js'
import {
  checkOptions,
  decodeChecks,
  downgradeChecks,
  oneOfThese,
  strings,
  wholeNumber,
  type Check,
  type DecodeRunInputOptions
} from '../stages/options.js'
import type { RunInput } from '../stages/Run.js'
import { bytesOf } from './limit.js'

/** A value, or how to find it for a request. */
export type PerRequest<A> = A | ((req: Request) => A)

/** What to do with a refused input, besides not running it. */
export interface RefusalOptions {
  /** `'next'` hands the rejection to the app's error handlers instead of answering. Default `'respond'`. */
  readonly refuse?: 'respond' | 'next'
  /** Observes refusals. Default: one line on the console; `false`: silence. */
  readonly onRejection?: ((rejection: RunInputRejection, req: Request) => void) | false
  /** Is told each warning. Default: one line on the console; `false`: silence. */
  readonly onWarning?: ((warning: Warning, req: Request) => void) | false
}

export interface ReadBodyOptions extends RefusalOptions {
  /** The most bytes a body may have, as a number or as `'20mb'`, after decompression. Default `'20mb'`. */
  readonly limit?: number | string
}

export interface DecodeInputOptions<S = unknown, P = unknown>
  extends RefusalOptions, Omit<DecodeRunInputOptions<S, P>, 'accepts' | 'fileProviders' | 'roles'> {
  /** The roles that a client may send; a message of another one refuses the input (403). Absent: all. */
  readonly roles?: PerRequest<ReadonlyArray<Role>>
}

export interface DowngradeContentOptions extends Pick<DecodeRunInputOptions, 'maxWarnings'> {
  /**
   * What the agent can use, as in HTML's `accept`: kinds (`'image'`) and media types (`'image/png'`, `'image/*'`). `[]` is text
   * only; text is always accepted. Absent: everything.
   */
  readonly accepts?: PerRequest<ReadonlyArray<Accept>>
  /** The vendor ids whose file handles the agent can resolve. Absent: every handle is kept; `[]`: none is. */
  readonly fileProviders?: PerRequest<ReadonlyArray<string>>
  /**
   * The last word on each media part that `accepts` and `fileProviders` let through: an expired handle, a URL policy, a size.
   * Asked side by side; a throw counts as no.
   */
  readonly canUse?: (
    part: MediaPart,
    context: { readonly message: MessageWithParts; readonly req: Request }
  ) => boolean | Promise<boolean>
}

export interface AnswerInterruptsOptions extends RefusalOptions, Pick<DecodeRunInputOptions, 'maxWarnings'> {
  /** The ids of the interrupts that are open on the input's thread. An entry for another id is left out, with a warning. */
  readonly openInterrupts?: (
    input: RunInput,
    req: Request
  ) => ReadonlyArray<string> | PromiseLike<ReadonlyArray<string>>
  /** `'reject'` refuses an input that leaves an open interrupt uncovered (400). Default `'warn'`. */
  readonly uncovered?: 'warn' | 'reject'
}

export type ReportWarningsOptions = Pick<RefusalOptions, 'onWarning'>

/**
 * The options of the whole chain. All is optional.
 *
 * @typeParam S what the `state` codec gives
 * @typeParam P what the `forwardedProps` codec gives
 */
export interface RunInputOptions<S = unknown, P = unknown>
  extends ReadBodyOptions, DecodeInputOptions<S, P>, DowngradeContentOptions, AnswerInterruptsOptions {}

type Checks = Readonly<Record<string, Check>>

const aFunction: Check = value => (typeof value === 'function' ? undefined : 'a function')

const aFunctionOrFalse: Check = value =>
  typeof value === 'function' || value === false ? undefined : 'a function or false'

const perRequest =
  (check: Check): Check =>
  value => {
    const expected = typeof value === 'function' ? undefined : check(value)
    return expected === undefined ? undefined : `${expected}, or a function of the request`
  }

const observing = { onWarning: aFunctionOrFalse } satisfies Checks

const refusing = { refuse: oneOfThese('respond', 'next'), onRejection: aFunctionOrFalse, ...observing } satisfies Checks

export const readBodyChecks: Checks = {
  limit: value => (Number.isNaN(bytesOf(value)) ? 'a number of bytes, or a size such as "20mb"' : undefined),
  ...refusing
}

export const decodeInputChecks: Checks = { ...decodeChecks, roles: perRequest(decodeChecks.roles), ...refusing }

export const downgradeContentChecks: Checks = {
  ...downgradeChecks,
  accepts: perRequest(downgradeChecks.accepts),
  fileProviders: perRequest(downgradeChecks.fileProviders),
  canUse: aFunction
}

export const answerInterruptsChecks: Checks = {
  openInterrupts: aFunction,
  uncovered: oneOfThese('warn', 'reject'),
  maxWarnings: wholeNumber,
  ...refusing
}

export const reportWarningsChecks: Checks = observing

export const runInputChecks: Checks = {
  ...readBodyChecks,
  ...decodeInputChecks,
  ...downgradeContentChecks,
  ...answerInterruptsChecks
}

/** The options that one of the five takes, out of those given to the whole chain. */
export const pick = (options: object, checks: Checks): object =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(checks, name)))

/**
 * Resolves an option that may be a function of the request. What such a function answers is checked like the option itself.
 *
 * @throws TypeError for an answer that the option could not be; an answer of `undefined` would silently lift a restriction
 */
export const resolver = <A, B>(
  taker: string,
  name: string,
  check: Check,
  option: PerRequest<A> | undefined,
  resolve: (value: A | undefined) => B
): ((req: Request) => B) => {
  if (typeof option !== 'function') {
    const resolved = resolve(option)
    return () => resolved
  }
  const find = option as (req: Request) => A
  return req => {
    const value = find(req)
    checkAnswer(taker, name, value, check)
    return resolve(value)
  }
}

/** @throws TypeError when what an option that is a function answers is not what it has to be */
export const checkAnswer = (taker: string, name: string, value: unknown, check: Check): void => {
  const expected = check(value)
  if (expected !== undefined) throw new TypeError(`${taker}: what the option "${name}" answers must be ${expected}`)
}

/** What `openInterrupts` answers. */
export const interruptIds = strings('a list of interrupt ids')

export { checkOptions }
