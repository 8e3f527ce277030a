/** A whole run input. */
import { PROTOCOL_VERSION, type Message, type RunAgentInput } from '../protocol/index.js'
import { userMessage } from './messages.js'

/**
 * A run input as the official client sends one: by default a first "Hello" on `thread-1`. Ids that two messages share are
 * numbered, because message ids are unique in a thread (R90): `user-yes`, `user-yes-2`.
 *
 * @param overrides members of your own
 * @example
 * import { runAgentInput, tool, userMessage } from 'express-ag-ui/testing'
 *
 * runAgentInput({ messages: [userMessage('Find cats')], tools: [tool('search')] })
 */
export const runAgentInput = (overrides: Partial<RunAgentInput> = {}): RunAgentInput => {
  const input: RunAgentInput = {
    threadId: 'thread-1',
    runId: 'run-1',
    protocolVersion: PROTOCOL_VERSION,
    state: {},
    messages: [userMessage()],
    tools: [],
    context: [],
    forwardedProps: {},
    ...overrides
  }
  return { ...input, messages: withUniqueIds(input.messages) }
}

const withUniqueIds = (messages: ReadonlyArray<Message>): Array<Message> => {
  const taken = new Set<string>()
  return messages.map(message => {
    let { id } = message
    for (let n = 2; taken.has(id); n++) id = `${message.id}-${n}`
    taken.add(id)
    return id === message.id ? message : { ...message, id }
  })
}
