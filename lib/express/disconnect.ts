/** Knows when the client has gone. */
import { Socket } from 'node:net'
import type { Request, Response } from 'express'

/**
 * A signal that is aborted when the connection closes before the response is finished. The listener is on the response, so a
 * connection that is kept alive gathers none.
 */
export const disconnectSignal = ({ socket }: Request, res: Response): AbortSignal => {
  const controller = new AbortController()
  const abortIfUnfinished = (): void => {
    if (!res.writableFinished) controller.abort()
  }
  const isQueued = res.socket === null && socket instanceof Socket
  if (res.closed || (isQueued && socket.destroyed)) abortIfUnfinished()
  else {
    res.once('close', abortIfUnfinished)
    if (isQueued) abortWhileQueued(socket, res, abortIfUnfinished)
  }
  return controller.signal
}

/** By connection: what to do, when it closes, for each response that still waits for it. */
const queues = new WeakMap<Socket, Set<() => void>>()

/**
 * A pipelined response is given its socket when those before it are finished; until then it is not told that the connection
 * closed. One listener serves the whole queue of a connection.
 */
const abortWhileQueued = (socket: Socket, res: Response, abort: () => void): void => {
  const queue = queues.get(socket) ?? new Set()
  if (!queues.has(socket)) {
    queues.set(socket, queue)
    socket.once('close', () => {
      for (const each of queue) each()
    })
  }
  queue.add(abort)
  res.once('close', () => queue.delete(abort))
}
