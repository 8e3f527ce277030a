/** Bodies that no one means well with: read in one walk, told in few words. That they are read at all is the assertion. */
import { describe, expect, it, vi } from 'vitest'
import { input, parse, read, refuse, said, told, toldOfInput } from '../reading.js'

vi.setConfig({ testTimeout: 120_000 })

const times = <A>(n: number, make: (i: number) => A): Array<A> => Array.from({ length: n }, (_, i) => make(i))

const ofUser = (content: ReadonlyArray<unknown>) => input([{ id: 'u', role: 'user', content }])
const ofTool = (content: ReadonlyArray<unknown>) => input([{ id: 't', role: 'tool', toolCallId: 'c', content }])

describe('deep values', () => {
  const deep = (n: number, inner = '1') => `${'{"a":['.repeat(n / 2)}${inner}${']}'.repeat(n / 2)}`

  it('inside what is open are handed on, not walked', () => {
    const text = deep(200_000)
    const body = parse(
      `{"threadId":"t","runId":"r","state":${text},"forwardedProps":${text},"messages":[{"id":"","role":"user","content":"","metadata":{"a":${text}}}],"tools":[{"name":"","description":"","parameters":${text}}]}`
    )
    const { received, warnings } = read(body, { nulls: 'lenient', snakeCase: true })
    expect(warnings).toEqual([])
    expect(received).toBe(body)
  })

  it('under what is not described are removed, not walked', () => {
    const text = deep(200_000)
    const { warnings } = read(
      parse(
        `{"threadId":"t","runId":"r","x":${text},"messages":[{"role":"narrator","x":${text}},{"id":"","role":"user","content":[{"type":"hologram","x":${text}},{"type":"image","source":{"type":"s3","x":${text}}},{"type":"binary","mimeType":"a/b","data":"d","x":${text}}]}]}`
      )
    )
    expect(warnings).toHaveLength(5)
  })

  it('in place of what is described are refused, not walked', () => {
    const text = deep(200_000)
    expect(refuse(parse(text)).errors.length).toBe(3)
    expect(refuse(parse(`{"threadId":${text},"runId":${text},"messages":${text}}`)).errors).toHaveLength(3)
    expect(refuse(parse(`[${text}]`)).errors).toHaveLength(1)
  })
})

