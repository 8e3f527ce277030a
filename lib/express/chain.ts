/**
 * What the five middlewares need to know of each other, kept on the request under a symbol that every copy of the package
 * shares. It survives a host that replaces `req.agui.input`.
 */
import type { NextFunction, Request, Response } from 'express'
import type { Warning } from '../outcome/Warning.js'
import { Origins } from '../stages/Origins.js'
import { disconnectSignal } from './disconnect.js'
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

/** What is known of a request while it is on its way through the chain. */
export class Chain {
  /** The stage that has run last. */
  done: StageName = 'readBody'
  /** Whether the request is none of the chain's business: a method that a later handler of the app may answer. */
  readonly passedOn: boolean
  /** Where in the body as sent the elements of the input stood. */
  origins = nowhere
  /** Gives the state back as the client would hold it, where the `state` codec can. */
  encodeState?: (state: unknown) => unknown
  /** Tells a warning that comes after the others were reported. */
  report?: (warning: Warning, req: Request) => void
  readonly #req: Request
  readonly #res: Response
  #signal: AbortSignal | undefined

  constructor(req: Request, res: Response, passedOn: boolean) {
    this.#req = req
    this.#res = res
    this.passedOn = passedOn
  }

  /** Aborted when the client goes away. Made when it is first asked for: making one costs as much as decoding a body. */
  get signal(): AbortSignal {
    return (this.#signal ??= disconnectSignal(this.#req, this.#res))
  }
}

const key: unique symbol = Symbol.for('express-ag-ui') as never

interface Marked {
  [key]?: Chain
}

export const beginChain = (req: Request, res: Response, passedOn: boolean): void => {
  ;(req as Marked)[key] = new Chain(req, res, passedOn)
}

export const chainOf = (req: Request): Chain | undefined => (req as Marked)[key]

/**
 * Makes the handler of a stage that follows another: it passes on what the chain passed on, and tells the developer which
 * stage is missing.
 */
export const following = (
  name: keyof typeof previous,
  handle: (chain: Chain, req: Request, res: Response, next: NextFunction) => void
): RunInputHandler => {
  const handler = (req: Request, res: Response, next: NextFunction): void => {
    const chain = chainOf(req)
    if (chain?.passedOn === true) next()
    else if (chain?.done !== previous[name])
      next(new Error(`express-ag-ui: ${name}() has to come right after ${previous[name]}(), which has not run`))
    else {
      chain.done = name
      handle(chain, req, res, next)
    }
  }
  return named(`${name}Middleware`, handler)
}

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
