/** A real server for one agent, and readers of what it streams: as bytes, as events, or not at all. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, type RequestHandler } from 'express'
import { onTestFinished } from 'vitest'
import { runInput, type RunInputOptions } from '../../../lib/index.js'
import { streamRun, type Agent, type AgentEvent, type StreamRunOptions } from '../../../lib/stream/index.js'

export interface AgentServer<S, P> {
  readonly agent: Agent<S, P>
  readonly stream?: StreamRunOptions
  readonly options?: RunInputOptions<S, P>
  readonly before?: ReadonlyArray<RequestHandler>
}

/** Listens until the test is over, and gives the agent's URL. Warnings and refusals are kept off the console. */
export const serveAgent = async <S, P>({
  agent,
  stream = {},
  options = {},
  before = []
}: AgentServer<S, P>): Promise<string> => {
  const app = express()
  for (const handler of before) app.use(handler)
  app.post('/agent', runInput({ onWarning: false, onRejection: false, ...options }, streamRun(agent, stream)))
  return `${await listen(app)}/agent`
}

/** Listens until the test is over, and gives the address. */
export const listen = async (app: Express): Promise<string> => {
  const server = await new Promise<Server>(resolve => {
    const listening = app.listen(0, '127.0.0.1', () => {
      resolve(listening)
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const input = {
  threadId: 't1',
  runId: 'r1',
  messages: [{ id: 'u1', role: 'user', content: 'hi' }]
}

/** A request whose answer has begun, and that can be broken off. */
export interface Begun {
  readonly response: IncomingMessage
  readonly hangUp: () => void
}

/** Sends an input, and gives the answer as soon as its headers are there. */
export const begin = (
  url: string,
  body: object = input,
  headers: Readonly<Record<string, string | undefined>> = { Accept: 'text/event-stream' }
): Promise<Begun> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(JSON.parse(JSON.stringify(headers)) as OutgoingHttpHeaders) }
    })
    request.once('error', reject)
    request.once('response', response => {
      // What is lost when the specs hang up is lost on purpose.
      for (const stream of [request, response]) stream.on('error', () => undefined)
      resolve({ response, hangUp: () => request.destroy() })
    })
    request.end(JSON.stringify(body))
  })

/** Everything that is streamed for an input, as bytes. */
export const bytesFor = async (
  url: string,
  body?: object,
  headers?: Readonly<Record<string, string>>
): Promise<Buffer> => {
  const { response } = await begin(url, body, headers)
  return Buffer.concat(await response.toArray())
}

/** Everything that is streamed for an input, as events. */
export const eventsFor = async (url: string, body?: object): Promise<Array<AgentEvent>> =>
  (await bytesFor(url, body))
    .toString()
    .split('\n\n')
    .filter(block => block !== '' && !block.startsWith(':'))
    .map(block => JSON.parse(block.slice('data: '.length)) as AgentEvent)

/** A promise to be kept from outside. */
export const promised = <A = void>() => {
  let keep: (value: A) => void = () => undefined
  const promise = new Promise<A>(resolve => {
    keep = resolve
  })
  return { promise, keep }
}
