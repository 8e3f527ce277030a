/** What a legacy endpoint's answer says, found under the names that such answers usually have. */
import type { ToolCall } from '../protocol/index.js'
import type { ToolCallDelta } from './AssistantTurn.js'
import { elementsOf, isObject, memberOf, textMember } from './json.js'

/** What the agent says: its text, or the text and the tools it calls. Nothing, when it says nothing. */
export type LegacyReply =
  string | { readonly content?: string | null; readonly toolCalls?: ReadonlyArray<ToolCall> } | null | undefined

/** A reply as the events want it. */
export interface FoundReply {
  readonly text: string
  readonly calls: ReadonlyArray<ToolCallDelta>
}

/** The usual names of what was said, the likelier first. */
const usualMembers = ['reply', 'message', 'content', 'text', 'output', 'answer'] as const

export const usualMemberNames = `${usualMembers.join(', ')} or choices`

/** How deep a reply may be wrapped: `{ message: { content: [{ text }] } }` and a little more. */
const deepest = 6

/** @returns nothing when the answer has none of the usual members */
export const usualReply = (answer: unknown, depth = 0): FoundReply | undefined => {
  if (typeof answer === 'string') return { text: answer, calls: [] }
  if (typeof answer === 'number') return { text: String(answer), calls: [] }
  if (depth > deepest) return undefined
  if (Array.isArray(answer)) return joined(answer.map(element => usualReply(element, depth + 1)))
  if (!isObject(answer)) return undefined
  const [choice] = elementsOf(memberOf(answer, 'choices'))
  if (choice !== undefined) return usualReply(memberOf(choice, 'message') ?? choice, depth + 1)
  const calls = chatToolCalls(answer)
  const found = usualMembers
    .map(name => usualReply(memberOf(answer, name), depth + 1))
    .find(reply => reply !== undefined)
  // What the model says instead of answering is what it says.
  const text = found?.text ?? textMember(answer, 'refusal')
  if (text === undefined && calls.length === 0) return undefined
  return { text: text ?? '', calls: [...calls, ...(found?.calls ?? [])] }
}

const joined = (replies: ReadonlyArray<FoundReply | undefined>): FoundReply | undefined => {
  const found = replies.filter(reply => reply !== undefined)
  return found.length === 0
    ? undefined
    : { text: found.map(({ text }) => text).join(''), calls: found.flatMap(({ calls }) => calls) }
}

const chatToolCalls = (message: unknown): ReadonlyArray<ToolCallDelta> =>
  elementsOf(memberOf(message, 'tool_calls')).map(chatToolCall)

/** A tool call as chat completions write it, whole or in part. Arguments are text; some backends send them parsed (R29). */
export const chatToolCall = (call: unknown): ToolCallDelta => {
  const id = textMember(call, 'id')
  const description = memberOf(call, 'function')
  const name = textMember(description, 'name')
  const args = memberOf(description, 'arguments')
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(typeof args === 'string' ? { arguments: args } : args != null && { arguments: JSON.stringify(args) })
  }
}

/** A host's own reply as the events want it. */
export const statedReply = (reply: LegacyReply): FoundReply => {
  if (typeof reply === 'string') return { text: reply, calls: [] }
  const { content, toolCalls = [] } = reply ?? {}
  return {
    text: content ?? '',
    calls: toolCalls.map(({ id, function: { name, arguments: args } }) => ({ id, name, arguments: args }))
  }
}
