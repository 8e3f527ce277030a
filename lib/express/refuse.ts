/** Answers a refusal, before any stream, as one line of problem JSON (R6, R99). */
import type { NextFunction, Request, Response } from 'express'
import type { RunInputRejection } from '../outcome/Rejection.js'
import { printRejection, printWarnings } from './console.js'
import type { RefusalOptions } from './options.js'

/** Refuses a request in the way that a stage was told to. */
export type Refuse = (rejection: RunInputRejection, req: Request, res: Response, next: NextFunction) => void

export const refuser =
  ({ refuse = 'respond', onRejection, onWarning }: RefusalOptions): Refuse =>
  (rejection, req, res, next) => {
    if (onRejection === undefined) printRejection(rejection)
    else if (onRejection !== false) onRejection(rejection, req)
    if (onWarning === undefined) printWarnings(rejection.warnings)
    else if (onWarning !== false) for (const warning of rejection.warnings) onWarning(warning, req)
    if (refuse === 'next') next(rejection)
    else answer(rejection, req, res, next)
  }

/** Headers that were set before, such as those of CORS, stay. */
export const answer = (rejection: RunInputRejection, req: Request, res: Response, next: NextFunction): void => {
  if (res.headersSent) {
    next(rejection)
    return
  }
  res.statusCode = rejection.status
  for (const [name, value] of Object.entries(rejection.headers)) res.setHeader(name, value)
  res.setHeader('Content-Type', mediaTypeFor(req))
  res.end(JSON.stringify(rejection))
}

/** The official client admits only an event stream, and parses an error's body only as `application/json`. */
const mediaTypeFor = (req: Request): string =>
  req.accepts('application/problem+json') ? 'application/problem+json' : 'application/json'
