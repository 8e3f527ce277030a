/**
 * From bytes to a JSON value in `req.body`, whatever state the body is in: unread, parsed by an earlier middleware or by the
 * platform, or left as a Buffer or as text. Reading and parsing are express.json's; this package parses only what somebody
 * else read and left unparsed. (/spec/1.0/basic/transports/http-sse, R97 to R99)
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import express, { type NextFunction, type Request, type Response } from 'express'
import { isEmptyObject } from '../codec/index.js'
import { RunInputRejection } from '../outcome/Rejection.js'
import { bodyRejection, bodyTooLarge, bodyUnavailable, malformedJson, unsupportedCharset } from './bodyErrors.js'
import { beginning, type Stage } from './chain.js'
import { bytesOf } from './limit.js'
import { checkOptions, readBodyChecks, type ReadBodyOptions } from './options.js'
import { refuser } from './refuse.js'
import type { RunInputHandler } from './RunInputHandler.js'

const defaultLimit = '20mb'

/**
 * The first of the five: makes sure that `req.body` holds the request's JSON. Refuses other methods (405, in a route), other
 * media types (415), too large (413), empty and broken bodies (400), and bodies that an earlier middleware swallowed (500).
 *
 * @param options `limit`, in bytes after decompression, and what to do with a refusal
 * @throws TypeError for an unknown option or a bad value
 * @example
 * import express from 'express'
 * import { answerInterrupts, decodeInput, downgradeContent, readBody, reportWarnings } from 'express-ag-ui'
 *
 * const five = [readBody({ limit: '1mb' }), decodeInput(), downgradeContent(), answerInterrupts(), reportWarnings()]
 * express().post('/agent', ...five, (req, res) => res.json(req.agui.warnings))
 */
export const readBody = (options: ReadBodyOptions = {}): RunInputHandler => beginning(reading(options))

/** The stage alone. */
export const reading = (options: ReadBodyOptions): Stage => {
  checkOptions('readBody', options, readBodyChecks)
  const limit = bytesOf(options.limit ?? defaultLimit)
  const refuse = refuser(options)
  // Not strict: a body that is JSON, but no object, is for decodeInput to refuse, as it is where somebody else has read it.
  const parseStream = express.json({ limit, type: () => true, strict: false })

  return (chain, req, res, next) => {
    const body: unknown = req.body
    if (body === undefined) addMembers(req)
    const { headers } = req
    const settle = (outcome: RunInputRejection | { readonly body: unknown }): void => {
      if (outcome instanceof RunInputRejection) refuse(outcome, req, res, next)
      else {
        chain.body = outcome.body
        next()
      }
    }
    const refusal = refuseHead(chain.method, headers)
    if (refusal !== undefined) {
      settle(refusal)
      return
    }
    switch (stateOf(req, body, headers)) {
      case 'parsed':
        settle({ body })
        return
      case 'unparsed':
        settle(parseText(req, body, limit))
        return
      case 'swallowed':
        settle(declaresBody(headers) ? bodyUnavailable() : emptyBody())
        return
      case 'held':
        // express.json would wait for ever where it is stopped.
        req.resume()
        readStream(parseStream, req, headers, res, next, settle)
        return
      case 'unread':
        readStream(parseStream, req, headers, res, next, settle)
    }
  }
}

/**
 * Adds the members that come anyway, one by express.json and one by decodeInput, before anything else is read. Express gives each
 * request a hidden class of its own, so V8 has to find every other member anew after each one that is added.
 */
const addMembers = (req: { body: unknown; agui: unknown }): void => {
  req.body = undefined
  req.agui = undefined
}

const refuseHead = (method: string, headers: IncomingHttpHeaders): RunInputRejection | undefined => {
  if (method !== 'POST') {
    return new RunInputRejection('method-not-allowed', 'An AG-UI run input is sent with POST.', {
      headers: { Allow: 'POST' }
    })
  }
  return isJson(headers['content-type'] ?? '')
    ? undefined
    : new RunInputRejection(
        'unsupported-media-type',
        'Send the run input as JSON, with Content-Type: application/json.'
      )
}

