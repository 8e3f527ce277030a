/** The run as the request of a chat endpoint that takes one message at a time. */
import { contextText } from '../protocol/textOf.js'
import type { AgentRun } from '../express/request.js'
import { checkOptions, oneOfThese } from '../stages/options.js'
import type { InputMessage } from '../stages/Run.js'
import { resultText } from './chatMessages.js'
import { textOnly } from './textOnly.js'

export interface PromptOptions {
  /** `false` for a backend that remembers by session: it is sent only what is new. Default `true`. */
  readonly history?: boolean
}

export interface PromptHistoryEntry {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  content: string
}

/** What `prompt()` makes of a run. */
export interface PromptRequest {
  /** What was said since the agent spoke last, below the context entries. */
  message: string
  /** What was said before, in order; absent with `history: false`. */
  history?: Array<PromptHistoryEntry>
  /** The run's `threadId`. */
  sessionId: string
}

/**
 * A request preset for `wrapLegacy`: `{ message, history, sessionId }`. `message` is what the user said, and tools returned,
 * since the agent's last message; the context entries lead it as `description: value` lines (R60). `history` is every other
 * message that has text, system and developer messages among them. With `history: false` those lead `message` too, because
 * nothing else would carry them. Parts that a string cannot hold are left out, each with a `flattened-part` warning.
 *
 * @param options whether the history is sent
 * @returns a builder that takes the run and gives the body
 * @throws TypeError for an unknown option or a bad value
 * @example
 * import express, { type RequestHandler } from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { prompt, wrapLegacy } from 'express-ag-ui/legacy'
 *
 * const chat: RequestHandler = (_req, res) => { res.json({ reply: 'Hello' }) }
 * express().post('/agent', runInput({}, wrapLegacy(chat, { request: prompt({ history: false }) })))
 */
export const prompt = (options: PromptOptions = {}): ((run: AgentRun) => PromptRequest) => {
  checkOptions('prompt', options, { history: oneOfThese(true, false) })
  const { history = true } = options
  return (run): PromptRequest => {
    const { messages, context, threadId } = run.input
    const turn = messages.findLastIndex(({ role }) => role === 'assistant') + 1
    const isSaid = (message: InputMessage, i: number): boolean => i >= turn && !isInstruction(message)
    const said = messages.filter(isSaid)
    const others = messages.filter((message, i) => !isSaid(message, i))
    const preamble = [contextText(context), ...(history ? [] : others.filter(isInstruction).map(textIn(run)))]
    const message = [...preamble, ...said.map(textIn(run))].filter(isFilled).join('\n\n')
    return { message, ...(history && { history: others.flatMap(historyEntry(run)) }), sessionId: threadId }
  }
}

const isInstruction = ({ role }: InputMessage): boolean => role === 'system' || role === 'developer'

const isFilled = (text: string): boolean => text !== ''

const textIn =
  (run: AgentRun) =>
  (message: InputMessage): string => {
    switch (message.role) {
      case 'user':
        return textOnly(message, run)
      case 'tool':
        return resultText(message, run)
      case 'assistant':
        return message.content ?? ''
      case 'system':
      case 'developer':
        return message.content
      // What the model thought is no part of what was said.
      case 'reasoning':
        return ''
    }
  }

const historyEntry =
  (run: AgentRun) =>
  (message: InputMessage): Array<PromptHistoryEntry> => {
    const content = textIn(run)(message)
    return message.role === 'reasoning' || content === '' ? [] : [{ role: message.role, content }]
  }
