/** The reader of event streams takes what AG-UI's binding allows, and nothing else (R101). */
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../lib/testing/index.js'

const answer = (text: string, { status = 200, type = 'text/event-stream' } = {}) => ({
  status,
  text,
  headers: { 'content-type': type }
})

describe('eventsOf', () => {
  it.each<[string, string, Array<string>]>([
    ['nothing', '', []],
    ['an event', 'data: {"type":"RUN_STARTED"}\n\n', ['RUN_STARTED']],
    ['no space after the colon', 'data:{"type":"A"}\n\n', ['A']],
    ['several events', 'data: {"type":"A"}\n\ndata: {"type":"B"}\n\n', ['A', 'B']],
    ['comments', ': hello\n\ndata: {"type":"A"}\n:\n\n: keep-alive\n\n', ['A']]
  ])('reads %s', (_what, text, types) => {
    expect(eventsOf(text).map(({ type }) => type as string)).toEqual(types)
    expect(eventsOf(answer(text, { type: 'Text/Event-Stream; charset=utf-8' }))).toEqual(eventsOf(text))
  })

  it.each<[string, string, RegExp]>([
    ['CRLF', 'data: {"type":"A"}\r\n\r\n\n\n', /^line 1: .*CR/],
    ['a stream that is cut', 'data: {"type":"A"}\n\ndata: {"ty', /^line 3: .*is cut$/],
    ['an event that is not closed', 'data: {"type":"A"}\n', /is cut$/],
    [
      'another field',
      'event: message\ndata: {"type":"A"}\n\n',
      /^line 1: .*neither "data:" nor a comment: "event: message"$/
    ],
    ['an event in two lines', 'data: {"type":\ndata: "A"}\n\n', /^line 1: an event is not JSON/],
    ['two events in one', 'data: {"type":"A"}\ndata: {"type":"B"}\n\n', /^line 2: an event has a second/],
    ['something that is not JSON', 'data: [DONE]\n\n', /^line 1: an event is not JSON: " \[DONE\]"$/],
    ['a list', 'data: []\n\n', /not a JSON object/],
    ['null', 'data: null\n\n', /not a JSON object/],
    ['a number', 'data: 1\n\n', /not a JSON object/],
    ['an event without a type', 'data: {}\n\n', /has no "type"/],
    ['a type that is no string', 'data: {"type":1}\n\n', /has no "type"/]
  ])('does not read %s', (_what, text, message) => {
    expect(() => eventsOf(text)).toThrow(message)
  })

  it('says what came instead of a stream', () => {
    expect(() => eventsOf(answer('{"code":"malformed-input"}', { status: 400 }))).toThrow(
      'the answer has the status 400 and says "{\\"code\\":\\"malformed-input\\"}"'
    )
    expect(() => eventsOf(answer('{}', { type: 'application/json' }))).toThrow('the answer is application/json')
    expect(() => eventsOf({ status: 200, text: '', headers: {} })).toThrow('the answer is of no media type')
  })

  it('quotes a long line in short', () => {
    expect(() => eventsOf(`data: ${'x'.repeat(1000)}\n\n`)).toThrow(/^.{100,200}…"$/)
  })
})
