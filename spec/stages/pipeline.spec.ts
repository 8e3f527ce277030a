/** What comes of a body, all stages together: the order of things, names that are too long, and what is counted. */
import { describe, expect, it } from 'vitest'
import { decodeRunInput } from '../../lib/decode.js'
import { RunAgentInput } from '../../lib/protocol/index.js'
import { at, input, parse, places, read, refuse, returned, said, told, toldOfInput } from '../reading.js'

describe('the input', () => {
  it('has the three defaults, and nothing else that was absent (R59, R61)', () => {
    const body = { threadId: 't', runId: 'r', messages: [] }
    const { input: given, received } = read(body)
    expect(given).toEqual({ ...body, tools: [], context: [], state: {} })
    expect(Object.keys(given).sort()).toEqual(['context', 'messages', 'runId', 'state', 'threadId', 'tools'])
    expect(received).toBe(body)
  })

  it('has every member that the schema has, where it was sent', () => {
    const body = input([], {
      protocolVersion: '1.0',
      parentRunId: 'r0',
      state: { a: 1 },
      tools: [{ name: 'f', description: '', parameters: {} }],
      context: [{ description: 'd', value: 'v' }],
      forwardedProps: { b: 2 },
      resume: [{ interruptId: 'i', status: 'resolved' }]
    })
    expect(Object.keys(body).sort()).toEqual(Object.keys(RunAgentInput.shape).sort())
    expect(read(body).input).toEqual(body)
  })

  it('keeps an empty resume apart from an absent one', () => {
    expect(read(input([], { resume: [] })).input.resume).toEqual([])
    expect('resume' in read(input([])).input).toBe(false)
  })

  it('has no activity messages, and neither has what is received (R63)', () => {
    const activity = { id: 'a', role: 'activity', activityType: 'search', content: { a: null } }
    const user = { id: 'u', role: 'user', content: 'hi' }
    const { input: given, received, warnings } = read(input([activity, user, { ...activity, x: 1 }]))
    expect(given.messages).toEqual([user])
    expect(given.messages[0]).toBe(user)
    expect(received.messages).toEqual([user])
    expect(told(warnings)).toEqual([
      'unrecognised-member /messages/2/x',
      'activity-message /messages/0',
      'activity-message /messages/2'
    ])
    expect(warnings[1]).toMatchObject({ kind: 'removed', lossy: false })
    expect(places(refuse(input([{ ...activity, content: [] }])))).toEqual(['/messages/0/content'])
  })

  it('shares everything with what was sent', () => {
    const body = input([{ id: 'u', role: 'user', content: [{ type: 'text', text: '' }], metadata: {} }], {
      state: { a: [1] },
      forwardedProps: { b: [2] },
      tools: [{ name: 'f', description: '', parameters: { c: 3 } }],
      x: 1
    })
    const { input: given, received } = read(body)
    for (const pointer of ['/state', '/forwardedProps', '/messages', '/messages/0', '/tools', '/tools/0/parameters']) {
      expect(at(given, pointer), pointer).toBe(at(body, pointer))
      expect(at(received, pointer), pointer).toBe(at(body, pointer))
    }
  })

  it('is copied only along the way to what is removed', () => {
    const clean = { id: '1', role: 'user', content: [{ type: 'text', text: '' }] }
    const part = { type: 'text', text: '' }
    const body = input([clean, { id: '2', role: 'user', metadata: {}, content: [part, { type: 'hologram' }] }])
    const { received } = read(body)
    expect(received.messages[0]).toBe(clean)
    expect(at(received, '/messages/1/content/0')).toBe(part)
    expect(at(received, '/messages/1/metadata')).toBe(at(body, '/messages/1/metadata'))
    expect(at(body, '/messages/1/content')).toHaveLength(2)
  })
})

describe('a name', () => {
  const long = 'k'.repeat(10_000)
  const cut = `${'k'.repeat(79)}…`

  it.each([
    ['a/b', '/a~1b'],
    ['m~n', '/m~0n'],
    ['~1', '/~01'],
    ['', '/'],
    ['0', '/0'],
    ['k'.repeat(80), `/${'k'.repeat(80)}`]
  ])('of a member, %j, is pointed at as %j (RFC 6901)', (name, pointer) => {
    expect(told(read(input([], { [name]: 1 })).warnings)).toEqual([`unrecognised-member ${pointer}`])
  })

  it('of a member over 80 characters stands beside the pointer to its parent, cut', () => {
    const { warnings } = read(input([{ id: '', role: 'user', content: '', [long]: 1 }], { [long]: 1 }))
    expect(warnings).toMatchObject([
      { pointer: '/messages/0', member: cut, name: cut },
      { pointer: '', member: cut, name: cut }
    ])
    for (const { message } of warnings) expect(message.length).toBeLessThan(300)
  })

  it('is never cut within a surrogate pair', () => {
    const { warnings } = read(input([], { [`${'k'.repeat(78)}😀😀`]: 1 }))
    expect(warnings[0]?.member).toBe(`${'k'.repeat(78)}…`)
  })

  it.each([
    ['a role', input([{ role: long }]), '/messages/0'],
    ['a part', said({ type: long }), '/messages/0/content/0'],
    ['a source', said({ type: 'image', source: { type: long } }), '/messages/0/content/0'],
    ['a tool call', input([{ id: '', role: 'assistant', toolCalls: [{ type: long }] }]), '/messages/0/toolCalls/0'],
    ['a status', input([], { resume: [{ status: long }] }), '/resume/0'],
    ['a version', input([], { protocolVersion: long }), '/protocolVersion']
  ])('of %s is repeated short', (_, body, pointer) => {
    const { warnings } = read(body)
    expect(warnings).toMatchObject([{ pointer, name: cut }])
    expect(warnings[0]?.message).toContain(cut)
    expect(warnings[0]?.message).not.toContain('k'.repeat(80))
  })

  it('with control characters is escaped in the sentence', () => {
    const { warnings } = read(input([{ role: 'a\nb\u0000"' }]))
    expect(warnings[0]?.message).toContain('"a\\nb\\u0000\\""')
    expect(warnings[0]?.name).toBe('a\nb\u0000"')
  })
})

