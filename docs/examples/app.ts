/** An Express app that speaks AG-UI: the chain, and an agent behind it that answers with events. */
import express, { type Express } from 'express'
import { runInput, type AgentRun, type RunInputOptions } from 'express-ag-ui'
import { streamRun } from 'express-ag-ui/stream'
import { answer } from './agent.js'

/**
 * @param onRun is shown each run before it is answered
 * @param listeners who is told of warnings and refusals; the console, when nobody is
 */
export const createExampleApp = (
  onRun: (run: AgentRun) => void = () => undefined,
  listeners: Pick<RunInputOptions, 'onWarning' | 'onRejection'> = {}
): Express => {
  const stream = streamRun(answer)
  const app = express()
  app.post(
    '/agent',
    // An agent that can read text and PDFs, and resolve the file handles of one provider.
    runInput({ accepts: ['application/pdf'], fileProviders: ['openai'], ...listeners }, (run, req, res, next) => {
      onRun(run)
      return stream(run, req, res, next)
    })
  )
  return app
}
