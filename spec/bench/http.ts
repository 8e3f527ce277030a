/**
 * What the chain costs a server: requests per second of an Express app with it, as ratios to the same app with other handlers.
 * The apps run in processes of their own and take turns; medians of the rounds are compared.
 */
import autocannon from 'autocannon'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { payloads } from './payloads.js'

/** Short turns and many of them: a machine that is slow for a while is then slow for all. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 1)
const rounds = Number(process.env['BENCH_HTTP_ROUNDS'] ?? 11)
const names = ['json', 'zod', 'ours'] as const
type Contender = (typeof names)[number]

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

interface Server {
  readonly process: ChildProcess
  readonly url: string
}

const start = async (name: Contender): Promise<Server> => {
  // When a turn ends, requests are broken off; Express tells of each on the console, except in tests.
  const env = { ...process.env, NODE_ENV: 'test' }
  const server = fork(new URL('server.js', import.meta.url), [name], { env })
  const [port] = (await once(server, 'message')) as [number]
  return { process: server, url: `http://127.0.0.1:${port}` }
}

const rateOf = async (url: string, body: string): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  const result = await autocannon({
    url: `${url}/agent`,
    method: 'POST',
    headers,
    body,
    connections: 8,
    duration: seconds
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} did not answer as it should`)
  return result['2xx'] / result.duration
}

const servers: Readonly<Record<Contender, Server>> = {
  json: await start('json'),
  zod: await start('zod'),
  ours: await start('ours')
}

console.log('\nRequests per second of an Express 5 app with runInput, as a ratio to the same app with\n')
console.log('| payload | express.json + zod safeParse | express.json alone |')
console.log('|---|---|---|')
for (const { name, text } of payloads.filter(payload => ['small', 'typical', 'images'].includes(payload.name))) {
  const rates: Record<Contender, Array<number>> = { json: [], zod: [], ours: [] }
  for (let round = -1; round < rounds; round++) {
    for (const contender of names) {
      const rate = await rateOf(servers[contender].url, text)
      if (round >= 0) rates[contender].push(rate)
    }
  }
  const ours = median(rates.ours)
  console.log(`| ${name} | ${(ours / median(rates.zod)).toFixed(2)} | ${(ours / median(rates.json)).toFixed(2)} |`)
}
for (const server of Object.values(servers)) server.process.kill()

/** The most memory that a fresh server takes for one body of 16 MiB, in kilobytes. */
const peak = async (name: Contender): Promise<number> => {
  const server = await start(name)
  const image = { type: 'image', source: { type: 'data', value: 'A'.repeat(2 ** 24), mimeType: 'image/png' } }
  const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: [image] }] })
  const response = await fetch(`${server.url}/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body
  })
  if (!response.ok) throw new Error(`${name} refused the body`)
  const kilobytes = Number(await (await fetch(`${server.url}/peak`)).text())
  server.process.kill()
  return kilobytes
}

const peaks: Record<Contender, Array<number>> = { json: [], zod: [], ours: [] }
for (let round = 0; round < rounds; round++)
  for (const name of ['json', 'ours'] as const) peaks[name].push(await peak(name))
console.log(
  `\npeak memory for a body of 16 MiB, as a ratio to express.json alone: ${(median(peaks.ours) / median(peaks.json)).toFixed(2)}`
)
