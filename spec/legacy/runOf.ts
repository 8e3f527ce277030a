/** A run as the chain gives it to a handler, without a chain: for the presets, which are pure but for `run.warn`. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { decodeRunInput } from '../../lib/decode.js'
import type { AgentRun } from '../../lib/index.js'
import { knowOrigins } from '../../lib/legacy/textOnly.js'
import type { Warning } from '../../lib/outcome/Warning.js'
import { Origins } from '../../lib/stages/Origins.js'

export interface WarnedRun {
  readonly run: AgentRun
  /** What the run was warned of, as `code pointer`. */
  readonly told: () => ReadonlyArray<string>
}

/** @param knowsBody whether it is known where in the body the messages stood, as it is in `wrapLegacy` */
export const runOf = (body: unknown, { knowsBody = true } = {}): WarnedRun => {
  const outcome = decodeRunInput(body)
  if (isLeft(outcome)) throw outcome.left
  const { input, received, peer } = outcome.right
  const warnings: Array<Warning> = []
  const warn = (warning: Warning): void => {
    warnings.push(warning)
  }
  const { signal } = new AbortController()
  const run: AgentRun = { input, received, warnings, warn, peer, openInterrupts: [], signal }
  knowOrigins(run, knowsBody ? new Origins(body, new Map()) : undefined)
  return { run, told: () => warnings.map(({ code, pointer }) => `${code} ${pointer}`) }
}
