/**
 * The spellings that people really send, and how AG-UI spells them. A hint says what the sender probably meant; it never
 * changes what is read.
 */
import { isObject, snakeCase } from '../codec/index.js'
import type { JsonType } from '../outcome/JsonType.js'
import type { Path } from '../outcome/pointer.js'
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
  sender: 'role'
}

/** What AG-UI calls a member of this name, where it has one on this object. */
const spelling = (of: string, name: string): string | undefined => {
  if (name.length > 40) return undefined
  const candidates = [camelCase(name), Object.hasOwn(otherMembers, name) ? otherMembers[name] : undefined]
  return candidates.find(candidate => candidate !== undefined && described.get(of)?.includes(candidate))
}

export const hintForMember = (of: string, name: string): string => {
  const meant = spelling(of, name)
  if (meant !== undefined) return `AG-UI spells it ${JSON.stringify(meant)}`
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
  (Object.hasOwn(otherParts, type) ? otherParts[type] : undefined)
  ?? 'send "text", "image", "audio", "video" or "document"'

/** Why a described member is not what it should be, judged by what stands beside it and by what is there. */
export const hintForFault = (path: Path, got: JsonType, body: unknown): string | undefined => {
  if (isApplications(path)) return undefined
  const member = path.at(-1)
  const container = path
    .slice(0, -1)
    .reduce<unknown>((u, key) => (u as Readonly<Record<string | number, unknown>>)[key], body)
  if (!isObject(container) || typeof member !== 'string') return undefined
  return got === 'absent' ? hintForAbsent(member, container) : hintForType(member, got, container)
}

/** Whether a path leads into a value that AG-UI gives no meaning, and whose members it does not spell (R25). */
const isApplications = ([top, ...below]: Path): boolean =>
  below.length > 0 && (top === 'state' || top === 'forwardedProps' || top === 'forwarded_props')

const hintForAbsent = (member: string, container: Readonly<Record<string, unknown>>): string | undefined => {
  const snake = snakeCase(member)
  if (snake !== member && Object.hasOwn(container, snake)) {
    return `"${snake}" looks like the snake_case spelling of "${member}"; AG-UI member names are camelCase.`
  }
  const [other] =
    Object.entries(otherMembers).find(([name, ours]) => ours === member && Object.hasOwn(container, name)) ?? []
  if (other !== undefined) return `AG-UI calls "${other}" "${member}".`
  if (member === 'text' && Object.hasOwn(container, 'content')) return 'The text of a text part stands in "text".'
  if (member === 'source')
    return 'A media part has its bytes or its address in "source": { "type", "value", "mimeType" }.'
  return undefined
}

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
