/** How many warnings there are of each code, told and not. */
import type { WarningCode } from './Warning.js'

export class Tally {
  /** Made for the first one: mostly there is nothing to count. */
  #counts: Map<WarningCode, number> | undefined

  get isEmpty(): boolean {
    return this.#counts === undefined
  }

  /**
   * Counts one more.
   *
   * @returns how many there were before it
   */
  add(code: WarningCode): number {
    this.#counts ??= new Map()
    const before = this.of(code)
    this.#counts.set(code, before + 1)
    return before
  }

  of(code: WarningCode): number {
    return this.#counts?.get(code) ?? 0
  }

  /** How many there are of each code that are more than `most`. */
  beyond(most: number): Map<WarningCode, number> {
    const all = [...(this.#counts ?? [])]
    return new Map(all.flatMap(([code, n]) => (n > most ? [[code, n - most] as const] : [])))
  }
}
