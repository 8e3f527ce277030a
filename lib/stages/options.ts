/** The options that need no request: what each may be, and what it means to the stages. Checked once, when a chain is made. */
import type { Reading } from '../codec/index.js'
import { mostFaults } from '../outcome/Rejection.js'
import { roles, type Role } from '../protocol/index.js'
import { acceptance, acceptsError, type Accept } from './accepts.js'
import type { ApplicationCodec, ApplicationSettings } from './decodeApplicationData.js'
import type { DowngradeSettings } from './downgradeContent.js'

/**
 * How `decodeRunInput` reads a body. All is optional.
 *
 * @typeParam S what the `state` codec gives
 * @typeParam P what the `forwardedProps` codec gives
 */
export interface DecodeRunInputOptions<S = unknown, P = unknown> {
  /**
   * What the agent can use, as in HTML's `accept`: kinds (`'image'`) and media types (`'image/png'`, `'image/*'`). `[]` is text
   * only; text is always accepted. Absent: everything.
   */
  readonly accepts?: ReadonlyArray<Accept>
  /** The vendor ids whose file handles the agent can resolve. Absent: every handle is kept; `[]`: none is. */
  readonly fileProviders?: ReadonlyArray<string>
  /** The roles that a client may send; a message of another one refuses the input (403). Absent: all. */
  readonly roles?: ReadonlyArray<Role>
  /** An io-ts codec for the application's state. Its faults refuse the input (400). Absent: any value. */
  readonly state?: ApplicationCodec<S>
  /**
   * What `state` is when the client sends none, or `{}`, as official clients do on a first run. A value is plain data, copied for
   * each run; give a function for anything else. Required with a `state` codec that refuses `{}`.
   */
  readonly initialState?: NoInfer<S> | (() => NoInfer<S>)
  /** An io-ts codec for `forwardedProps`. Its faults refuse the input (400). Absent props are not decoded. */
  readonly forwardedProps?: ApplicationCodec<P>
  /** `'lenient'` reads a null in any optional protocol position as absent, with a warning. Default `'listed'`. */
  readonly nulls?: 'listed' | 'lenient'
  /** Whether snake_case spellings of protocol members are read, with a warning. Default `false`. */
  readonly snakeCase?: boolean
  /** `'reject'` refuses a declared newer major version (400). Default `'serve'`, with a warning. */
  readonly newerMajor?: 'serve' | 'reject'
  /** How many warnings of each code are recorded; the rest is counted. Default 100. */
  readonly maxWarnings?: number
}

/** What a value must be, when it is not. */
export type Check = (value: unknown) => string | undefined

export const oneOfThese =
  (...values: ReadonlyArray<unknown>): Check =>
  value =>
    values.includes(value) ? undefined : values.map(each => JSON.stringify(each)).join(' or ')

export const strings =
  (what: string, isMember: (value: string) => boolean = () => true): Check =>
  value =>
    Array.isArray(value) && value.every(each => typeof each === 'string' && isMember(each)) ? undefined : what

const applicationCodec: Check = value =>
  typeof value === 'object' && value !== null && 'decode' in value && typeof value.decode === 'function'
    ? undefined
    : 'an io-ts codec'

export const wholeNumber: Check = value =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'a whole number, 0 or more'

export const decodeChecks = {
  roles: strings(`a list of roles: ${roles.join(', ')}`, role => (roles as ReadonlyArray<string>).includes(role)),
  state: applicationCodec,
  initialState: value =>
    typeof value === 'function' || isPlainData(value)
      ? undefined
      : 'plain data, which is copied for each run, or a function',
  forwardedProps: applicationCodec,
  nulls: oneOfThese('listed', 'lenient'),
  snakeCase: oneOfThese(true, false),
  newerMajor: oneOfThese('serve', 'reject'),
  maxWarnings: wholeNumber
} as const satisfies Readonly<Record<string, Check>>

export const downgradeChecks = {
  accepts: acceptsError,
  fileProviders: strings('a list of vendor ids'),
  maxWarnings: wholeNumber
} as const satisfies Readonly<Record<string, Check>>

/**
 * Checks an options object against what its taker takes.
 *
 * @throws TypeError that names the option, what it must be, and, for an unknown one, what there is
 */
export const checkOptions = (taker: string, options: unknown, checks: Readonly<Record<string, Check>>): void => {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${taker}: options must be an object`)
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check === undefined) {
      throw new TypeError(`${taker}: there is no option "${name}"; it takes ${Object.keys(checks).join(', ')}`)
    }
    const expected = value === undefined ? undefined : check(value)
    if (expected !== undefined) throw new TypeError(`${taker}: the option "${name}" must be ${expected}`)
  }
}

export const defaultMaxWarnings = 100

/** What `decodeInput` goes by. */
export interface DecodeSettings {
  readonly reading: Reading
  readonly newerMajor: 'serve' | 'reject'
  readonly maxWarnings: number
  readonly application: ApplicationSettings
}

/** @throws TypeError for a `state` codec that refuses `{}` without an `initialState`: it would refuse every first run */
export const decodeSettings = (taker: string, options: DecodeRunInputOptions): DecodeSettings => {
  const { state, initialState, forwardedProps, nulls = 'listed', snakeCase = false, newerMajor = 'serve' } = options
  if (state !== undefined && initialState === undefined && state.decode({})._tag === 'Left') {
    throw new TypeError(
      `${taker}: the "state" codec refuses {}, which is what clients send on a first run; give an "initialState"`
    )
  }
  const maxWarnings = options.maxWarnings ?? defaultMaxWarnings
  return {
    reading: { nulls, snakeCase, mostRemarks: maxWarnings, mostFaults },
    newerMajor,
    maxWarnings,
    application: {
      state,
      initialState:
        initialState === undefined
          ? undefined
          : typeof initialState === 'function'
            ? (initialState as () => unknown)
            : () => structuredClone(initialState),
      forwardedProps
    }
  }
}

export const roleSet = (roles: ReadonlyArray<Role> | undefined): ReadonlySet<Role> | undefined =>
  roles === undefined ? undefined : new Set(roles)

export const downgradeSettings = ({
  accepts,
  fileProviders,
  maxWarnings = defaultMaxWarnings
}: DecodeRunInputOptions): DowngradeSettings => ({
  accepts: accepts === undefined ? undefined : acceptance(accepts),
  fileProviders:
    fileProviders === undefined ? undefined : new Set(fileProviders.map(provider => provider.toLowerCase())),
  maxWarnings
})

/** Whether `structuredClone` gives the same again: no functions, and no instances of anyone's classes. */
const isPlainData = (value: unknown, seen = new Set<object>()): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol'
  if (seen.size === seen.add(value).size) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  if (value instanceof Date) return true
  return (
    (Array.isArray(value) || prototype === Object.prototype || prototype === null)
    && Object.values(value).every(each => isPlainData(each, seen))
  )
}