describe('the caps', () => {
  const holograms = (n: number) => Array.from({ length: n }, () => ({ type: 'hologram' }))

  it.each([0, 1, 99, 100, 101, 250])('let 100 warnings of a code through: of %d', n => {
    const { warnings } = read(said(...holograms(n)))
    expect(warnings.filter(({ code }) => code === 'unrecognised-part')).toHaveLength(Math.min(n, 100))
    const last = warnings.at(-1)
    if (n <= 100) expect(last?.code).not.toBe('more-warnings')
    else
      expect(last).toMatchObject({
        kind: 'capped',
        pointer: '',
        lossy: false,
        counts: { 'unrecognised-part': n - 100 }
      })
  })

  it.each([0, 1, 7])('are %d with the option, of each code', maxWarnings => {
    const body = { ...said(...holograms(9)), ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x${i}`, 1])) }
    const { warnings } = read(body, { maxWarnings })
    expect(warnings).toHaveLength(2 * maxWarnings + 1)
    expect(warnings.at(-1)?.counts).toEqual({
      'unrecognised-part': 9 - maxWarnings,
      'unrecognised-member': 9 - maxWarnings
    })
  })

  it('count over all stages, in one last warning', () => {
    const activities = Array.from({ length: 5 }, (_, i) => ({
      id: `${i}`,
      role: 'activity',
      activityType: '',
      content: {}
    }))
    const body = input([
      ...activities,
      { id: 'x', role: 'user', content: [...holograms(5), { type: 'audio', source: { type: 'url', value: '' } }] }
    ])
    const { warnings } = read(body, { maxWarnings: 2, accepts: [] })
    expect(told(warnings)).toEqual([
      'unrecognised-part /messages/5/content/0',
      'unrecognised-part /messages/5/content/1',
      'activity-message /messages/0',
      'activity-message /messages/1',
      'unusable-part /messages/5/content/5',
      'more-warnings '
    ])
    expect(warnings.at(-1)?.counts).toEqual({ 'unrecognised-part': 3, 'activity-message': 3 })
  })

  it.each([1, 100, 101, 5000])('let 100 faults through, and count the rest: of %d', n => {
    const rejection = refuse(input(Array.from({ length: n }, () => 7)))
    expect(rejection.errors).toHaveLength(Math.min(n, 100))
    expect(rejection.more).toBe(Math.max(n - 100, 0))
    expect(places(rejection)[0]).toBe('/messages/0')
    expect(rejection.toJSON().more).toBe(n > 100 ? n - 100 : undefined)
  })

  it('keep a refusal under 64 KiB of UTF-8, whatever is wrong', () => {
    const name = (i: number) => `${'\u0001'.repeat(78)}${String.fromCodePoint(0x4e00 + i)}`
    const members = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [name(i), 1]))
    const many = Array.from({ length: 500 }, (_, i) => ({
      id: 7,
      role: 'user',
      content: [...holograms(2), { type: name(i) }],
      ...members,
      metadata: 7
    }))
    const rejection = refuse(
      { ...members, messages: many, tools: [null], resume: [{ status: name(1) }] },
      { maxWarnings: 1000 }
    )
    const text = JSON.stringify(rejection)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024)
    const { errors = [], more = 0, warnings = [] } = rejection.toJSON()
    expect(errors).toHaveLength(100)
    expect(more).toBe(903)
    expect(warnings.at(-1)?.code).toBe('more-warnings')
    expect(text).not.toContain('\n')
  })
})

describe('a refusal', () => {
  it('tells what was stripped on the way: it may explain what is missing', () => {
    const rejection = refuse({ thread_id: '', runId: '', messages: [{ role: 'narrator' }] })
    expect(told(rejection.warnings)).toEqual(['unrecognised-member /thread_id', 'unrecognised-role /messages/0'])
    expect(places(rejection)).toEqual(['/threadId'])
  })

  it('is judged by what the client sent, not by what would be left out later', () => {
    expect(places(refuse(returned({ type: 'image', source: 7 }), { accepts: [] }))).toEqual([
      '/messages/0/content/0/source'
    ])
  })

  it('is an Either, as fp-ts has it', () => {
    const outcome = decodeRunInput(parse('[]'))
    expect(outcome._tag).toBe('Left')
    expect(
      toldOfInput(decodeRunInput(input([]))._tag === 'Right' ? [] : [{ code: '', pointer: '', kind: '' }])
    ).toEqual([])
  })
})
