/** The values without members: text, flags, counts, and those that the protocol leaves open. */
import { isObject, leaf, type Codec } from './Codec.js'

export const text: Codec<string> = leaf('string', 'a string', (u): u is string => typeof u === 'string')

export const flag: Codec<boolean> = leaf('boolean', 'true or false', (u): u is boolean => typeof u === 'boolean')

/** A whole number from 0 to the largest that a JSON number carries safely. */
export const count: Codec<number> = leaf(
  'count',
  'a whole number from 0 to 9007199254740991',
  (u): u is number => Number.isSafeInteger(u) && (u as number) >= 0
)

/** Any JSON value but a whole null (R25). Never walked, copied or changed: nulls inside are data (R22). */
export const openValue: Codec<unknown> = leaf(
  'openValue',
  'any JSON value but null',
  (u): u is unknown => u !== null && u !== undefined
)

/** An object whose members are data (R23). Never walked, copied or changed. */
export const openObject: Codec<Record<string, unknown>> = leaf('openObject', 'an object', isObject)
