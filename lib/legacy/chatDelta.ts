/** One chunk of an OpenAI-style chat completion, as it is streamed. */
import type { AgentEvent } from '../stream/AgentEvent.js'
import type { AssistantTurn } from './AssistantTurn.js'
import { elementsOf, isObject, memberOf, textMember, type JsonObject } from './json.js'
import { chatToolCall, usualReply } from './reply.js'

/** Whether this is a chunk of a chat completion: those have choices, if only none yet. */
export const isChatChunk = (u: unknown): u is JsonObject => isObject(u) && Array.isArray(u['choices'])

/** The events of a chunk. Of several alternatives (`n`), the first is told. */
export const chatDelta = (chunk: JsonObject, turn: AssistantTurn): Array<AgentEvent> => {
  const choice = elementsOf(chunk['choices']).find(each => (memberOf(each, 'index') ?? 0) === 0)
  const delta = memberOf(choice, 'delta')
  const text =
    usualReply(memberOf(delta, 'content'))?.text
    ?? textMember(delta, 'refusal')
    // Completions before chat had the text on the choice itself.
    ?? textMember(choice, 'text')
    ?? ''
  const calls = elementsOf(memberOf(delta, 'tool_calls'))
  return [...turn.text(text), ...calls.flatMap((call, i) => turn.toolCall(callKey(call, i), chatToolCall(call)))]
}

/** Calls are told apart by `index`; backends that have none send each call whole, with an id. */
const callKey = (call: unknown, i: number): unknown => memberOf(call, 'index') ?? textMember(call, 'id') ?? i
