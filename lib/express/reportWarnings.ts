/** Tells the developers what was lost or changed. */
import { following } from './chain.js'
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
export const reportWarnings = (options: ReportWarningsOptions = {}): RunInputHandler => {
  checkOptions('reportWarnings', options, reportWarningsChecks)
  const { onWarning } = options

  return following('reportWarnings', (chain, req, _res, next) => {
    const { warnings } = req.agui
    if (onWarning === undefined) {
      printWarnings(warnings)
      chain.report = warning => {
        printWarnings([warning])
      }
    } else if (onWarning !== false) {
      for (const warning of warnings) onWarning(warning, req)
      chain.report = warning => {
        onWarning(warning, req)
      }
    }
    next()
  })
}
