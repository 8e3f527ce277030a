/** Repetitions among strings: message ids, tool names. */

/** Tells of each string whether it was asked about before. */
type SeenBefore = (text: string) => boolean

/** Up to so many strings are compared one by one: for that, no string has to be hashed. */
const mostOfList = 32

/**
 * How many strings a set takes before it is kept in parts. V8 keeps the table of a larger one outside its young generation, and
 * each growth there brings a collection nearer: with 20,000 ids in one set, all of decoding cost nearly twice as much as with ten.
 */
const mostOfSet = 2048

/** @param most how many strings there will be at most; decides only how fast the answers are */
export const seenBefore = (most: number): SeenBefore => {
  if (most <= mostOfList) return inList()
  if (most <= mostOfSet) return inSet()
  const parts = Array.from({ length: Math.ceil(most / mostOfSet) }, inSet)
  return text => parts[lastCharacter(text) % parts.length]?.(text) === true
}

const inList = (): SeenBefore => {
  const seen: Array<string> = []
  return text => {
    if (seen.includes(text)) return true
    seen.push(text)
    return false
  }
}

const inSet = (): SeenBefore => {
  const seen = new Set<string>()
  return text => seen.size === seen.add(text).size
}

const lastCharacter = (text: string): number => (text === '' ? 0 : text.charCodeAt(text.length - 1))
