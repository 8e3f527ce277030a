/** The lines that the chain writes when the host does not say otherwise: one a request, bounded, nothing unescaped. */
import type { RunInputRejection } from '../outcome/Rejection.js'
import type { Warning, WarningCode } from '../outcome/Warning.js'
import { countByCode } from '../outcome/WarningList.js'

/** The most pointers named for a code, or faults named for a refusal. */
const mostPointers = 3

/** The most characters of a line. */
const longestLine = 4096

/** The codes whose sentence this process has seen. */
const seen = new Set<WarningCode>()

/** Counts by code with a few pointers each; a code's sentence the first time. History remarks are for those who ask. */
export const printWarnings = (warnings: ReadonlyArray<Warning>): void => {
  const told = warnings.filter(({ kind }) => kind !== 'history')
  if (told.length === 0 || isSilenced()) return
  const codes = [...new Set(told.filter(({ kind }) => kind !== 'capped').map(({ code }) => code))]
  const counts = countByCode(told)
  const summaries = codes.map(code => {
    const those = told.filter(warning => warning.code === code)
    const pointers = those.slice(0, mostPointers).map(({ pointer }) => pointer || '(the body)')
    const isNew = !seen.has(code)
    seen.add(code)
    return `${code} x${counts.get(code) ?? 0} at ${pointers.join(' ')}${isNew ? ` (${those[0]?.message ?? ''})` : ''}`
  })
  print(`express-ag-ui: ${summaries.join('; ')}`)
}

/** What the client was told, in short. */
export const printRejection = ({ status, code, message, errors, more }: RunInputRejection): void => {
  const count = errors.length + more
  const pointers = errors.slice(0, mostPointers).map(({ pointer }) => pointer || '(the body)')
  print(
    `express-ag-ui: refused with ${status} ${code}: ${message}${count > 1 ? ` [${count} faults: ${pointers.join(' ')}${count > pointers.length ? ' …' : ''}]` : ''}`
  )
}

/** The ecosystem's own switch. */
const isSilenced = (): boolean => Boolean(process.env['SUPPRESS_TRANSFORMATION_WARNINGS'])

const print = (line: string): void => {
  const escaped = escapeControls(line)
  console.warn(escaped.length > longestLine ? `${escaped.slice(0, longestLine - 1)}…` : escaped)
}

/** Whatever could move a cursor, start a line, or hide or turn text round (C0, C1, line separators, bidi, lone surrogates). */
// eslint-disable-next-line no-control-regex -- these are what it is for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

const escapeControls = (line: string): string =>
  line.replace(controls, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
