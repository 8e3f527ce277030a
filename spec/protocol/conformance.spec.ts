/**
 * The frozen 1.0 corpus and the schema, where the repository stands beside them: what is valid is served as it is; what is
 * invalid is refused, or served with exactly the unrecognised material gone (R9 to R21).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as protocol from '../../lib/decode.js'
import { input, places, read, refuse, said, toldOfInput, type Json } from '../reading.js'
import { objects } from './objects.js'

const folder = new URL('../../../shared/ag-ui-1.0/', import.meta.url)
const isPresent = existsSync(new URL('schema.json', folder))

const json = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Json

/** What a document of the corpus is, in a run input. */
const inBody: Readonly<Record<string, (document: Json) => Json>> = {
  RunAgentInput: document => document,
  UserMessage: document => input([document]),
  ToolMessage: document => input([document]),
  MessagesSnapshotEvent: ({ messages }) => input(messages as ReadonlyArray<unknown>),
  FileSource: document => said({ type: 'document', source: document }),
  ResumeEntry: document => input([], { resume: [document] }),
  Tool: document => input([], { tools: [document] })
}

const documents = (kind: 'valid' | 'invalid') =>
  (isPresent ? Object.keys(inBody) : []).flatMap(name =>
    readdirSync(new URL(`fixtures/${name}/${kind}`, folder))
      .filter(file => !file.endsWith('.expect.json'))
      .map(file => ({ name, file, body: inBody[name]?.(json(`fixtures/${name}/${kind}/${file}`)) ?? {} }))
  )

/** The invalid documents that only carry what 1.0 does not describe, or once did: what is told, and what is left. */
const served: Readonly<Record<string, { readonly warnings: ReadonlyArray<string>; readonly left: Json }>> = {
  'UserMessage/legacy-binary-part.json': {
    warnings: ['retired-binary /messages/0/content/0'],
    left: input([
      {
        id: '1',
        role: 'user',
        content: [{ type: 'image', source: { type: 'data', value: 'aGk=', mimeType: 'image/png' } }]
      }
    ])
  },
  'UserMessage/part-shaped-like-media-with-unknown-type.json': {
    warnings: ['unrecognised-part /messages/0/content/0'],
    left: input([{ id: '1', role: 'user', content: [] }])
  },
  'UserMessage/part-shaped-like-text-with-unknown-type.json': {
    warnings: ['unrecognised-part /messages/0/content/0'],
    left: input([{ id: '1', role: 'user', content: [] }])
  },
  'MessagesSnapshotEvent/unknown-role.json': { warnings: ['unrecognised-role /messages/0'], left: input([]) },
  'MessagesSnapshotEvent/role-shaped-like-an-assistant-message.json': {
    warnings: ['unrecognised-role /messages/0'],
    left: input([])
  },
  'MessagesSnapshotEvent/role-shaped-like-an-activity-message.json': {
    warnings: ['unrecognised-role /messages/0'],
    left: input([])
  },
  'MessagesSnapshotEvent/role-shaped-like-a-tool-message.json': {
    warnings: ['unrecognised-role /messages/0'],
    left: input([])
  },
  'ToolMessage/content-part-unknown-type.json': {
    warnings: ['unrecognised-part /messages/0/content/0', 'tool-result-emptied /messages/0/content'],
    left: input([{ id: '1', role: 'tool', toolCallId: 'c1', content: '' }])
  },
  'ResumeEntry/unknown-status.json': { warnings: ['unrecognised-status /resume/0'], left: input([], { resume: [] }) },
  'FileSource/reference-record.json': {
    warnings: ['unrecognised-member /messages/0/content/0/source/reference'],
    left: said({ type: 'document', source: { type: 'file', value: 'file-abc123' } })
  }
}

/** Where the others are refused. */
const refused: Readonly<Record<string, string>> = {
  'RunAgentInput/context-item-not-a-context.json': '/context/0',
  'RunAgentInput/messages-item-not-a-message.json': '/messages/0',
  'RunAgentInput/messages-missing.json': '/messages',
  'RunAgentInput/resume-item-not-a-resume-entry.json': '/resume/0',
  'RunAgentInput/tools-item-not-a-tool.json': '/tools/0',
  'UserMessage/content-missing.json': '/messages/0/content',
  'UserMessage/content-number.json': '/messages/0/content',
  'UserMessage/content-part-not-an-object.json': '/messages/0/content/0',
  'UserMessage/file-source-value-missing.json': '/messages/0/content/0/source/value',
  'MessagesSnapshotEvent/assistant-tool-call-not-a-tool-call.json': '/messages/0/toolCalls/0',
  'MessagesSnapshotEvent/message-metadata-null.json': '/messages/0/metadata',
  'MessagesSnapshotEvent/messages-item-not-a-message.json': '/messages/0',
  'ToolMessage/content-object.json': '/messages/0/content',
  'ToolMessage/tool-call-id-missing.json': '/messages/0/toolCallId',
  'FileSource/value-missing.json': '/messages/0/content/0/source/value',
  'Tool/name-missing.json': '/tools/0/name'
}

