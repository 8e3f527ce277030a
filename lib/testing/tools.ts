/** Tools that a front end offers, calls of them, and what else a run input has besides messages. */
import type { Context, ResumeEntry, Tool, ToolCall } from '../protocol/index.js'
import { readableId } from './readableId.js'

/**
 * A call that the assistant made.
 *
 * @param name the tool
 * @param args written as JSON; a string is taken as it is, because arguments are any text
 * @param overrides other members, or an id of your own
 * @example
 * import { toolCall } from 'express-ag-ui/testing'
 *
 * toolCall('search', { query: 'cats' }).id // 'call-search-query-cats'
 */
export const toolCall = (name = 'search', args: unknown = {}, overrides: Partial<ToolCall> = {}): ToolCall => {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return {
    id: readableId(`call-${name}`, text),
    type: 'function',
    function: { name, arguments: text },
    ...overrides
  }
}

/** A tool that takes one string, `query`, unless the overrides say otherwise. */
export const tool = (name = 'search', overrides: Partial<Tool> = {}): Tool => ({
  name,
  description: `The tool ${name}.`,
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  ...overrides
})

export const contextEntry = (description = 'page', value = '/cart'): Context => ({ description, value })

/** An answer to an interrupt: resolved, unless the overrides say otherwise. */
export const resumeEntry = (interruptId = 'interrupt-1', overrides: Partial<ResumeEntry> = {}): ResumeEntry => ({
  interruptId,
  status: 'resolved',
  ...overrides
})
