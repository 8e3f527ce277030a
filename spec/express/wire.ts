/** Real HTTP on loopback for the Express specs, down to the bytes where a client library would be too polite. */
import { createServer, request, type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { onTestFinished } from 'vitest'
import type { Problem, ProblemCode } from '../../lib/index.js'

/** The major of Express that these specs run on. */
export const major = 'lazyrouter' in express.application ? 4 : 5

/** The smallest run input. */
export const minimal = { threadId: 't1', runId: 'r1', messages: [] }

/** A run input with one user message of these parts. */
export const withParts = (...content: ReadonlyArray<object>) => ({
  ...minimal,
  messages: [{ id: 'u1', role: 'user', content }]
})

export interface Listening {
  readonly port: number
  readonly close: () => Promise<void>
}

export const listen = async (app: Express): Promise<Listening> => {
  const server = createServer(app)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      })
  }
}

/** Listens until the test is over. */
export const serve = async (app: Express): Promise<number> => {
  const { port, close } = await listen(app)
  onTestFinished(close)
  return port
}

export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  /** Sent in one piece with its length, or, as a list, in chunks. */
  readonly body?: string | Uint8Array | ReadonlyArray<string | Uint8Array> | undefined
  readonly agent?: Agent
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export const send = (port: number, { method = 'POST', path = '/agent', headers, body, agent }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: agent ?? false,
        headers: {
          'Content-Type': 'application/json',
          ...(typeof body === 'string' || body instanceof Uint8Array
            ? { 'Content-Length': Buffer.byteLength(body) }
            : body === undefined && method === 'POST'
              ? { 'Content-Length': 0 }
              : Array.isArray(body)
                ? { 'Transfer-Encoding': 'chunked' }
                : {}),
          ...headers
        }
      },
      response => {
        const chunks: Array<Buffer> = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0, headers: received } = response
          resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() })
        })
      }
    )
    sending.on('error', reject)
    if (body === undefined) sending.end()
    else if (typeof body === 'string' || body instanceof Uint8Array) sending.end(body)
    else {
      sending.flushHeaders()
      for (const chunk of body) sending.write(chunk)
      sending.end()
    }
  })

/** Asks an app once. A body that is an object is sent as JSON. */
export const ask = async (
  app: Express,
  sent: Omit<Sent, 'body'> & { readonly body?: unknown } = {}
): Promise<Answer> => {
  const { body } = sent
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array || Array.isArray(body)
  return send(await serve(app), { ...sent, body: isRaw ? (body as Sent['body']) : JSON.stringify(body) })
}

/** Writes bytes on a connection of its own; answers what came back until the server, or time, closed it. */
export const exchange = (port: number, bytes: string | Uint8Array, milliseconds = 2000): Promise<string> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Array<Buffer> = []
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString())
    })
    socket.write(bytes)
  })

/** The head of a POST of JSON, for `exchange`. */
export const head = (path: string, headers: Readonly<Record<string, string | number>>): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    ''
  ].join('\r\n')

/** A refusal as it was answered. */
export const problemOf = ({ text }: Pick<Answer, 'text'>): Problem => JSON.parse(text) as Problem

/** The status and the code of an answer, for tables. */
export const verdict = (answer: Answer): string =>
  answer.status < 400 ? String(answer.status) : `${answer.status} ${problemOf(answer).code}`

const statuses: Readonly<Record<ProblemCode, number>> = {
  'malformed-json': 400,
  'empty-body': 400,
  'malformed-input': 400,
  'unsupported-protocol-version': 400,
  'uncovered-interrupt': 400,
  'role-not-allowed': 403,
  'method-not-allowed': 405,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'unsupported-charset': 415,
  'unsupported-encoding': 415,
  'body-unavailable': 500
}

/** What is wrong with a refusal's form, whatever it is for; nothing, when it is one of ours as it should be. */
export const misshapen = ({ status, headers, text }: Answer): string | undefined => {
  if (/[\n\r]/.test(text)) return 'not one line'
  if (Buffer.byteLength(text) > 65_536) return `${Buffer.byteLength(text)} bytes`
  const mediaType = headers['content-type']
  if (mediaType !== 'application/json' && mediaType !== 'application/problem+json') return `sent as ${mediaType ?? '?'}`
  const { type, title, status: told, detail, code, errors = [] } = problemOf({ text })
  if (type !== `urn:express-ag-ui:${code}` || title === '' || detail === '') return 'no problem details'
  if (told !== status || statuses[code] !== status) return `${code} as ${status}`
  return errors.length > 100 ? `${errors.length} faults` : undefined
}
