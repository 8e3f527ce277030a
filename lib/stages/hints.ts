/**
 * The spellings that people really send, and how AG-UI spells them. A hint says what the sender probably meant; it never
 * changes what is read.
 */
import { isObject, snakeCase } from '../codec/index.js'
import type { JsonType } from '../outcome/JsonType.js'
import { quoted, type Path } from '../outcome/pointer.js'
import * as protocol from '../protocol/index.js'

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The members that each object of a run input has. */
const described = new Map<string, ReadonlyArray<string>>(
  Object.values(protocol).flatMap(codec =>
    typeof codec === 'object' && 'shape' in codec ? [[codec.name, Object.keys(codec.shape)] as const] : []
  )
)

/** Members that other protocols have in place of ours. */
const otherMembers: Readonly<Record<string, string>> = {
  parts: 'content',
  tool_calls: 'toolCalls',
  toolInvocations: 'toolCalls',
  messageId: 'id',
  mediaType: 'mimeType',
  media_type: 'mimeType',
  contentType: 'mimeType',
  inputSchema: 'parameters',
  input_schema: 'parameters',
  sessionId: 'threadId',
  session_id: 'threadId',
  conversationId: 'threadId',
  conversation_id: 'threadId',
  chatId: 'threadId',
  chat_id: 'threadId',
  tool_use_id: 'toolCallId',
  toolUseId: 'toolCallId',
  call_id: 'toolCallId',
  callId: 'toolCallId',
  args: 'arguments',
  sender: 'role'
}

/** Members that other protocols have in a source in place of `value`. */
const otherValues: ReadonlyArray<string> = ['url', 'uri', 'data', 'base64', 'file_id', 'fileId', 'id']

/** What AG-UI calls a member of this name, where it has one on this object. */
const spelling = (of: string, name: string): string | undefined => {
  if (name.length > 40) return undefined
  const candidates = [
    camelCase(name),
    entry(otherMembers, name),
    of.endsWith('Source') && otherValues.includes(name) ? 'value' : undefined
  ]
  return candidates.find(candidate => candidate !== undefined && described.get(of)?.includes(candidate))
}

const entry = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const flatTool = 'a tool is flat here: take "name", "description" and "parameters" out of "function"'
const nestedCall = 'a tool call has its name, and its arguments as text, in "function": { "name", "arguments" }'

export const hintForMember = (of: string, name: string): string => {
  const meant = spelling(of, name)
  if (meant !== undefined) return `AG-UI spells it ${JSON.stringify(meant)}`
  if (of === 'Tool' && name === 'function') return flatTool
  if (of === 'ToolCall' && ['name', 'arguments', 'args'].includes(name)) return nestedCall
  if (of === 'RunAgentInput') return 'what is your own belongs in "forwardedProps"'
  return described.get(of)?.includes('metadata') ? 'what is your own belongs in "metadata"' : 'leave it out'
}

const otherParts: Readonly<Record<string, string>> = {
  image_url: 'send { "type": "image", "source": { "type": "url", "value": … } }',
  input_image: 'send { "type": "image", "source": { "type": "url", "value": … } }',
  input_audio: 'send { "type": "audio", "source": { "type": "data", "value": …, "mimeType": … } }',
  file: 'send { "type": "document", "source": { "type": "data", "value": …, "mimeType": … } }, or "image", "audio" or "video"',
  input_file: 'send { "type": "document", "source": { "type": "file", "value": … } }',
  input_text: 'send { "type": "text", "text": … }',
  output_text: 'send { "type": "text", "text": … }',
  binary: 'a "binary" part needs a "mimeType" and "data" or a "url" to be translated; a bare "id" names nothing'
}

export const hintForPart = (type: string): string =>
  entry(otherParts, type) ?? 'send "text", "image", "audio", "video" or "document"'

const otherSources: Readonly<Record<string, string>> = {
  base64: 'send { "type": "data", "value": …, "mimeType": … }',
  uri: 'send { "type": "url", "value": … }',
  image_url: 'send { "type": "url", "value": … }',
  file_id: 'send { "type": "file", "value": … }',
  id: 'send { "type": "file", "value": … }'
}

export const hintForSource = (type: string): string =>
  entry(otherSources, type) ?? 'send a source of type "data", "url" or "file"'

const otherRoles: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  agent: 'assistant',
  function: 'tool'
}

export const hintForRole = (role: string): string => {
  const meant = entry(otherRoles, role)
  return meant === undefined
    ? `send it under one of the seven roles: ${protocol.roles.join(', ')}`
    : `AG-UI calls it ${JSON.stringify(meant)}`
}

