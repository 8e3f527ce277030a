/** An agent made of an Express handler that knows nothing of AG-UI. */
import type { Request } from 'express'
import { chainOf } from '../express/chain.js'
import type { AgentRun } from '../express/request.js'
import type { RunHandler } from '../express/RunInputHandler.js'
import { checkOptions, type Check } from '../stages/options.js'
import type { AgentEvent } from '../stream/AgentEvent.js'
import { streamRun, type StreamRunOptions } from '../stream/streamRun.js'
import { eventsOfAnswer, type ReadReply } from './answer.js'
import { runHandlers, type LegacyErrorHandler, type LegacyHandler, type LegacyHandlers } from './handlers.js'
import { closeRequest, legacyRequest } from './LegacyRequest.js'
import { legacyResponse } from './LegacyResponse.js'
import { statedReply, usualReply, type LegacyReply } from './reply.js'
import { knowOrigins } from './textOnly.js'

/**
 * How a run becomes a request to the old handler, and its answer a reply.
 *
 * @typeParam S what `run.input.state` is
 * @typeParam P what `run.input.forwardedProps` are
 * @typeParam A what the handler answers with, as `reply` is given it
 */
export interface WrapLegacyOptions<S = unknown, P = unknown, A = unknown> extends StreamRunOptions {
  /**
   * Makes the body that the old handler finds in `req.body`: `chatMessages()`, `prompt()`, or a function of your own, which may
   * be async. What it throws ends the run in `RUN_ERROR`.
   */
  readonly request: (run: AgentRun<S, P>, req: Request) => unknown
  /**
   * Finds what the agent says in an answer that is not streamed: the parsed JSON of `res.json`, the text of `res.send`; and in
   * an event of a stream that is not OpenAI's. Default: the first of `reply`, `message`, `content`, `text`, `output`, `answer`
   * that there is, or `choices[0].message`, with its tool calls.
   */
  readonly reply?: (answer: A) => LegacyReply | Promise<LegacyReply>
}

/**
 * Makes a run handler of an Express handler (or several, as a route has them) that knows nothing of AG-UI. The handler itself
 * is not changed and keeps answering its old clients.
 *
 * The handler sees the request that came in, with the body that `request` makes, and a response of its own that it may answer
 * on in any way that Express allows. What it answers becomes the events of the run:
 *
 * - `res.json` and `res.send`: a text message and tool calls, as `reply` finds them;
 * - text in pieces (`res.write`, a stream piped into it): a delta for each piece;
 * - `text/event-stream`: deltas and tool calls of OpenAI's chat completions as they arrive; of other streams, what `reply`
 *   finds in each event, or its text;
 * - a status of 300 or more, `next(error)`, a throw, or no answer at all: `RUN_ERROR`. The message of a 4xx in JSON is passed
 *   on; of a 5xx, and of an error that is not marked `expose`, nothing is.
 *
 * When the client goes away, the handler's response and request are closed, as they are for its old clients. Status and headers
 * of its answer go nowhere: the event stream's own have been sent by then.
 *
 * @param handler the old handler, or the list of handlers of its route
 * @param options how a run becomes its request, and its answer a reply
 * @returns a handler for `runInput`
 * @throws TypeError for an unknown option or a bad value
 * @example
 * import express, { type RequestHandler } from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { prompt, wrapLegacy } from 'express-ag-ui/legacy'
 *
 * const chat: RequestHandler = (req, res) => {
 *   const { message } = req.body as { message: string }
 *   res.json({ reply: `You said: ${message}` })
 * }
 * const app = express()
 * app.post('/chat', express.json(), chat)
 * app.post('/agent', runInput({ accepts: [] }, wrapLegacy(chat, { request: prompt() })))
 */
export function wrapLegacy<S = unknown, P = unknown, A = unknown>(
  handler: LegacyHandler | ReadonlyArray<LegacyHandler>,
  options: WrapLegacyOptions<S, P, A>
): RunHandler<S, P>
/** As above, for a list with error handlers or lists in it. */
export function wrapLegacy<S = unknown, P = unknown, A = unknown>(
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- so that functions written in a plain list know req and res
  handlers: LegacyHandlers,
  options: WrapLegacyOptions<S, P, A>
): RunHandler<S, P>
export function wrapLegacy<S, P, A>(
  handler: LegacyHandler | LegacyHandlers,
  options: WrapLegacyOptions<S, P, A>
): RunHandler<S, P> {
  checkOptions('wrapLegacy', options, checks)
  const { request, reply, ...stream } = options
  if ((request as unknown) === undefined) {
    throw new TypeError(
      'wrapLegacy: the option "request" is missing; give chatMessages(), prompt(), or a function that makes the body'
    )
  }
  const handlers = flattened(handler)
  if (handlers.length === 0) throw new TypeError('wrapLegacy: the list of handlers is empty')
  const readReply: ReadReply =
    reply === undefined
      ? answer => Promise.resolve(usualReply(answer))
      : async answer => statedReply(await reply(answer as A))

  return streamRun<S, P>(async function* (run, { signal, req }) {
    knowOrigins(run, chainOf(run, req)?.origins)
    yield* eventsOfHandlers(handlers, legacyRequest(req, await request(run, req)), signal, readReply)
  }, stream)
}

const flattened = (
  handlers: LegacyHandler | LegacyErrorHandler | LegacyHandlers
): ReadonlyArray<LegacyHandler | LegacyErrorHandler> => {
  if (typeof handlers === 'function') return [handlers]
  if (!Array.isArray(handlers))
    throw new TypeError('wrapLegacy: the handler must be an Express handler, or a list of them')
  return handlers.flatMap(flattened)
}

const aFunction: Check = value => (typeof value === 'function' ? undefined : 'a function')

/** `streamRun` checks its own. */
const notOurs: Check = () => undefined

const checks = {
  request: aFunction,
  reply: aFunction,
  echoInput: notOurs,
  keepAlive: notOurs,
  tellWarnings: notOurs,
  onError: notOurs
} as const satisfies Readonly<Record<keyof WrapLegacyOptions, Check>>

async function* eventsOfHandlers(
  handlers: ReadonlyArray<LegacyHandler | LegacyErrorHandler>,
  request: Request,
  signal: AbortSignal,
  readReply: ReadReply
): AsyncGenerator<AgentEvent, undefined> {
  const answer = legacyResponse(request)
  const { response, written } = answer
  const leave = (): void => {
    written.end()
    written.discard()
    closeRequest(request, true)
    response.destroy()
  }
  response.once('close', () => {
    closeRequest(request, false)
  })
  signal.addEventListener('abort', leave, { once: true })
  let isLeft = true
  try {
    if (signal.aborted) return
    runHandlers(handlers, request, response, error => {
      written.end(error)
    })
    yield* eventsOfAnswer(answer, readReply)
    isLeft = false
  } catch (error) {
    isLeft = false
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
    if (isLeft) leave()
    else written.discard()
  }
}
