/**
 * Lists of warnings that stay bounded: so many of each code, the rest counted in one `more-warnings` at the end.
 */
import { Tally } from './Tally.js'
import { warningOf, type Warning, type WarningCode } from './Warning.js'

type Counts = ReadonlyMap<WarningCode, number>

/** How many warnings there are of each code, those included that a `more-warnings` stands for. */
export const countByCode = (warnings: ReadonlyArray<Warning>): Counts => tallyOf(warnings).all()

const tallyOf = (warnings: ReadonlyArray<Warning>): Tally => {
  const tally = new Tally()
  for (const { code, counts } of warnings) {
    if (counts === undefined) tally.add(code)
    else for (const other of Object.keys(counts) as Array<WarningCode>) tally.add(other, counts[other] ?? 0)
  }
  return tally
}

/** The one warning that stands for those left out; none when nothing was. */
export const moreWarnings = (leftOut: Counts): ReadonlyArray<Warning> => {
  const total = [...leftOut.values()].reduce((sum, n) => sum + n, 0)
  return total === 0
    ? []
    : [
        warningOf(
          'more-warnings',
          { pointer: '' },
          `${total} more warnings were left out; counts has their number by code.`,
          {
            counts: Object.fromEntries(leftOut)
          }
        )
      ]
}

const isCapped = ({ code }: Warning): boolean => code === 'more-warnings'

/** Adds later warnings to earlier ones, keeping at most `most` of each code. */
export const appendWarnings = (
  earlier: ReadonlyArray<Warning>,
  later: ReadonlyArray<Warning>,
  most: number
): ReadonlyArray<Warning> => {
  if (later.length === 0) return earlier
  const leftOut = tallyOf([...earlier, ...later].filter(isCapped))
  const told = earlier.filter(warning => !isCapped(warning))
  const counts = tallyOf(told)
  for (const warning of later) {
    if (isCapped(warning)) continue
    if (counts.add(warning.code) < most) told.push(warning)
    else leftOut.add(warning.code)
  }
  return [...told, ...moreWarnings(leftOut.all())]
}

/** Collects a stage's warnings: those past the cap are counted, and never made. */
export class WarningCollector {
  readonly #most: number
  readonly #told: Array<Warning> = []
  readonly #tally = new Tally()

  constructor(most: number) {
    this.#most = most
  }

  add(code: WarningCode, make: () => Warning): void {
    if (this.#tally.add(code) < this.#most) this.#told.push(make())
  }

  all(): ReadonlyArray<Warning> {
    return this.#tally.isEmpty ? this.#told : [...this.#told, ...moreWarnings(this.#tally.beyond(this.#most))]
  }
}
