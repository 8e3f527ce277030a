/** Every object that a run input is made of, whole, and where it stands: written from the schema, not from the code. */
import { input, said, type Json } from '../reading.js'

export interface ProtocolObject {
  readonly name: string
  /** The object with every member it can have. */
  readonly full: Json
  readonly required: ReadonlyArray<string>
  /** Where it stands in the body that `inBody` puts it in. */
  readonly pointer: string
  readonly inBody: (object: Json) => Json
}

const message = (object: Json): Json => input([object])
const inCall = (object: Json): Json => input([{ id: 'a1', role: 'assistant', toolCalls: [object] }])

const attributable = { metadata: { 'ag-ui': null }, subagentRunId: 's1' }
const base = { name: 'Ada', encryptedValue: 'sealed', ...attributable }
const source = { type: 'url', value: 'https://example.com/a' }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{' } }

const part = (type: string): Omit<ProtocolObject, 'name'> => ({
  full: { type, id: 'p1', source, metadata: { a: null } },
  required: ['type', 'source'],
  pointer: '/messages/0/content/0',
  inBody: said
})

const inSource = (object: Json): Json => said({ type: 'image', source: object })

export const objects: ReadonlyArray<ProtocolObject> = [
  {
    name: 'RunAgentInput',
    full: {
      threadId: 't1',
      runId: 'r1',
      protocolVersion: '1.0',
      parentRunId: 'r0',
      state: { a: null },
      messages: [{ id: 'u1', role: 'user', content: 'hi' }],
      tools: [],
      context: [],
      forwardedProps: { a: null },
      resume: []
    },
    required: ['threadId', 'runId', 'messages'],
    pointer: '',
    inBody: object => object
  },
  ...['developer', 'system'].map(role => ({
    name: role === 'system' ? 'SystemMessage' : 'DeveloperMessage',
    full: { id: 'm1', role, content: 'be brief', ...base },
    required: ['id', 'role', 'content'],
    pointer: '/messages/0',
    inBody: message
  })),
  {
    name: 'UserMessage',
    full: { id: 'm1', role: 'user', content: [], ...base },
    required: ['id', 'role', 'content'],
    pointer: '/messages/0',
    inBody: message
  },
  {
    name: 'AssistantMessage',
    full: { id: 'm1', role: 'assistant', content: '', toolCalls: [call], ...base },
    required: ['id', 'role'],
    pointer: '/messages/0',
    inBody: message
  },
  {
    name: 'ToolMessage',
    full: {
      id: 'm1',
      role: 'tool',
      content: [],
      toolCallId: 'c1',
      error: 'broke',
      encryptedValue: 'sealed',
      ...attributable
    },
    required: ['id', 'role', 'content', 'toolCallId'],
    pointer: '/messages/0',
    inBody: message
  },
  {
    name: 'ReasoningMessage',
    full: { id: 'm1', role: 'reasoning', content: 'hm', encryptedValue: 'sealed', ...attributable },
    required: ['id', 'role', 'content'],
    pointer: '/messages/0',
    inBody: message
  },
  {
    name: 'ActivityMessage',
    full: { id: 'm1', role: 'activity', activityType: 'search', content: { a: null }, ...attributable },
    required: ['id', 'role', 'activityType', 'content'],
    pointer: '/messages/0',
    inBody: message
  },
  {
    name: 'ToolCall',
    full: { ...call, encryptedValue: 'sealed', metadata: { a: null } },
    required: ['id', 'type', 'function'],
    pointer: '/messages/0/toolCalls/0',
    inBody: inCall
  },
  {
    name: 'FunctionCall',
    full: call.function,
    required: ['name', 'arguments'],
    pointer: '/messages/0/toolCalls/0/function',
    inBody: object => inCall({ ...call, function: object })
  },
  {
    name: 'TextPart',
    full: { type: 'text', id: 'p1', text: 'hi', metadata: 'any' },
    required: ['type', 'text'],
    pointer: '/messages/0/content/0',
    inBody: said
  },
  { name: 'ImagePart', ...part('image') },
  { name: 'AudioPart', ...part('audio') },
  { name: 'VideoPart', ...part('video') },
  { name: 'DocumentPart', ...part('document') },
  {
    name: 'DataSource',
    full: { type: 'data', value: 'not base64', mimeType: 'image/png' },
    required: ['type', 'value', 'mimeType'],
    pointer: '/messages/0/content/0/source',
    inBody: inSource
  },
  {
    name: 'UrlSource',
    full: { ...source, mimeType: 'image/png' },
    required: ['type', 'value'],
    pointer: '/messages/0/content/0/source',
    inBody: inSource
  },
  {
    name: 'FileSource',
    full: { type: 'file', value: 'file-1', provider: 'openai', mimeType: 'image/png' },
    required: ['type', 'value'],
    pointer: '/messages/0/content/0/source',
    inBody: inSource
  },
  {
    name: 'Tool',
    full: { name: 'f', description: '', parameters: { a: null }, metadata: { a: null } },
    required: ['name', 'description'],
    pointer: '/tools/0',
    inBody: object => input([], { tools: [object] })
  },
  {
    name: 'Context',
    full: { description: 'page', value: '/' },
    required: ['description', 'value'],
    pointer: '/context/0',
    inBody: object => input([], { context: [object] })
  },
  {
    name: 'ResumeEntry',
    full: { interruptId: 'i1', status: 'resolved', payload: { a: null }, metadata: { a: null } },
    required: ['interruptId', 'status'],
    pointer: '/resume/0',
    inBody: object => input([], { resume: [object] })
  }
]

/** Every member of every object. */
export const members = objects.flatMap(object =>
  Object.keys(object.full).map(member => ({ ...object, member, isRequired: object.required.includes(member) }))
)

export const without = (object: Json, member: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== member))

/** The optional members in which a null is a retired shape (R34, R35). */
export const retiredNulls: ReadonlyArray<string> = [
  'RunAgentInput.state',
  'RunAgentInput.forwardedProps',
  'Tool.parameters',
  'ResumeEntry.payload',
  'ImagePart.metadata',
  'AudioPart.metadata',
  'VideoPart.metadata',
  'DocumentPart.metadata'
]
