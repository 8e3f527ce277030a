/** However a legacy handler answers, its answer becomes the events of a run. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestHandler, Response } from 'express'
import { describe, expect, it } from 'vitest'
import type { LegacyHandler, LegacyReply } from '../../../lib/legacy/index.js'
import { ask, askOld, inShort, wrap } from './wrap.js'

type Answer = (res: Response) => unknown

const answering = (answer: Answer, options: Parameters<typeof wrap>[1] = {}) => {
  const handler: RequestHandler = (_req, res) => {
    void answer(res)
  }
  return wrap([handler], options)
}

const soon = () => new Promise(resolve => setTimeout(resolve, 2))

/** An event stream of these payloads. */
const sse = (...payloads: ReadonlyArray<unknown>): string =>
  payloads.map(data => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join('')

const streaming =
  (...pieces: ReadonlyArray<string | Uint8Array>): Answer =>
  async res => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    for (const piece of pieces) {
      res.write(piece)
      await soon()
    }
    res.end()
  }

const delta = (content: unknown, more: object = {}) => ({ choices: [{ index: 0, delta: { content }, ...more }] })

const callDelta = (...calls: ReadonlyArray<object>) => ({ choices: [{ index: 0, delta: { tool_calls: calls } }] })

const failure = (error: string, code: string) => [{ error, code }]

const unreadable = failure(
  "The wrapped endpoint's answer has none of the members that usually hold what was said (reply, message, content, text, output, answer or choices); give wrapLegacy a reply that finds it.",
  'legacy-answer'
)

