/** The run's warnings as an event, so that a front end can say "the picture was left out". */
import type { Warning } from '../outcome/Warning.js'
import type { Origins } from '../stages/Origins.js'
import type { EventOf } from './AgentEvent.js'

/**
 * The name of the CUSTOM event that `tellWarnings` sends. Its value is the list of the run's warnings.
 *
 * @see https://docs.ag-ui.com/spec/1.0/events/passthrough
 */
export const WARNINGS_EVENT = 'express-ag-ui:warnings'

/**
 * @param warnings the run's warnings, with pointers into the body as sent
 * @param messages the messages as received
 * @param origins where in the body the messages stood
 * @returns nothing where there is nothing new to tell: what lies before the last assistant message was told in an earlier turn
 */
export const warningsEvent = (
  warnings: ReadonlyArray<Warning>,
  messages: ReadonlyArray<{ readonly role: string }>,
  origins: Origins
): EventOf<'CUSTOM'> | undefined => {
  const answer = messages.findLast(({ role }) => role === 'assistant')
  const [, answered] = answer === undefined ? [] : origins.ofMessage(answer)
  const told = warnings.filter(({ pointer }) => {
    const [, index] = /^\/messages\/(\d+)(?:\/|$)/.exec(pointer) ?? []
    return index === undefined || typeof answered !== 'number' || Number(index) >= answered
  })
  return told.length === 0 ? undefined : { type: 'CUSTOM', name: WARNINGS_EVENT, value: told }
}
