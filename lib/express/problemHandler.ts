/** Renders refusals that were handed to the app, and the errors of a body parser mounted earlier, as problem JSON. */
import type { NextFunction, Request, Response } from 'express'
import { RunInputRejection } from '../outcome/Rejection.js'
import { bodyRejection } from './bodyErrors.js'
import { printRejection } from './console.js'
import { answer } from './refuse.js'

/** An Express error handler. */
export type ProblemHandler = (error: unknown, req: Request, res: Response, next: NextFunction) => void

/**
 * An error handler to mount after the chain: answers a `RunInputRejection` (with `refuse: 'next'`), and what an earlier
 * `express.json()` threw (400, 413, 415), as the same problem JSON that the chain answers with; of the latter it also writes a line
 * to the console. Anything else goes on.
 *
 * @example
 * import express from 'express'
 * import { problemHandler, runInput } from 'express-ag-ui'
 *
 * const app = express()
 * app.use(express.json({ limit: '20mb' }))
 * app.post('/agent', runInput({ refuse: 'next' }), (req, res) => res.json(req.agui.warnings))
 * app.use(problemHandler())
 */
export const problemHandler = (): ProblemHandler =>
  function problemHandler(error, req, res, next) {
    if (isRejection(error)) {
      answer(error, req, res, next)
      return
    }
    const rejection = bodyRejection(error)
    if (rejection === undefined) next(error)
    else {
      // The chain tells of its own; of this one nobody has.
      printRejection(rejection)
      answer(rejection, req, res, next)
    }
  }

/** By name, because the package may be loaded twice. */
const isRejection = (error: unknown): error is RunInputRejection =>
  error instanceof RunInputRejection
  || (error instanceof Error && error.name === 'RunInputRejection' && 'code' in error)
