/** Inputs that real clients send and that are not quite right, each with what must be said of it. */
import type { WarningCode } from '../outcome/Warning.js'
import type { DecodeRunInputOptions } from '../stages/options.js'
import {
  activityMessage,
  assistantMessage,
  reasoningMessage,
  systemMessage,
  toolResult,
  userMessage
} from './messages.js'
import { dataSource, filePart, imagePart, textPart } from './parts.js'
import { runAgentInput } from './runAgentInput.js'
import { contextEntry, resumeEntry, tool, toolCall } from './tools.js'

/** An input, and the right answer to it. */
export interface AwkwardInput {
  /** To be sent as JSON. */
  readonly input: unknown
  /** The options that it is awkward under, for `runInput` and `decodeRunInput` alike. */
  readonly options?: DecodeRunInputOptions
  /** All the warnings it must give, in order; those of a refused input are told in the refusal. */
  readonly warnings: ReadonlyArray<{ readonly code: WarningCode; readonly pointer: string }>
  /** The pointers of all its faults, in order. Empty: it is accepted. */
  readonly errors: ReadonlyArray<string>
}

/** A first run whose one user message has this content. */
const saying = (...content: ReadonlyArray<unknown>): object => ({
  ...runAgentInput(),
  messages: [{ ...userMessage(), content }]
})

const accepted = (
  input: unknown,
  warnings: AwkwardInput['warnings'] = [],
  options?: DecodeRunInputOptions
): AwkwardInput => ({ input, warnings, errors: [], ...(options !== undefined && { options }) })

const refused = (
  input: unknown,
  errors: AwkwardInput['errors'],
  warnings: AwkwardInput['warnings'] = [],
  options?: DecodeRunInputOptions
): AwkwardInput => ({ input, warnings, errors, ...(options !== undefined && { options }) })

/** An input without one of its members. */
const without = (member: string, input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== member))

const search = toolCall('search', { query: 'cats' })

/**
 * Awkward inputs by name. Each access makes a new one, so a test may change what it gets.
 *
 * @example
 * import express from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { awkward, postRun } from 'express-ag-ui/testing'
 *
 * const { input, options = {}, warnings } = awkward.foreignHandle
 * const app = express().post('/agent', runInput(options), (req, res) => { res.json(req.agui.warnings) })
 * const response = await postRun(app, '/agent', input)
 * // response.body tells of the same codes and pointers as `warnings`
 */
