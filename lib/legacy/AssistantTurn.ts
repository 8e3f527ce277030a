/** One turn of the assistant, as the events that tell it: a text message, and the tool calls that belong to it. */
import { randomUUID } from 'node:crypto'
import type { AgentEvent } from '../stream/AgentEvent.js'

/** A piece of a tool call: its name and id come once, its arguments in any number of pieces. */
export interface ToolCallDelta {
  readonly id?: string
  readonly name?: string
  readonly arguments?: string
}

interface OpenCall {
  readonly id: string
  readonly isStarted: boolean
  /** Arguments that came before the name. */
  readonly held: string
}

export class AssistantTurn {
  /** Text and calls are one message, which the client sends back as one. */
  readonly #messageId = randomUUID()
  #hasText = false
  readonly #calls = new Map<unknown, OpenCall>()

  text(delta: string): Array<AgentEvent> {
    if (delta === '') return []
    const content: AgentEvent = { type: 'TEXT_MESSAGE_CONTENT', messageId: this.#messageId, delta }
    if (this.#hasText) return [content]
    this.#hasText = true
    return [{ type: 'TEXT_MESSAGE_START', messageId: this.#messageId, role: 'assistant' }, content]
  }

  /** @param key what tells this call from the others of the turn */
  toolCall(key: unknown, { id = '', name = '', arguments: args = '' }: ToolCallDelta): Array<AgentEvent> {
    const known = this.#calls.get(key)
    const call = known ?? { id: id === '' ? `call_${randomUUID()}` : id, isStarted: false, held: '' }
    const isStarted = call.isStarted || name !== ''
    const delta = call.held + args
    this.#calls.set(key, { ...call, isStarted, held: isStarted ? '' : delta })
    if (!isStarted) return []
    const start: AgentEvent = {
      type: 'TOOL_CALL_START',
      toolCallId: call.id,
      toolCallName: name,
      parentMessageId: this.#messageId
    }
    return [
      ...(call.isStarted ? [] : [start]),
      ...(delta === '' ? [] : [{ type: 'TOOL_CALL_ARGS', toolCallId: call.id, delta } as const])
    ]
  }

  /** Closes what is open. A call that never got a name is none. */
  end(): Array<AgentEvent> {
    const started = [...this.#calls.values()].filter(({ isStarted }) => isStarted)
    return [
      ...(this.#hasText ? [{ type: 'TEXT_MESSAGE_END', messageId: this.#messageId } as const] : []),
      ...started.map(({ id }) => ({ type: 'TOOL_CALL_END', toolCallId: id }) as const)
    ]
  }
}
