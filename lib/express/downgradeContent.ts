/** Leaves out what the agent cannot use. */
import type { Request } from 'express'
import { appendWarnings } from '../outcome/WarningList.js'
import type { MediaPart } from '../protocol/index.js'
import { downgradeContent as downgrade, usableParts, type DowngradeSettings } from '../stages/downgradeContent.js'
import { defaultMaxWarnings, downgradeChecks, downgradeSettings } from '../stages/options.js'
import { printFailures } from './console.js'
import { failing, following, passing, type Chain, type Stage } from './chain.js'
import { checkOptions, downgradeContentChecks, resolver, type DowngradeContentOptions } from './options.js'
import { changeRun, runOf } from './runOf.js'
import type { RunInputHandler } from './RunInputHandler.js'

/**
 * The third of the five: turns content parts that the agent cannot use, and file handles that it cannot resolve, into warnings.
 * Never refuses anything (R64, R67).
 *
 * @param options what the agent can use
 * @throws TypeError for an unknown option or a bad value
 * @see https://docs.ag-ui.com/spec/1.0/basic/run-input
 * @example
 * import { downgradeContent } from 'express-ag-ui'
 *
 * downgradeContent({ accepts: ['image', 'application/pdf'], fileProviders: ['openai'] })
 */
export const downgradeContent = (options: DowngradeContentOptions = {}): RunInputHandler =>
  following('downgradeContent', downgrading(options))

/** The stage alone. */
export const downgrading = (options: DowngradeContentOptions): Stage => {
  checkOptions('downgradeContent', options, downgradeContentChecks)
  const { accepts, fileProviders, canUse, maxWarnings = defaultMaxWarnings } = options
  if (accepts === undefined && fileProviders === undefined && canUse === undefined) return passing
  const acceptsFor = resolver('downgradeContent', 'accepts', downgradeChecks.accepts, accepts, value =>
    value === undefined ? undefined : downgradeSettings({ accepts: value }).accepts
  )
  const providersFor = resolver(
    'downgradeContent',
    'fileProviders',
    downgradeChecks.fileProviders,
    fileProviders,
    value => (value === undefined ? undefined : downgradeSettings({ fileProviders: value }).fileProviders)
  )
  const asksHost = typeof accepts === 'function' || typeof fileProviders === 'function'

  return (chain, req, _res, next) => {
    const settings = { accepts: acceptsFor(req), fileProviders: providersFor(req), maxWarnings }
    if (asksHost) chain.lookAt(req)
    if (canUse === undefined) {
      apply(req, chain, settings, undefined)
      next()
      return
    }
    ask(canUse, req, chain, settings)
      .then(refused => {
        if (chain.signal.aborted) return
        chain.lookAt(req)
        apply(req, chain, settings, refused)
        next()
      })
      .catch(failing(next))
  }
}

const apply = (
  req: Request,
  chain: Chain,
  settings: DowngradeSettings,
  refused: ReadonlySet<MediaPart> | undefined
): void => {
  const { run } = chain
  const { value, warnings } = downgrade(runOf(chain), settings, refused)
  changeRun(req, chain, {
    input: value.input,
    warnings: appendWarnings(run.warnings, warnings, settings.maxWarnings)
  })
}

/** How many answers are waited for at a time. */
const lanes = 64

type CanUse = NonNullable<DowngradeContentOptions['canUse']>

/** Asks the host about every part that is left, side by side; a throw is a no, and a client that has gone ends the asking. */
const ask = async (
  canUse: CanUse,
  req: Request,
  chain: Chain,
  settings: DowngradeSettings
): Promise<ReadonlySet<MediaPart>> => {
  const questions = usableParts(runOf(chain), settings).values()
  const refused = new Set<MediaPart>()
  const failures: Array<unknown> = []
  const failed = (error: unknown): boolean => {
    failures.push(error)
    return false
  }
  const lane = async (): Promise<void> => {
    for (const { part, message } of questions) {
      if (chain.signal.aborted) return
      const answer = async () => canUse(part, { message, req })
      if (!(await answer().catch(failed))) refused.add(part)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) printFailures('canUse threw, which counts as no', failures)
  return refused
}
