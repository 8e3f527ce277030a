// A user's server as an ES module: one good run, one downgraded, one refused. Prints what came of each.
import { once } from 'node:events'
import express from 'express'
import { runInput } from 'express-ag-ui'
import { decodeRunInput } from 'express-ag-ui/decode'
import { prompt, wrapLegacy } from 'express-ag-ui/legacy'
import { streamRun } from 'express-ag-ui/stream'
import { talkTo } from './talk.cjs'

const app = express()
app.post('/agent', runInput({ accepts: [], onWarning: false, onRejection: false }), (req, res) => {
  res.json({ messages: req.agui.input.messages, codes: req.agui.warnings.map(({ code }) => code) })
})
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify(await talkTo(server, { decodeRunInput, prompt, streamRun, wrapLegacy })))
