/**
 * What is known of a request while it is on its way through the five stages, and what the stages need to know of each other
 * where a host mounts them by hand.
 */
import type { NextFunction, Request, Response } from 'express'
import type { Warning } from '../outcome/Warning.js'
import { Origins } from '../stages/Origins.js'
import { disconnectSignal } from './disconnect.js'
import type { AgentRun } from './request.js'
import type { RunInputHandler } from './RunInputHandler.js'

/** The stages that follow another one, and which. */
const previous = {
  decodeInput: 'readBody',
  downgradeContent: 'decodeInput',
  answerInterrupts: 'downgradeContent',
  reportWarnings: 'answerInterrupts'
} as const

/** Before anything is decoded there is nothing to look up. */
const nowhere = new Origins(undefined, [])

export type StageName = 'readBody' | keyof typeof previous

/** What one of the five does with a request that has come to it. */
export type Stage = (chain: Chain, req: Request, res: Response, next: NextFunction) => void

/** One that its options leave nothing to do. */
export const passing: Stage = (_chain, _req, _res, next) => {
  next()
}

export class Chain {
  readonly method: string
  /** Whether the request is none of the chain's business: a method that a later handler of the app may answer. */
  readonly passesOn: boolean
  /** The stage that has run last, where they are mounted by hand. */
  done: StageName = 'readBody'
  /** What the next stage works on: `req.body`, and `req.agui` once there is one. Each look at the request costs V8 as much as a stage. */
  body: unknown
  run!: AgentRun
  /** Where in the body as sent the elements of the input stood. */
  origins = nowhere
  /** Gives the state back as the client would hold it, where the `state` codec can. */
  encodeState?: (state: unknown) => unknown
  /** Tells a warning that comes after the others were reported. */
  report?: (warning: Warning, req: Request) => void
  readonly #req: Request
  readonly #res: Response
  #signal: AbortSignal | undefined

  constructor(req: Request, res: Response) {
    const { method } = req
    this.#req = req
    this.#res = res
    this.method = method
    this.passesOn = method !== 'POST' && (method === 'OPTIONS' || req.route === undefined)
  }

  /** Takes over what a host that has had the request may have put in their place. */
  lookAt({ body, agui }: Request): void {
    this.body = body
    this.run = agui
  }

  /**
   * Aborted when the client goes away. Made when it is first asked for: making one costs as much as decoding a body. It leads
   * back to the chain, and goes along into whatever copy of the run a host makes.
   */
  get signal(): AbortSignal {
    this.#signal ??= Object.defineProperty(disconnectSignal(this.#req, this.#res), key, { value: this })
    return this.#signal
  }
}

/** Where every copy of the package finds the chain. */
const key: unique symbol = Symbol.for('express-ag-ui') as never

interface Marked {
  [key]?: Chain
}

/** The chain that a run, or else its request, came through; none, where no chain has run. */
export const chainOf = (run: AgentRun, { agui }: Request): Chain | undefined => markOf(run) ?? markOf(agui)

const markOf = (run: Partial<AgentRun> | undefined): Chain | undefined => (run?.signal as Marked | undefined)?.[key]

/** Makes the middleware of the stage that begins the chain, `readBody`. */
export const beginning = (stage: Stage): RunInputHandler =>
  named('readBodyMiddleware', (req, res, next) => {
    const chain = new Chain(req, res)
    ;(req as Marked)[key] = chain
    if (chain.passesOn) next()
    else stage(chain, req, res, next)
  })

/**
 * Makes the middleware of a stage that follows another: it passes on what the chain passes on, and tells the developer which
 * stage is missing.
 */
export const following = (name: keyof typeof previous, stage: Stage): RunInputHandler =>
  named(`${name}Middleware`, (req, res, next) => {
    const { [key]: chain } = req as Marked
    if (chain?.passesOn === true) next()
    else if (chain?.done !== previous[name])
      next(new Error(`express-ag-ui: ${name}() has to come right after ${previous[name]}(), which has not run`))
    else {
      chain.done = name
      chain.lookAt(req)
      stage(chain, req, res, next)
    }
  })

/** Hands on what a promise was rejected with. Express takes a `next` without an error for success, so there is always one. */
export const failing =
  (next: NextFunction) =>
  (reason: unknown): void =>
    // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing -- nothing falsy is an error to Express
    next(reason || new Error('express-ag-ui: a promise was rejected without a reason'))

/** A handler as the public type has it, under a name that shows in stack traces and in Express's router. */
export const named = (
  name: string,
  handler: (req: Request, res: Response, next: NextFunction) => void
): RunInputHandler => Object.defineProperty(handler, 'name', { value: name }) as unknown as RunInputHandler
