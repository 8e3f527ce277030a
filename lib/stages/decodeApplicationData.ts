/**
 * The application's own values, `state` and `forwardedProps`, read by the application's own codecs. The protocol gives them no
 * meaning (R25, R26); what the codecs refuse is refused like any other malformed value, with pointers below the member.
 */
import { isEmptyObject, type Report } from '../codec/index.js'
import { quoted, type Path } from '../outcome/pointer.js'
import type { Origins } from './Origins.js'

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
  /** The way back, which `express-ag-ui/stream` takes to tell the client its state. Absent: the value is JSON as it is. */
  encode?(a: A): unknown
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
  origins: Origins,
  report: Report
): ApplicationData => {
  const decodeMember = (member: string, u: unknown, codec: ApplicationCodec<unknown> | undefined): unknown =>
    codec === undefined ? u : decodeAt(origins.ofMember(member), u, codec, report)
  // Client and agent have agreed nothing yet: official clients send {} on a first run (R61).
  const current = received === undefined ? {} : received
  return {
    state:
      initialState !== undefined && isEmptyObject(current) ? initialState() : decodeMember('state', current, state),
    forwardedProps:
      forwardedProps === undefined ? undefined : decodeMember('forwardedProps', forwardedProps, propsCodec)
  }
}

const decodeAt = (at: Path, u: unknown, codec: ApplicationCodec<unknown>, report: Report): unknown => {
  const decoded = decodeSafely(codec, u)
  if (decoded === 'too deep') {
    report.faultAt(at, 'a value that is less deeply nested', u)
    return undefined
  }
  if (decoded._tag === 'Right') return decoded.right
  for (const { path, expected, actual } of faultsOf(decoded.left)) {
    report.faultAt([...at, ...path], inWords([...expected]), actual)
  }
  return undefined
}

interface ApplicationFault {
  readonly path: Path
  readonly expected: Set<string>
  readonly actual: unknown
}

/** A place in the value, and the places below it where something is wrong. */
interface Place {
  below?: Map<string | number, Place>
}

/**
 * One fault for each place. A union says what all its branches expected: those that expected something else altogether are left
 * out where another one got further down.
 */
const faultsOf = (errors: ReadonlyArray<ApplicationError>): ReadonlyArray<ApplicationFault> => {
  const root: Place = {}
  const faults = new Map<Place, ApplicationFault>()
  for (const { context } of errors) {
    const path = pathOf(context)
    const last = context.at(-1)
    const place = path.reduce(placeBelow, root)
    const fault = faults.get(place) ?? { path, expected: new Set<string>(), actual: last?.actual }
    for (const expected of expectationsOf(last?.type)) fault.expected.add(expected)
    faults.set(place, fault)
  }
  return [...faults].flatMap(([{ below }, fault]) => (below === undefined ? [fault] : []))
}

const placeBelow = (place: Place, key: string | number): Place => {
  place.below ??= new Map()
  const next = place.below.get(key) ?? {}
  place.below.set(key, next)
  return next
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

/** The most alternatives that are named. */
const mostExpectations = 20

const inWords = (expected: ReadonlyArray<string>): string =>
  expected.length <= mostExpectations
    ? expected.join(' or ')
    : `${expected.slice(0, mostExpectations).join(' or ')} or one of ${expected.length - mostExpectations} more`

/** What an io-ts codec expects, in words: no codec names, which are the application's own business. */
const expectationsOf = (type: object | undefined): ReadonlyArray<string> => {
  const {
    _tag: tag,
    type: inner,
    value,
    keys
  } = (type ?? {}) as Readonly<{ _tag?: unknown; type?: object; value?: unknown; keys?: object }>
  switch (tag) {
    case 'StringType':
      return ['a string']
    case 'NumberType':
      return ['a number']
    case 'BooleanType':
      return ['true or false']
    case 'NullType':
      return ['null']
    case 'ArrayType':
    case 'AnyArrayType':
    case 'ReadonlyArrayType':
    case 'TupleType':
      return ['a list']
    case 'InterfaceType':
    case 'PartialType':
    case 'DictionaryType':
    case 'AnyDictionaryType':
      return ['an object']
    case 'ExactType':
    case 'ReadonlyType':
      return expectationsOf(inner)
    case 'LiteralType':
      return [typeof value === 'string' ? quoted(value) : String(value)]
    case 'KeyofType':
      return Object.keys(keys ?? {}).map(quoted)
    default:
      return ['a value that the application can read']
  }
}
