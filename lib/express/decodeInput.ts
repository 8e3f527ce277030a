/** From a JSON value to `req.agui`. */
import * as E from 'fp-ts/lib/Either.js'
import type { Request } from 'express'
import type { Told } from '../outcome/Outcome.js'
import type { Warning } from '../outcome/Warning.js'
import { appendWarnings } from '../outcome/WarningList.js'
import { decodeChecks, decodeSettings, roleSet } from '../stages/options.js'
import { inputReader } from '../stages/pipeline.js'
import type { Run } from '../stages/Run.js'
import { following, type Chain, type Stage } from './chain.js'
import { checkOptions, decodeInputChecks, resolver, type DecodeInputOptions } from './options.js'
import { refuser } from './refuse.js'
import { attachRun } from './runOf.js'
import type { RunInputHandler } from './RunInputHandler.js'

/**
 * The second of the five: reads `req.body` as an AG-UI 1.0 run input and attaches the run to `req.agui`. Refuses a malformed one
 * (400), naming every fault, a newer major version where it is told to (400), and roles that it is told not to take (403).
 *
 * @param options how to read, and what to do with a refusal
 * @throws TypeError for an unknown option or a bad value, and for a `state` codec that refuses `{}` without an `initialState`
 * @see https://docs.ag-ui.com/spec/1.0/basic/run-input
 * @example
 * import { decodeInput } from 'express-ag-ui'
 *
 * decodeInput({ roles: ['user', 'assistant', 'reasoning', 'tool'], newerMajor: 'reject' })
 */
export const decodeInput = <S = unknown, P = unknown>(options: DecodeInputOptions<S, P> = {}): RunInputHandler =>
  following('decodeInput', decoding(options))

/** The stage alone. */
export const decoding = <S, P>(options: DecodeInputOptions<S, P>): Stage => {
  checkOptions('decodeInput', options, decodeInputChecks)
  const { roles, ...rest } = options
  const settings = decodeSettings('decodeInput', rest)
  const readerFor = resolver('decodeInput', 'roles', decodeChecks.roles, roles, value =>
    inputReader(settings, roleSet(value))
  )
  const refuse = refuser(options)
  const { state: codec } = settings.application
  const encodeState = codec?.encode?.bind(codec)

  return (chain, req, res, next) => {
    const outcome = readerFor(req)(chain.body)
    if (E.isLeft(outcome)) refuse(outcome.left, req, res, next)
    else {
      beginRun(req, chain, outcome.right, settings.maxWarnings)
      if (encodeState !== undefined) chain.encodeState = encodeState
      next()
    }
  }
}

const beginRun = (req: Request, chain: Chain, { value, warnings }: Told<Run>, maxWarnings: number): void => {
  const { input, received, peer, origins } = value
  chain.origins = origins
  const warn = (warning: Warning): void => {
    const { warnings: told } = req.agui
    appendWarnings(told, [warning], maxWarnings).forEach((each, i) => {
      told[i] = each
    })
    chain.report?.(warning, req)
  }
  attachRun(req, chain, { input, received, warnings: [...warnings], warn, peer, openInterrupts: [] })
}
