/** The run in the shape of OpenAI's chat completions. */
import { describe, expect, it } from 'vitest'
import { chatMessages } from '../../lib/legacy/index.js'
import {
  assistantMessage,
  contextEntry,
  developerMessage,
  imagePart,
  filePart,
  reasoningMessage,
  runAgentInput,
  systemMessage,
  textPart,
  tool,
  toolCall,
  toolResult,
  userMessage
} from '../../lib/testing/index.js'
import { runOf } from './runOf.js'

const asked = chatMessages()

const search = toolCall('search', { query: 'cats' }, { id: 'call-1' })

describe('chatMessages', () => {
  it('writes every role as chat completions have it, and keeps reasoning back (R72)', () => {
    const { run, told } = runOf(
      runAgentInput({
        messages: [
          systemMessage('Be brief.', { name: 'house' }),
          developerMessage('Use tools.'),
          userMessage('Find cats', { name: 'ada', metadata: { secret: 1 } }),
          reasoningMessage(),
          assistantMessage('Searching', { toolCalls: [{ ...search, encryptedValue: 'x', metadata: {} }] }),
          toolResult(search, '3 cats'),
          assistantMessage('Three.')
        ]
      })
    )
    expect(asked(run)).toEqual({
      messages: [
        { role: 'system', content: 'Be brief.', name: 'house' },
        { role: 'developer', content: 'Use tools.' },
        { role: 'user', content: 'Find cats', name: 'ada' },
        {
          role: 'assistant',
          content: 'Searching',
          tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'search', arguments: '{"query":"cats"}' } }]
        },
        { role: 'tool', content: '3 cats', tool_call_id: 'call-1' },
        { role: 'assistant', content: 'Three.' }
      ]
    })
    expect(told()).toEqual([])
  })

  it('leads with the context entries, as a system message (R60)', () => {
    const { run } = runOf(
      runAgentInput({
        messages: [systemMessage('Be brief.')],
        context: [contextEntry('page', '/cart'), contextEntry('total', '9')]
      })
    )
    expect(asked(run).messages).toEqual([
      { role: 'system', content: 'page: /cart\ntotal: 9' },
      { role: 'system', content: 'Be brief.' }
    ])
  })

  it('writes the tools, with their parameters where they have some', () => {
    const { run } = runOf(
      runAgentInput({ tools: [tool('search', { metadata: { a: 1 } }), { name: 'now', description: 'The time.' }] })
    )
    expect(asked(run).tools).toEqual([
      {
        type: 'function',
        function: { name: 'search', description: 'The tool search.', parameters: tool().parameters }
      },
      { type: 'function', function: { name: 'now', description: 'The time.' } }
    ])
    expect(asked(runOf(runAgentInput()).run)).not.toHaveProperty('tools')
  })

  it('gives an assistant message that only calls tools a null content, and one that does nothing an empty one', () => {
    const messages = [
      assistantMessage(undefined, { toolCalls: [search] }),
      toolResult(search),
      assistantMessage(undefined, { toolCalls: [] })
    ]
    const [calling, , idle] = asked(runOf(runAgentInput({ messages })).run).messages
    expect(calling).toMatchObject({ content: null, tool_calls: [{ id: 'call-1' }] })
    expect(idle).toEqual({ role: 'assistant', content: '' })
  })

  it.each<[string, string, string | undefined, string]>([
    ['its content', 'no cats', undefined, 'no cats'],
    ['its error, where it has no content', '', 'declined', 'declined'],
    ['its error once, where the content says the same', 'declined', 'declined', 'declined'],
    ['both', 'partly', 'timeout', 'timeout\npartly'],
    ['nothing', '', '', '']
  ])('writes a tool’s answer as %s', (_what, content, error, expected) => {
    const result = toolResult(search, content, error === undefined ? {} : { error })
    const messages = [assistantMessage(undefined, { toolCalls: [search] }), result]
    expect(asked(runOf(runAgentInput({ messages })).run).messages[1]).toEqual({
      role: 'tool',
      content: expected,
      tool_call_id: 'call-1'
    })
  })

  it.each(['Ada Lovelace', '', 'a<b', 'x'.repeat(65)])(
    'leaves out a name that OpenAI refuses a request for: %s',
    name => {
      const { run } = runOf(runAgentInput({ messages: [userMessage('Hi', { name })] }))
      expect(asked(run).messages).toEqual([{ role: 'user', content: 'Hi' }])
    }
  )

  it('leaves out the parts that a string cannot hold, warns of each, and puts nothing in their place (R70)', () => {
    const messages = [
      userMessage([textPart('What '), imagePart(), textPart('is this?'), filePart()]),
      assistantMessage(undefined, { toolCalls: [search] }),
      toolResult(search, [textPart('see'), imagePart()])
    ]
    const { run, told } = runOf(runAgentInput({ messages }))
    expect(asked(run).messages.map(({ content }) => content)).toEqual(['What is this?', null, 'see'])
    expect(told()).toEqual([
      'flattened-part /messages/0/content/1',
      'flattened-part /messages/0/content/3',
      'flattened-part /messages/2/content/1'
    ])
    const [first, second] = run.warnings
    expect(first).toMatchObject({ kind: 'downgraded', lossy: true, name: 'image' })
    expect(first?.message).toContain('cannot hold the image part')
    expect(second).toMatchObject({ name: 'document' })
  })

  it('still answers a call whose result held no text, with the empty string (R68)', () => {
    const messages = [assistantMessage(undefined, { toolCalls: [search] }), toolResult(search, [imagePart()])]
    const { run, told } = runOf(runAgentInput({ messages }))
    expect(asked(run).messages[1]).toEqual({ role: 'tool', content: '', tool_call_id: 'call-1' })
    expect(told()).toEqual(['flattened-part /messages/1/content/0', 'tool-result-emptied /messages/1/content'])
  })

  it('does not call a result emptied that came without parts, or a user’s message', () => {
    const messages = [
      userMessage([imagePart()]),
      assistantMessage(undefined, { toolCalls: [search] }),
      toolResult(search, [])
    ]
    const { run, told } = runOf(runAgentInput({ messages }))
    asked(run)
    expect(told()).toEqual(['flattened-part /messages/0/content/0'])
  })

  it('points to where a part stood in the body as sent, also when a host has left messages out', () => {
    const body = runAgentInput({ messages: [systemMessage(), userMessage(), userMessage([imagePart()])] })
    const { run, told } = runOf(body)
    asked({ ...run, input: { ...run.input, messages: run.input.messages.slice(1) } })
    expect(told()).toEqual(['flattened-part /messages/2/content/0'])
  })

  it.each([true, false])(
    'points to the list for a message that the client did not send (body known: %s)',
    knowsBody => {
      const { run, told } = runOf(runAgentInput(), { knowsBody })
      const messages = [userMessage([imagePart()]), toolResult(search, [imagePart()])]
      asked({ ...run, input: { ...run.input, messages } })
      expect(told()).toEqual(['flattened-part /messages', 'flattened-part /messages', 'tool-result-emptied /messages'])
    }
  )
})
