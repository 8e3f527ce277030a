/** Reads an answer as a stream of events, and is as strict about the framing as clients have a right to be (R101). */
import type { AgentEvent } from '../stream/AgentEvent.js'
import { excerpt, mediaTypeOf, type ReceivedResponse } from './response.js'

/**
 * The events of an answer. Checks the framing of Server-Sent Events as AG-UI has it: LF line ends, one `data:` line for each
 * event, an empty line after each, comments anywhere between; each payload one JSON object with a `type`.
 *
 * @param response supertest's response, or a body's text
 * @returns the events, in order
 * @throws Error that says what is wrong, and in which line
 * @see https://docs.ag-ui.com/spec/1.0/basic/transports/http-sse
 * @example
 * import express from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { streamRun } from 'express-ag-ui/stream'
 * import { eventsOf, postRun, runAgentInput } from 'express-ag-ui/testing'
 *
 * const app = express().post('/agent', runInput({}, streamRun(async function* () {})))
 * const events = eventsOf(await postRun(app, '/agent', runAgentInput()))
 * events.map(({ type }) => type) // ['RUN_STARTED', 'RUN_FINISHED']
 */
export const eventsOf = (response: ReceivedResponse | string): Array<AgentEvent> => {
  if (typeof response === 'string') return parse(response)
  const { status, text } = response
  if (status !== 200)
    throw new Error(`there are no events: the answer has the status ${status} and says ${excerpt(text)}`)
  const mediaType = mediaTypeOf(response)
  if (mediaType !== 'text/event-stream')
    throw new Error(`there are no events: the answer is ${mediaType || 'of no media type'}, not text/event-stream`)
  return parse(text)
}

const parse = (text: string): Array<AgentEvent> => {
  if (text === '') return []
  const lines = text.split('\n')
  if (!text.endsWith('\n\n'))
    throw fault(lines.length, 'the stream does not end with an empty line, so its last event is cut')
  let isOpen = false
  // After the last line end there is no line.
  return lines.slice(0, -1).flatMap((line, i) => {
    const at = i + 1
    if (line.includes('\r')) throw fault(at, 'a line ends with CR, or has one in it; AG-UI ends lines with LF', line)
    if (line === '') {
      isOpen = false
      return []
    }
    if (line.startsWith(':')) return []
    if (!line.startsWith('data:')) throw fault(at, 'a line is neither "data:" nor a comment', line)
    if (isOpen) throw fault(at, 'an event has a second "data:" line; each event is one', line)
    isOpen = true
    return [payload(line.slice('data:'.length), at)]
  })
}

const payload = (data: string, at: number): AgentEvent => {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    throw fault(at, 'an event is not JSON', data)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault(at, 'an event is not a JSON object', data)
  if (typeof (value as { readonly type?: unknown }).type !== 'string')
    throw fault(at, 'an event has no "type", or one that is not a string', data)
  return value as AgentEvent
}

const fault = (at: number, what: string, line?: string): Error =>
  new Error(`line ${at}: ${what}${line === undefined ? '' : `: ${excerpt(line)}`}`)
