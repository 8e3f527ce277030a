/** Messages of every role. Each has an id that says what it holds: `user-what-is-this`. */
import { textOf } from '../protocol/textOf.js'
import type {
  ActivityMessage,
  AssistantMessage,
  ContentPart,
  DeveloperMessage,
  ReasoningMessage,
  SystemMessage,
  ToolCall,
  ToolMessage,
  UserMessage
} from '../protocol/index.js'
import { readableId } from './readableId.js'

/**
 * @param content text, or parts
 * @param overrides other members, or an id of your own
 * @example
 * import { imagePart, textPart, userMessage } from 'express-ag-ui/testing'
 *
 * userMessage('What is this?') // { id: 'user-what-is-this', role: 'user', content: 'What is this?' }
 * userMessage([textPart('What is this?'), imagePart()])
 */
export const userMessage = (
  content: string | Array<ContentPart> = 'Hello',
  overrides: Partial<UserMessage> = {}
): UserMessage => ({ id: readableId('user', wordsOf(content)), role: 'user', content, ...overrides })

/**
 * @param content text; absent for a message that only calls tools
 * @param overrides other members, such as `toolCalls`
 * @example
 * import { assistantMessage, toolCall } from 'express-ag-ui/testing'
 *
 * assistantMessage('Hello')
 * assistantMessage(undefined, { toolCalls: [toolCall('search', { query: 'cats' })] })
 */
export const assistantMessage = (content?: string, overrides: Partial<AssistantMessage> = {}): AssistantMessage => ({
  id: readableId('assistant', content ?? (overrides.toolCalls ?? []).map(({ id }) => id).join(' ')),
  role: 'assistant',
  ...(content !== undefined && { content }),
  ...overrides
})

export const systemMessage = (content = 'Answer briefly.', overrides: Partial<SystemMessage> = {}): SystemMessage => ({
  id: readableId('system', content),
  role: 'system',
  content,
  ...overrides
})

export const developerMessage = (
  content = 'Answer briefly.',
  overrides: Partial<DeveloperMessage> = {}
): DeveloperMessage => ({ id: readableId('developer', content), role: 'developer', content, ...overrides })

export const reasoningMessage = (
  content = 'The user greets me.',
  overrides: Partial<ReasoningMessage> = {}
): ReasoningMessage => ({ id: readableId('reasoning', content), role: 'reasoning', content, ...overrides })

/** What a front end shows and should not send: the chain removes it, with a warning. */
export const activityMessage = (activityType = 'PLAN', overrides: Partial<ActivityMessage> = {}): ActivityMessage => ({
  id: readableId('activity', activityType),
  role: 'activity',
  activityType,
  content: { steps: [] },
  ...overrides
})

/**
 * A tool's answer to a call.
 *
 * @param call the call, or its id
 * @param content text, or parts
 * @param overrides other members, such as `error`
 * @example
 * import { assistantMessage, runAgentInput, toolCall, toolResult, userMessage } from 'express-ag-ui/testing'
 *
 * const call = toolCall('search', { query: 'cats' })
 * runAgentInput({ messages: [userMessage('Find cats'), assistantMessage(undefined, { toolCalls: [call] }), toolResult(call, '3 cats')] })
 */
export const toolResult = (
  call: ToolCall | string,
  content: string | Array<ContentPart> = 'done',
  overrides: Partial<ToolMessage> = {}
): ToolMessage => {
  const toolCallId = typeof call === 'string' ? call : call.id
  return { id: `result-of-${toolCallId}`, role: 'tool', toolCallId, content, ...overrides }
}

/** The text of the content, or, where it has none, the kinds of its parts. */
const wordsOf = (content: string | Array<ContentPart>): string =>
  textOf(content) || (typeof content === 'string' ? '' : content.map(({ type }) => type).join(' '))
