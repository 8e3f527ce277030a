/** Runs Express handlers one after the other, as a route does, on every major the same. */
import type { NextFunction, Request, Response } from 'express'
import { LegacyError } from './LegacyError.js'

// A handler's own parameters, body and locals are its business; `any` is how Express's types say so.
/* eslint-disable @typescript-eslint/no-explicit-any */
/** An Express handler that knows nothing of AG-UI. */
export type LegacyHandler = (req: Request<any, any, any, any>, res: Response<any, any>, next: NextFunction) => unknown

/** An Express error handler, as it may stand at the end of a route. */
export type LegacyErrorHandler = (
  error: any,
  req: Request<any, any, any, any>,
  res: Response<any, any>,
  next: NextFunction
) => unknown
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Handlers in the order in which they run; lists may stand in lists, as in `app.post`. */
export type LegacyHandlers = ReadonlyArray<LegacyHandler | LegacyErrorHandler | LegacyHandlers>

/** @param unanswered is told why when the last handler has called `next`: its error, or that nobody answered */
export const runHandlers = (
  handlers: ReadonlyArray<LegacyHandler | LegacyErrorHandler>,
  req: Request,
  res: Response,
  unanswered: (error: Error) => void
): void => {
  const run = (i: number, error: unknown): void => {
    const handler = handlers[i]
    if (handler === undefined) {
      unanswered(isError(error) ? asError(error) : new LegacyError('The wrapped endpoint did not answer.', 404))
      return
    }
    const next = (reason?: unknown): void => {
      if (reason === 'route' || reason === 'router') run(handlers.length, undefined)
      else run(i + 1, isError(reason) ? reason : undefined)
    }
    if (takesErrors(handler) !== isError(error)) {
      run(i + 1, error)
      return
    }
    new Promise(resolve => {
      resolve(takesErrors(handler) ? handler(error, req, res, next) : handler(req, res, next))
    }).catch((reason: unknown) => {
      next(isError(reason) ? reason : new Error('The wrapped handler rejected without a reason.'))
    })
  }
  run(0, undefined)
}

/** Express takes anything that is true for an error. */
const isError = Boolean

/** Whatever was thrown, as an error; its own message stays its own. */
const asError = (reason: unknown): Error =>
  reason instanceof Error
    ? reason
    : new Error('The wrapped handler passed on something that is no Error.', { cause: reason })

const takesErrors = (handler: LegacyHandler | LegacyErrorHandler): handler is LegacyErrorHandler => handler.length === 4
