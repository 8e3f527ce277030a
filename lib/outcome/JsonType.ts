/** What a value is in JSON's own terms, or `absent`: all that a refusal ever says of what it found. */
export type JsonType = 'absent' | 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** The JSON type of a value; what JSON cannot hold (a function, a symbol) counts as absent, as `JSON.stringify` has it. */
export const jsonTypeOf = (u: unknown): JsonType => {
  switch (typeof u) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
    case 'bigint':
      return 'number'
    case 'object':
      return u === null ? 'null' : Array.isArray(u) ? 'array' : 'object'
    case 'undefined':
    case 'function':
    case 'symbol':
      return 'absent'
  }
}
