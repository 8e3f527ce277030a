/** The types of the chain's handlers. */
import type { NextFunction, Request, Response } from 'express'
import type { AgentRun } from './request.js'

/**
 * An Express handler, generic in the request's own parameters, so that the handlers after it keep theirs:
 * `app.post('/agents/:id', runInput(), (req, res) => …)` knows `req.params.id`.
 */
export type RunInputHandler = <Params, ResBody, ReqBody, Query, Locals extends Record<string, unknown>>(
  req: Request<Params, ResBody, ReqBody, Query, Locals>,
  res: Response<ResBody, Locals>,
  next: NextFunction
) => void

/**
 * A host's handler that is given the run. What it returns is ignored; a promise that is rejected goes to `next`, on Express 4
 * too.
 */
export type RunHandler<S = unknown, P = unknown> = (
  run: AgentRun<S, P>,
  req: Request,
  res: Response,
  next: NextFunction
) => unknown
