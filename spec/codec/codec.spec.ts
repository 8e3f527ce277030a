/** The codecs of the protocol are io-ts codecs: decode, is, encode, static types, and a place in the codecs of others. */
import * as t from 'io-ts'
import { PathReporter } from 'io-ts/lib/PathReporter.js'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  AgentCapabilities,
  ContentPart,
  Message,
  PartSource,
  ResumeEntry,
  RunAgentInput,
  Tool,
  ToolCall
} from '../../lib/decode.js'
import { input } from '../reading.js'

const errorsOf = (validation: t.Validation<unknown>) => (validation._tag === 'Left' ? validation.left : [])

const pathsOf = (validation: t.Validation<unknown>) =>
  errorsOf(validation).map(({ context }) => context.map(({ key }) => key).join('/'))

describe('decode', () => {
  it('gives a clean value as it is', () => {
    const tool = { name: 'f', description: '', parameters: { a: 1 } }
    const decoded = Tool.decode(tool)
    expect(decoded).toEqual({ _tag: 'Right', right: tool })
    if (decoded._tag === 'Right') expect(decoded.right).toBe(tool)
  })

  it('strips and translates without a word, as it has none to say it with', () => {
    expect(Tool.decode({ name: 'f', description: '', parameters: null, x: 1 })).toEqual({
      _tag: 'Right',
      right: { name: 'f', description: '' }
    })
    expect(RunAgentInput.decode(input([{ id: '', role: 'narrator' }]))).toEqual({ _tag: 'Right', right: input([]) })
  })

  it('refuses with a context for each fault, without numbers of branches', () => {
    const body = input([{ id: 7, role: 'user', content: [{ type: 'image', source: { type: 'url' } }] }, null], {
      tools: {}
    })
    const decoded = RunAgentInput.decode(body)
    expect(pathsOf(decoded)).toEqual(['/messages/0/id', '/messages/0/content/0/source/value', '/messages/1', '/tools'])
    expect(errorsOf(decoded).map(({ value }) => value)).toEqual([7, undefined, null, {}])
    expect(errorsOf(decoded).map(({ context }) => context.at(-1)?.actual)).toEqual([7, undefined, null, {}])
    expect(PathReporter.report(decoded)[0]).toBe('expected a string, got number')
  })

  it('leaves out of its errors what was only stripped', () => {
    expect(pathsOf(Tool.decode({ name: 7, description: '', x: 1 }))).toEqual(['/name'])
  })

  it.each([
    ['Message', Message, { id: '', role: 'narrator' }, 'narrator'],
    ['ContentPart', ContentPart, { type: 'hologram' }, 'hologram'],
    ['PartSource', PartSource, { type: 's3' }, 's3'],
    ['ToolCall', ToolCall, { type: 'custom' }, 'custom'],
    ['ResumeEntry', ResumeEntry, { status: 'expired' }, 'expired']
  ])('refuses a %s that is unrecognised where nothing is there to take it', (_, codec: t.Mixed, value, name) => {
    const decoded = codec.decode(value)
    expect(pathsOf(decoded)).toEqual([''])
    expect(PathReporter.report(decoded)).toEqual([`AG-UI 1.0 does not describe "${name}"`])
    expect(codec.is(value)).toBe(false)
  })

  it.each([[null], [7], ['x'], [[]], [undefined]])('refuses %j', value => {
    for (const codec of [Message, ContentPart, PartSource, ToolCall, Tool, RunAgentInput, AgentCapabilities]) {
      expect(pathsOf((codec as t.Mixed).decode(value))).toEqual([''])
    }
  })

  it('judges an agent declaration', () => {
    const capabilities = {
      identity: { name: 'a', metadata: {} },
      tools: { items: [{ name: 'f', description: '' }] },
      execution: { maxIterations: 0, maxExecutionTime: 9007199254740991 },
      multiAgent: { subagents: [{ name: 's' }] },
      multimodal: { input: { pdf: false } },
      custom: { x: null }
    }
    expect(AgentCapabilities.is(capabilities)).toBe(true)
    for (const [pointer, wrong] of [
      ['/execution/maxIterations', { execution: { maxIterations: -1 } }],
      ['/execution/maxIterations', { execution: { maxIterations: 1.5 } }],
      ['/execution/maxExecutionTime', { execution: { maxExecutionTime: 9007199254740992 } }],
      ['/multimodal/input/pdf', { multimodal: { input: { pdf: 'no' } } }],
      ['/multiAgent/subagents/0/name', { multiAgent: { subagents: [{}] } }],
      ['/output/supportedMimeTypes/1', { output: { supportedMimeTypes: ['a', 1] } }],
      ['/custom', { custom: [] }]
    ] as const) {
      expect(pathsOf(AgentCapabilities.decode(wrong))).toEqual([pointer])
    }
  })
})

describe('is', () => {
  it.each([
    ['a clean value', { name: 'f', description: '' }, true],
    ['a member more', { name: 'f', description: '', x: 1 }, false],
    ['a retired null', { name: 'f', description: '', parameters: null }, false],
    ['a member missing', { name: 'f' }, false],
    ['a member wrong', { name: 'f', description: 7 }, false],
    ['no object', 'x', false]
  ])('of %s', (_, value, verdict) => {
    expect(Tool.is(value)).toBe(verdict)
    expect(RunAgentInput.is(input([], { tools: [value] }))).toBe(verdict)
  })

  it('says no to what would be translated, stripped or emptied below', () => {
    const binary = { type: 'binary', mimeType: 'image/png', data: '' }
    for (const part of [{ ...binary, data: 'd' }, binary, { type: 'hologram' }]) {
      expect(RunAgentInput.is(input([{ id: '', role: 'tool', toolCallId: '', content: [part] }]))).toBe(false)
    }
  })
})

describe('encode', () => {
  it('is the identity', () => {
    const tool: Tool = { name: 'f', description: '' }
    expect(Tool.encode(tool)).toBe(tool)
    const messages: Array<Message> = []
    expect(t.type({ messages: t.array(Message) }).encode({ messages }).messages).toBe(messages)
  })
})

describe('a codec of the protocol', () => {
  const Envelope = t.type({ sent: t.number, message: Message, tools: t.array(Tool) })

  it('has its place in the codecs of others', () => {
    const envelope = {
      sent: 1,
      message: { id: '', role: 'user', content: '', x: 1 },
      tools: [{ name: '', description: '' }]
    }
    expect(Envelope.decode(envelope)).toEqual({
      _tag: 'Right',
      right: { ...envelope, message: { id: '', role: 'user', content: '' } }
    })
    expect(Envelope.is(envelope)).toBe(false)
    expect(Envelope.is({ ...envelope, message: { id: '', role: 'assistant' } })).toBe(true)
    expectTypeOf<t.TypeOf<typeof Envelope>['message']>().toEqualTypeOf<Message>()
  })

  it('gives its contexts below those of the others', () => {
    const decoded = Envelope.decode({
      sent: '1',
      message: { id: '', role: 'tool', content: '' },
      tools: [{ name: '' }]
    })
    expect(pathsOf(decoded)).toEqual(['/sent', '/message/toolCallId', '/tools/0/description'])
  })

  it('has a name and an expectation to show', () => {
    expect(Tool.name).toBe('Tool')
    expect(Message.name).toBe('Message')
    expect(Tool.expected).toBe('an object')
    expect(t.array(Tool).name).toBe('Array<Tool>')
  })
})
