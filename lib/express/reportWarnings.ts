/** Tells the developers what was lost or changed. */
import type { Warning } from '../outcome/Warning.js'
import { following, type Stage } from './chain.js'
import { printWarnings } from './console.js'
import { checkOptions, reportWarningsChecks, type ReportWarningsOptions } from './options.js'
import type { RunInputHandler } from './RunInputHandler.js'

/**
 * The last of the five: hands each warning to `onWarning`; by default writes one line a request to the console, without history
 * remarks, and nothing when the environment variable `SUPPRESS_TRANSFORMATION_WARNINGS` is set.
 *
 * @param options who is told
 * @throws TypeError for an unknown option or a bad value
 * @example
 * import { reportWarnings } from 'express-ag-ui'
 *
 * reportWarnings({ onWarning: ({ code, pointer }, req) => { console.info(req.path, code, pointer) } })
 */
export const reportWarnings = (options: ReportWarningsOptions = {}): RunInputHandler =>
  following('reportWarnings', reporting(options))

/** The stage alone. */
export const reporting = (options: ReportWarningsOptions): Stage => {
  checkOptions('reportWarnings', options, reportWarningsChecks)
  const { onWarning = byConsole } = options

  return (chain, req, _res, next) => {
    const { warnings } = chain.run
    if (onWarning === byConsole) printWarnings(warnings)
    else if (onWarning !== false) for (const warning of warnings) onWarning(warning, req)
    if (onWarning !== false) chain.report = onWarning
    next()
  }
}

/** A line for each warning; those of a request are put into one. */
const byConsole = (warning: Warning): void => printWarnings([warning])
