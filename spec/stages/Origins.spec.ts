/** Where in the body the elements of a run stood, whatever a host did to its lists between two stages. */
import { describe, expect, it } from 'vitest'
import { Origins } from '../../lib/stages/Origins.js'

const call = { id: 'c1' }
const part = { type: 'text' }
const first = { id: '1', content: [{ type: 'image' }, part] }
const second = { id: '2', toolCalls: [call] }
const third = { id: '3', tool_calls: [call] }
const tool = { name: 'f' }
const body = {
  messages: [first, second, third],
  tools: [tool],
  resume: [tool],
  thread_id: 't',
  run_id: 'r',
  runId: 'r'
}
const none: ReadonlyMap<object, object> = new Map()

describe('origins', () => {
  it('are found in any order, more than once, and in several lists', () => {
    const origins = new Origins(body, none)
    expect(origins.ofMessage(third)).toEqual(['messages', 2])
    expect(origins.ofMessage(first)).toEqual(['messages', 0])
    expect(origins.ofElement('tools', tool)).toEqual(['tools', 0])
    expect(origins.ofMessage(second)).toEqual(['messages', 1])
    expect(origins.ofMessage(second)).toEqual(['messages', 1])
    expect(origins.ofElement('resume', tool)).toEqual(['resume', 0])
  })

  it('are found for copies, and for copies of copies', () => {
    const copy = { ...first }
    const origins = new Origins(body, new Map([[copy, first]]))
    const again = origins.copied({ ...copy }, copy)
    expect(origins.sent(again)).toBe(first)
    expect(origins.ofMessage(again)).toEqual(['messages', 0])
    expect(origins.ofPart(again, part)).toEqual(['messages', 0, 'content', 1])
    expect(origins.ofContent(again)).toEqual(['messages', 0, 'content'])
  })

  it('leave what was handed to them as it is', () => {
    const originals = new Map<object, object>()
    new Origins(body, originals).copied({}, first)
    expect(originals.size).toBe(0)
  })

  it('are spelt as sent', () => {
    const origins = new Origins(body, none)
    expect(origins.ofToolCall(second, call)).toEqual(['messages', 1, 'toolCalls', 0])
    expect(origins.ofToolCall(third, call)).toEqual(['messages', 2, 'tool_calls', 0])
    expect(origins.ofMember('threadId')).toEqual(['thread_id'])
    expect(origins.ofMember('runId')).toEqual(['runId'])
    expect(origins.ofMember('state')).toEqual(['state'])
  })

  it('of what the client did not send are those of what holds it', () => {
    const origins = new Origins(body, none)
    const made = { id: '4', content: [part], toolCalls: [call] }
    expect(origins.ofMessage(made)).toEqual(['messages'])
    expect(origins.ofPart(made, part)).toEqual(['messages'])
    expect(origins.ofContent(made)).toEqual(['messages'])
    expect(origins.ofToolCall(made, call)).toEqual(['messages'])
    expect(origins.ofPart(first, { type: 'text' })).toEqual(['messages', 0])
    expect(origins.ofPart(second, part)).toEqual(['messages', 1])
    expect(origins.ofElement('tools', {})).toEqual(['tools'])
  })

  it.each([[undefined], [null], [7], [[]], [{}], [{ messages: 7 }]])('in the body %j are none', odd => {
    const origins = new Origins(odd, none)
    expect(origins.ofMessage(first)).toEqual(['messages'])
    expect(origins.ofPart(first, part)).toEqual(['messages'])
    expect(origins.ofMember('threadId')).toEqual(['threadId'])
  })
})
