/** Makes a run's handler of an agent that yields events: the shell round `RunAnswer`, which has the rules. */
import type { Request, RequestHandler } from 'express'
import { chainOf, failing } from '../express/chain.js'
import { print } from '../express/console.js'
import type { AgentRun } from '../express/request.js'
import type { RunHandler } from '../express/RunInputHandler.js'
import { checkOptions, oneOfThese, type Check } from '../stages/options.js'
import { Origins } from '../stages/Origins.js'
import type { AgentEvent } from './AgentEvent.js'
import { EventResponse, type EventFrame } from './EventResponse.js'
import { RunAnswer } from './RunAnswer.js'
import { errorLine } from './runError.js'
import { warningsEvent } from './warningsEvent.js'

/** What an agent is given besides the run. */
export interface AgentContext {
  /** Aborted when the client goes away: pass it on to the model, and to whatever else can be stopped. */
  readonly signal: AbortSignal
  readonly req: Request
}

/**
 * An agent: an async generator, as a rule, of AG-UI's events.
 *
 * @typeParam S what `run.input.state` is
 * @typeParam P what `run.input.forwardedProps` are
 */
export type Agent<S = unknown, P = unknown> = (run: AgentRun<S, P>, context: AgentContext) => AsyncIterable<AgentEvent>

/** How a run is streamed. All is optional. */
export interface StreamRunOptions {
  /** Whether RUN_STARTED repeats the input, as `run.received` has it (R62). Default `false`. */
  readonly echoInput?: boolean
  /** How many milliseconds lie between two comments that keep a quiet connection open. `false` or 0: none. Default 15000. */
  readonly keepAlive?: number | false
  /** Whether the run's warnings are told to the client, as one CUSTOM event named `WARNINGS_EVENT`. Default `false`. */
  readonly tellWarnings?: boolean
  /**
   * Is told what ended a run in RUN_ERROR: what the agent threw, or a `ProtocolBreach`. Not told: what it throws once the client
   * has gone. Default: one line on the console; `false`: silence.
   */
  readonly onError?: ((error: unknown, req: Request) => void) | false
}

/** The longest interval that a timer can have. */
const longestInterval = 2 ** 31 - 1

const streamRunChecks: Readonly<Record<string, Check>> = {
  echoInput: oneOfThese(true, false),
  keepAlive: value =>
    value === false || (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= longestInterval)
      ? undefined
      : `a whole number of milliseconds, 0 to ${longestInterval}, or false`,
  tellWarnings: oneOfThese(true, false),
  onError: value => (typeof value === 'function' || value === false ? undefined : 'a function or false')
}

/**
 * Makes a handler for `runInput` of an agent. The agent yields what it has to say; the handler streams it, opens and closes the
 * run where the agent does not (RUN_STARTED first, RUN_FINISHED last, as success with the tool calls that wait for an answer),
 * and tells the client the state that deltas count from where that is not the one it sent.
 *
 * What the agent throws ends the run in RUN_ERROR, its message kept back unless the error says `expose: true`. So does an event
 * that AG-UI does not allow there; that message names the mistake. An agent may replay earlier runs first, each with its own
 * RUN_STARTED and RUN_FINISHED. When the client goes away, `signal` aborts, the generator is returned, and nothing is written.
 *
 * Events go out as Server-Sent Events, or as protobuf where `Accept` names it: `application/vnd.ag-ui.event+proto`.
 *
 * @param agent is given the run and `{ signal, req }`, and yields events
 * @param options how to stream
 * @returns a handler for `runInput(options, handler)`, or to mount after `runInput(options)`
 * @throws TypeError for an unknown option or a bad value
 * @see https://docs.ag-ui.com/spec/1.0/events/lifecycle
 * @see https://docs.ag-ui.com/spec/1.0/basic/transports/http-sse
 * @example
 * import express from 'express'
 * import { runInput, textOf } from 'express-ag-ui'
 * import { streamRun } from 'express-ag-ui/stream'
 *
 * const app = express()
 * app.post('/agent', runInput({ accepts: ['image'] }, streamRun(async function* ({ input }) {
 *   const last = input.messages.at(-1)
 *   const said = last?.role === 'user' ? textOf(last.content) : ''
 *   const messageId = `${input.runId}-answer`
 *   yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }
 *   yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: `You said: ${said}` }
 *   yield { type: 'TEXT_MESSAGE_END', messageId }
 * })))
 */
