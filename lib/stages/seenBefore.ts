/** Repetitions among strings: message ids, tool names. */

/** Tells of each string whether it was asked about before. */
type SeenBefore = (text: string) => boolean

/**
 * Up to so many strings are kept in a table of our own, which is made once, at the right size. A set grows as it is filled: fifty
 * ids leave 3 KB of garbage, which costs a server more than looking the ids up. No more than these, because a hostile client can
 * make all of them meet, and each is then compared with all the others, however long they are.
 */
const mostOfTable = 64

/**
 * How many strings a set takes before it is kept in parts. V8 keeps the table of a larger one outside its young generation, and
 * each growth there brings a collection nearer: with 20,000 ids in one set, all of decoding cost nearly twice as much as with ten.
 */
const mostOfSet = 2048

/** @param most how many strings there will be at most: never ask about more */
export const seenBefore = (most: number): SeenBefore => {
  if (most <= mostOfTable) return inTable(most)
  if (most <= mostOfSet) return inSet()
  const parts = Array.from({ length: Math.ceil(most / mostOfSet) }, inSet)
  return text => parts[mixed(text) % parts.length]?.(text) === true
}

/** Open addressing, with at most half of the places taken. */
const inTable = (most: number): SeenBefore => {
  const size = 2 ** (33 - Math.clz32(most))
  const places = Array<string | undefined>(size)
  return text => {
    let at = mixed(text) % size
    for (let other = places[at]; other !== undefined; other = places[at]) {
      if (other === text) return true
      at = (at + 1) % size
    }
    places[at] = text
    return false
  }
}

/** A number that strings of one generator differ in: they mostly do at their ends. */
const mixed = (text: string): number => {
  const { length } = text
  return length < 2
    ? length
    : length + 31 * text.charCodeAt(length - 1) + 37 * text.charCodeAt(length - 2) + 41 * text.charCodeAt(0)
}

const inSet = (): SeenBefore => {
  const seen = new Set<string>()
  return text => seen.size === seen.add(text).size
}