describe.skipIf(!isPresent)('the frozen corpus', () => {
  it.each(documents('valid'))('serves the valid $name/$file as it is', ({ body }) => {
    const { received, warnings } = read(body)
    const messages = body['messages'] as ReadonlyArray<{ role: string }>
    const activities = messages.flatMap(({ role }, i) =>
      role === 'activity' ? [`activity-message /messages/${i}`] : []
    )
    expect(toldOfInput(warnings)).toEqual(activities)
    expect(received).toEqual({ ...body, messages: messages.filter(({ role }) => role !== 'activity') })
  })

  it('says of every invalid document what becomes of it', () => {
    const names = documents('invalid').map(({ name, file }) => `${name}/${file}`)
    expect(names.sort()).toEqual([...Object.keys(served), ...Object.keys(refused)].sort())
  })

  it.each(documents('invalid'))('judges the invalid $name/$file', ({ name, file, body }) => {
    const expected = served[`${name}/${file}`]
    if (expected === undefined) {
      expect(places(refuse(body))).toEqual([refused[`${name}/${file}`]])
      return
    }
    const { received, warnings } = read(body)
    expect(toldOfInput(warnings)).toEqual(expected.warnings)
    expect(received).toEqual(expected.left)
  })
})

interface Definition {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: ReadonlyArray<string>
  readonly allOf?: ReadonlyArray<{ readonly $ref: string }>
  readonly unevaluatedProperties?: boolean
}

const definitions = isPresent ? (json('schema.json')['$defs'] as Readonly<Record<string, Definition>>) : {}

/** A definition with those it is composed of. */
const composed = (
  name: string
): { readonly members: ReadonlyArray<string>; readonly required: ReadonlyArray<string> } => {
  const { properties = {}, required = [], allOf = [] } = definitions[name] ?? {}
  const bases = allOf.map(({ $ref }) => composed($ref.replace('#/$defs/', '')))
  return {
    members: [...new Set([...Object.keys(properties), ...bases.flatMap(({ members }) => members)])].sort(),
    required: [...new Set([...required, ...bases.flatMap(({ required }) => required)])].sort()
  }
}

interface Described {
  readonly name: string
  readonly shape: Readonly<Record<string, object>>
}

/** The records that a codec is made of, itself included. */
const records = Object.values(protocol).filter(
  (codec): codec is typeof codec & Described => typeof codec === 'object' && 'shape' in codec
) as ReadonlyArray<Described>

const nested = (described: Described): ReadonlyArray<Described> => [
  described,
  ...Object.values(described.shape).flatMap(member => {
    const codec = ('optional' in member ? member.optional : member) as object
    return 'shape' in codec ? nested(codec as Described) : []
  })
]

const all = [...new Map(records.flatMap(nested).map(each => [each.name, each])).values()]

describe.skipIf(!isPresent)('the schema', () => {
  it.each(all)('has $name with the same members', ({ name, shape }) => {
    expect(definitions[name]?.unevaluatedProperties).toBe(false)
    expect({
      members: Object.keys(shape).sort(),
      required: Object.entries(shape)
        .flatMap(([key, member]) => ('optional' in member ? [] : [key]))
        .sort()
    }).toEqual(composed(name))
  })

  it.each(objects)('has $name as these specs have it', ({ name, full, required }) => {
    expect({ members: Object.keys(full).sort(), required: [...required].sort() }).toEqual(composed(name))
  })

  it('names the objects that these specs have, and no more', () => {
    const input = all.filter(({ name }) => !/Capabilities$|^SubagentInfo$/.test(name))
    expect(input.map(({ name }) => name).sort()).toEqual(objects.map(({ name }) => name).sort())
  })

  it('has every capability of an agent', () => {
    const names = Object.keys(definitions).filter(name => /Capabilities$|^SubagentInfo$/.test(name))
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['AgentCapabilities', 'IdentityCapabilities']))
    const capabilities = all.filter(({ name }) => name.endsWith('Capabilities')).map(({ name }) => name)
    expect([...capabilities, 'SubagentInfo'].sort()).toEqual(names.sort())
  })
})