describe('an answer in one piece', () => {
  it.each<[string, Answer, ReadonlyArray<unknown>]>([
    ['reply', res => res.json({ reply: 'Hi' }), ['Hi', '.']],
    ['message', res => res.json({ message: 'Hi' }), ['Hi', '.']],
    ['content', res => res.json({ content: 'Hi' }), ['Hi', '.']],
    ['text', res => res.json({ text: 'Hi' }), ['Hi', '.']],
    ['output', res => res.json({ output: 'Hi' }), ['Hi', '.']],
    ['answer', res => res.json({ answer: 'Hi' }), ['Hi', '.']],
    ['the likelier of two', res => res.json({ message: 'ok', reply: 'Hi' }), ['Hi', '.']],
    ['the other, where the likelier is null', res => res.json({ reply: null, text: 'Hi' }), ['Hi', '.']],
    ['a number', res => res.json({ answer: 42 }), ['42', '.']],
    ['a JSON string', res => res.json('Hi'), ['Hi', '.']],
    ['a message with content', res => res.json({ message: { role: 'assistant', content: 'Hi' } }), ['Hi', '.']],
    [
      'parts of text',
      res => res.json({ content: [{ type: 'text', text: 'H' }, { type: 'image' }, { text: 'i' }] }),
      ['Hi', '.']
    ],
    [
      'the output of a response that reasons first',
      res =>
        res.json({ output: [{ type: 'reasoning', summary: [] }, { content: [{ type: 'output_text', text: 'Hi' }] }] }),
      ['Hi', '.']
    ],
    [
      'choices',
      res => res.json({ choices: [{ message: { content: 'Hi' } }, { message: { content: 'Or' } }] }),
      ['Hi', '.']
    ],
    ['choices of before chat', res => res.json({ choices: [{ text: 'Hi' }] }), ['Hi', '.']],
    ['a refusal', res => res.json({ choices: [{ message: { content: null, refusal: 'No.' } }] }), ['No.', '.']],
    ['an empty reply', res => res.json({ reply: '' }), []],
    ['a text', res => res.send('Hi'), ['Hi', '.']],
    ['a text that looks like JSON', res => res.type('text/plain').send('{"reply":"Hi"}'), ['{"reply":"Hi"}', '.']],
    ['an empty text', res => res.send(''), []],
    ['bytes', res => res.send(Buffer.from('Grüße')), ['Grüße', '.']],
    [
      'bytes in another charset',
      res => res.set('Content-Type', 'text/plain; charset="latin1"').end(Buffer.from('Grüße', 'latin1')),
      ['Grüße', '.']
    ],
    [
      'bytes in a charset that there is not',
      res => res.set('Content-Type', 'text/plain; charset=klingon').end('Hi'),
      ['Hi', '.']
    ],
    ['an encoded string', res => res.end('SGk=', 'base64'), ['Hi', '.']],
    ['JSON by hand', res => res.setHeader('Content-Type', 'application/json').end('{"reply":"Hi"}'), ['Hi', '.']],
    ['JSON of a vendor', res => res.type('application/vnd.acme+json').send('{"reply":"Hi"}'), ['Hi', '.']],
    ['jsonp', res => res.jsonp({ reply: 'Hi' }), ['Hi', '.']],
    [
      'what fits',
      res => res.format({ 'text/html': () => res.send('<p>'), 'application/json': () => res.json({ reply: 'Hi' }) }),
      ['Hi', '.']
    ],
    ['a status and JSON', res => res.status(201).json({ reply: 'Hi' }), ['Hi', '.']],
    ['no content', res => res.status(204).end(), []],
    ['no content, in Express’s word', res => res.sendStatus(204), []],
    ['nothing', res => res.end(), []],
    ['JSON of nothing', res => res.type('json').end(), []],
    ['JSON of an empty text', res => res.type('json').send(''), []],
    [
      'headers in pairs',
      res => res.writeHead(200, ['Content-Type', 'application/json']).end('{"reply":"Hi"}'),
      ['Hi', '.']
    ],
    [
      'a reason and headers',
      res => res.writeHead(200, 'Fine', { 'content-type': 'application/json' }).end('{"reply":"Hi"}'),
      ['Hi', '.']
    ],
    ['no headers', res => res.writeHead(200).end('Hi'), ['Hi', '.']]
  ])('%s', async (_what, answer, expected) => {
    expect(inShort(await ask(answering(answer)))).toEqual(expected)
  })

  it('has the tool calls that go with it, as one message', async () => {
    const toolCalls = [
      { id: 'call-1', type: 'function', function: { name: 'search', arguments: '{"q":1}' } },
      { id: '', function: { name: 'now', arguments: { zone: 'UTC' } } },
      { id: 'call-3', function: { name: 'stop' } },
      { id: 'call-4', function: {} }
    ]
    const events = await ask(
      answering(res => res.json({ choices: [{ message: { content: 'Let me see', tool_calls: toolCalls } }] }))
    )
    const [, start] = events
    const ids = events.flatMap(event => (event.type === 'TOOL_CALL_START' ? [event.toolCallId] : []))
    const made = ids[1] ?? ''
    expect(made).toMatch(/^call_[0-9a-f-]{36}$/)
    expect(inShort(events)).toEqual([
      'Let me see',
      { call: 'search', id: 'call-1' },
      { id: 'call-1', args: '{"q":1}' },
      { call: 'now', id: made },
      { id: made, args: '{"zone":"UTC"}' },
      { call: 'stop', id: 'call-3' },
      '.',
      { end: 'call-1' },
      { end: made },
      { end: 'call-3' }
    ])
    expect(start).toMatchObject({ type: 'TEXT_MESSAGE_START', role: 'assistant' })
    const messageId = start?.type === 'TEXT_MESSAGE_START' ? start.messageId : ''
    const parents = events.flatMap(event => (event.type === 'TOOL_CALL_START' ? [event.parentMessageId] : []))
    expect(parents).toEqual([messageId, messageId, messageId])
    expect(events.at(-1)).toMatchObject({ outcome: { type: 'success', pendingToolCallIds: ids } })
  })

  it('may be tool calls alone', async () => {
    const tool_calls = [{ id: 'call-1', function: { name: 'search', arguments: '' } }]
    const events = await ask(answering(res => res.json({ message: { content: null, tool_calls } })))
    expect(inShort(events)).toEqual([{ call: 'search', id: 'call-1' }, { end: 'call-1' }])
  })

  it.each<[string, Answer, ReadonlyArray<unknown>]>([
    [
      'JSON that is none',
      res => res.type('json').send('{"reply"'),
      failure('The wrapped endpoint declared its answer as JSON, and it is not.', 'legacy-answer')
    ],
    ['other members', res => res.json({ result: { said: 'Hi' } }), unreadable],
    ['no members', res => res.json({}), unreadable],
    ['null', res => res.json(null), unreadable],
    ['an empty list', res => res.json([]), unreadable],
    ['a reply that is wrapped too deeply', res => res.json([[[[[[[[{ reply: 'Hi' }]]]]]]]]), unreadable],
    ['true', res => res.json({ reply: true }), unreadable]
  ])('is an error with %s', async (_what, answer, expected) => {
    const wrapped = answering(answer)
    expect(inShort(await ask(wrapped))).toEqual(expected)
    expect(wrapped.errors).toHaveLength(1)
  })

  it.each<[string, LegacyReply | Promise<LegacyReply>, ReadonlyArray<unknown>]>([
    ['a text', 'Hi', ['Hi', '.']],
    ['a promise', Promise.resolve('Hi'), ['Hi', '.']],
    ['content', { content: 'Hi' }, ['Hi', '.']],
    [
      'content and calls',
      { content: 'Hi', toolCalls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }] },
      ['Hi', { call: 'search', id: 'c1' }, { id: 'c1', args: '{}' }, '.', { end: 'c1' }]
    ],
    ['null content', { content: null }, []],
    ['null', null, []],
    ['nothing', undefined, []]
  ])('is read by the host’s own reply, which may give %s', async (_what, given, expected) => {
    const seen: Array<unknown> = []
    const reply = (answer: unknown) => {
      seen.push(answer)
      return given
    }
    expect(inShort(await ask(answering(res => res.json({ result: 1 }), { reply })))).toEqual(expected)
    expect(inShort(await ask(answering(res => res.send('text'), { reply })))).toEqual(expected)
    expect(seen).toEqual([{ result: 1 }, 'text'])
  })

  it('keeps back what a reply throws', async () => {
    const wrapped = answering(res => res.json({}), {
      reply: () => {
        throw new Error('secret')
      }
    })
    expect(inShort(await ask(wrapped))).toEqual(failure('The agent failed.', 'agent-error'))
    expect(wrapped.errors).toEqual([new Error('secret')])
  })
})

