/** The lines that the chain writes when the host does not say otherwise: one a request, bounded, nothing unescaped. */
import { inspect } from 'node:util'
import type { RunInputRejection } from '../outcome/Rejection.js'
import { kindOf, type Warning, type WarningCode } from '../outcome/Warning.js'
import { countByCode } from '../outcome/WarningList.js'

/** The most pointers named for a code, or faults named for a refusal. */
const mostPointers = 3

/** The most characters of a line. */
const longestLine = 4096

/** The codes whose sentence this process has seen. */
const seen = new Set<WarningCode>()

/** Counts by code with a few pointers each; a code's sentence the first time. History remarks are for those who ask. */
export const printWarnings = (warnings: ReadonlyArray<Warning>): void => {
  if (warnings.length === 0) return
  const counts = [...countByCode(warnings)].filter(([code]) => kindOf(code) !== 'history')
  if (counts.length === 0 || isSilenced()) return
  print(`express-ag-ui: ${counts.map(([code, n]) => summary(code, n, warnings)).join('; ')}`)
}

const summary = (code: WarningCode, count: number, warnings: ReadonlyArray<Warning>): string => {
  const told = warnings.filter(warning => warning.code === code)
  const [first] = told
  // With `maxWarnings: 0` there is a count, and nothing that it counts.
  if (first === undefined) return `${code} x${count}`
  const sentence = seen.has(code) ? '' : ` (${first.message})`
  seen.add(code)
  return `${code} x${count} at ${places(told)}${sentence}`
}

/** The first few places; the root, whose pointer is empty, by name. */
const places = (located: ReadonlyArray<{ readonly pointer: string }>): string =>
  located
    .slice(0, mostPointers)
    .map(({ pointer }) => pointer || '(the body)')
    .join(' ')

/** What the client was told, in short. */
export const printRejection = ({ status, code, message, errors, more }: RunInputRejection): void => {
  const count = errors.length + more
  const faults = count > 1 ? ` [${count} faults: ${places(errors)}${count > mostPointers ? ' …' : ''}]` : ''
  print(`express-ag-ui: refused with ${status} ${code}: ${message}${faults}`)
}

/** What a host's function threw where a failure has a meaning: the first, and how many there were. */
export const printFailures = (what: string, failures: ReadonlyArray<unknown>): void => {
  const times = failures.length > 1 ? ` [${failures.length} times]` : ''
  print(`express-ag-ui: ${what}: ${inspected(failures[0])}${times}`)
}

/** What was thrown, and where. */
export const inspected = (error: unknown): string => inOneLine(inspect(error, { depth: 1 }))

export const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' | ')

/** The ecosystem's own switch. */
const isSilenced = (): boolean => Boolean(process.env['SUPPRESS_TRANSFORMATION_WARNINGS'])

/** Writes one line, whatever is in it. */
export const print = (line: string): void => {
  console.warn(cut(cut(line).replace(controls, escape)))
}

/** A line that is not too long, nor ends in half a character. */
const cut = (line: string): string =>
  line.length <= longestLine ? line : `${line.slice(0, longestLine - 1).replace(/\p{Surrogate}$/u, '')}…`

/** Whatever could move a cursor, start a line, or hide or turn text round, and halves of surrogate pairs. */
const controls = /[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Surrogate}]/gu

const escape = (character: string): string =>
  character.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
