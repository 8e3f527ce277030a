/** Looks into JSON that somebody else wrote. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (u: unknown): u is JsonObject => typeof u === 'object' && u !== null && !Array.isArray(u)

/** A member, where the value is an object and has it. */
export const memberOf = (u: unknown, name: string): unknown =>
  isObject(u) && Object.hasOwn(u, name) ? u[name] : undefined

/** The elements, where the value is a list. */
export const elementsOf = (u: unknown): ReadonlyArray<unknown> => (Array.isArray(u) ? u : [])

/** A string member that holds something. */
export const textMember = (u: unknown, name: string): string | undefined => {
  const value = memberOf(u, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