export const streamRun = <S = unknown, P = unknown>(
  agent: Agent<S, P>,
  options: StreamRunOptions = {}
): RunHandler<S, P> => {
  checkOptions('streamRun', options, streamRunChecks)
  const { echoInput = false, keepAlive = 15_000, tellWarnings = false, onError } = options

  return alsoByItself(async (run, req, res, next) => {
    if (run.signal.aborted) return
    const report = (error: unknown): void => {
      if (run.signal.aborted || onError === false) return
      if (onError === undefined) print(errorLine(error))
      else onError(error, req)
    }
    const response = new EventResponse(req, res)
    const send = async (frames: Iterable<EventFrame>): Promise<void> => {
      for (const frame of frames) await response.write(frame)
    }
    const encode = (event: AgentEvent): EventFrame => response.encode(event)
    const { received, openInterrupts } = run
    // Until the opening could be encoded there is an answer that has nothing to say but what went wrong.
    let answer = new RunAnswer({ received, openInterrupts, state: received.state, echoInput: false }, encode)

    response.open(keepAlive === false ? 0 : keepAlive)
    let iterator: AsyncIterator<AgentEvent> | undefined
    try {
      const remarks = tellWarnings ? () => warningsOf(run, req) : undefined
      answer = new RunAnswer({ received, openInterrupts, state: encodedState(run, req), echoInput, remarks }, encode)
      const events = eventsOf(agent(run, { signal: run.signal, req }))
      iterator = events
      let step = await response.whileOpen(() => events.next())
      while (step !== undefined && step.done !== true) {
        await send(answer.next(step.value))
        step = await response.whileOpen(() => events.next())
      }
      if (step !== undefined) {
        iterator = undefined
        await send(answer.end())
      }
    } catch (error) {
      try {
        report(error)
      } finally {
        await send(answer.fail(error))
      }
    } finally {
      response.end()
      // Not waited for: an agent that does not listen to the signal may take its time.
      if (iterator !== undefined) close(iterator).catch(report).catch(next)
    }
  })
}

/**
 * Lets the handler stand after `runInput()` by itself, too. Express gives a handler three arguments there, and takes one that has
 * four parameters for an error handler, which it would never call.
 */
const alsoByItself =
  <S, P>(handler: RunHandler<S, P>): RunHandler<S, P> =>
  (...args: readonly [unknown, ...ReadonlyArray<unknown>]) => {
    if (args.length > 3) return handler(...(args as unknown as Parameters<RunHandler<S, P>>))
    const [req, res, next] = args as unknown as Parameters<RequestHandler>
    const run = req.agui as AgentRun<S, P> | undefined
    if (run !== undefined) Promise.resolve(handler(run, req, res, next)).catch(failing(next))
    // What runInput() passes on is for a later handler of the app.
    else if (req.method !== 'POST') next()
    else next(new Error('express-ag-ui: the agent has to come after runInput(), which has not run'))
    return undefined
  }

/** Lets the agent's `finally` run. */
const close = async (iterator: AsyncIterator<AgentEvent>): Promise<void> => {
  await iterator.return?.()
}

const eventsOf = (events: AsyncIterable<AgentEvent>): AsyncIterator<AgentEvent> => {
  const given = events as Partial<AsyncIterable<AgentEvent>> | undefined
  if (given?.[Symbol.asyncIterator] === undefined)
    throw new TypeError('the agent must be an async generator function: async function* () { … }')
  return events[Symbol.asyncIterator]()
}

/** The state as the client would hold it: what `runInput` was given as the `state` codec encodes it. */
const encodedState = (run: AgentRun, req: Request): unknown => {
  const { state } = run.input
  const encode = chainOf(run, req)?.encodeState
  return encode === undefined ? state : encode(state)
}

const warningsOf = (run: AgentRun, req: Request): ReadonlyArray<AgentEvent> => {
  const { warnings, received } = run
  const origins = chainOf(run, req)?.origins ?? new Origins(received, new Map())
  const event = warningsEvent(warnings, received.messages, origins)
  return event === undefined ? [] : [event]
}
