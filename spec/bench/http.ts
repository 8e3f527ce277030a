/**
 * What the chain costs a server: requests per second of an Express app with it, as ratios to the same app with other handlers.
 * The apps run in processes of their own and take turns; the medians are of ratios within a round. Two processes of one app
 * differ by a tenth for as long as they live (where their code and their strings happen to lie), so each is started afresh
 * several times.
 */
import autocannon from 'autocannon'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { payloads } from './payloads.js'

/**
 * How many requests a server answers before it is measured, or how long it works where they are large, in seconds: until V8 has
 * compiled everything, the ratios still rise. That takes requests rather than time: some eight thousand, where it was looked at.
 */
const warmUp = { requests: 12_000, seconds: 6 }
/**
 * How long each turn takes after that, in seconds. Turns are short and rounds many: a machine that is slow for a while is then
 * slow for all whose rates are compared.
 */
const turn = 0.07
/** How long all servers take turns, in seconds, until they are started afresh, and how often they are. */
const spell = Number(process.env['BENCH_HTTP_SECONDS'] ?? 6)
const starts = Number(process.env['BENCH_HTTP_STARTS'] ?? 12)
const fewestRequests = 16
const bodies = ['small', 'typical', 'images']
const names = ['json', 'zod', 'ours'] as const
type Contender = (typeof names)[number]

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

interface Server {
  readonly process: ChildProcess
  readonly url: string
}

const start = async (name: Contender): Promise<Server> => {
  const server = fork(new URL('server.js', import.meta.url), [name])
  const [port] = (await once(server, 'message')) as [number]
  return { process: server, url: `http://127.0.0.1:${port}` }
}

/** Sends a body so many times. Gives the requests per second, from the first answer to the last. */
const rateOf = (url: string, body: string, amount: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const answered: Array<bigint> = []
    const options = {
      url: `${url}/agent`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      connections: 8,
      amount,
      sampleInt: 20
    } as const
    const run = autocannon(options, (error: unknown, { non2xx, errors }) => {
      const [first = 0n] = answered
      const { length, [length - 1]: last = 0n } = answered
      if (error !== null || non2xx > 0 || errors > 0) reject(new Error(`${url} did not answer as it should`))
      else resolve((length - 1) / (Number(last - first) / 1e9))
    })
    run.on('response', () => {
      answered.push(process.hrtime.bigint())
    })
  })

type Servers = Readonly<Record<Contender, Server>>

/** Starts all of them. */
const startAll = async (): Promise<Servers> => ({
  json: await start('json'),
  zod: await start('zod'),
  ours: await start('ours')
})

/** Lets a server work until everything is compiled. Gives how many requests take it a turn. */
const warmedUp = async ({ url }: Server, body: string): Promise<number> => {
  let rate = await rateOf(url, body, fewestRequests)
  const hasLargeBody = body.length > 2 ** 20
  const end = now() + warmUp.seconds
  for (let served = 0; hasLargeBody ? now() < end : served < warmUp.requests; served += requestsIn(rate))
    rate = await rateOf(url, body, requestsIn(rate))
  return requestsIn(rate)
}

/** In seconds. */
const now = (): number => performance.now() / 1000

const requestsIn = (rate: number): number => Math.max(fewestRequests, Math.round(rate * turn))

console.log('\nRequests per second of an Express 5 app with runInput, as a ratio to the same app with\n')
console.log('| payload | express.json + zod safeParse | express.json alone |')
console.log('|---|---|---|')
for (const { name, text } of payloads.filter(payload => bodies.includes(payload.name))) {
  const ratios = { json: [] as Array<number>, zod: [] as Array<number> }
  for (let nth = 0; nth < starts; nth++) {
    const servers = await startAll()
    for (const server of [servers.zod, servers.ours]) await warmedUp(server, text)
    const amount = await warmedUp(servers.json, text)
    const end = now() + spell
    for (let round = 0; now() < end; round++) {
      const rates: Record<Contender, number> = { json: 0, zod: 0, ours: 0 }
      const first = (nth + round) % names.length
      for (const contender of [...names.slice(first), ...names.slice(0, first)])
        rates[contender] = await rateOf(servers[contender].url, text, amount)
      for (const other of ['json', 'zod'] as const) ratios[other].push(rates.ours / rates[other])
    }
    for (const server of Object.values(servers)) server.process.kill()
  }
  console.log(`| ${name} | ${median(ratios.zod).toFixed(2)} | ${median(ratios.json).toFixed(2)} |`)
}

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
for (let round = 0; round < 11; round++)
  for (const name of ['json', 'ours'] as const) peaks[name].push(await peak(name))
console.log(
  `\npeak memory for a body of 16 MiB, as a ratio to express.json alone: ${(median(peaks.ours) / median(peaks.json)).toFixed(2)}`
)
