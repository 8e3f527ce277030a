/** Run inputs of all kinds: what the schema allows, what peers of every age send, and what no one should. */
import fc from 'fast-check'
import type { DecodeRunInputOptions } from '../../lib/decode.js'
import type { Json } from '../reading.js'

/** How many runs a property has; FC_RUNS multiplies them. */
export const runs = (n: number): { readonly seed: number; readonly numRuns: number } => ({
  seed: 20261201,
  numRuns: n * Number(process.env['FC_RUNS'] ?? 1)
})

const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  'm~n',
  '',
  '0',
  '\ud800',
  '\u0000',
  'thread_id',
  'mimeType'
]

/** Any name of a member, up to 80 characters. */
export const name: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...oddNames), fc.string({ maxLength: 4 }))

/** Any string: mostly short, sometimes with half a surrogate pair. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', 'a', 'b', '\udc00', 'https://example.com/a'),
  fc.string({ maxLength: 5, unit: 'binary' })
)

const objectOf = <A>(value: fc.Arbitrary<A>, maxLength = 3): fc.Arbitrary<Record<string, A>> =>
  fc.array(fc.tuple(name, value), { maxLength }).map(members => Object.fromEntries(members))

/** Any JSON value, with own `__proto__` keys, nulls and names of the protocol inside. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -1.5, 2 ** 53, '', 'x'),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    objectOf(tie('value'))
  )
})).value

const notNull = json.filter(value => value !== null)
const open = objectOf(json)
const id = fc.constantFrom('', 'i1', 'i2', 'i3')

/** An object with these required members and any of those optional ones, in any order. */
const record = (
  required: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: typeof required
): fc.Arbitrary<Json> =>
  fc
    .tuple(
      fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) }),
      fc.shuffledSubarray([...Object.keys(required), ...Object.keys(optional)], { minLength: 0 }),
      fc.boolean()
    )
    .map(([object, order, isShuffled]) => {
      const first = isShuffled ? order.filter(key => Object.hasOwn(object, key)) : []
      return Object.fromEntries([...first.map(key => [key, object[key]] as const), ...Object.entries(object)])
    })

const mediaType = fc.constantFrom('image/png', 'IMAGE/PNG; q=1', 'application/pdf', 'audio/wav', '', 'nonsense')
const provider = fc.constantFrom('openai', 'OpenAI', 'gemini', '')

const source = fc.oneof(
  record({ type: fc.constant('data'), value: text, mimeType: mediaType }, {}),
  record({ type: fc.constant('url'), value: text }, { mimeType: mediaType }),
  record({ type: fc.constant('file'), value: text }, { mimeType: mediaType, provider })
)
const textPart = record({ type: fc.constant('text'), text }, { id, metadata: notNull })
const mediaPart = record(
  { type: fc.constantFrom('image', 'audio', 'video', 'document'), source },
  { id, metadata: fc.oneof(notNull, fc.constant({ filename: 'a' })) }
)
const content = fc.oneof(
  text,
  ...Array.from({ length: 3 }, () => fc.array(fc.oneof(textPart, mediaPart), { maxLength: 3 }))
)

const attributable = { metadata: open, subagentRunId: text }
const base = { name: text, encryptedValue: text, ...attributable }

const toolCall = record(
  { id, type: fc.constant('function'), function: record({ name: text, arguments: text }, {}) },
  { encryptedValue: text, metadata: open }
)
const activity = record({ id, role: fc.constant('activity'), activityType: text, content: open }, attributable)
const message = fc.oneof(
  record({ id, role: fc.constantFrom('developer', 'system'), content: text }, base),
  record({ id, role: fc.constant('user'), content }, base),
  record(
    { id, role: fc.constant('assistant') },
    { content: text, toolCalls: fc.array(toolCall, { maxLength: 2 }), ...base }
  ),
  record(
    { id, role: fc.constant('tool'), content, toolCallId: id },
    { error: text, encryptedValue: text, ...attributable }
  ),
  record({ id, role: fc.constant('reasoning'), content: text }, { encryptedValue: text, ...attributable })
)
const tool = record({ name: text, description: text }, { parameters: notNull, metadata: open })
const resumeEntry = record(
  { interruptId: id, status: fc.constantFrom('resolved', 'cancelled') },
  { payload: notNull, metadata: open }
)

