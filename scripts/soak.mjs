// Sends a mix of requests to a real server on loopback for a while, and watches: every request has to be answered as its kind
// demands, and the heap must not grow. `npm run soak`; SOAK_SECONDS (60), SOAK_CONNECTIONS (32).
import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, Agent } from 'node:http'
import { connect } from 'node:net'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { problemHandler, runInput } from '../dist/esm/index.js'

/** The server, and the watch over it. The clients are a thread of their own, so that each has a core. */
async function watch() {
  const seconds = Number(process.env.SOAK_SECONDS ?? 60)
  const connections = Number(process.env.SOAK_CONNECTIONS ?? 32)
  const errors = watchErrors()
  const { port, signals, close } = await listen()
  const clients = new Worker(new URL(import.meta.url), { workerData: { port, connections } })
  clients.on('error', error => process.emit('uncaughtException', error))
  const sendFor = async share => {
    clients.postMessage(seconds * 1000 * share)
    const [counts] = await once(clients, 'message')
    return counts
  }

  // The first tenth warms up; what is compiled and cached then is no growth.
  const counts = [await sendFor(0.1)]
  const heap = [await heapAfterCollection()]
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  counts.push(await sendFor(0.45))
  delay.disable()
  heap.push(await heapAfterCollection())
  delay.enable()
  counts.push(await sendFor(0.45))
  delay.disable()
  heap.push(await heapAfterCollection())
  await clients.terminate()
  await close()

  const outcomes = merged(counts.map(each => each.outcomes))
  const wrong = merged(counts.map(each => each.wrong))
  const [start = 0, middle = 0, end = 0] = heap
  const notTold = signals.given - signals.aborted
  print('requests by outcome', outcomes)
  print('not as they should be', wrong)
  print('errors', errors)
  console.log(`${total(outcomes)} requests, ${Math.round(total(outcomes) / seconds)} a second`)
  console.log(`event loop delay, ms: ${[50, 99, 100].map(p => `p${p} ${ms(delay.percentile(p))}`).join(', ')}`)
  console.log(
    `heap after collection, MB: ${mb(start)} at the start, ${mb(middle)} in the middle, ${mb(end)} at the end`
  )
  console.log(`clients that left their answer: ${signals.given}, of whose signals not aborted: ${notTold}`)

  const faults = [
    wrong.size > 0 && 'answers were wrong',
    errors.size > 0 && 'errors escaped',
    notTold !== 0 && 'signals were not aborted',
    end - start > mostGrowth && 'the heap grew'
  ].filter(Boolean)
  console.log(faults.length === 0 ? 'all well' : `NOT WELL: ${faults.join(', ')}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** The clients: each sends one kind after the other, as fast as it is answered. */
function sendWhenAsked({ port, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  parentPort.on('message', async milliseconds => {
    const until = performance.now() + milliseconds
    const outcomes = new Map()
    const wrong = new Map()
    const client = async () => {
      const turns = kindsInTurn()
      while (performance.now() < until) {
        const { name, expected, send } = turns.next().value
        const outcome = await send(port, agent).catch(error => `failed: ${error.code ?? error.message}`)
        count(outcomes, `${name}: ${outcome}`)
        if (outcome !== expected) count(wrong, `${name}: ${outcome}, not ${expected}`)
      }
    }
    await Promise.all(Array.from({ length: connections }, client))
    parentPort.postMessage({ outcomes, wrong })
  })
}

/** After the first tenth, what a collection leaves may differ by so much, in bytes. */
const mostGrowth = 4 * 2 ** 20

/** An agent that answers with the number of warnings, and one that leaves its clients waiting. */
async function listen() {
  const signals = { given: 0, aborted: 0 }
  const options = {
    limit: '100kb',
    accepts: ['image'],
    fileProviders: ['openai'],
    canUse: async part => part.source.type !== 'file',
    openInterrupts: async () => [],
    roles: ['user', 'assistant', 'tool', 'reasoning'],
    onWarning: () => {},
    onRejection: () => {}
  }
  const app = express()
  app.post(
    '/agent',
    runInput(options, ({ warnings }, _req, res) => {
      res.json({ warnings: warnings.length })
    })
  )
  app.post('/parsed', express.json({ limit: '100kb' }), runInput(options), (req, res) => {
    res.json({ warnings: req.agui.warnings.length })
  })
  app.post(
    '/waiting',
    runInput(options, ({ signal }, _req, res) => {
      signals.given++
      signal.addEventListener('abort', () => signals.aborted++)
      res.writeHead(200, { 'Content-Type': 'text/event-stream' })
      res.write('data: {}\n\n')
    })
  )
  app.use(problemHandler())
  const server = createServer(app)
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { port: server.address().port, signals, close }
}

/** Every kind of request, in turn, beginning anywhere. */
function* kindsInTurn() {
  for (let i = Math.floor(Math.random() * kinds.length); ; i++) yield kinds[i % kinds.length]
}

const input = messages => JSON.stringify({ threadId: 't1', runId: 'r1', state: { a: [1, null] }, messages })
const history = Array.from({ length: 50 }, (_, i) => ({
  id: `m${i}`,
  role: i % 2 === 0 ? 'user' : 'assistant',
  content: `message ${i}`
}))
const clean = input(history)
const downgraded = input([
  ...history,
  {
    id: 'u',
    role: 'user',
    content: [
      { type: 'text', text: 'these:' },
      { type: 'image', source: { type: 'url', value: 'https://files.example/x.png' } },
      { type: 'video', source: { type: 'data', value: 'AAAA', mimeType: 'video/mp4' } },
      { type: 'image', source: { type: 'file', value: 'file-1', provider: 'openai' } },
      { type: 'image', source: { type: 'file', value: 'file-2', provider: 'other' } },
      { type: 'hologram' }
    ]
  }
])
const malformed = input([...history, ...Array.from({ length: 200 }, (_, i) => ({ id: i, role: 'user' }))])
const large = input([{ id: 'u', role: 'user', content: 'x'.repeat(150_000) }])

const json = { 'Content-Type': 'application/json' }

const kinds = [
  { name: 'clean', expected: '200, 0 warnings', send: posting('/agent', json, clean) },
  { name: 'clean, parsed before', expected: '200, 0 warnings', send: posting('/parsed', json, clean) },
  {
    name: 'clean, compressed',
    expected: '200, 0 warnings',
    send: posting('/agent', { ...json, 'Content-Encoding': 'gzip' }, gzipSync(clean))
  },
  { name: 'downgraded', expected: '200, 4 warnings', send: posting('/agent', json, downgraded) },
  { name: 'malformed', expected: '400 malformed-input', send: posting('/agent', json, malformed) },
  { name: 'no JSON', expected: '400 malformed-json', send: posting('/agent', json, clean.slice(0, -1)) },
  { name: 'no JSON, parsed before', expected: '400 malformed-json', send: posting('/parsed', json, '{') },
  { name: 'empty', expected: '400 empty-body', send: posting('/agent', json, '') },
  {
    name: 'a role not allowed',
    expected: '403 role-not-allowed',
    send: posting('/agent', json, input([{ id: 's', role: 'system', content: '' }]))
  },
  { name: 'oversized', expected: '413 body-too-large', send: posting('/agent', json, large) },
  {
    name: 'oversized when inflated',
    expected: '413 body-too-large',
    send: posting('/agent', { ...json, 'Content-Encoding': 'gzip' }, gzipSync(large))
  },
  { name: 'no JSON by its type', expected: '415 unsupported-media-type', send: posting('/agent', {}, clean) },
  { name: 'half-sent', expected: 'left', send: port => leaving(port, '/agent', clean.slice(0, 1000), 'once sent') },
  { name: 'aborted', expected: 'left', send: port => leaving(port, '/waiting', clean, 'once answered') }
]

function posting(path, headers, body) {
  return (port, agent) =>
    new Promise((resolve, reject) => {
      const length = { 'Content-Length': Buffer.byteLength(body) }
      const options = { host: '127.0.0.1', port, path, agent, method: 'POST', headers: { ...headers, ...length } }
      const sent = request(options, response => {
        let text = ''
        response.on('data', chunk => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { warnings, code } = JSON.parse(text)
          resolve(`${response.statusCode}${code === undefined ? `, ${warnings} warnings` : ` ${code}`}`)
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

/** Leaves in the middle of its own body, or of the answer. */
function leaving(port, path, part, when) {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => {
      resolve('left')
    })
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${clean.length}\r\n\r\n`
    if (when === 'once answered') socket.once('data', () => socket.destroy())
    socket.write(head + part, () => {
      if (when === 'once sent') setImmediate(() => socket.destroy())
    })
  })
}

