/** Server-sent events, split wherever the network likes. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventStream } from '../../lib/legacy/EventStream.js'

const readAll = (pieces: ReadonlyArray<string>) => {
  const stream = new EventStream()
  return [...pieces.flatMap(piece => stream.read(piece)), ...stream.end()].map(({ event, data }) => `${event}|${data}`)
}

describe('EventStream', () => {
  it.each<[string, string, Array<string>]>([
    ['nothing', '', []],
    ['an event', 'data: a\n\n', ['|a']],
    ['one space, and no more', 'data:a\n\ndata:  b\n\n', ['|a', '| b']],
    ['data in several lines', 'data: a\ndata:\ndata: b\n\n', ['|a\n\nb']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['|a', '|b']],
    ['CR', 'data: a\r\rdata: b\r\r', ['|a', '|b']],
    ['comments and other fields', ': ping\nid: 1\nretry: 5\ndata: a\n\n', ['|a']],
    ['a name, which is forgotten with the event', 'event: error\ndata: a\n\ndata: b\n\n', ['error|a', '|b']],
    ['a name without data', 'event: ping\n\ndata: b\n\n', ['|b']],
    ['a field without a colon', 'data\n\n', ['|']],
    ['a last event that is not closed', 'data: a\n\ndata: b', ['|a', '|b']],
    ['a last event whose empty line is missing', 'data: a\n', ['|a']],
    ['line separators of Unicode, which end no line', 'data: a\u2028b\n\n', ['|a\u2028b']]
  ])('reads %s', (_what, text, items) => {
    expect(readAll([text])).toEqual(items)
    expect(readAll(Array.from(text))).toEqual(items)
  })

  it('gives an event as soon as it is complete', () => {
    const stream = new EventStream()
    expect(stream.read('data: a\n')).toEqual([])
    expect(stream.read('')).toEqual([])
    expect(stream.read('\ndata: b')).toEqual([{ event: '', data: 'a' }])
    expect(stream.end()).toEqual([{ event: '', data: 'b' }])
  })

  it('reads the same however the text is cut', () => {
    const line = fc.constantFrom('data: a', 'data: b c', ': c', 'event: e', '')
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))).map(lines => lines.flat().join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
        const at = [...new Set([0, ...cuts, whole.length])].sort((a, b) => a - b)
        expect(readAll(at.map((from, i) => whole.slice(from, at[i + 1])))).toEqual(readAll([whole]))
      })
    )
  })
})
