/** Objects told apart by one member. The member alone chooses the arm; no arm is tried (R19). */
import type * as t from 'io-ts'
import type { WarningCode } from '../outcome/Warning.js'
import { codec, isObject, type Codec, type Translate } from './Codec.js'
import { oneOf, type AnyLiteral } from './closedSet.js'
import type { AnyRecord } from './record.js'
import { MALFORMED, Unrecognised } from './Report.js'

/** The members that the protocol tells objects apart by. */
type Tag = 'role' | 'type'

/** A record whose member `K` is a literal. */
export type Arm<K extends string> = AnyRecord & { readonly shape: Readonly<Record<K, AnyLiteral>> }

/**
 * @param code what it is called when an object's tag is a string that no arm has
 * @param retired translations of shapes that the protocol had once, by their tag (R37, R38)
 */
export const taggedUnion = <K extends Tag, const C extends ReadonlyArray<Arm<K>>>(
  name: string,
  tag: K,
  code: WarningCode,
  arms: C,
  retired: Readonly<Record<string, Translate<t.TypeOf<C[number]>>>> = {}
): Codec<t.TypeOf<C[number]>> => {
  type A = t.TypeOf<C[number]>
  const names = arms.map(({ shape }) => shape[tag].literal)
  const expected = oneOf(names)
  const ways: ReadonlyArray<Way<A>> = [
    ...arms.map(({ shape, is, read }) => ({ tag: shape[tag].literal, is, read })),
    ...Object.entries(retired).map(([tag, read]) => ({ tag, is: never, read }))
  ]
  const is = (u: unknown): u is A => isObject(u) && find(ways, tagOf(u, tag))?.is(u) === true
  const unrecognised = (u: unknown): Unrecognised | undefined => {
    const found = isObject(u) ? u[tag] : undefined
    return typeof found === 'string' && find(ways, found) === undefined ? new Unrecognised(code, found) : undefined
  }
  return codec<A>(
    name,
    'an object',
    is,
    (u, report) => {
      if (!isObject(u)) return report.fault('an object', u)
      const found = u[tag]
      const way = find(ways, found)
      if (way !== undefined) return way.read(u, report)
      if (typeof found === 'string') return new Unrecognised(code, found)
      report.faultAt([tag], expected, found)
      return MALFORMED
    },
    unrecognised
  )
}

/** By its name: where objects of many shapes pass, V8 is much slower to find a member by a key in a variable. */
const tagOf = (u: Readonly<Record<string, unknown>>, tag: Tag): unknown => (tag === 'role' ? u['role'] : u['type'])

interface Way<A> {
  readonly tag: string
  readonly is: t.Is<A>
  readonly read: Translate<A>
}

/** What a shape that is translated has: it is not what the protocol describes. */
const never = (_u: unknown): _u is never => false

/** A few strings are compared faster than one is looked up. */
const find = <A>(ways: ReadonlyArray<Way<A>>, tag: unknown): Way<A> | undefined => {
  for (const way of ways) if (way.tag === tag) return way
  return undefined
}
