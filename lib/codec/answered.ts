/** Content that must not end up with nothing in it because all of it was unrecognised. */
import { codec, type Codec } from './Codec.js'

/**
 * Text or a list. A list of which nothing is left becomes the empty string, and a `tool-result-emptied` says so; a list that
 * came empty stays (R68, R69).
 */
export const answered = <A extends ReadonlyArray<unknown>>(content: Codec<string | A>): Codec<string | A> =>
  codec<string | A>(content.name, content.expected, content.is, (u, report) => {
    const { faults } = report
    const a = content.read(u, report)
    if (a === u || !Array.isArray(a) || a.length > 0 || report.faults > faults) return a
    report.remark('tool-result-emptied', '', '')
    return ''
  })
