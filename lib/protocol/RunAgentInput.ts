/** The one message that an application sends to an agent. /spec/1.0/basic/run-input */
import type * as t from 'io-ts'
import { formerlyNull, list, openValue, optional, record, text } from '../codec/index.js'
import { Context } from './Context.js'
import { Message } from './Message.js'
import { ResumeEntry } from './ResumeEntry.js'
import { Tool } from './Tool.js'

export const RunAgentInput = record('RunAgentInput', {
  threadId: text,
  runId: text,
  protocolVersion: optional(text),
  parentRunId: optional(text),
  state: formerlyNull(openValue),
  messages: list(Message, 'a list of messages'),
  tools: optional(list(Tool, 'a list of tools')),
  context: optional(list(Context, 'a list of context entries')),
  forwardedProps: formerlyNull(openValue),
  resume: optional(list(ResumeEntry, 'a list of resume entries'))
})
export interface RunAgentInput extends t.TypeOf<typeof RunAgentInput> {}
