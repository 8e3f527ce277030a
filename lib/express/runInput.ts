/** The whole chain as one handler: the table of contents of `lib/express`. */
import type { NextFunction, Request, Response } from 'express'
import { answering } from './answerInterrupts.js'
import { Chain, failing, named, type Stage } from './chain.js'
import { decoding } from './decodeInput.js'
import { downgrading } from './downgradeContent.js'
import {
  answerInterruptsChecks,
  checkOptions,
  decodeInputChecks,
  downgradeContentChecks,
  pick,
  readBodyChecks,
  reportWarningsChecks,
  runInputChecks,
  type RunInputOptions
} from './options.js'
import { reading } from './readBody.js'
import { reporting } from './reportWarnings.js'
import type { AgentRun } from './request.js'
import type { RunHandler, RunInputHandler } from './RunInputHandler.js'

/**
 * Receives an AG-UI run input: reads the body, decodes it, leaves out what the agent cannot use, and attaches the run to
 * `req.agui`. What is malformed is refused before any stream, as problem JSON that names every fault.
 *
 * @param options how to read, what the agent can use, and whom to tell; resolved and checked now, never per request
 * @param handler is given the run, with `state` and `forwardedProps` typed by their codecs; a rejected promise goes to `next`
 * @returns one handler, for `app.post`, a router, or `app.use`
 * @throws TypeError for an unknown option or a bad value, and for a `state` codec that refuses `{}` without an `initialState`
 * @see https://docs.ag-ui.com/spec/1.0/basic/run-input
 * @example
 * import express from 'express'
 * import { runInput } from 'express-ag-ui'
 *
 * const app = express()
 * app.post('/agent', runInput({ accepts: ['image', 'application/pdf'], fileProviders: ['openai'] }), (req, res) => {
 *   const { input, warnings } = req.agui
 *   res.json({ messages: input.messages.length, warnings })
 * })
 */
export const runInput = <S = unknown, P = unknown>(
  options: RunInputOptions<S, P> = {},
  handler?: RunHandler<S, P>
): RunInputHandler => {
  checkOptions('runInput', options, runInputChecks)
  if (handler !== undefined && typeof handler !== 'function')
    throw new TypeError('runInput: the handler must be a function')
  const stages = [
    reading(pick(options, readBodyChecks)),
    decoding(pick(options, decodeInputChecks)),
    downgrading(pick(options, downgradeContentChecks)),
    answering(pick(options, answerInterruptsChecks)),
    reporting(pick(options, reportWarningsChecks)),
    ...(handler === undefined ? [] : [handing(handler)])
  ]
  return named('runInput', (req, res, next) => {
    const chain = new Chain(req, res)
    if (chain.passesOn) next()
    else runThrough(stages, chain, req, res, next)
  })
}

/** As Express runs the handlers of a route, with one `next` for all: each stage calls it once. */
const runThrough = (
  stages: ReadonlyArray<Stage>,
  chain: Chain,
  req: Request,
  res: Response,
  next: NextFunction
): void => {
  let i = 0
  const step = (error?: unknown): void => {
    const stage = stages[i++]
    if (error !== undefined) next(error)
    else if (stage === undefined) next()
    else stage(chain, req, res, step)
  }
  step()
}

/** Hands the run to the host's handler. The codecs in the options vouch for its type. */
const handing =
  <S, P>(handler: RunHandler<S, P>): Stage =>
  (_chain, req, res, next) => {
    new Promise(resolve => {
      resolve(handler(req.agui as AgentRun<S, P>, req, res, next))
    }).catch(failing(next))
  }
