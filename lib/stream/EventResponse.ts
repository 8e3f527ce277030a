/**
 * An HTTP response as a stream of events: Server-Sent Events, or length-prefixed protobuf where the client admits it
 * (/spec/1.0/basic/transports/http-sse and http-protobuf, R101, R102). The only place that writes to the response.
 */
import type { BaseEvent } from '@ag-ui/core'
import { AGUI_MEDIA_TYPE, EventEncoder } from '@ag-ui/encoder'
import type { Request, Response } from 'express'
import type { AgentEvent } from './AgentEvent.js'

/** An event as it is written: text, or a protobuf frame. */
export type EventFrame = string | Uint8Array

/**
 * A wildcard would admit protobuf too, and R102 would have it then. But curl and a plain `fetch` send one without a thought, and
 * can read only text.
 */
const namesProtobuf = (accept: string): boolean => accept.toLowerCase().includes(AGUI_MEDIA_TYPE)

/** A comment, which every reader of Server-Sent Events ignores, and which keeps proxies from closing a quiet connection. */
const comment = ': keep-alive\n\n'

export class EventResponse {
  readonly #res: Response & { readonly flush?: () => void }
  readonly #encoder: EventEncoder
  readonly #isBinary: boolean
  #timer: NodeJS.Timeout | undefined
  #drained: () => void = nothing
  #closed: () => void = nothing

  constructor(req: Request, res: Response) {
    const { accept = '' } = req.headers
    this.#res = res
    this.#encoder = new EventEncoder(namesProtobuf(accept) ? { accept } : {})
    this.#isBinary = this.#encoder.getContentType() === AGUI_MEDIA_TYPE
  }

  /** Whether nothing can be written any more: the client has gone, or someone else ended the response. */
  get isOver(): boolean {
    return this.#res.writableEnded || this.#res.closed
  }

  /** @throws for what JSON cannot hold: a cycle, a BigInt, a value nested too deeply */
  encode(event: AgentEvent): EventFrame {
    // The encoder's type has `type` as a member of an enum, whose values are the same strings.
    const encodable = event as unknown as BaseEvent
    return this.#isBinary ? this.#encoder.encodeBinary(encodable) : this.#encoder.encodeSSE(encodable)
  }

  /**
   * Sends the headers, at once.
   *
   * @param keepAlive how many milliseconds lie between two comments; 0 for none
   */
  open(keepAlive: number): void {
    const res = this.#res
    res.setHeader('Content-Type', this.#encoder.getContentType())
    // `no-transform` also keeps `compression()` from holding events back.
    res.setHeader('Cache-Control', 'no-cache, no-transform')
    res.setHeader('X-Accel-Buffering', 'no')
    // One listener for the whole response: `compression()` moves those for `drain` elsewhere, where they cannot be removed.
    res.on('drain', () => {
      this.#drained()
    })
    res.once('close', () => {
      this.#drained()
      this.#closed()
    })
    res.flushHeaders()
    if (keepAlive > 0 && !this.#isBinary)
      this.#timer = setInterval(() => {
        if (!this.isOver && !res.writableNeedDrain) this.#send(comment)
      }, keepAlive)
  }

  /** Writes a frame, and waits until there is room for another, or nobody to write to. */
  async write(frame: EventFrame): Promise<void> {
    if (this.isOver || this.#send(frame)) return
    await new Promise<void>(resolve => {
      this.#drained = resolve
    })
  }

  /** @returns what is asked for; or undefined, as soon as nothing can be written any more, and then nothing is asked */
  whileOpen<A>(ask: () => Promise<A>): Promise<A | undefined> {
    if (this.isOver) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      this.#closed = () => {
        resolve(undefined)
      }
      ask().then(resolve, reject)
    })
  }

  /** Has to be called however the answer ends, so that no timer is left. */
  end(): void {
    clearInterval(this.#timer)
    if (!this.isOver) this.#res.end()
  }

  #send(frame: EventFrame): boolean {
    const hasRoom = this.#res.write(frame)
    this.#res.flush?.()
    return hasRoom
  }
}

const nothing = (): void => undefined