const inputOf = (messages: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  record(
    { threadId: text, runId: text, messages: fc.array(messages, { maxLength: 4 }) },
    {
      protocolVersion: fc.constant('1.0'),
      parentRunId: text,
      state: notNull,
      tools: fc.array(tool, { maxLength: 2 }),
      context: fc.array(record({ description: text, value: text }, {}), { maxLength: 2 }),
      forwardedProps: notNull,
      resume: fc.array(resumeEntry, { maxLength: 2 })
    }
  )

/** What the strict schema accepts, activity messages aside. */
export const clean: fc.Arbitrary<Json> = inputOf(message)

/** What the strict schema accepts. */
export const valid: fc.Arbitrary<Json> = inputOf(
  fc.oneof({ arbitrary: message, weight: 6 }, { arbitrary: activity, weight: 1 })
)

const binary = record(
  { type: fc.constant('binary') },
  {
    mimeType: fc.oneof(mediaType, mediaType, mediaType, fc.constant(7)),
    mime_type: mediaType,
    data: fc.constantFrom('', 'a', 'b', 'a', 7),
    url: fc.constantFrom('', 'a', 'b', 'a', null),
    id,
    filename: fc.constantFrom('', 'a', 'b'),
    detail: json
  }
)

const unknownPart = fc.oneof(
  fc.record({ type: fc.constantFrom('hologram', '__proto__', '') }),
  fc.record({ type: fc.constant('image'), source: fc.record({ type: fc.constant('s3') }), id: json })
)

/** A place in a value: what holds it, and under which key. */
interface Place {
  readonly holder: object
  readonly key: string | number
}

const openMembers = ['state', 'forwardedProps', 'metadata', 'parameters', 'payload']

/** The protocol's own places in a run input, the input's members first. */
export const placesIn = (value: unknown): ReadonlyArray<Place> => {
  if (typeof value !== 'object' || value === null) return []
  const isActivity = (value as Json)['role'] === 'activity'
  return (Array.isArray(value) ? [...value.keys()] : Object.keys(value)).flatMap(key => {
    const isOpen = openMembers.includes(String(key)) || (isActivity && key === 'content')
    return [{ holder: value, key }, ...(isOpen ? [] : placesIn((value as Json)[key]))]
  })
}

/** Sets an own member, `__proto__` too. */
const put = (holder: object, key: string | number, value: unknown): void => {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

const snakeCase = (key: string) => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

interface Change {
  readonly kind:
    'set' | 'null' | 'delete' | 'add' | 'respell' | 'tag' | 'insert' | 'binary' | 'unknown part' | 'activity'
  readonly where: number
  readonly name: string
  readonly value: unknown
  readonly part: Json
  readonly unknown: object
  readonly activity: Json
}

/** A copy with its own `__proto__` keys. */
export const copyOf = <A>(value: A): A => JSON.parse(JSON.stringify(value)) as A

const change = (input: Json, { kind, where, name, value, part, unknown, activity }: Change): Json => {
  const places = placesIn(input)
  const tags = places.filter(({ key }) => ['role', 'type', 'status'].includes(String(key)))
  const ofTwoWords = places.filter(({ key }) => /[A-Z]/.test(String(key)))
  const lists = places.flatMap(({ holder, key }) => {
    const list = (holder as Json)[key]
    return Array.isArray(list) ? [{ list: list as Array<unknown>, key }] : []
  })
  const from = <A>(all: ReadonlyArray<A>): A | undefined => all[where % Math.max(all.length, 1)]
  const intoList = (key: string, element: unknown) =>
    from(lists.filter(each => each.key === key))?.list.splice(where % 3, 0, copyOf(element))
  const place = from(kind === 'tag' ? tags : kind === 'respell' ? ofTwoWords : places)
  if (place === undefined) return input
  const { holder, key } = place
  switch (kind) {
    case 'set':
      put(holder, key, value)
      break
    case 'null':
      put(holder, key, null)
      break
    case 'delete':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else Reflect.deleteProperty(holder, key)
      break
    case 'add':
      if (!Array.isArray(holder)) put(holder, name, value)
      break
    case 'respell':
      put(holder, snakeCase(String(key)), (holder as Json)[key])
      if (where % 3 > 0) Reflect.deleteProperty(holder, key)
      break
    case 'tag':
      put(holder, key, name)
      break
    case 'insert':
      from(lists)?.list.splice(where % 3, 0, value)
      break
    case 'binary':
      intoList('content', part)
      break
    case 'unknown part':
      intoList('content', unknown)
      break
    case 'activity':
      intoList('messages', activity)
      break
  }
  return input
}

const changes = (...kinds: ReadonlyArray<Change['kind']>) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      where: fc.nat(10_000),
      name,
      value: json,
      part: binary,
      unknown: unknownPart,
      activity
    }),
    { maxLength: 6 }
  )

const changed = (input: fc.Arbitrary<Json>, ...kinds: ReadonlyArray<Change['kind']>): fc.Arbitrary<Json> =>
  fc.tuple(input, changes(...kinds)).map(([body, all]) => all.reduce(change, copyOf(body)))

/** Valid inputs with what peers of every age send: mostly served. */
export const aged: fc.Arbitrary<Json> = changed(
  valid,
  'add',
  'respell',
  'tag',
  'binary',
  'unknown part',
  'activity',
  'null',
  'add',
  'binary',
  'unknown part'
)

/** Inputs that may have anything anywhere. */
export const odd: fc.Arbitrary<Json> = changed(
  valid,
  'set',
  'null',
  'delete',
  'add',
  'respell',
  'tag',
  'insert',
  'binary',
  'unknown part',
  'activity'
)

/** A valid input, and the same with some of the protocol's own values made wrong. */
export const broken: fc.Arbitrary<readonly [Json, Json]> = fc
  .tuple(valid, changes('set', 'null', 'set'))
  .map(([body, all]) => [body, all.reduce(change, copyOf(body))] as const)

/** How a body may be read, application codecs aside. */
export const options: fc.Arbitrary<DecodeRunInputOptions> = fc.record(
  {
    nulls: fc.constantFrom('listed', 'lenient'),
    snakeCase: fc.boolean(),
    accepts: fc.subarray(['image', 'audio', 'application/pdf', 'image/png', 'video/*'] as const),
    fileProviders: fc.subarray(['openai', 'gemini'])
  },
  { requiredKeys: [] }
)
