/** How many warnings there are of each code, told and not. */
import type { WarningCode } from './Warning.js'

export class Tally {
  /** Made for the first one: mostly there is nothing to count. */
  #counts: Map<WarningCode, number> | undefined

  get isEmpty(): boolean {
    return this.#counts === undefined
  }

  /**
   * Counts one more, or so many.
   *
   * @returns how many there were before
   */
  add(code: WarningCode, n = 1): number {
    this.#counts ??= new Map()
    const before = this.of(code)
    this.#counts.set(code, before + n)
    return before
  }

  of(code: WarningCode): number {
    return this.#counts?.get(code) ?? 0
  }

  all(): ReadonlyMap<WarningCode, number> {
    return this.#counts ?? new Map()
  }

  /** How many there are of each code that are more than `most`. */
  beyond(most: number): ReadonlyMap<WarningCode, number> {
    return new Map([...this.all()].flatMap(([code, n]) => (n > most ? [[code, n - most] as const] : [])))
  }
}
