/** Lists: an element that is unrecognised goes, the list stays (R14). */
import { codec, type Codec } from './Codec.js'
import { MALFORMED, Unrecognised } from './Report.js'

export const list = <A>(item: Codec<A>, expected = 'a list'): Codec<Array<A>> => {
  const { is, read, name } = item
  const isList = (u: unknown): u is Array<A> => {
    if (!Array.isArray(u)) return false
    const elements: ReadonlyArray<unknown> = u
    for (const element of elements) if (!is(element)) return false
    return true
  }
  return codec<Array<A>>(`Array<${name}>`, expected, isList, (u, report) => {
    if (!Array.isArray(u)) return report.fault(expected, u)
    const elements: ReadonlyArray<unknown> = u
    const { found } = report
    let copy: Array<A> | undefined
    for (let i = 0; i < elements.length; i++) {
      const element = elements[i]
      const start = found.length
      const a = read(element, report)
      if (found.length !== start) report.below(i, start)
      if (a === element) copy?.push(a as A)
      else if (a !== MALFORMED) {
        copy ??= elements.slice(0, i) as Array<A>
        if (a instanceof Unrecognised) report.remark(a.code, a.name, name, i)
        else copy.push(a)
      }
    }
    return copy ?? (u as Array<A>)
  })
}
