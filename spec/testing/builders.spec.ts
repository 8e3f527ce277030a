/** What the builders build is valid by construction, and has ids that can be read. */
import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decodeRunInput, RunAgentInput, type Message } from '../../lib/decode.js'
import * as testing from '../../lib/testing/index.js'

const {
  activityMessage,
  assistantMessage,
  audioPart,
  contextEntry,
  dataSource,
  developerMessage,
  documentPart,
  filePart,
  fileSource,
  imagePart,
  reasoningMessage,
  resumeEntry,
  runAgentInput,
  systemMessage,
  textPart,
  tool,
  toolCall,
  toolResult,
  urlSource,
  userMessage,
  videoPart
} = testing

const warningsOf = (input: unknown) => {
  const outcome = decodeRunInput(input)
  return isRight(outcome) ? outcome.right.warnings : outcome.left.errors
}

describe('builders', () => {
  it.each([
    ['without arguments', runAgentInput()],
    [
      'a message of every role',
      runAgentInput({
        messages: [systemMessage(), developerMessage(), userMessage(), reasoningMessage(), assistantMessage('Hi')]
      })
    ],
    [
      'a part of every type',
      runAgentInput({
        messages: [userMessage([textPart(), imagePart(), audioPart(), videoPart(), documentPart(), filePart()])]
      })
    ],
    [
      'a source of every type',
      runAgentInput({
        messages: [
          userMessage([
            imagePart({ source: dataSource() }),
            imagePart({ source: urlSource() }),
            imagePart({ source: fileSource() })
          ])
        ]
      })
    ],
    [
      'a tool round-trip',
      runAgentInput({
        tools: [tool()],
        messages: [userMessage(), assistantMessage(undefined, { toolCalls: [toolCall()] }), toolResult(toolCall())]
      })
    ],
    ['context and resume', runAgentInput({ context: [contextEntry()], resume: [resumeEntry()] })]
  ])('build what the schema accepts and nobody remarks on: %s', (_what, input) => {
    expect(RunAgentInput.is(input)).toBe(true)
    expect(warningsOf(input)).toEqual([])
  })

  it('build an activity message that is valid, and removed', () => {
    expect(warningsOf(runAgentInput({ messages: [activityMessage()] })).map(({ pointer }) => pointer)).toEqual([
      '/messages/0'
    ])
  })

  it.each<[string, string]>([
    ['user', userMessage('').id],
    ['user-what-is-this', userMessage('What is this?').id],
    ['user-im-café-日本', userMessage('Im Café, 日本!').id],
    ['user-what-is-this', userMessage([imagePart(), textPart('What is this?')]).id],
    ['user-image-document', userMessage([imagePart(), filePart()]).id],
    ['user', userMessage([]).id],
    ['user-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', userMessage('a'.repeat(99)).id],
    ['user-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', userMessage(`${'a'.repeat(31)} b`).id],
    ['assistant-hi', assistantMessage('Hi').id],
    ['assistant', assistantMessage().id],
    ['assistant-call-search', assistantMessage(undefined, { toolCalls: [toolCall('search')] }).id],
    ['call-search-query-cats', toolCall('search', { query: 'cats' }).id],
    ['result-of-call-search', toolResult(toolCall('search')).id],
    ['result-of-call-1', toolResult('call-1').id],
    ['mine', userMessage('Hello', { id: 'mine' }).id]
  ])('give the id %s', (expected, id) => {
    expect(id).toBe(expected)
  })

  it('take a tool call’s arguments as a value or as text', () => {
    expect(toolCall('search', { query: 'cats' }).function.arguments).toBe('{"query":"cats"}')
    expect(toolCall('search', '{"query"').function.arguments).toBe('{"query"')
  })

  it('take overrides', () => {
    expect(filePart({ value: 'file-7', provider: 'anthropic' }, { type: 'image' })).toEqual({
      type: 'image',
      source: { type: 'file', value: 'file-7', provider: 'anthropic' }
    })
    expect(toolResult('call-1', '', { error: 'declined' })).toMatchObject({ content: '', error: 'declined' })
    expect(runAgentInput({ threadId: 'mine' })).toMatchObject({ threadId: 'mine', runId: 'run-1' })
    expect(tool('sing', { description: 'Sings.' })).toMatchObject({ name: 'sing', description: 'Sings.' })
    expect(resumeEntry('i-2', { status: 'cancelled' })).toEqual({ interruptId: 'i-2', status: 'cancelled' })
  })

  it('number the ids that messages of one input share, and leave the messages as they are otherwise', () => {
    const messages: Array<Message> = [userMessage('Yes'), userMessage('Yes'), userMessage('Yes'), userMessage('No')]
    const input = runAgentInput({ messages })
    expect(input.messages.map(({ id }) => id)).toEqual(['user-yes', 'user-yes-2', 'user-yes-3', 'user-no'])
    expect(input.messages[0]).toBe(messages[0])
    expect(messages[1]?.id).toBe('user-yes')
  })

  it('hold bytes that are what their media type says', () => {
    const bytes = [imagePart(), audioPart(), documentPart()].map(({ source }) =>
      Buffer.from(source.value, 'base64').toString('latin1')
    )
    expect(bytes[0]?.slice(1, 4)).toBe('PNG')
    expect(bytes[1]).toMatch(/^RIFF....WAVEfmt /s)
    expect(bytes[1]).toHaveLength(44)
    expect(bytes[2]).toMatch(/^%PDF-.*%%EOF$/s)
  })
})
