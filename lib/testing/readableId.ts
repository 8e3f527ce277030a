/** Ids that say what they stand for: the same every time, so that they may stand in an expectation. */

/** The most characters that a text gives to an id. */
const longest = 32

/** `('user', 'What is this?')` as `user-what-is-this`; without words, `user`. */
export const readableId = (prefix: string, text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const slug = Array.from(words.join('-')).slice(0, longest).join('').replace(/-$/, '')
  return slug === '' ? prefix : `${prefix}-${slug}`
}