function watchErrors() {
  const errors = new Map()
  for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) {
    process.on(event, error => {
      count(errors, `${event}: ${error?.message ?? error}`)
    })
  }
  return errors
}

async function heapAfterCollection() {
  for (let i = 0; i < 3; i++) {
    await sleep(100)
    globalThis.gc()
  }
  return process.memoryUsage().heapUsed
}

function count(counts, key, n = 1) {
  counts.set(key, (counts.get(key) ?? 0) + n)
}

function merged(lists) {
  const all = new Map()
  for (const counts of lists) for (const [key, n] of counts) count(all, key, n)
  return all
}

function total(counts) {
  return [...counts.values()].reduce((sum, n) => sum + n, 0)
}

function print(title, counts) {
  console.log(`${title}:${counts.size === 0 ? ' none' : ''}`)
  for (const [name, n] of [...counts].sort()) console.log(`  ${String(n).padStart(8)}  ${name}`)
}

function ms(nanoseconds) {
  return (nanoseconds / 1e6).toFixed(1)
}

function mb(bytes) {
  return (bytes / 2 ** 20).toFixed(1)
}

if (!isMainThread) sendWhenAsked(workerData)
else if (globalThis.gc !== undefined) await watch()
else {
  const child = spawn(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  child.on('exit', code => {
    process.exitCode = code ?? 1
  })
}
