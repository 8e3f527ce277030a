/**
 * A codec of the protocol: an io-ts codec whose reading also strips, translates, and says where.
 *
 * `decode`, `is` and `encode` are io-ts's own and mean what they mean there: `decode` gives the value with what the
 * protocol does not describe stripped, or the faults; `is` says whether a value is exactly what the schema describes.
 */
import * as t from 'io-ts'
import { quoted } from '../outcome/pointer.js'
import { MALFORMED, plainReading, Report, Unrecognised, type Malformed } from './Report.js'

/** Reads a value: the value itself where nothing is to be changed, a copy where something is, or why it is to go whole. */
export type Read<A> = (u: unknown, report: Report) => A | Unrecognised | Malformed

/** Reads an object of a shape that the protocol had once. */
export type Translate<A> = (u: Readonly<Record<string, unknown>>, report: Report) => A | Unrecognised | Malformed

/** Why what contains `u` would have to go, told before anything in it is judged (R13). */
export type Recognise = (u: unknown) => Unrecognised | undefined

/** An io-ts codec that tells what it expects, and reads with a report. */
export interface Codec<A> extends t.Type<A, A> {
  /** What belongs there, in words: `a string`. */
  readonly expected: string
  /** @internal */
  readonly read: Read<A>
  /** @internal */
  readonly unrecognised: Recognise | undefined
}

/** Any codec of the protocol. */
export interface AnyCodec extends t.Any {
  readonly expected: string
  /** @internal */
  readonly read: Read<unknown>
  /** @internal */
  readonly unrecognised: Recognise | undefined
}

/**
 * Makes an io-ts codec. Its io-ts context is built only for a value that is refused.
 *
 * @param is whether a value is exactly what the protocol describes: what `read` gives back as it is, and says nothing of
 */
export const codec = <A>(
  name: string,
  expected: string,
  is: t.Is<A>,
  read: Read<A>,
  unrecognised?: Recognise
): Codec<A> =>
  Object.assign(
    new t.Type<A, A, unknown>(
      name,
      is,
      (u, context) => {
        const report = new Report(plainReading)
        const a = read(u, report)
        if (a instanceof Unrecognised) return t.failure(u, context, `AG-UI 1.0 does not describe ${quoted(a.name)}`)
        return a !== MALFORMED && report.faults === 0 ? t.success(a) : t.failures(errorsOf(report, u, context))
      },
      t.identity
    ),
    { expected, read, unrecognised }
  )

/** A value without members of its own. */
export const leaf = <A>(name: string, expected: string, is: (u: unknown) => u is A): Codec<A> =>
  codec(name, expected, is, (u, report) => (is(u) ? u : report.fault(expected, u)))

/** A JSON object. */
export const isObject = (u: unknown): u is Record<string, unknown> =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

/** A JSON object without members. Looks at one member at most, however many there are. */
export const isEmptyObject = (u: unknown): boolean => {
  if (!isObject(u)) return false
  for (const _ in u) return false
  return true
}

const errorsOf = ({ found }: Report, root: unknown, context: t.Context): t.Errors =>
  found.flatMap(finding => {
    if (finding._tag === 'Remark') return []
    let actual = root
    const way = finding.path.toReversed().map((key): t.ContextEntry => {
      actual = isObject(actual) || Array.isArray(actual) ? (actual as Record<string | number, unknown>)[key] : undefined
      return { key: String(key), type: t.unknown, actual }
    })
    return [
      { value: actual, context: [...context, ...way], message: `expected ${finding.expected}, got ${finding.got}` }
    ]
  })
