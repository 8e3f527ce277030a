/** Tells the client the state that deltas count from, where it is not the one that the client holds (R61). */
import type { EventOf } from './AgentEvent.js'

/**
 * @param held what the client holds: the `state` that it sent
 * @param state what the agent was given, encoded
 * @returns nothing where the two are the same JSON; absent is `{}`
 */
export const stateSnapshot = (held: unknown, state: unknown): EventOf<'STATE_SNAPSHOT'> | undefined => {
  const snapshot = orEmpty(state)
  return isSameJson(orEmpty(held), snapshot) ? undefined : { type: 'STATE_SNAPSHOT', snapshot }
}

const orEmpty = (state: unknown): unknown => (state === undefined ? {} : state)

/**
 * Whether two values are the same JSON, whatever the order of their members. Without recursion: JSON.parse reads a value that is
 * nested so deeply that a recursive comparison overflows the stack.
 */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  const pairs: Array<readonly [unknown, unknown]> = [[a, b]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair
    if (one === other) continue
    if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) return false
    const members = membersOf(one)
    if (members.length !== membersOf(other).length) return false
    for (const member of members) {
      if (!Object.hasOwn(other, member)) return false
      pairs.push([one[member], other[member]])
    }
  }
  return true
}

type Branch = Readonly<Record<string, unknown>>

/** A list or a plain object; what else there is in memory, such as a Date, is not the JSON that the client sent. */
const isBranch = (u: unknown): u is Branch => {
  if (typeof u !== 'object' || u === null) return false
  const prototype: unknown = Object.getPrototypeOf(u)
  return Array.isArray(u) || prototype === Object.prototype || prototype === null
}

/** A member without a value is not written. */
const membersOf = (branch: Branch): ReadonlyArray<string> =>
  Object.keys(branch).filter(member => branch[member] !== undefined)
