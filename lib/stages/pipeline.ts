/** The table of contents: what happens to a body, in the order of the data. */
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import { andTell, andThen, type Told } from '../outcome/Outcome.js'
import type { RunInputRejection } from '../outcome/Rejection.js'
import type { Role } from '../protocol/index.js'
import { decodeInput } from './decodeInput.js'
import { downgradeContent, type DowngradeSettings } from './downgradeContent.js'
import { judgeRoles } from './judgeRoles.js'
import {
  checkOptions,
  decodeChecks,
  decodeSettings,
  downgradeChecks,
  downgradeSettings,
  roleSet,
  type DecodeRunInputOptions,
  type DecodeSettings
} from './options.js'
import { remarkHistory } from './remarkHistory.js'
import type { DecodedRun, Run } from './Run.js'

/** Put together once for its options, and then asked for each body. */
type Reader<A> = (body: unknown) => E.Either<RunInputRejection, A>

/** Everything that `express-ag-ui/decode` does to a body. */
const runReader = (
  decode: DecodeSettings,
  roles: ReadonlySet<Role> | undefined,
  downgrade: DowngradeSettings
): Reader<DecodedRun> =>
  flow(
    inputReader(decode, roles),
    andTell(run => downgradeContent(run, downgrade), decode.maxWarnings),
    E.map(({ value: { input, received, peer }, warnings }) => ({ input, received, warnings: [...warnings], peer }))
  )

/** The part that comes before anything is left out for the agent's sake. */
export const inputReader = (decode: DecodeSettings, roles: ReadonlySet<Role> | undefined): Reader<Told<Run>> =>
  flow(
    body => decodeInput(body, decode),
    andThen(run => judgeRoles(run, roles), decode.maxWarnings),
    andTell(run => remarkHistory(run, decode.maxWarnings), decode.maxWarnings)
  )

/**
 * Reads a body as an AG-UI run input: translates retired shapes, strips what AG-UI 1.0 does not describe, judges what it does,
 * normalises, remarks on the history, and leaves out what the agent cannot use. Pure: no request, no logging.
 *
 * @param body any JSON value, as `JSON.parse` gives it
 * @param options how to read it; resolved once for each options object
 * @returns `Right` the run with its warnings, or `Left` a rejection that names all faults of the body, with pointers into it
 * @throws TypeError for an unknown option or a bad value
 * @see https://docs.ag-ui.com/spec/1.0/basic/run-input
 * @example
 * import { decodeRunInput } from 'express-ag-ui/decode'
 *
 * const body: unknown = JSON.parse('{"threadId":"t1","runId":"r1","messages":[{"id":"u1","role":"user","content":"hi"}],"model":"x"}')
 * const outcome = decodeRunInput(body, { accepts: ['image'] })
 * if (outcome._tag === 'Right') {
 *   outcome.right.input.messages[0]?.content // 'hi'
 *   outcome.right.warnings.map(({ code, pointer }) => `${code} ${pointer}`) // ['unrecognised-member /model']
 * }
 */
export const decodeRunInput = <S = unknown, P = unknown>(
  body: unknown,
  options: DecodeRunInputOptions<S, P> = byDefault
): E.Either<RunInputRejection, DecodedRun<S, P>> =>
  readerOf(options)(body) as E.Either<RunInputRejection, DecodedRun<S, P>>

const readerOf = (options: DecodeRunInputOptions): Reader<DecodedRun> => {
  const known = readers.get(options)
  if (known !== undefined) return known
  checkOptions('decodeRunInput', options, { ...decodeChecks, ...downgradeChecks })
  const made = runReader(decodeSettings('decodeRunInput', options), roleSet(options.roles), downgradeSettings(options))
  readers.set(options, made)
  return made
}

const byDefault = {}

const readers = new WeakMap<DecodeRunInputOptions, Reader<DecodedRun>>()
