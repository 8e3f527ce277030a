/** One of the servers that are compared over HTTP; which one, its first argument says. Tells its port, and its peak memory. */
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import express, { type RequestHandler } from 'express'
import { runInput } from 'express-ag-ui'
import type { AddressInfo } from 'node:net'

const limit = '20mb'

const contenders: Readonly<Record<string, ReadonlyArray<RequestHandler>>> = {
  json: [express.json({ limit })],
  zod: [
    express.json({ limit }),
    (req, res, next) => {
      const parsed = RunAgentInputSchema.safeParse(req.body)
      if (parsed.success) next()
      else res.status(400).end()
    }
  ],
  ours: [runInput({ limit })]
}

const [, , name = ''] = process.argv
const app = express()
app.post('/agent', ...(contenders[name] ?? []), (_req, res) => {
  res.end('ok')
})
app.get('/peak', (_req, res) => {
  res.end(String(process.resourceUsage().maxRSS))
})
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
