/** The inputs that are measured, as the text that a server is sent. */

interface Payload {
  readonly name: string
  readonly text: string
  /** Options of `decodeRunInput` that this payload is about. */
  readonly options?: { readonly accepts: []; readonly fileProviders: [] }
}

const sentence = 'It will be mild and mostly dry tomorrow, with a light wind from the north-west in the afternoon. '

/** Five messages: a question with a picture, a tool call, its result, an answer, and thanks. */
const round = (i: number): ReadonlyArray<Readonly<Record<string, unknown>>> => [
  {
    id: `user-${i}`,
    role: 'user',
    content: [
      { type: 'text', text: `What will the weather be like here in ${i} days? ${sentence}` },
      i % 4 === 1
        ? { type: 'document', source: { type: 'file', value: `file-${i}`, provider: 'openai' } }
        : { type: 'image', source: { type: 'url', value: `https://example.com/${i}.png`, mimeType: 'image/png' } }
    ]
  },
  { id: `reasoning-${i}`, role: 'reasoning', content: sentence, encryptedValue: 'gAAAAABn'.repeat(8) },
  {
    id: `assistant-${i}`,
    role: 'assistant',
    content: 'Let me look.',
    toolCalls: [
      { id: `call-${i}`, type: 'function', function: { name: 'weather', arguments: `{"city":"Berlin","days":${i}}` } }
    ]
  },
  {
    id: `tool-${i}`,
    role: 'tool',
    content: `{"temperature":12,"wind":"NW","days":${i}}`.repeat(3),
    toolCallId: `call-${i}`
  },
  { id: `answer-${i}`, role: 'assistant', content: sentence.repeat(3) }
]

const tools = Array.from({ length: 10 }, (_, i) => ({
  name: `tool_${i}`,
  description: 'Looks something up for a city and a day.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 0 } },
    required: ['city']
  }
}))

const input = (messages: ReadonlyArray<unknown>): unknown => ({
  threadId: 'thread-1',
  runId: 'run-1',
  protocolVersion: '1.0',
  state: { cart: { items: [{ sku: 'a-1', qty: 2 }] }, locale: 'de' },
  messages,
  tools,
  context: [{ description: 'page', value: '/cart' }],
  forwardedProps: {}
})

const conversation = (length: number): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.from({ length: Math.ceil(length / 5) }, (_, i) => round(i))
    .flat()
    .slice(0, length)

const image = { type: 'image', source: { type: 'data', value: 'iVBORw0K'.repeat(2 ** 17), mimeType: 'image/png' } }

const long = conversation(2000)

export const payloads: ReadonlyArray<Payload> = [
  { name: 'small', text: JSON.stringify(input(conversation(5))) },
  { name: 'typical', text: JSON.stringify(input(conversation(50))) },
  { name: 'long', text: JSON.stringify(input(long)) },
  { name: 'huge', text: JSON.stringify(input(conversation(20000))) },
  {
    name: 'images',
    text: JSON.stringify(input([{ id: 'user-0', role: 'user', content: [image, image, image, image] }]))
  },
  { name: 'newer', text: JSON.stringify(input(long.map(message => ({ ...message, addedLater: 1 })))) },
  { name: 'downgraded', text: JSON.stringify(input(long)), options: { accepts: [], fileProviders: [] } },
  { name: 'refused', text: JSON.stringify(input(long.map(message => ({ ...message, id: 1 })))) }
]
