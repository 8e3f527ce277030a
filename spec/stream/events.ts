/** Short spellings of AG-UI's events, for the specs of the stream. */
import type { AgentEvent } from '../../lib/stream/index.js'

export const threadId = 't1'

/** The run that the specs request. */
export const runId = 'r1'

export const started = (id = runId): AgentEvent => ({ type: 'RUN_STARTED', threadId, runId: id })

export const finished = (id = runId): AgentEvent => ({ type: 'RUN_FINISHED', threadId, runId: id })

export const failed: AgentEvent = { type: 'RUN_ERROR', message: 'no model' }

/** A whole text message. */
export const text = (messageId: string, delta = 'hi'): Array<AgentEvent> => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
  { type: 'TEXT_MESSAGE_END', messageId }
]

/** A whole tool call. */
export const call = (toolCallId: string, toolCallName = 'search'): Array<AgentEvent> => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{}' },
  { type: 'TOOL_CALL_END', toolCallId }
]

export const result = (toolCallId: string): AgentEvent => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `${toolCallId}-result`,
  toolCallId,
  content: 'found'
})

export const ends = (outcome: Extract<AgentEvent, { type: 'RUN_FINISHED' }>['outcome']): AgentEvent => ({
  type: 'RUN_FINISHED',
  threadId,
  runId,
  ...(outcome !== undefined && { outcome })
})

/** What only an agent without types could yield. */
export const untyped = (event: object): AgentEvent => event as AgentEvent

export const typesOf = (events: ReadonlyArray<{ readonly type: string }>): ReadonlyArray<string> =>
  events.map(({ type }) => type)
