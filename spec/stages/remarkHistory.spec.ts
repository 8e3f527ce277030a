/** What is odd about a conversation: told, never repaired (R75, R78, R90, M14). */
import { describe, expect, it } from 'vitest'
import { input, read, told, type Json } from '../reading.js'

let next = 0
const id = () => `m${next++}`
const call = (...ids: ReadonlyArray<string>): Json => ({
  id: id(),
  role: 'assistant',
  toolCalls: ids.map(id => ({ id, type: 'function', function: { name: 'f', arguments: '' } }))
})
const result = (toolCallId: string): Json => ({ id: id(), role: 'tool', toolCallId, content: '' })
const user = (): Json => ({ id: id(), role: 'user', content: '' })
const says = (): Json => ({ id: id(), role: 'assistant', content: '' })
const system = (): Json => ({ id: id(), role: 'system', content: '' })
const thinks = (): Json => ({ id: id(), role: 'reasoning', content: '' })

const remarks = (messages: ReadonlyArray<unknown>, rest: Json = {}) => {
  const body = input(messages, rest)
  const { input: given, warnings } = read(body)
  expect(given.messages).toEqual(messages)
  for (const warning of warnings) expect(warning).toMatchObject({ kind: 'history', lossy: false })
  return told(warnings)
}

describe('a conversation', () => {
  it.each<readonly [string, ReadonlyArray<Json>, ReadonlyArray<string>]>([
    ['without calls', [user(), says(), user()], []],
    ['with an answered call', [user(), call('a'), result('a'), says()], []],
    ['with answers in another order', [call('a', 'b'), result('b'), result('a')], []],
    ['with an answer after something else', [call('a'), user(), result('a')], []],
    ['with ids used again in a later round', [call('a'), result('a'), user(), call('a'), result('a')], []],
    ['with an unanswered call', [user(), call('a')], ['unanswered-tool-call /messages/1/toolCalls/0']],
    [
      'with one of two unanswered',
      [call('a', 'b'), result('a'), user()],
      ['unanswered-tool-call /messages/0/toolCalls/1']
    ],
    [
      'with an id used again before it was answered',
      [call('a'), call('a'), result('a')],
      ['unanswered-tool-call /messages/0/toolCalls/0']
    ],
    ['with one id twice in a message', [call('a', 'a'), result('a')], ['unanswered-tool-call /messages/0/toolCalls/0']],
    ['with two results for a call', [call('a'), result('a'), result('a')], ['orphan-tool-result /messages/2']],
    [
      'with a result before its call',
      [result('a'), call('a')],
      ['orphan-tool-result /messages/0', 'unanswered-tool-call /messages/1/toolCalls/0']
    ],
    ['with a result for no call', [user(), result('x')], ['orphan-tool-result /messages/1']],
    [
      'with an answer whose call has an id of Object.prototype',
      [call('constructor', '__proto__'), result('__proto__'), result('constructor')],
      []
    ]
  ])('%s', (_, messages, expected) => {
    expect(remarks(messages)).toEqual(expected)
  })

  it('with ids twice: the later message is named', () => {
    const twice = { id: 'x', role: 'user', content: '' }
    expect(remarks([twice, user(), { ...twice }, { ...twice }])).toEqual([
      'duplicate-message-id /messages/2',
      'duplicate-message-id /messages/3'
    ])
  })

  it('is remarked on in the order of the document', () => {
    const again = { id: 'x', role: 'user', content: '' }
    expect(
      remarks([call('p', 'q'), result('y'), again, call('q', 'r'), { ...again }, result('q'), result('z')])
    ).toEqual([
      'unanswered-tool-call /messages/0/toolCalls/0',
      'unanswered-tool-call /messages/0/toolCalls/1',
      'orphan-tool-result /messages/1',
      'unanswered-tool-call /messages/3/toolCalls/1',
      'duplicate-message-id /messages/4',
      'orphan-tool-result /messages/6'
    ])
  })

  it('is paired after stripping, and pointed at as sent', () => {
    const body = input([
      { id: '', role: 'narrator' },
      {
        ...call('a'),
        toolCalls: [
          { type: 'custom', id: 'z' },
          { id: 'a', x: 1, type: 'function', function: { name: '', arguments: '' } }
        ]
      },
      { ...result('z'), x: 1 }
    ])
    expect(told(read(body).warnings.filter(({ kind }) => kind === 'history'))).toEqual([
      'unanswered-tool-call /messages/1/toolCalls/1',
      'orphan-tool-result /messages/2'
    ])
  })

  it('names ids short', () => {
    const long = 'i'.repeat(10_000)
    const { warnings } = read(
      input([call(long), { ...user(), id: long }, { ...result(`${long}2`), id: long }], {
        tools: [
          { name: long, description: '' },
          { name: long, description: '' }
        ]
      })
    )
    expect(warnings).toHaveLength(4)
    for (const { name, message } of warnings) {
      expect(name).toHaveLength(80)
      expect(message.length).toBeLessThan(400)
    }
  })
})

describe('a conversation that resumes', () => {
  const resume = { resume: [] }

  it.each<readonly [string, ReadonlyArray<Json>, ReadonlyArray<string>]>([
    ['leaves the last turn to the interrupts', [user(), call('a')], []],
    ['leaves all messages of the last turn', [user(), call('a'), thinks(), call('b'), result('b')], []],
    ['leaves the last turn though something was said since', [user(), call('a'), user()], []],
    ['has a turn of a conversation without a prompt', [call('a')], []],
    [
      'still tells of earlier turns',
      [user(), call('a'), user(), call('b')],
      ['unanswered-tool-call /messages/1/toolCalls/0']
    ],
    [
      'counts system prompts as prompts',
      [call('a'), system(), says()],
      ['unanswered-tool-call /messages/0/toolCalls/0']
    ],
    ['has no turn without an assistant', [user(), result('x')], ['orphan-tool-result /messages/1']],
    ['has nothing said', [], []]
  ])('%s', (_, messages, expected) => {
    expect(remarks(messages, resume)).toEqual(expected)
  })
})

describe('tools', () => {
  it('of one name: the later one is named', () => {
    const tool = { name: 'f', description: '' }
    expect(remarks([], { tools: [tool, { ...tool, name: 'g' }, { ...tool }, { ...tool }] })).toEqual([
      'duplicate-tool-name /tools/2',
      'duplicate-tool-name /tools/3'
    ])
  })

  it('are pointed at as sent, after the messages', () => {
    const tool = { name: 'f', description: '' }
    const { warnings } = read(input([result('x')], { tools: [tool, { ...tool, x: 1 }] }))
    expect(told(warnings)).toEqual([
      'unrecognised-member /tools/1/x',
      'orphan-tool-result /messages/0',
      'duplicate-tool-name /tools/1'
    ])
  })
})
