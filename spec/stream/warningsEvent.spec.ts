/** Which warnings the client is told, and where those of earlier turns end. */
import { describe, expect, it } from 'vitest'
import type { Warning } from '../../lib/decode.js'
import { WARNINGS_EVENT } from '../../lib/stream/index.js'
import { warningsEvent } from '../../lib/stream/warningsEvent.js'
import { Origins } from '../../lib/stages/Origins.js'
import { read } from '../reading.js'

const at = (pointer: string): Warning => ({
  code: 'unusable-part',
  kind: 'downgraded',
  pointer,
  message: 'It was left out.',
  lossy: true
})

const messages = ['user', 'assistant', 'user', 'assistant', 'tool', 'user'].map((role, i) => ({ id: String(i), role }))

const told = (pointers: ReadonlyArray<string>, received = messages): ReadonlyArray<string> | undefined => {
  const event = warningsEvent(pointers.map(at), received, new Origins({ messages: received }, new Map()))
  return (event?.value as ReadonlyArray<Warning> | undefined)?.map(({ pointer }) => pointer)
}

describe('the warnings event', () => {
  it('is a CUSTOM event with the warnings as they are', () => {
    const warning = at('/messages/5/content/0')
    expect(warningsEvent([warning], messages, new Origins({ messages }, new Map()))).toEqual({
      type: 'CUSTOM',
      name: WARNINGS_EVENT,
      value: [warning]
    })
    expect(WARNINGS_EVENT).toBe('express-ag-ui:warnings')
  })

  it('leaves out what lies before the last assistant message', () => {
    expect(told(['/messages/0', '/messages/2/content/1', '/messages/4/content', '/messages/5/content/0'])).toEqual([
      '/messages/4/content',
      '/messages/5/content/0'
    ])
  })

  it('tells what does not lie in a message', () => {
    const pointers = ['', '/protocolVersion', '/tools/0/x', '/messages', '/messages/1x']
    expect(told(pointers)).toEqual(pointers)
  })

  it('tells everything before the assistant has spoken', () => {
    const first = messages.slice(0, 1)
    expect(told(['/messages/0/content/0'], first)).toEqual(['/messages/0/content/0'])
  })

  it('is not sent when there is nothing new to tell', () => {
    expect(told([])).toBeUndefined()
    expect(told(['/messages/0'])).toBeUndefined()
  })

  it('counts messages as they were sent, those included that were removed', () => {
    const body = {
      threadId: 't1',
      runId: 'r1',
      messages: [
        { id: '0', role: 'hologram' },
        { id: '1', role: 'user', content: [{ type: 'hologram' }] },
        { id: '2', role: 'assistant', content: 'hi', mood: 'merry' },
        { id: '3', role: 'user', content: [{ type: 'hologram' }] }
      ]
    }
    const { received, warnings } = read(body)
    const originals = new Map(received.messages.map((message, i) => [message, body.messages[i + 1] as object]))
    const event = warningsEvent(warnings, received.messages, new Origins(body, originals))
    expect((event?.value as ReadonlyArray<Warning>).map(({ pointer }) => pointer)).toEqual([
      '/messages/2/mood',
      '/messages/3/content/0'
    ])
  })
})
