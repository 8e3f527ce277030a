/** The spellings that people really send, and what they are told. */
import { describe, expect, it } from 'vitest'
import { hintForFault, hintForMember } from '../../lib/stages/hints.js'
import { input, read, refuse, said, type Json } from '../reading.js'

const call = { id: '', type: 'function', function: { name: '', arguments: '' } }
const flatTool = { name: '', description: '', function: {} }
const openAiTool = { type: 'function', function: { name: '', description: '', parameters: {} } }
const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, {}]))
const message = (object: Json) => input([{ id: '', ...object }])

describe('a refusal', () => {
  it.each<readonly [string, unknown, string, RegExp | undefined]>([
    [
      'thread_id',
      { thread_id: '', runId: '', messages: [] },
      '/threadId',
      /"thread_id" .*snake_case.*"threadId".*camelCase/
    ],
    ['run_id', { threadId: '', run_id: '', messages: [] }, '/runId', /"run_id"/],
    [
      'tool_call_id',
      message({ role: 'tool', content: '', tool_call_id: '' }),
      '/messages/0/toolCallId',
      /"tool_call_id"/
    ],
    [
      'mime_type',
      said({ type: 'image', source: { type: 'data', value: '', mime_type: '' } }),
      '/messages/0/content/0/source/mimeType',
      /"mime_type"/
    ],
    [
      'mediaType of the Vercel SDK',
      said({ type: 'image', source: { type: 'data', value: '', mediaType: '' } }),
      '/messages/0/content/0/source/mimeType',
      /AG-UI calls "mediaType" "mimeType"/
    ],
    [
      'media_type of Anthropic',
      said({ type: 'image', source: { type: 'data', value: '', media_type: '' } }),
      '/messages/0/content/0/source/mimeType',
      /AG-UI calls "media_type"/
    ],
    [
      'parts of the Vercel SDK',
      message({ role: 'user', parts: [] }),
      '/messages/0/content',
      /AG-UI calls "parts" "content"/
    ],
    ['sessionId', { sessionId: '', runId: '', messages: [] }, '/threadId', /AG-UI calls "sessionId" "threadId"/],
    ['conversation_id', { conversation_id: '', runId: '', messages: [] }, '/threadId', /AG-UI calls "conversation_id"/],
    ['sender', message({ sender: 'user', content: '' }), '/messages/0/role', /AG-UI calls "sender" "role"/],
    ['a text part with content', said({ type: 'text', content: '' }), '/messages/0/content/0/text', /stands in "text"/],
    ['a media part without a source', said({ type: 'image', url: '' }), '/messages/0/content/0/source', /"source"/],
    [
      'content null of an assistant',
      message({ role: 'assistant', content: null }),
      '/messages/0/content',
      /Leave "content" out/
    ],
    ['content null of a user', message({ role: 'user', content: null }), '/messages/0/content', /Send "" when/],
    ['a null', input([], { parentRunId: null }), '/parentRunId', /no null members/],
    [
      'a list of parts of an assistant',
      message({ role: 'assistant', content: [] }),
      '/messages/0/content',
      /Only user and tool messages/
    ],
    [
      'an object for content',
      message({ role: 'tool', toolCallId: '', content: {} }),
      '/messages/0/content',
      /JSON\.stringify/
    ],
    [
      'an object for arguments',
      message({ role: 'assistant', toolCalls: [{ ...call, function: { name: '', arguments: {} } }] }),
      '/messages/0/toolCalls/0/function/arguments',
      /JSON\.stringify/
    ],
    [
      'an object for a value of context',
      input([], { context: [{ description: '', value: {} }] }),
      '/context/0/value',
      /JSON\.stringify/
    ],
    ['a number for a version', input([], { protocolVersion: 1 }), '/protocolVersion', /as a string/],
    ['one answer for resume', input([], { resume: {} }), '/resume', /Send a list/],
    ['text for resume', input([], { resume: 'x' }), '/resume', undefined],
    [
      'a list for the content of an activity',
      message({ role: 'activity', activityType: '', content: [] }),
      '/messages/0/content',
      undefined
    ],
    [
      'text for the content of an activity',
      message({ role: 'activity', activityType: '', content: '' }),
      '/messages/0/content',
      undefined
    ],
    [
      'url in a source',
      said({ type: 'image', source: { type: 'url', url: '' } }),
      '/messages/0/content/0/source/value',
      /AG-UI calls "url" "value"/
    ],
    [
      'data in a source, as Anthropic has it',
      said({ type: 'image', source: { type: 'data', data: '', mimeType: '' } }),
      '/messages/0/content/0/source/value',
      /AG-UI calls "data" "value"/
    ],
    [
      'a source without a value',
      said({ type: 'image', source: { type: 'url' } }),
      '/messages/0/content/0/source/value',
      undefined
    ],
    [
      'tool_use_id of Anthropic',
      message({ role: 'tool', content: '', tool_use_id: '' }),
      '/messages/0/toolCallId',
      /AG-UI calls "tool_use_id" "toolCallId"/
    ],
    ['a tool of OpenAI', input([], { tools: [openAiTool] }), '/tools/0/name', /^A tool is flat here: .*"function"\.$/],
    ['a tool of OpenAI', input([], { tools: [openAiTool] }), '/tools/0/description', /^A tool is flat here/],
    ['a tool without a name', input([], { tools: [{ description: '' }] }), '/tools/0/name', undefined],
    [
      'a flat tool call',
      message({ role: 'assistant', toolCalls: [{ id: '', type: 'function', name: '', args: {} }] }),
      '/messages/0/toolCalls/0/function',
      /^A tool call has its name, .* in "function": \{ "name", "arguments" \}\.$/
    ],
    [
      'a tool call without an id',
      message({ role: 'assistant', toolCalls: [{ type: 'function', function: { name: '', arguments: '' } }] }),
      '/messages/0/toolCalls/0/id',
      undefined
    ],
    [
      'args of LangChain',
      message({ role: 'assistant', toolCalls: [{ ...call, function: { name: '', args: '' } }] }),
      '/messages/0/toolCalls/0/function/arguments',
      /AG-UI calls "args" "arguments"/
    ],
    ['type of LangChain', message({ type: 'human', content: '' }), '/messages/0/role', /sender of a message in "role"/],
    ['no role at all', message({ content: '' }), '/messages/0/role', undefined],
    [
      'a run input in something else',
      { input: input([]) },
      '/threadId',
      /seems to stand in "input"; send it as the body/
    ],
    ['a run input in something else', { method: 'run', body: input([]) }, '/messages', /seems to stand in "body"/],
    ['messages in the state', { threadId: '', runId: '', state: { messages: [] } }, '/messages', undefined],
    ['a wrapper behind many members', { ...many, input: input([]) }, '/messages', undefined],
    ['a list of run inputs', [input([])], '', /one RunAgentInput, not a list/],
    ['a run input serialised twice', JSON.stringify(input([])), '', /serialised twice/],
    ['a number', 42, '', undefined],
    ['a missing run id', { threadId: '', messages: [] }, '/runId', /new one for each run, such as crypto\.randomUUID/],
    ['a missing thread id', { runId: '', messages: [] }, '/threadId', /one for each conversation/],
    ['a missing message id', input([{ role: 'user', content: '' }]), '/messages/0/id', /one for each message/],
    ['missing messages', { threadId: '', runId: '' }, '/messages', undefined],
    ['a missing member of one word', message({ role: 'user' }), '/messages/0/content', undefined],
    ['a number for an id', message({ role: 'user', content: '', id: 7 }), '/messages/0/id', undefined],
    ['no object', input([7]), '/messages/0', undefined]
  ])('of %s', (_, body, pointer, hint) => {
    const fault = refuse(body).errors.find(error => error.pointer === pointer)
    expect(fault).toBeDefined()
    if (hint === undefined) expect(fault?.hint).toBeUndefined()
    else expect(fault?.hint).toMatch(hint)
  })

  it('of what is no object has no hint', () => {
    expect(hintForFault([], 'null', null)).toBeUndefined()
    expect(hintForFault([0], 'null', [null])).toBeUndefined()
    expect(refuse(null).errors[0]?.hint).toBeUndefined()
  })

  it('says what is there, by the name of its type', () => {
    const details = [null, 7, 'x', true, {}].map(tools => refuse(input([], { tools })).errors[0]?.detail)
    expect(details).toEqual([
      '/tools must be a list of tools, but it is null.',
      '/tools must be a list of tools, but it is a number.',
      '/tools must be a list of tools, but it is a string.',
      '/tools must be a list of tools, but it is a boolean.',
      '/tools must be a list of tools, but it is an object.'
    ])
    expect(refuse([]).errors[0]?.detail).toBe('The body must be an object, but it is an array.')
    expect(refuse(undefined).errors[0]?.detail).toBe('The body is missing; it must be an object.')
  })
})

