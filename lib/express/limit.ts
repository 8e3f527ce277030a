/** Sizes as body-parser's `limit` has them. */

const units = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40, pb: 2 ** 50 } as const

/** A size in bytes: a number of them, or text such as `20mb`. `NaN`, when it is neither. */
export const bytesOf = (limit: unknown): number => {
  if (typeof limit === 'number') return limit >= 0 && Number.isFinite(limit) ? Math.floor(limit) : NaN
  const [, size, unit = 'b'] = typeof limit === 'string' ? (/^(\d+(?:\.\d+)?) *([kmgtp]?b)?$/i.exec(limit) ?? []) : []
  return size === undefined ? NaN : Math.floor(Number(size) * units[unit.toLowerCase() as keyof typeof units])
}

/** A size for people: `20 MB (20971520 bytes)`. */
export const sizeText = (bytes: number): string => {
  const [unit, factor] = Object.entries(units).findLast(([, size]) => bytes >= size) ?? ['b', 1]
  return unit === 'b'
    ? `${bytes} bytes`
    : `${Number((bytes / factor).toFixed(1))} ${unit.toUpperCase()} (${bytes} bytes)`
}
