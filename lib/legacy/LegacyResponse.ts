/** The response that a legacy handler answers on: Express's own in every way, but that its bytes go into `Written`. */
import { ServerResponse, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Request, Response } from 'express'
import { Written } from './Written.js'

export interface LegacyResponse {
  readonly response: Response
  readonly written: Written
}

type Headers = OutgoingHttpHeaders | ReadonlyArray<OutgoingHttpHeader>

/** @param legacy the request that the handler sees; its `res` is the response that the client is answered on */
export const legacyResponse = (legacy: Request): LegacyResponse => {
  const written = new Written()
  // Express sets it on every request.
  const res = legacy.res as Response
  // What an Express app makes of Node's response, whichever major it is of, and which ever sub-app the route is in.
  const express = Object.getPrototypeOf(res) as Response
  const response = Object.setPrototypeOf(new ServerResponse(legacy), express) as Response
  Object.assign(response, { locals: res.locals })
  Object.assign(legacy, { res: response })

  const take = (chunk: unknown, encoding: unknown, isWhole: boolean): void => {
    if (typeof chunk === 'string') {
      written.push({ bytes: Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8'), isWhole })
    } else if (chunk instanceof Uint8Array) written.push({ bytes: new Uint8Array(chunk), isWhole })
  }
  let isStreamed = false
  Object.assign(response, {
    write(...args: Parameters<Response['write']>) {
      take(args[0], args[1], false)
      isStreamed = true
      return express.write.apply(response, args)
    },
    end(...args: Parameters<Response['end']>) {
      take(args[0], args[1], !isStreamed)
      express.end.apply(response, args)
      written.end()
      return response
    },
    // Node keeps headers that are given here apart from those that were set before, where nobody could look them up.
    writeHead(status: number, ...rest: ReadonlyArray<string | Headers>) {
      const [reason] = rest
      const headers = rest.flatMap(each => (typeof each === 'object' ? headerPairs(each) : []))
      for (const [name, value] of headers) response.setHeader(name, value)
      if (typeof reason === 'string') response.statusMessage = reason
      return express.writeHead.call(response, status)
    }
  })

  const connection = new Connection(written)
  connection.on('drain', () => response.emit('drain'))
  response.on('finish', () => connection.destroy())
  response.on('close', () => {
    written.end(new Error('The wrapped endpoint broke off its answer.'))
  })
  for (const stream of [connection, response]) {
    stream.on('error', error => {
      written.end(error)
    })
  }
  response.assignSocket(connection as unknown as Socket)
  return { response, written }
}

/** Headers as `writeHead` takes them: an object, or names and values by turns. */
const headerPairs = (headers: Headers): ReadonlyArray<[string, OutgoingHttpHeader]> => {
  if (!isList(headers)) return Object.entries(headers) as Array<[string, OutgoingHttpHeader]>
  const flat = headers.flat()
  return flat.flatMap((value, i) => (i % 2 === 0 ? [] : [[String(flat[i - 1]), value]]))
}

const isList = (headers: Headers): headers is ReadonlyArray<OutgoingHttpHeader> => Array.isArray(headers)

/** Where a socket would be: takes whatever HTTP makes of the answer, at the pace at which the answer is read. */
class Connection extends Writable {
  readonly #written: Written

  constructor(written: Written) {
    super()
    this.#written = written
  }

  override _write(_bytes: unknown, _encoding: BufferEncoding, callback: () => void): void {
    this.#written.whenRead(callback)
  }

  setKeepAlive(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setTimeout(): this {
    return this
  }
}
