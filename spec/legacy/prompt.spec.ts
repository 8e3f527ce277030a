/** The run as the request of a chat endpoint that takes one message at a time. */
import { describe, expect, it } from 'vitest'
import { prompt, type PromptOptions } from '../../lib/legacy/index.js'
import {
  assistantMessage,
  contextEntry,
  developerMessage,
  imagePart,
  reasoningMessage,
  runAgentInput,
  systemMessage,
  textPart,
  toolCall,
  toolResult,
  userMessage
} from '../../lib/testing/index.js'
import { runOf } from './runOf.js'

const search = toolCall('search')

const conversation = [
  systemMessage('Be brief.'),
  userMessage('Hi'),
  reasoningMessage(),
  assistantMessage('Hello'),
  developerMessage('Use tools.'),
  userMessage('Find cats')
]

describe('prompt', () => {
  it('gives the newest message, what was said before, and the thread as the session', () => {
    const { run, told } = runOf(runAgentInput({ threadId: 'thread-7', messages: conversation }))
    expect(prompt()(run)).toEqual({
      message: 'Find cats',
      history: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'developer', content: 'Use tools.' }
      ],
      sessionId: 'thread-7'
    })
    expect(told()).toEqual([])
  })

  it('leads the message with the context entries (R60)', () => {
    const { run } = runOf(runAgentInput({ context: [contextEntry('page', '/cart')], messages: [userMessage('Hi')] }))
    expect(prompt()(run)).toEqual({ message: 'page: /cart\n\nHi', history: [], sessionId: 'thread-1' })
  })

  it('sends a backend that remembers only what is new, led by what no history would carry', () => {
    const { run } = runOf(runAgentInput({ context: [contextEntry('page', '/cart')], messages: conversation }))
    expect(prompt({ history: false })(run)).toEqual({
      message: 'page: /cart\n\nBe brief.\n\nUse tools.\n\nFind cats',
      sessionId: 'thread-1'
    })
  })

  it('takes everything since the agent’s last message for the newest: two messages, or tools’ answers', () => {
    const two = runOf(
      runAgentInput({
        messages: [userMessage('Hi'), assistantMessage('Hello'), userMessage('Find'), userMessage('cats')]
      })
    )
    expect(prompt()(two.run)).toMatchObject({
      message: 'Find\n\ncats',
      history: [{ content: 'Hi' }, { content: 'Hello' }]
    })
    const answered = runOf(
      runAgentInput({
        messages: [
          userMessage('Find cats'),
          assistantMessage(undefined, { toolCalls: [search] }),
          toolResult(search, '', { error: 'declined' })
        ]
      })
    )
    expect(prompt()(answered.run)).toEqual({
      message: 'declined',
      history: [{ role: 'user', content: 'Find cats' }],
      sessionId: 'thread-1'
    })
  })

  it('keeps earlier tools’ answers in the history', () => {
    const messages = [
      assistantMessage(undefined, { toolCalls: [search] }),
      toolResult(search, '3 cats'),
      assistantMessage('Three'),
      userMessage('Ok')
    ]
    expect(prompt()(runOf(runAgentInput({ messages })).run).history).toEqual([
      { role: 'tool', content: '3 cats' },
      { role: 'assistant', content: 'Three' }
    ])
  })

  it('is empty where nothing new was said', () => {
    const { run } = runOf(runAgentInput({ messages: [userMessage('Hi'), assistantMessage('Hello')] }))
    expect(prompt()(run).message).toBe('')
    expect(prompt({ history: false })(runOf(runAgentInput({ messages: [] })).run)).toEqual({
      message: '',
      sessionId: 'thread-1'
    })
  })

  it('warns of parts that a string cannot hold, but not of those that it sends nothing of', () => {
    const messages = [
      userMessage([textPart('Old'), imagePart()]),
      assistantMessage('Hm'),
      userMessage([imagePart(), textPart('New')])
    ]
    const { run, told } = runOf(runAgentInput({ messages }))
    expect(prompt({ history: false })(run).message).toBe('New')
    expect(told()).toEqual(['flattened-part /messages/2/content/0'])
    expect(prompt({ history: true })(run).history?.[0]).toEqual({ role: 'user', content: 'Old' })
    expect(told().slice(1)).toEqual(['flattened-part /messages/2/content/0', 'flattened-part /messages/0/content/1'])
  })

  it.each<[string, object]>([
    ['an unknown option', { histroy: false }],
    ['a bad value', { history: 'no' }]
  ])('refuses %s when it is made', (_what, options) => {
    expect(() => prompt(options as PromptOptions)).toThrow(TypeError)
  })
})
