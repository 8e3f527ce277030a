/** What ended a run, as the RUN_ERROR that the client gets, and as the line that the console gets. */
import { inOneLine, inspected } from '../express/console.js'
import type { EventOf } from './AgentEvent.js'
import { ProtocolBreach } from './ProtocolBreach.js'

/** How errors say that their message may be read by anyone: the convention of http-errors and Express. */
interface Exposing {
  readonly expose?: unknown
  readonly message?: unknown
  readonly code?: unknown
}

/**
 * An error's message can hold anything, a password in a connection string too: it is repeated only where the error says
 * `expose: true`.
 */
export const runErrorOf = (error: unknown): EventOf<'RUN_ERROR'> => {
  const { expose, message, code } = (typeof error === 'object' && error !== null ? error : {}) as Exposing
  const isExposed = expose === true && typeof message === 'string'
  return {
    type: 'RUN_ERROR',
    message: isExposed ? message : 'The agent failed.',
    code: isExposed && typeof code === 'string' ? code : 'agent-error'
  }
}

/** One line for the developer: a breach's sentence, or what the agent threw, and where. */
export const errorLine = (error: unknown): string => {
  const told = error instanceof ProtocolBreach ? inOneLine(error.message) : `The agent failed: ${inspected(error)}`
  return `express-ag-ui: ${told}`
}