export const awkward = {
  // Content

  /** A part of a type that AG-UI 1.0 does not describe, between two that it does. */
  get unknownPart() {
    return accepted(saying(textPart('before'), { type: 'hologram', source: dataSource() }, textPart('after')), [
      { code: 'unrecognised-part', pointer: '/messages/0/content/1' }
    ])
  },
  /** A picture as OpenAI's chat completions have it. */
  get openAiPart() {
    return accepted(saying({ type: 'image_url', image_url: { url: 'https://example.com/cat.png' } }), [
      { code: 'unrecognised-part', pointer: '/messages/0/content/0' }
    ])
  },
  /** A picture whose source is Anthropic's `base64`. */
  get unknownSource() {
    const source = { type: 'base64', media_type: 'image/png', data: dataSource().value }
    return accepted(saying(textPart(), { type: 'image', source }), [
      { code: 'unrecognised-source', pointer: '/messages/0/content/1' }
    ])
  },
  /** A part of before 1.0, with its bytes. */
  get retiredBinary() {
    return accepted(saying({ type: 'binary', mimeType: 'image/png', data: dataSource().value }), [
      { code: 'retired-binary', pointer: '/messages/0/content/0' }
    ])
  },
  /** A part of before 1.0 that has nothing but an id of the application's own. */
  get retiredBinaryId() {
    return accepted(saying(textPart(), { type: 'binary', mimeType: 'image/png', id: 'upload-1' }), [
      { code: 'unrecognised-part', pointer: '/messages/0/content/1' }
    ])
  },
  /** A picture, to an agent that takes text alone. */
  get unusablePart() {
    const input = runAgentInput({ messages: [userMessage([textPart('What is this?'), imagePart()])] })
    return accepted(input, [{ code: 'unusable-part', pointer: '/messages/0/content/1' }], { accepts: [] })
  },
  /** A file that OpenAI holds, to an agent that talks to Anthropic. */
  get foreignHandle() {
    const input = runAgentInput({ messages: [userMessage([textPart('Sum it up'), filePart({ provider: 'openai' })])] })
    return accepted(input, [{ code: 'foreign-file', pointer: '/messages/0/content/1' }], {
      fileProviders: ['anthropic']
    })
  },
  /** A file that does not say who holds it, to an agent that resolves none. */
  get unlabelledHandle() {
    const part = { type: 'document', source: { type: 'file', value: 'file-abc123' } } as const
    const input = runAgentInput({ messages: [userMessage([part])] })
    return accepted(input, [{ code: 'foreign-file', pointer: '/messages/0/content/0' }], { fileProviders: [] })
  },
  /** A tool's answer that is a picture, to an agent that takes text alone: the call is still answered, with "". */
  get emptiedToolResult() {
    const messages = [assistantMessage(undefined, { toolCalls: [search] }), toolResult(search, [imagePart()])]
    return accepted(
      runAgentInput({ messages }),
      [
        { code: 'unusable-part', pointer: '/messages/1/content/0' },
        { code: 'tool-result-emptied', pointer: '/messages/1/content' }
      ],
      { accepts: [] }
    )
  },

  // Members and closed sets

  /** Members of the client's own, on the input, on a message and on a tool call. */
  get unknownMembers() {
    const messages = [
      { ...userMessage(), createdAt: '2026-12-01T00:00:00Z' },
      { ...assistantMessage(undefined, { toolCalls: [{ ...search, index: 0 } as typeof search] }) },
      toolResult(search)
    ]
    return accepted({ ...runAgentInput(), messages, model: 'large' }, [
      { code: 'unrecognised-member', pointer: '/messages/0/createdAt' },
      { code: 'unrecognised-member', pointer: '/messages/1/toolCalls/0/index' },
      { code: 'unrecognised-member', pointer: '/model' }
    ])
  },
  /** A member named `__proto__`, which must change no prototype. */
  get protoMember() {
    const input: unknown = JSON.parse(`{"__proto__":{"admin":true},${JSON.stringify(runAgentInput()).slice(1)}`)
    return accepted(input, [{ code: 'unrecognised-member', pointer: '/__proto__' }])
  },
  /** A member of AG-UI 1.1, from a client that says that it speaks it. */
  get newerMember() {
    const message = { ...reasoningMessage(), encryptedValue: 'c2VhbGVk', encryptedValueType: 'openai' }
    return accepted({ ...runAgentInput({ protocolVersion: '1.1' }), messages: [message, userMessage()] }, [
      { code: 'unrecognised-member', pointer: '/messages/0/encryptedValueType' },
      { code: 'newer-minor-version', pointer: '/protocolVersion' }
    ])
  },
  /** A message of a role that AG-UI 1.0 does not describe. */
  get unknownRole() {
    const critic = { id: 'critic-1', role: 'critic', content: 'Too long.' }
    return accepted({ ...runAgentInput(), messages: [userMessage(), critic] }, [
      { code: 'unrecognised-role', pointer: '/messages/1' }
    ])
  },
  /** A tool call that is not of a function. */
  get unknownToolCall() {
    const call = { id: 'call-1', type: 'custom', custom: { name: 'sing' } }
    return accepted(
      { ...runAgentInput(), messages: [{ ...assistantMessage('La'), toolCalls: [call] }, userMessage()] },
      [{ code: 'unrecognised-tool-call', pointer: '/messages/0/toolCalls/0' }]
    )
  },
  /** An answer to an interrupt with a status that AG-UI 1.0 does not describe: it answers nothing. */
  get unknownStatus() {
    const resume = [{ interruptId: 'interrupt-1', status: 'approved' }]
    return accepted({ ...runAgentInput(), resume }, [{ code: 'unrecognised-status', pointer: '/resume/0' }])
  },
  /** A message for the screen, which is none of the agent's business. */
  get activity() {
    const messages = [userMessage(), activityMessage(), userMessage('And now?')]
    return accepted(runAgentInput({ messages }), [{ code: 'activity-message', pointer: '/messages/1' }])
  },

  // Nulls and spellings of older clients

  get nullState() {
    return accepted({ ...runAgentInput(), state: null }, [{ code: 'retired-null', pointer: '/state' }])
  },
  get nullForwardedProps() {
    return accepted({ ...runAgentInput(), forwardedProps: null }, [
      { code: 'retired-null', pointer: '/forwardedProps' }
    ])
  },
  get nullToolParameters() {
    return accepted({ ...runAgentInput(), tools: [{ ...tool(), parameters: null }] }, [
      { code: 'retired-null', pointer: '/tools/0/parameters' }
    ])
  },
  get nullResumePayload() {
    return accepted({ ...runAgentInput(), resume: [{ ...resumeEntry(), payload: null }] }, [
      { code: 'retired-null', pointer: '/resume/0/payload' }
    ])
  },
  get nullPartMetadata() {
    return accepted(saying({ ...imagePart(), metadata: null }), [
      { code: 'retired-null', pointer: '/messages/0/content/0/metadata' }
    ])
  },
  /** The nulls that older Python clients write for whatever they have not, where they are read. */
  get lenientNulls() {
    return accepted(
      { ...runAgentInput(), parentRunId: null, messages: [{ ...userMessage(), name: null }] },
      [
        { code: 'lenient-null', pointer: '/messages/0/name' },
        { code: 'lenient-null', pointer: '/parentRunId' }
      ],
      { nulls: 'lenient' }
    )
  },
  /** The same where they are not. */
  get nulls() {
    return refused({ ...runAgentInput(), parentRunId: null, messages: [{ ...userMessage(), name: null }] }, [
      '/messages/0/name',
      '/parentRunId'
    ])
  },
  /** Nulls inside the state, which are data. */
  get nullInState() {
    return accepted(runAgentInput({ state: { selected: null, items: [null] } }))
  },
  /** snake_case spellings, where they are read. */
  get snakeCase() {
    return accepted(
      { thread_id: 'thread-1', run_id: 'run-1', messages: [userMessage()] },
      [
        { code: 'snake-case-member', pointer: '/thread_id' },
        { code: 'snake-case-member', pointer: '/run_id' }
      ],
      { snakeCase: true }
    )
  },
  /** The same where they are not: the warnings explain what is missing. */
  get snakeCaseMembers() {
    return refused(
      { thread_id: 'thread-1', run_id: 'run-1', messages: [userMessage()] },
      ['/threadId', '/runId'],
      [
        { code: 'unrecognised-member', pointer: '/thread_id' },
        { code: 'unrecognised-member', pointer: '/run_id' }
      ]
    )
  },

  // Versions

  get newerMinor() {
    return accepted(runAgentInput({ protocolVersion: '1.7' }), [
      { code: 'newer-minor-version', pointer: '/protocolVersion' }
    ])
  },
  get newerMajor() {
    return accepted(runAgentInput({ protocolVersion: '2.0' }), [
      { code: 'newer-major-version', pointer: '/protocolVersion' }
    ])
  },
  /** The same, to a server that serves no other line. */
  get newerMajorRefused() {
    return refused(runAgentInput({ protocolVersion: '2.0' }), ['/protocolVersion'], [], { newerMajor: 'reject' })
  },
  get uninterpretableVersion() {
    return accepted(runAgentInput({ protocolVersion: 'draft' }), [
      { code: 'uninterpretable-version', pointer: '/protocolVersion' }
    ])
  },

  // Histories that are odd without being malformed

  get unansweredToolCall() {
    const messages = [assistantMessage(undefined, { toolCalls: [search] }), userMessage('Never mind')]
    return accepted(runAgentInput({ messages }), [{ code: 'unanswered-tool-call', pointer: '/messages/0/toolCalls/0' }])
  },
  get orphanToolResult() {
    return accepted(runAgentInput({ messages: [userMessage(), toolResult('call-nobody-made')] }), [
      { code: 'orphan-tool-result', pointer: '/messages/1' }
    ])
  },
  get duplicateMessageId() {
    return accepted({ ...runAgentInput(), messages: [userMessage('Yes'), userMessage('Yes')] }, [
      { code: 'duplicate-message-id', pointer: '/messages/1' }
    ])
  },
  get duplicateToolName() {
    return accepted(runAgentInput({ tools: [tool('search'), tool('search')] }), [
      { code: 'duplicate-tool-name', pointer: '/tools/1' }
    ])
  },

  // Valid, though it looks otherwise

  get emptyIds() {
    return accepted(runAgentInput({ threadId: '', runId: '' }))
  },
  get noMessages() {
    return accepted(runAgentInput({ messages: [] }))
  },
  /** The three members that are required, and no other. */
  get bareInput() {
    return accepted({ threadId: 'thread-1', runId: 'run-1', messages: [userMessage()] })
  },
  /** A state that is a list. */
  get listState() {
    return accepted(runAgentInput({ state: ['a', 'b'] }))
  },
  /** Arguments that are not JSON: text is all they have to be. */
  get brokenArguments() {
    const call = toolCall('search', '{"query": "ca')
    return accepted(runAgentInput({ messages: [assistantMessage(undefined, { toolCalls: [call] }), toolResult(call)] }))
  },

  // Malformed: refused, every fault named

  /** Several faults, in several places. */
  get malformed() {
    return refused(
      {
        ...without('runId', runAgentInput()),
        messages: [{ ...userMessage(), content: 42 }],
        tools: [without('description', tool())],
        context: [{ ...contextEntry(), value: { items: 2 } }]
      },
      ['/messages/0/content', '/tools/0/description', '/context/0/value', '/runId']
    )
  },
  get nothing() {
    return refused({}, ['/threadId', '/runId', '/messages'])
  },
  get list() {
    return refused([runAgentInput()], [''])
  },
  get missingRunId() {
    return refused(without('runId', runAgentInput()), ['/runId'])
  },
  get missingRole() {
    return refused({ ...runAgentInput(), messages: [without('role', userMessage())] }, ['/messages/0/role'])
  },
  /** The parts under the name that the AI SDK has for them. */
  get missingContent() {
    const message = { ...without('content', userMessage()), parts: [textPart()] }
    return refused(
      { ...runAgentInput(), messages: [message] },
      ['/messages/0/content'],
      [{ code: 'unrecognised-member', pointer: '/messages/0/parts' }]
    )
  },
  /** Parts in an assistant message, which AG-UI 1.0 does not have. */
  get assistantParts() {
    return refused({ ...runAgentInput(), messages: [{ ...assistantMessage('Hi'), content: [textPart()] }] }, [
      '/messages/0/content'
    ])
  },
  /** The text of a part under another name. */
  get textPartContent() {
    return refused(
      saying({ type: 'text', content: 'Hello' }),
      ['/messages/0/content/0/text'],
      [{ code: 'unrecognised-member', pointer: '/messages/0/content/0/content' }]
    )
  },
  /** Arguments as an object, not as text. */
  get parsedArguments() {
    const call = { ...search, function: { name: 'search', arguments: { query: 'cats' } } }
    return refused({ ...runAgentInput(), messages: [{ ...assistantMessage('Hm'), toolCalls: [call] }] }, [
      '/messages/0/toolCalls/0/function/arguments'
    ])
  },
  /** A tool's answer as an object, not as text. */
  get parsedResult() {
    return refused({ ...runAgentInput(), messages: [{ ...toolResult('call-1'), content: { found: 3 } }] }, [
      '/messages/0/content'
    ])
  },
  get nullMetadata() {
    return refused({ ...runAgentInput(), messages: [{ ...userMessage(), metadata: null }] }, ['/messages/0/metadata'])
  },
  /** One answer to an interrupt, not in a list. */
  get singleResume() {
    return refused({ ...runAgentInput(), resume: resumeEntry() }, ['/resume'])
  },
  get numericVersion() {
    return refused({ ...runAgentInput(), protocolVersion: 1 }, ['/protocolVersion'])
  },
  /** A system message, where clients may not send one. */
  get roleNotAllowed() {
    return refused(runAgentInput({ messages: [systemMessage(), userMessage()] }), ['/messages/0/role'], [], {
      roles: ['user', 'assistant', 'reasoning', 'tool']
    })
  }
}

/** The name of an awkward input. */
export type AwkwardName = keyof typeof awkward
