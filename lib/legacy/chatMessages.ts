/** The run as a request in the shape of OpenAI's chat completions, which many backends copied. */
import type { AgentRun } from '../express/request.js'
import { contextText } from '../protocol/textOf.js'
import type { Context, Tool, ToolCall, ToolMessage } from '../protocol/index.js'
import type { InputMessage } from '../stages/Run.js'
import { textOnly } from './textOnly.js'

export interface ChatToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface ChatTool {
  type: 'function'
  function: { name: string; description: string; parameters?: unknown }
}

export type ChatMessage =
  | { role: 'system'; content: string; name?: string }
  | { role: 'developer'; content: string; name?: string }
  | { role: 'user'; content: string; name?: string }
  | { role: 'assistant'; content: string | null; name?: string; tool_calls?: Array<ChatToolCall> }
  | { role: 'tool'; content: string; tool_call_id: string }

/** What `chatMessages()` makes of a run. */
export interface ChatRequest {
  messages: Array<ChatMessage>
  /** Absent when the run offers no tools: OpenAI refuses an empty list. */
  tools?: Array<ChatTool>
}

/**
 * A request preset for `wrapLegacy`: the run in the shape of OpenAI's chat completions. The context entries lead as a system
 * message of `description: value` lines (R60). Content is text: parts that a string cannot hold are left out, each with a
 * `flattened-part` warning. Reasoning has no place in this shape and stays behind, as do message ids and metadata.
 *
 * @returns a builder that takes the run and gives `{ messages, tools? }`; spread it to add what your endpoint wants besides
 * @example
 * import express, { type RequestHandler } from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { chatMessages, wrapLegacy } from 'express-ag-ui/legacy'
 *
 * const completions: RequestHandler = (_req, res) => { res.json({ choices: [{ message: { content: 'Hello' } }] }) }
 * const asked = chatMessages()
 * express().post('/agent', runInput({}, wrapLegacy(completions, { request: run => ({ ...asked(run), stream: true }) })))
 */
export const chatMessages =
  (): ((run: AgentRun) => ChatRequest) =>
  (run): ChatRequest => {
    const { messages, tools, context } = run.input
    return {
      messages: [...contextMessages(context), ...messages.flatMap(message => chatMessage(message, run))],
      ...(tools.length > 0 && { tools: tools.map(chatTool) })
    }
  }

const contextMessages = (context: ReadonlyArray<Context>): Array<ChatMessage> =>
  context.length === 0 ? [] : [{ role: 'system', content: contextText(context) }]

const chatMessage = (message: InputMessage, run: AgentRun): Array<ChatMessage> => {
  switch (message.role) {
    case 'system':
    case 'developer':
      return [{ role: message.role, content: message.content, ...chatName(message.name) }]
    case 'user':
      return [{ role: 'user', content: textOnly(message, run), ...chatName(message.name) }]
    case 'assistant': {
      const { content, toolCalls = [], name } = message
      const calls = toolCalls.map(chatToolCall)
      return [
        calls.length === 0
          ? { role: 'assistant', content: content ?? '', ...chatName(name) }
          : { role: 'assistant', content: content ?? null, ...chatName(name), tool_calls: calls }
      ]
    }
    case 'tool':
      return [{ role: 'tool', content: resultText(message, run), tool_call_id: message.toolCallId }]
    case 'reasoning':
      return []
  }
}

/** OpenAI refuses a whole request for a name with a space in it; the name is a courtesy, so it is left out then. */
const chatName = (name: string | undefined): { name?: string } =>
  name !== undefined && /^[^\s<|\\/>]{1,64}$/.test(name) ? { name } : {}

const chatToolCall = ({ id, type, function: { name, arguments: args } }: ToolCall): ChatToolCall => ({
  id,
  type,
  function: { name, arguments: args }
})

const chatTool = ({ name, description, parameters }: Tool): ChatTool => ({
  type: 'function',
  function: { name, description, ...(parameters !== undefined && { parameters }) }
})

/** A result and its error as one text: this shape has no member for an error, and a declined call is an answer too (R78). */
export const resultText = (message: ToolMessage, run: AgentRun): string => {
  const text = textOnly(message, run)
  const { error = '' } = message
  return error === '' || error === text ? text : text === '' ? error : `${error}\n${text}`
}