/** `application/json`, or a type with the suffix `+json`. Judged for every body: JSON is what forces the CORS preflight. */
const isJson = (contentType: string): boolean =>
  contentType === 'application/json'
  || /^\s*application\/json\s*(;|$)|^\s*[^\s/;]+\/[^\s/;]+\+json\s*(;|$)/i.test(contentType)

const emptyBody = (): RunInputRejection =>
  new RunInputRejection('empty-body', 'The body is empty; send one RunAgentInput as JSON.')

/** Whether the headers say that there is a body. */
const declaresBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Express 4's body parsers mark a request whose body they have parsed; Express 5's do not. */
const marksParsedBodies = 'lazyrouter' in express.application

type BodyState = 'parsed' | 'unparsed' | StreamState

const stateOf = (req: Request, body: unknown, headers: IncomingHttpHeaders): BodyState => {
  if (body === undefined) return streamOf(req, headers)
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return 'unparsed'
  const isMarked = (req as { readonly _body?: unknown })._body === true
  if (isMarked || (body !== null && !isEmptyObject(body))) return 'parsed'
  const state = streamOf(req, headers)
  // Express 4 leaves {} where nobody has parsed anything.
  return state === 'swallowed' && (!marksParsedBodies || body === null || isShort(headers)) ? 'parsed' : state
}

/** Of a body that is not in `req.body`. `held`: not a byte has come out, but a host has stopped the stream, or listens to it. */
type StreamState = 'unread' | 'held' | 'swallowed'

const streamOf = (req: Request, headers: IncomingHttpHeaders): StreamState => {
  // A stream that bytes were declared for does not end before one was read.
  if (req.readableDidRead || (!declaresBody(headers) && req.readableEnded)) return 'swallowed'
  const flowing = req.readableFlowing as boolean | null | undefined
  if (flowing === null) return 'unread'
  // A request that somebody made up has no stream, and one that somebody waits to `read()` from does not flow.
  return flowing === undefined || req.listenerCount('readable') > 0 ? 'swallowed' : 'held'
}

/** Whether the body has no room for more than `{}`. */
const isShort = (headers: IncomingHttpHeaders): boolean => Number(headers['content-length'] ?? Infinity) <= 2

const readStream = (
  parse: express.RequestHandler,
  req: Request,
  headers: IncomingHttpHeaders,
  res: Response,
  next: NextFunction,
  settle: (outcome: RunInputRejection | { readonly body: unknown }) => void
): void => {
  const isEmpty = countingBytes(req, headers)
  parse(req, res, (error?: unknown) => {
    // Nothing above catches what is thrown here: the stream calls it.
    try {
      if (error !== undefined && hasLeft(req)) return
      const rejection = error === undefined ? undefined : bodyRejection(error)
      if (rejection !== undefined) settle(rejection)
      else if (error !== undefined) next(error)
      else if (isEmpty()) settle(emptyBody())
      else {
        const body: unknown = req.body
        settle(body === undefined ? bodyUnavailable() : { body })
      }
    } catch (thrown) {
      next(thrown)
    }
  })
}

/** Whether the client stopped half way: there is nobody to answer. Made-up requests have no connection that could close. */
const hasLeft = ({ readableAborted, socket }: Request): boolean =>
  readableAborted || (socket as Socket | undefined)?.destroyed === true

/** express.json reads no bytes at all as `{}`; only the bytes tell. */
const countingBytes = (req: Request, headers: IncomingHttpHeaders): (() => boolean) => {
  if (headers['transfer-encoding'] === undefined) return () => !declaresBody(headers)
  let bytes = 0
  req.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
  })
  return () => bytes === 0
}

/** Parses what somebody else read, into `req.body`. */
const parseText = (req: Request, raw: unknown, limit: number): RunInputRejection | { readonly body: unknown } => {
  const size = typeof raw === 'string' ? Buffer.byteLength(raw) : (raw as Uint8Array).byteLength
  if (size > limit) return bodyTooLarge(limit)
  if (size === 0) return emptyBody()
  const text =
    typeof raw === 'string' ? raw.replace(/^\ufeff/, '') : decodeText(raw as Uint8Array, req.headers['content-type'])
  if (text === undefined) return unsupportedCharset()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    return malformedJson((error as Error).message, text)
  }
  req.body = body
  return { body }
}

const decodeText = (bytes: Uint8Array, contentType = ''): string | undefined => {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  if (!/^utf-/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}
