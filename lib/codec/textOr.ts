/** Content that is either text or a list. Judged by its own type, so that a fault is told once, not once per alternative. */
import { codec, type Codec } from './Codec.js'

export const textOr = <A extends ReadonlyArray<unknown>>(other: Codec<A>): Codec<string | A> => {
  const expected = `a string or ${other.expected}`
  const { is, read } = other
  return codec<string | A>(
    `string | ${other.name}`,
    expected,
    (u): u is string | A => typeof u === 'string' || is(u),
    (u, report) => (typeof u === 'string' ? u : Array.isArray(u) ? read(u, report) : report.fault(expected, u))
  )
}