describe('text in pieces', () => {
  it.each<[string, Answer]>([
    [
      'write',
      async res => {
        res.write('He')
        await soon()
        res.write('llo')
        await soon()
        res.end(' you')
      }
    ],
    ['pipe', res => Readable.from(['He', 'llo', ' you']).pipe(res)],
    ['pipeline', res => pipeline(Readable.from(['He', 'llo', ' you']), res)]
  ])('by %s gives a delta for each', async (_what, answer) => {
    expect(inShort(await ask(answering(answer)))).toEqual(['He', 'llo', ' you', '.'])
  })

  it('keeps a character whole that is split between two of them', async () => {
    const text = 'Grüße, 日本 🎉'
    const events = await ask(
      answering(res => Readable.from(Array.from(Buffer.from(text), byte => Buffer.of(byte))).pipe(res))
    )
    const deltas = inShort(events).slice(0, -1)
    expect(deltas.join('')).toBe(text)
    expect(deltas).toEqual(Array.from(text))
  })

  it('gives a character that is cut as what it is', async () => {
    const wrapped = answering(res => {
      res.write('a')
      res.end(Buffer.of(0xf0, 0x9f))
    })
    expect(inShort(await ask(wrapped))).toEqual(['a', '\ufffd', '.'])
  })

  it('leaves out empty pieces, and does not take the last for the whole', async () => {
    const reply = () => 'never'
    const wrapped = answering(
      res => {
        res.write('')
        res.end('Hi')
      },
      { reply }
    )
    expect(inShort(await ask(wrapped))).toEqual(['Hi', '.'])
  })

  it('does not share the handler’s buffers, which it may fill again', async () => {
    const wrapped = answering(res => {
      const buffer = Buffer.from('one')
      res.write(buffer)
      buffer.write('two')
      res.end(buffer)
    })
    expect(inShort(await ask(wrapped))).toEqual(['one', 'two', '.'])
  })

  it('that is JSON is read when it is whole', async () => {
    const wrapped = answering(res => {
      res.type('json').write('{"rep')
      res.end('ly":"Hi"}')
    })
    expect(inShort(await ask(wrapped))).toEqual(['Hi', '.'])
  })
})

