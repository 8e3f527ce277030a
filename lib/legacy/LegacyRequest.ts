/** The request that a legacy handler sees: the one that came in, with the body that its old clients would have sent. */
import { Readable } from 'node:stream'
import type { Request } from 'express'

/** The headers that speak of the body and the answer of the request that came in, not of the one that the handler sees. */
const replaced = [
  'accept-encoding',
  'content-encoding',
  'content-length',
  'expect',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range'
]

/** What can be read here, the best first: the official client admits only an event stream, and no JSON. */
const accept = 'text/event-stream, application/json;q=0.9, */*;q=0.8'

/**
 * A request that inherits everything from the one that came in (its parameters, its app, the user that a middleware found),
 * and whose body is `body`, in `req.body` and, for a parser or a proxy, as a stream of JSON. What the handler sets on it, the
 * other never sees.
 */
export const legacyRequest = (req: Request, body: unknown): Request => {
  const legacy = Object.create(req) as Request
  // A stream of its own on the inherited object, as Node's own constructors set theirs up.
  Readable.call(legacy, {
    // Closed when the exchange is over, not when the body has been read: handlers take it for the client's going.
    autoDestroy: false,
    read() {
      const json = JSON.stringify(body) as string | undefined
      if (json !== undefined) this.push(json)
      this.push(null)
    },
    // The other's would close the connection.
    destroy(_error, callback) {
      callback(null)
    }
  })
  const headers = { ...req.headers }
  for (const name of replaced) Reflect.deleteProperty(headers, name)
  return Object.assign(legacy, {
    body,
    // Express 4's parsers mark what they have parsed.
    _body: true,
    headers: { ...headers, accept, 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  })
}

/** Tells the handler that the exchange is over; with `aborted`, because the client has gone. */
export const closeRequest = (legacy: Request, aborted: boolean): void => {
  if (aborted && !legacy.destroyed) {
    Object.assign(legacy, { aborted })
    legacy.emit('aborted')
  }
  legacy.destroy()
}
