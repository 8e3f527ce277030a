/**
 * An agent without a model: deterministic, without a key and without a network, so that what the chain does is all there is to
 * see. It says what it was given.
 */
import { EventType, type AGUIEvent } from '@ag-ui/core'
import { PROTOCOL_VERSION, textOf, type AgentRun, type InputMessage } from 'express-ag-ui'

export function* answer({ input }: AgentRun): Generator<AGUIEvent> {
  const { threadId, runId } = input
  const messageId = `${runId}-answer`
  yield { type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION }
  yield { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }
  for (const delta of sayWhatCame(input.messages)) yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }
  yield { type: EventType.TEXT_MESSAGE_END, messageId }
  yield { type: EventType.RUN_FINISHED, threadId, runId }
}

function* sayWhatCame(messages: ReadonlyArray<InputMessage>): Generator<string> {
  const last = messages.findLast(message => message.role === 'user')
  yield `I was given ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}. `
  if (last === undefined) return
  yield `The last thing you said was ${JSON.stringify(textOf(last.content))}`
  const media = typeof last.content === 'string' ? [] : last.content.filter(part => part.type !== 'text')
  yield media.length === 0 ? '.' : `, with ${media.map(({ type }) => type).join(' and ')}.`
}
