/** The one app of the Express specs: what the host mounts before, the chain, and a handler that shows what it was given. */
import express, { type Express, type RequestHandler } from 'express'
import type { AgentRun, RunInputHandler, RunInputOptions } from '../../lib/index.js'
import { runInput } from '../../lib/index.js'

export interface Agent {
  readonly app: Express
  /** The runs that the handler was given, the latest last. */
  readonly runs: Array<AgentRun>
}

/** What a spec says of its app; warnings and refusals are kept off the console unless it asks for them. */
export interface AppParts {
  readonly options?: RunInputOptions<never, never> | RunInputOptions
  readonly before?: ReadonlyArray<RequestHandler>
  readonly chain?: ReadonlyArray<RunInputHandler | RequestHandler>
  readonly after?: RequestHandler
}

export const createApp = ({ options = {}, before = [], chain, after }: AppParts = {}): Agent => {
  const app = express()
  const runs: Array<AgentRun> = []
  for (const handler of before) app.use(handler)
  const handlers = chain ?? [runInput({ onWarning: false, onRejection: false, ...(options as RunInputOptions) })]
  app.all(
    '/agent',
    ...(handlers as Array<RequestHandler>),
    after
      ?? ((req, res) => {
        runs.push(req.agui)
        res.json({ input: req.agui.input, warnings: req.agui.warnings })
      })
  )
  return { app, runs }
}
