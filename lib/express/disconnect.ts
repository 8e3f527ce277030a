/** Knows when the client has gone. */
import type { Response } from 'express'

/**
 * A signal that is aborted when the response is closed before it was finished. The listener is on the response, so a connection
 * that is kept alive gathers none.
 */
export const disconnectSignal = (res: Response): AbortSignal => {
  const controller = new AbortController()
  const abortIfUnfinished = (): void => {
    if (!res.writableFinished) controller.abort()
  }
  if (res.closed) abortIfUnfinished()
  else res.once('close', abortIfUnfinished)
  return controller.signal
}
