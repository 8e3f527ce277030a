/** The one app of these specs: a legacy handler, mounted as it always was and wrapped for AG-UI, and what both answer. */
import express, { type Express } from 'express'
import request from 'supertest'
import { runInput, type RunInputOptions } from '../../../lib/index.js'
import { prompt, wrapLegacy, type LegacyHandlers, type WrapLegacyOptions } from '../../../lib/legacy/index.js'
import type { AgentEvent } from '../../../lib/stream/index.js'
import { eventsOf, postRun, runAgentInput, userMessage } from '../../../lib/testing/index.js'

export interface Wrapped {
  readonly app: Express
  /** What the wrapped handler was told went wrong. */
  readonly errors: Array<unknown>
}

type Options = Partial<WrapLegacyOptions> & { readonly run?: RunInputOptions }

export const wrap = (handlers: LegacyHandlers, { run = {}, ...options }: Options = {}): Wrapped => {
  const errors: Array<unknown> = []
  const agent = wrapLegacy(handlers, {
    request: prompt(),
    onError: error => {
      errors.push(error)
    },
    ...options
  })
  const app = express()
  app.set('env', 'test')
  app.post('/agent/:tenant', runInput({ onWarning: false, onRejection: false, ...run }, agent))
  app.post('/old/:tenant', express.json(), ...(handlers as Array<never>))
  return { app, errors }
}

/** What the wrapped handlers say to "Hello". */
export const ask = async ({ app }: Wrapped, input: unknown = runAgentInput({ messages: [userMessage('Hello')] })) =>
  eventsOf(await postRun(app, '/agent/acme', input))

/** What the handlers say to an old client. */
export const askOld = ({ app }: Wrapped, body: object = { message: 'Hello', history: [], sessionId: 'thread-1' }) =>
  request(app).post('/old/acme').send(body)

/** Events in short: each text message as its deltas, each call as its name, id and argument pieces, what else there is by type. */
export const inShort = (events: ReadonlyArray<AgentEvent>): ReadonlyArray<unknown> =>
  events.flatMap((event): ReadonlyArray<unknown> => {
    switch (event.type) {
      case 'RUN_STARTED':
      case 'TEXT_MESSAGE_START':
        return []
      case 'RUN_FINISHED':
        return event.outcome?.type === 'success' ? [] : [event]
      case 'TEXT_MESSAGE_CONTENT':
        return [event.delta]
      case 'TEXT_MESSAGE_END':
        return ['.']
      case 'TOOL_CALL_START':
        return [{ call: event.toolCallName, id: event.toolCallId }]
      case 'TOOL_CALL_ARGS':
        return [{ id: event.toolCallId, args: event.delta }]
      case 'TOOL_CALL_END':
        return [{ end: event.toolCallId }]
      case 'RUN_ERROR':
        return [{ error: event.message, code: event.code }]
      default:
        return [event.type]
    }
  })
