/** Strings that the protocol names one by one. */
import type { WarningCode } from '../outcome/Warning.js'
import { codec, leaf, type AnyCodec, type Codec } from './Codec.js'
import { Unrecognised } from './Report.js'

/** The one string that tells an object from its siblings. */
export interface Literal<L extends string> extends Codec<L> {
  readonly literal: L
}

/** Any such string. */
export interface AnyLiteral extends AnyCodec {
  readonly literal: string
}

export const literal = <const L extends string>(name: L): Literal<L> =>
  Object.assign(
    leaf(JSON.stringify(name), JSON.stringify(name), (u): u is L => u === name),
    { literal: name }
  )

/**
 * One of several strings. Another string is unrecognised, and what contains it goes; a value that is no string is malformed
 * (R17).
 */
export const closedSet = <const L extends string>(code: WarningCode, ...names: ReadonlyArray<L>): Codec<L> => {
  const known: ReadonlyArray<string> = names
  const expected = oneOf(names)
  const is = (u: unknown): u is L => known.includes(u as string)
  const unrecognised = (u: unknown) => (typeof u === 'string' && !is(u) ? new Unrecognised(code, u) : undefined)
  return codec<L>(
    names.join(' | '),
    expected,
    is,
    (u, report) => (is(u) ? u : (unrecognised(u) ?? report.fault(expected, u))),
    unrecognised
  )
}

/** `"a", "b" or "c"` */
export const oneOf = (names: ReadonlyArray<string>): string => {
  const quoted = names.map(name => JSON.stringify(name))
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(words => words !== '').join(' or ')
}
