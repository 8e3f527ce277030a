/**
 * The application's own values, `state` and `forwardedProps`, read by the application's own codecs. The protocol gives them no
 * meaning (R25, R26); what the codecs refuse is refused like any other malformed value, with pointers below the member.
 */
import { isObject, type Report } from '../codec/index.js'
import type { Path } from '../outcome/pointer.js'

/** A step on an io-ts context: a member, or a branch of a union or intersection. */
interface ContextEntry {
  readonly key: string
  readonly type: object
  readonly actual?: unknown
}

/** What an io-ts codec says of a value that it refuses. */
export interface ApplicationError {
  readonly context: ReadonlyArray<ContextEntry>
}

/** An io-ts codec, of any copy of io-ts. */
export interface ApplicationCodec<A> {
  decode(
    u: unknown
  ):
    | { readonly _tag: 'Left'; readonly left: ReadonlyArray<ApplicationError> }
    | { readonly _tag: 'Right'; readonly right: A }
}

export interface ApplicationSettings {
  readonly state: ApplicationCodec<unknown> | undefined
  readonly initialState: (() => unknown) | undefined
  readonly forwardedProps: ApplicationCodec<unknown> | undefined
}

/** The values for the host's handler. */
export interface ApplicationData {
  readonly state: unknown
  readonly forwardedProps: unknown
}

export const decodeApplicationData = (
  { state: received, forwardedProps }: { readonly state?: unknown; readonly forwardedProps?: unknown },
  { state, initialState, forwardedProps: propsCodec }: ApplicationSettings,
  report: Report
): ApplicationData => {
  const current = received === undefined ? {} : received
  return {
    state:
      initialState !== undefined && isEmptyObject(current)
        ? initialState()
        : decodeMember('state', current, state, report),
    forwardedProps:
      forwardedProps === undefined ? undefined : decodeMember('forwardedProps', forwardedProps, propsCodec, report)
  }
}

/** What `state` is when client and agent have agreed nothing yet: official clients send this on a first run (R61). */
export const isEmptyObject = (u: unknown): boolean => {
  if (!isObject(u)) return false
  for (const _ in u) return false
  return true
}

const decodeMember = (
  member: string,
  u: unknown,
  codec: ApplicationCodec<unknown> | undefined,
  report: Report
): unknown => {
  if (codec === undefined) return u
  const decoded = decodeSafely(codec, u)
  if (decoded === 'too deep') {
    report.faultAt([member], 'a value that is less deeply nested', u)
    return undefined
  }
  if (decoded._tag === 'Right') return decoded.right
  const faults = new Map<string, { readonly path: Path; readonly expected: Set<string>; readonly actual: unknown }>()
  for (const { context } of decoded.left) {
    const path = pathOf(context)
    const last = context.at(-1)
    const fault = faults.get(JSON.stringify(path)) ?? { path, expected: new Set<string>(), actual: last?.actual }
    fault.expected.add(expectationOf(last?.type))
    faults.set(JSON.stringify(path), fault)
  }
  for (const { path, expected, actual } of faults.values()) {
    report.faultAt([member, ...path], [...expected].join(' or '), actual)
  }
  return undefined
}

/** A recursive codec overflows the stack on a value that JSON.parse read without effort; that is the value's fault. */
const decodeSafely = (
  codec: ApplicationCodec<unknown>,
  u: unknown
): ReturnType<ApplicationCodec<unknown>['decode']> | 'too deep' => {
  try {
    return codec.decode(u)
  } catch (error) {
    if (error instanceof RangeError) return 'too deep'
    throw error
  }
}

/**
 * The members on the way to a fault. io-ts also writes down which branch of a union or intersection it was on; there the value
 * is the one it already had, which no member's value is.
 */
const pathOf = (context: ReadonlyArray<ContextEntry>): Path =>
  context.flatMap(({ key, actual }, i) => {
    const parent = context[i - 1]
    if (parent === undefined || Object.is(actual, parent.actual)) return []
    return [Array.isArray(parent.actual) ? Number(key) : key]
  })

/** What an io-ts codec expects, in words: no codec names, which are the application's own business. */
const expectationOf = (type: object | undefined): string => {
  const {
    _tag: tag,
    value,
    keys
  } = (type ?? {}) as { readonly _tag?: unknown; readonly value?: unknown; readonly keys?: object }
  switch (tag) {
    case 'StringType':
      return 'a string'
    case 'NumberType':
      return 'a number'
    case 'BooleanType':
      return 'true or false'
    case 'NullType':
      return 'null'
    case 'ArrayType':
    case 'AnyArrayType':
    case 'ReadonlyArrayType':
    case 'TupleType':
      return 'a list'
    case 'InterfaceType':
    case 'PartialType':
    case 'DictionaryType':
    case 'AnyDictionaryType':
      return 'an object'
    case 'LiteralType':
      return JSON.stringify(value)
    case 'KeyofType':
      return Object.keys(keys ?? {})
        .map(key => JSON.stringify(key))
        .join(' or ')
    default:
      return 'a value that the application can read'
  }
}