describe('an event stream', () => {
  it.each<[string, Answer, ReadonlyArray<unknown>]>([
    [
      'of chat completions',
      streaming(
        sse({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
        sse(delta('Hel')),
        sse(delta('lo'), delta(null, { finish_reason: 'stop' })),
        sse({ choices: [], usage: {} }, '[DONE]')
      ),
      ['Hel', 'lo', '.']
    ],
    [
      'cut anywhere, also inside a character',
      streaming(...Array.from(Buffer.from(sse(delta('Grüße'), '[DONE]')), byte => Buffer.of(byte))),
      ['Grüße', '.']
    ],
    ['without [DONE]', streaming(sse(delta('Hi'))), ['Hi', '.']],
    ['whose last event is not closed', streaming(sse(delta('Hi')).trimEnd()), ['Hi', '.']],
    ['with comments and CRLF', streaming(': hello\r\n\r\n', sse(delta('Hi')).replaceAll('\n', '\r\n')), ['Hi', '.']],
    ['after whose [DONE] more is written', streaming(sse(delta('Hi'), '[DONE]'), sse(delta('no'))), ['Hi', '.']],
    ['with content in parts', streaming(sse(delta([{ type: 'text', text: 'Hi' }]))), ['Hi', '.']],
    ['with a refusal', streaming(sse({ choices: [{ delta: { refusal: 'No.' } }] })), ['No.', '.']],
    ['of completions before chat', streaming(sse({ choices: [{ text: 'Hi' }] })), ['Hi', '.']],
    [
      'of several alternatives',
      streaming(sse({ choices: [{ index: 1, delta: { content: 'Or' } }] }, delta('Hi'))),
      ['Hi', '.']
    ],
    ['with an error that is null', streaming(sse({ ...delta('Hi'), error: null })), ['Hi', '.']],
    ['in one piece', res => res.type('text/event-stream').send(sse(delta('Hi'), '[DONE]')), ['Hi', '.']],
    ['of other JSON', streaming(sse({ type: 'start' }, { text: 'Hel' }, { text: 'lo' })), ['Hel', 'lo', '.']],
    ['of JSON strings', streaming(sse('"Hel"', '"lo"')), ['Hel', 'lo', '.']],
    ['of text', streaming(sse('Hel', 'lo', ' {"a":1}', '{')), ['Hel', 'lo', ' {"a":1}', '{', '.']],
    ['of numbers, which are text', streaming(sse('1', '2')), ['1', '2', '.']],
    ['of nothing', streaming(': hello\n\n'), []],
    ['of [DONE]', streaming(sse('[DONE]')), []]
  ])('%s', async (_what, answer, expected) => {
    expect(inShort(await ask(answering(answer)))).toEqual(expected)
  })

  it('tells tool calls as their pieces arrive, also of two at a time', async () => {
    const answer = streaming(
      sse(delta('See')),
      sse(callDelta({ index: 0, id: 'c0', function: { name: 'search', arguments: '' } })),
      sse(callDelta({ index: 0, function: { arguments: '{"q":' } })),
      sse(callDelta({ index: 1, id: 'c1', function: { name: 'now', arguments: '{}' } })),
      sse(callDelta({ index: 0, function: { arguments: '1}' } }), '[DONE]')
    )
    expect(inShort(await ask(answering(answer)))).toEqual([
      'See',
      { call: 'search', id: 'c0' },
      { id: 'c0', args: '{"q":' },
      { call: 'now', id: 'c1' },
      { id: 'c1', args: '{}' },
      { id: 'c0', args: '1}' },
      '.',
      { end: 'c0' },
      { end: 'c1' }
    ])
  })

  it('waits with a tool call until its name has come, and forgets one that never gets a name', async () => {
    const answer = streaming(
      sse(callDelta({ index: 0, id: 'c0', function: { arguments: '{' } }, { index: 1, id: 'c1' })),
      sse(callDelta({ index: 0, function: { name: 'search', arguments: '}' } }))
    )
    expect(inShort(await ask(answering(answer)))).toEqual([
      { call: 'search', id: 'c0' },
      { id: 'c0', args: '{}' },
      { end: 'c0' }
    ])
  })

  it('tells tool calls without an index apart by their ids, or by their places', async () => {
    const byId = streaming(
      sse(callDelta({ id: 'a', function: { name: 'x' } }), callDelta({ id: 'b', function: { name: 'y' } }))
    )
    expect(inShort(await ask(answering(byId)))).toEqual([
      { call: 'x', id: 'a' },
      { call: 'y', id: 'b' },
      { end: 'a' },
      { end: 'b' }
    ])
    const byPlace = streaming(sse(callDelta({ function: { name: 'x' } }, { function: { name: 'y' } })))
    const calls = (await ask(answering(byPlace))).flatMap(event =>
      event.type === 'TOOL_CALL_START' ? [event.toolCallName] : []
    )
    expect(calls).toEqual(['x', 'y'])
  })

  it('that is not OpenAI’s is read by the host’s own reply', async () => {
    const reply = (event: unknown) => (event as { readonly delta?: { readonly text?: string } }).delta?.text
    const wrapped = answering(
      streaming(sse({ type: 'message_start' }, { delta: { text: 'Hel' } }, { delta: { text: 'lo' } })),
      { reply }
    )
    expect(inShort(await ask(wrapped))).toEqual(['Hel', 'lo', '.'])
  })

  it.each<[string, Answer, ReadonlyArray<unknown>]>([
    [
      'is cut inside an event',
      streaming(sse(delta('Hi')), 'data: {"choi'),
      ['Hi', ...failure('The wrapped endpoint broke off its answer in the middle of an event.', 'legacy-answer')]
    ],
    [
      'tells of an error',
      streaming(sse(delta('Hi'), { error: { message: 'secret' } })),
      ['Hi', ...failure('The wrapped endpoint told of an error in the middle of its answer.', 'legacy-answer')]
    ],
    [
      'names an event an error',
      streaming('event: error\ndata: {"reason":"secret"}\n\n'),
      failure('The wrapped endpoint told of an error in the middle of its answer.', 'legacy-answer')
    ],
    ['says nothing that is known', streaming(sse({ token: 'Hi' })), unreadable]
  ])('that %s is an error', async (_what, answer, expected) => {
    expect(inShort(await ask(answering(answer)))).toEqual(expected)
  })
})

describe('an answer that tells of a failure', () => {
  it.each<[string, Answer, string, string]>([
    [
      'JSON with an error',
      res => res.status(429).json({ error: 'Too many questions' }),
      'Too many questions',
      'http-429'
    ],
    [
      'JSON with an error that has a message',
      res => res.status(402).json({ error: { message: 'Pay first' } }),
      'Pay first',
      'http-402'
    ],
    ['JSON with a message', res => res.status(400).json({ message: 'No message' }), 'No message', 'http-400'],
    [
      'problem details',
      res => res.status(409).type('application/problem+json').send('{"detail":"Busy"}'),
      'Busy',
      'http-409'
    ],
    ['a long message', res => res.status(400).json({ error: 'x'.repeat(2000) }), 'x'.repeat(500), 'http-400'],
    [
      'JSON that says nothing',
      res => res.status(400).json({ code: 7 }),
      'The wrapped endpoint answered with the status 400 (Bad Request).',
      'http-400'
    ],
    [
      'a page',
      res => res.status(404).send('<pre>/srv/app.js</pre>'),
      'The wrapped endpoint answered with the status 404 (Not Found).',
      'http-404'
    ],
    [
      'sendStatus',
      res => res.sendStatus(403),
      'The wrapped endpoint answered with the status 403 (Forbidden).',
      'http-403'
    ],
    [
      'no body',
      res => res.status(401).end(),
      'The wrapped endpoint answered with the status 401 (Unauthorized).',
      'http-401'
    ],
    [
      'a server’s failure, whose message is its own',
      res => res.status(500).json({ error: 'secret at db:5432' }),
      'The wrapped endpoint answered with the status 500 (Internal Server Error).',
      'http-500'
    ],
    [
      'a status without a name',
      res => res.status(599).end(),
      'The wrapped endpoint answered with the status 599.',
      'http-599'
    ],
    [
      'a stream',
      res =>
        res
          .status(503)
          .type('text/event-stream')
          .send(sse(delta('Hi'))),
      'The wrapped endpoint answered with the status 503 (Service Unavailable).',
      'http-503'
    ],
    [
      'a redirect, which is no answer',
      res => res.redirect('/login'),
      'The wrapped endpoint answered with the status 302 (Found).',
      'http-302'
    ]
  ])('%s becomes RUN_ERROR', async (_what, answer, message, code) => {
    expect(inShort(await ask(answering(answer)))).toEqual(failure(message, code))
  })
})

describe('the old endpoint', () => {
  const handler: LegacyHandler = (req, res) => {
    const { message } = req.body as { readonly message: string }
    res
      .set('X-Old', 'yes')
      .status(201)
      .json({ reply: `You said ${message}` })
  }

  it('keeps answering its old clients as it did', async () => {
    const wrapped = wrap([handler])
    expect(inShort(await ask(wrapped))).toEqual(['You said Hello', '.'])
    const response = await askOld(wrapped).expect(201)
    expect(response.headers['x-old']).toBe('yes')
    expect(response.body).toEqual({ reply: 'You said Hello' })
  })
})