describe('a warning', () => {
  it.each<readonly [string, Json, RegExp]>([
    [
      'tool_calls of OpenAI',
      message({ role: 'assistant', tool_calls: [] }),
      /"tool_calls" of AssistantMessage.*AG-UI spells it "toolCalls"/
    ],
    ['toolInvocations', message({ role: 'assistant', toolInvocations: [] }), /"toolCalls"/],
    ['parts', message({ role: 'user', content: '', parts: [] }), /AG-UI spells it "content"/],
    ['inputSchema', input([], { tools: [{ name: '', description: '', inputSchema: {} }] }), /"parameters"/],
    ['model on the input', input([], { model: 'x' }), /belongs in "forwardedProps"/],
    ['createdAt on a message', message({ role: 'user', content: '', createdAt: 1 }), /belongs in "metadata"/],
    ['something in a source', said({ type: 'image', source: { type: 'url', value: '', detail: 1 } }), /leave it out/],
    ['a long name', input([], { ['thread_id'.padEnd(41, 'x')]: 1 }), /forwardedProps/],
    ['a name of Object.prototype', input([], { constructor: 1 }), /forwardedProps/],
    ['image_url of OpenAI', said({ type: 'image_url' }), /"type": "image"/],
    ['input_audio of OpenAI', said({ type: 'input_audio' }), /"audio"/],
    ['file of Vercel', said({ type: 'file' }), /"document"/],
    ['a bare binary part', said({ type: 'binary', mimeType: '' }), /bare "id"/],
    ['a part type of Object.prototype', said({ type: 'toString' }), /send "text", "image"/],
    ['a part of no one', said({ type: 'hologram' }), /send "text", "image"/],
    ['a source of Anthropic', said({ type: 'image', source: { type: 'base64' } }), /"type": "data", "value"/],
    ['a source', said({ type: 'image', source: { type: 'bucket' } }), /"data", "url" or "file"/],
    ['url in a source', said({ type: 'image', source: { type: 'url', value: '', url: '' } }), /spells it "value"/],
    ['url in a context', input([], { context: [{ description: '', value: '', url: '' }] }), /leave it out/],
    ['a role', message({ role: 'narrator' }), /seven roles: .*, tool, /],
    ['the role function of OpenAI', message({ role: 'function' }), /AG-UI calls it "tool"/],
    ['the role human of LangChain', message({ role: 'human' }), /AG-UI calls it "user"/],
    ['a function beside the members of a tool', input([], { tools: [flatTool] }), /a tool is flat here/],
    [
      'a name beside the function of a call',
      message({ role: 'assistant', toolCalls: [{ ...call, name: '' }] }),
      /in "function": \{ "name", "arguments" \}/
    ],
    ['a status', input([], { resume: [{ interruptId: '', status: 'x' }] }), /"resolved" or "cancelled"/],
    ['a tool call', message({ role: 'assistant', toolCalls: [{ type: 'x' }] }), /send "function"/],
    ['a retired null', input([], { state: null }), /null "state".*before AG-UI 1\.0.*upgrade/],
    [
      'a retired part',
      said({ type: 'binary', mimeType: 'image/png', data: 'd', id: 'x', url: 'u' }),
      /image part.*its "id", "url" discarded.*upgrade/
    ],
    [
      'a retired part without loss',
      said({ type: 'binary', mimeType: 'image/png', data: 'd' }),
      /image part that it describes; upgrade/
    ]
  ])('of %s says what to do', (_, body, sentence) => {
    expect(read(body).warnings[0]?.message).toMatch(sentence)
  })

  it('of a lenient null or a spelling says so too', () => {
    const { warnings } = read(input([], { tools: null, parent_run_id: '' }), { nulls: 'lenient', snakeCase: true })
    expect(warnings[0]?.message).toMatch(/null "tools".*leave the member out/)
    expect(warnings[1]?.message).toMatch(/"parentRunId".*camelCase/)
    expect(hintForMember('Nothing', 'x')).toBe('leave it out')
  })
})
