/**
 * The main job to look at: starts the example app, runs the sample inputs through it, and goes on serving. `--once` stops after
 * the samples; `PORT` says where to listen (3000).
 */
import type { AgentRun } from 'express-ag-ui'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createExampleApp } from './app.js'
import { runSamples } from './samples.js'

const stopsAfterSamples = process.argv.includes('--once')
const port = stopsAfterSamples ? 0 : Number(process.env['PORT'] ?? 3000)

let latest: AgentRun | undefined
const takeRun = (): AgentRun | undefined => {
  const run = latest
  latest = undefined
  return run
}

// The samples print what the chain reports; its own console lines would say it twice.
let isShowing = true
const app = createExampleApp(run => (latest = run), {
  onWarning: ({ code, pointer, message }) => {
    if (!isShowing) console.warn(`${code} at ${pointer}: ${message}`)
  },
  onRejection: ({ status, code, message }) => {
    if (!isShowing) console.warn(`refused with ${status} ${code}: ${message}`)
  }
})

const server = app.listen(port)
await once(server, 'listening')
const url = `http://localhost:${(server.address() as AddressInfo).port}/agent`

console.log(`express-ag-ui in front of an agent that reads text and PDFs and knows OpenAI's file handles, at ${url}`)
await runSamples(url, takeRun, line => {
  console.log(line)
})
isShowing = false

if (stopsAfterSamples) {
  server.closeAllConnections()
  server.close()
} else {
  console.log(`
Still serving. Try, from this folder:

  curl -sN ${url} -H 'Content-Type: application/json' -H 'Accept: text/event-stream' -d @docs/examples/inputs/foreign-file.json
  curl -s ${url} -H 'Content-Type: application/json' -d @docs/examples/inputs/malformed.json
  curl -s ${url} -H 'Content-Type: text/plain' -d hello
  curl -s ${url}

Stop with Ctrl+C.`)
}