/** Why a described member is not what it should be, judged by what stands beside it and by what is there. */
export const hintForFault = (path: Path, got: JsonType, body: unknown): string | undefined => {
  if (path.length === 0) return hintForBody(got)
  if (isApplications(path)) return undefined
  const member = path.at(-1)
  const container = path
    .slice(0, -1)
    .reduce<unknown>((u, key) => (u as Readonly<Record<string | number, unknown>>)[key], body)
  if (!isObject(container) || typeof member !== 'string') return undefined
  if (got !== 'absent') return hintForType(member, got, container)
  return (
    hintForAbsent(member, container)
    ?? (path.length === 1 ? hintForWrapped(container) : undefined)
    ?? hintForId(member, container)
  )
}

/** Of the whole body. */
const hintForBody = (got: JsonType): string | undefined => {
  if (got === 'string')
    return 'The JSON is a string, as of an input that was serialised twice; send JSON.stringify(input) as it is.'
  return got === 'array' ? 'Send one RunAgentInput, not a list.' : undefined
}

/** Whether a path leads into a value that AG-UI gives no meaning, and whose members it does not spell (R25). */
const isApplications = ([top, ...below]: Path): boolean =>
  below.length > 0 && (top === 'state' || top === 'forwardedProps' || top === 'forwarded_props')

const hintForAbsent = (member: string, container: Readonly<Record<string, unknown>>): string | undefined => {
  const snake = snakeCase(member)
  if (snake !== member && Object.hasOwn(container, snake)) {
    return `"${snake}" looks like the snake_case spelling of "${member}"; AG-UI member names are camelCase.`
  }
  const other = otherNames(member).find(name => Object.hasOwn(container, name))
  if (other !== undefined) return `AG-UI calls "${other}" "${member}".`
  if (member === 'text' && Object.hasOwn(container, 'content')) return 'The text of a text part stands in "text".'
  if (member === 'source')
    return 'A media part has its bytes or its address in "source": { "type", "value", "mimeType" }.'
  if (member === 'function' && typeof container['name'] === 'string') return asSentence(nestedCall)
  if ((member === 'name' || member === 'description') && isObject(container['function'])) return asSentence(flatTool)
  if (member === 'role' && typeof container['type'] === 'string')
    return 'AG-UI names the sender of a message in "role".'
  return undefined
}

/** What other protocols call a member of ours. */
const otherNames = (member: string): ReadonlyArray<string> =>
  member === 'value' ? otherValues : Object.keys(otherMembers).filter(name => otherMembers[name] === member)

/** How many members of a body are looked at for one that holds a whole run input. */
const mostWrappers = 20

/** Of a run input that was sent inside something else. */
const hintForWrapped = (body: Readonly<Record<string, unknown>>): string | undefined => {
  const own = described.get('RunAgentInput')
  let looked = 0
  for (const name in body) {
    if (looked++ === mostWrappers) break
    const inner = body[name]
    if (own?.includes(name) !== true && isObject(inner) && Object.hasOwn(inner, 'messages'))
      return `The run input seems to stand in ${quoted(name)}; send it as the body itself.`
  }
  return undefined
}

const hintForId = (member: string, container: Readonly<Record<string, unknown>>): string | undefined => {
  if (member === 'runId') return 'The client makes up a new one for each run, such as crypto.randomUUID().'
  if (member === 'threadId') return 'The client makes up one for each conversation, such as crypto.randomUUID().'
  return member === 'id' && Object.hasOwn(container, 'role')
    ? 'The client makes up one for each message, such as crypto.randomUUID().'
    : undefined
}

/** A hint that stands by itself. */
const asSentence = (hint: string): string => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`

const hintForType = (
  member: string,
  got: JsonType,
  { role }: Readonly<Record<string, unknown>>
): string | undefined => {
  if (member === 'content' && got === 'null') {
    return role === 'assistant' ? 'Leave "content" out when there is no text.' : 'Send "" when there is no text.'
  }
  if (got === 'null')
    return 'AG-UI has no null members; leave an optional one out when it has no value, and give a required one its value.'
  if (member === 'content' && role === 'activity') return undefined
  if (member === 'content' && got === 'array')
    return 'Only user and tool messages take a list of parts; send the text as one string.'
  if (member === 'content' || member === 'arguments' || member === 'value')
    return 'Send it as text, serialised with JSON.stringify.'
  if (member === 'protocolVersion') return 'Write the version as a string, such as "1.0".'
  if (member === 'resume' && got === 'object') return 'Send a list, even for one answer.'
  return undefined
}
