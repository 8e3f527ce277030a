/**
 * JSON Pointers (RFC 6901) into the body as the client sent it.
 */

/** The way from the body to a value: member names and list indexes. */
export type Path = ReadonlyArray<string | number>

/**
 * A place in the body. Where a name is too long to repeat, or the way too long to write down, the pointer stops before it and
 * `member` holds the name, cut.
 */
export interface Location {
  readonly pointer: string
  readonly member?: string
}

/** The most characters of a name that the client chose which are ever repeated to anyone. */
const longestName = 80

/**
 * A name the client chose, short enough to repeat: at most 80 characters, never half a surrogate pair.
 */
export const shortName = (name: string): string =>
  name.length <= longestName ? name : `${name.slice(0, longestName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** A client's name as it stands in a sentence: short, in quotes, control characters escaped. */
export const quoted = (name: string): string => JSON.stringify(shortName(name))

/** `['a/b', 0]` as `/a~1b/0`; the empty path, the whole body, as the empty string. */
export const pointerTo = (path: Path): string => {
  let pointer = ''
  for (const token of path) pointer += `/${typeof token === 'number' ? token : escaped(token)}`
  return pointer
}

const escaped = (name: string): string => (/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name)

/** The most characters of all names of a path together: an application's own value may be of any depth. */
const longestPath = 1000

/** Where a path leads, cut before the first name that is too long to repeat, or that makes the path too long. */
export const locate = (path: Path): Location => {
  let length = 0
  const tooLong = path.findIndex(token => {
    const name = String(token)
    length += name.length
    return name.length > longestName || length > longestPath
  })
  return tooLong < 0
    ? { pointer: pointerTo(path) }
    : { pointer: pointerTo(path.slice(0, tooLong)), member: shortName(String(path[tooLong])) }
}
