// The same server as a CommonJS module.
const { once } = require('node:events')
const express = require('express')
const { runInput } = require('express-ag-ui')
const { decodeRunInput } = require('express-ag-ui/decode')
const { prompt, wrapLegacy } = require('express-ag-ui/legacy')
const { streamRun } = require('express-ag-ui/stream')
const { talkTo } = require('./talk.cjs')

const app = express()
app.post('/agent', runInput({ accepts: [], onWarning: false, onRejection: false }), (req, res) => {
  res.json({ messages: req.agui.input.messages, codes: req.agui.warnings.map(({ code }) => code) })
})
const server = app.listen(0, '127.0.0.1')
once(server, 'listening')
  .then(() => talkTo(server, { decodeRunInput, prompt, streamRun, wrapLegacy }))
  .then(result => {
    console.log(JSON.stringify(result))
  })