describe('very many', () => {
  const million = parse(
    `{${times(1_000_000, i => `"x${i}":${i}`).join()},"threadId":"","runId":"","messages":[],"type":"binary","mimeType":"a/b","data":"d"}`
  )

  it('members that are not described', () => {
    const { warnings } = read(million, { snakeCase: true })
    expect(warnings).toHaveLength(101)
    expect(warnings.at(-1)?.counts).toEqual({ 'unrecognised-member': 999_903 })
  })

  it('members of a binary part', () => {
    expect(read(said(million)).warnings).toMatchObject([{ code: 'retired-binary', lossy: true }])
  })

  it('malformed messages', () => {
    const rejection = refuse(
      input(times(100_000, i => [7, null, { role: 7 }, { role: 'user', content: {}, x: 1 }][i % 4]))
    )
    expect(rejection.errors).toHaveLength(100)
    // Of four, three have one fault, and the last has a wrong content and no id.
    expect(rejection.more).toBe(125_000 - 100)
    expect(rejection.warnings.at(-1)?.counts).toEqual({ 'unrecognised-member': 24_900 })
  })

  it.each([
    ['unknown roles', input(times(200_000, () => ({ role: 'narrator' }))), 'unrecognised-role'],
    [
      'activity messages',
      input(times(100_000, i => ({ id: `${i}`, role: 'activity', activityType: '', content: {} }))),
      'activity-message'
    ],
    ['unknown parts', ofUser(times(200_000, () => ({ type: 'hologram' }))), 'unrecognised-part'],
    ['unknown parts of a result', ofTool(times(200_000, () => ({ type: 'hologram' }))), 'unrecognised-part'],
    [
      'binary parts',
      ofUser(times(100_000, i => ({ type: 'binary', mimeType: 'image/png', data: 'd', filename: `${i % 3}` }))),
      'retired-binary'
    ],
    ['unknown entries', input([], { resume: times(200_000, () => ({ status: 'x' })) }), 'unrecognised-status'],
    ['ids used again', input(times(100_000, () => ({ id: '', role: 'user', content: '' }))), 'duplicate-message-id'],
    [
      'orphans',
      input(times(100_000, i => ({ id: `${i}`, role: 'tool', toolCallId: '', content: '' }))),
      'orphan-tool-result'
    ],
    [
      'tools of one name',
      input([], { tools: times(100_000, () => ({ name: '', description: '' })) }),
      'duplicate-tool-name'
    ]
  ])('%s', (_, body, code) => {
    const { warnings } = read(body, { accepts: [] })
    expect(warnings.filter(warning => warning.code === code)).toHaveLength(100)
    expect(warnings.at(-1)?.counts?.[code as 'retired-null']).toBeGreaterThan(99_000 / 2)
  })

  it('calls that no one answers, backwards and forwards', () => {
    const calls = (n: number, from: number) =>
      times(n, i => ({ id: `${from + i}`, type: 'function', function: { name: '', arguments: '' } }))
    const body = input([
      { id: 'a', role: 'assistant', toolCalls: calls(100_000, 0) },
      ...times(50_000, i => ({ id: `t${i}`, role: 'tool', toolCallId: `${99_999 - i}`, content: '' }))
    ])
    const { warnings } = read(body)
    expect(told(warnings).slice(0, 2)).toEqual([
      'unanswered-tool-call /messages/0/toolCalls/0',
      'unanswered-tool-call /messages/0/toolCalls/1'
    ])
    expect(warnings.at(-1)?.counts).toEqual({ 'unanswered-tool-call': 49_900 })
  })

  it('calls that no one answers, more of them than a function takes arguments', () => {
    const toolCalls = times(300_000, i => ({ id: `${i}`, type: 'function', function: { name: '', arguments: '' } }))
    const { warnings } = read(input([{ id: 'a', role: 'assistant', toolCalls }]))
    expect(warnings.at(-1)?.counts).toEqual({ 'unanswered-tool-call': 299_900 })
  })

  it('parts that cannot be used, with and without something to say of each', () => {
    const image = (i: number) => ({ type: 'image', source: { type: 'file', value: `${i}`, provider: 'x' } })
    const body = input(times(1000, i => ({ id: `${i}`, role: 'user', content: times(100, image) })))
    expect(read(body, { accepts: [], maxWarnings: 200_000 }).warnings).toHaveLength(100_000)
    expect(read(body, { fileProviders: [] }).warnings.at(-1)?.counts).toEqual({ 'foreign-file': 99_900 })
  })

  it('messages of a role that is not allowed', () => {
    const body = input(times(100_000, i => ({ id: `${i}`, role: 'system', content: '' })))
    expect(refuse(body, { roles: ['user'] }).more).toBe(99_900)
  })
})

describe('very long', () => {
  const long = 'k'.repeat(10_000_000)

  it('names of members, roles, kinds and versions are told short', () => {
    const body = {
      ...input([
        { role: long },
        { id: '', role: 'user', [long]: 1, content: [{ type: long }, { type: 'image', source: { type: long } }] }
      ]),
      [long]: { a: 1 },
      protocolVersion: long
    }
    const { warnings } = read(body, { snakeCase: true })
    expect(toldOfInput(warnings)).toHaveLength(6)
    expect(JSON.stringify(warnings).length).toBeLessThan(5000)
  })

  it('ids, media types and providers are, too', () => {
    const source = { type: 'file', value: '', provider: long, mimeType: long }
    const body = input([
      { id: long, role: 'user', content: [{ type: 'image', source }] },
      {
        id: long,
        role: 'tool',
        toolCallId: long,
        content: [{ type: 'binary', mimeType: long, data: long, filename: long }]
      }
    ])
    for (const options of [{ accepts: ['image/png'] as const }, { fileProviders: [] }]) {
      const { warnings } = read(body, options)
      expect(JSON.stringify(warnings).length).toBeLessThan(5000)
    }
  })

  it('names in a refusal are', () => {
    const rejection = refuse({ [long]: 1, messages: [{ [long]: 1, role: 7 }], threadId: 7 })
    expect(JSON.stringify(rejection).length).toBeLessThan(5000)
    expect(rejection.errors).toHaveLength(3)
  })

  it('text is not looked at', () => {
    const body = said(
      { type: 'text', text: long },
      { type: 'image', source: { type: 'data', value: long, mimeType: 'image/png' } }
    )
    expect(read(body, { accepts: ['image'] }).warnings).toEqual([])
  })
})
