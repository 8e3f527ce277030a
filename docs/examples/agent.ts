/**
 * An agent without a model: deterministic, without a key and without a network, so that what the chain does is all there is to
 * see. It says what it was given.
 */
import { textOf, type AgentRun, type InputMessage } from 'express-ag-ui'
import type { AgentEvent } from 'express-ag-ui/stream'

// eslint-disable-next-line @typescript-eslint/require-await -- a real one waits for its model
export async function* answer({ input }: AgentRun): AsyncGenerator<AgentEvent> {
  const messageId = `${input.runId}-answer`
  yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }
  for (const delta of sayWhatCame(input.messages)) yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }
  yield { type: 'TEXT_MESSAGE_END', messageId }
}

function* sayWhatCame(messages: ReadonlyArray<InputMessage>): Generator<string> {
  const last = messages.findLast(message => message.role === 'user')
  yield `I was given ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}. `
  if (last === undefined) return
  yield `The last thing you said was ${JSON.stringify(textOf(last.content))}`
  const media = typeof last.content === 'string' ? [] : last.content.filter(part => part.type !== 'text')
  yield media.length === 0 ? '.' : `, with ${media.map(({ type }) => type).join(' and ')}.`
}
