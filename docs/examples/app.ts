/** An Express app that speaks AG-UI: the chain, and an agent behind it that answers with events. */
import { EventEncoder } from '@ag-ui/encoder'
import express, { type Express } from 'express'
import { runInput, type AgentRun, type RunInputOptions } from 'express-ag-ui'
import { answer } from './agent.js'

/** @param onRun is shown each run before it is answered */
export const createExampleApp = (
  onRun: (run: AgentRun) => void = () => undefined,
  quiet: Pick<RunInputOptions, 'onWarning' | 'onRejection'> = {}
): Express => {
  const app = express()
  // An agent that can read text and PDFs, and resolve the file handles of one provider.
  app.post('/agent', runInput({ accepts: ['application/pdf'], fileProviders: ['openai'], ...quiet }), (req, res) => {
    onRun(req.agui)
    const encoder = new EventEncoder()
    res.setHeader('Content-Type', encoder.getContentType())
    res.setHeader('Cache-Control', 'no-cache, no-transform')
    for (const event of answer(req.agui)) res.write(encoder.encodeSSE(event))
    res.end()
  })
  return app
}
