/**
 * What one reading of a value found: faults, which refuse it, and remarks, which tell of what was removed or changed.
 *
 * A finding starts at the place itself, with an empty path; each list and object that it passes on its way up adds its own
 * key (`below`). So nothing is written down on the way into a value that turns out to be right.
 */
import { jsonTypeOf, type JsonType } from '../outcome/JsonType.js'
import type { Path } from '../outcome/pointer.js'
import { Tally } from '../outcome/Tally.js'
import type { WarningCode } from '../outcome/Warning.js'

/** A value of the wrong shape. It is described, never kept. */
export interface FoundFault {
  readonly _tag: 'Fault'
  readonly expected: string
  readonly got: JsonType
  /** From the value up to the root: innermost key first. */
  readonly path: Array<string | number>
}

/** Something that was removed or changed. */
export interface FoundRemark {
  readonly _tag: 'Remark'
  readonly code: WarningCode
  /** What the client called it: a member, a role, a part type. May be of any length. */
  readonly name: string
  /** The protocol's name of the object that it stood in. */
  readonly of: string
  /** Names of what was discarded along with it. */
  readonly discarded: ReadonlyArray<string>
  readonly path: Array<string | number>
}

export type Finding = FoundFault | FoundRemark

/** How a value is read. */
export interface Reading {
  /** `listed`: only the retired nulls (R34, R35) are read as absent; `lenient`: a null in any optional position. */
  readonly nulls: 'listed' | 'lenient'
  /** Whether snake_case spellings of protocol members are read. */
  readonly snakeCase: boolean
  /** How many remarks of each code are kept. */
  readonly mostRemarks: number
  /** How many faults are kept. */
  readonly mostFaults: number
}

/** Reads exactly what AG-UI 1.0 describes. */
export const plainReading: Reading = { nulls: 'listed', snakeCase: false, mostRemarks: 100, mostFaults: 100 }

/** A string where the protocol has a closed set, and not in that set: what contains it goes (R13, R17). */
export class Unrecognised {
  readonly code: WarningCode
  readonly name: string

  constructor(code: WarningCode, name: string) {
    this.code = code
    this.name = name
  }
}

/** A value of the wrong shape, which the report tells of. */
export const MALFORMED: unique symbol = Symbol('malformed')
export type Malformed = typeof MALFORMED

export class Report {
  /** What is kept of what was found, in the order of the document. */
  readonly found: Array<Finding> = []
  /** How many faults there are, kept or not. */
  faults = 0
  /** How many remarks of each code there are, kept or not. */
  readonly remarks = new Tally()
  readonly reading: Reading
  /** What the client sent where a copy now stands. */
  readonly copies = new Copies()

  constructor(reading: Reading) {
    this.reading = reading
  }

  /** Notes a value of the wrong shape. */
  fault(expected: string, u: unknown): Malformed {
    if (this.faults++ < this.reading.mostFaults) {
      this.found.push({ _tag: 'Fault', expected, got: jsonTypeOf(u), path: [] })
    }
    return MALFORMED
  }

  /** Notes that something was removed or changed: what stands under `key`, or the value being read itself. */
  remark(
    code: WarningCode,
    name: string,
    of: string,
    key?: string | number,
    discarded: ReadonlyArray<string> = []
  ): void {
    if (this.remarks.add(code) < this.reading.mostRemarks) {
      this.found.push({ _tag: 'Remark', code, name, of, discarded, path: key === undefined ? [] : [key] })
    }
  }

  /** Notes a value of the wrong shape at a place below the one being read. */
  faultAt(path: Path, expected: string, u: unknown): void {
    const start = this.found.length
    this.fault(expected, u)
    for (const key of path.toReversed()) this.below(key, start)
  }

  /** All that was kept since `start` was found below `key`. */
  below(key: string | number, start: number): void {
    for (let i = start; i < this.found.length; i++) this.found[i]?.path.push(key)
  }

  /** Notes that `copy` stands where the client sent `original`. */
  copied<A extends object>(copy: A, original: object): A {
    this.copies.add(copy, original)
    return copy
  }
}

/** Pairs of a copy and what it was made of. */
class Copies implements Iterable<readonly [copy: object, original: object]> {
  /** Each copy, and after it its original: a pair of its own would cost as much as a small copy. */
  readonly #flat: Array<object> = []

  add(copy: object, original: object): void {
    this.#flat.push(copy, original)
  }

  *[Symbol.iterator](): Iterator<readonly [copy: object, original: object]> {
    let copy: object | undefined
    for (const each of this.#flat) {
      if (copy === undefined) copy = each
      else {
        yield [copy, each]
        copy = undefined
      }
    }
  }
}
