/** Every member of more than one word in snake_case, with the option and without (R45). */
import { describe, expect, it } from 'vitest'
import { at, input, parse, places, read, refuse, toldOfInput, type Json } from '../reading.js'
import { members, without } from './objects.js'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const respelt = members
  .filter(({ member }) => /[A-Z]/.test(member))
  .map(row => ({ ...row, snake: snakeCase(row.member) }))

/** The object with one member respelt, in its place. */
const spelt = (full: Json, member: string, snake: string): Json =>
  Object.fromEntries(Object.entries(full).map(([key, value]) => [key === member ? snake : key, value]))

const asActivity = (name: string) => (name === 'ActivityMessage' ? ['activity-message /messages/0'] : [])

describe('a snake_case spelling', () => {
  it('is tried for all members of more than one word', () => {
    expect(new Set(respelt.map(({ snake }) => snake))).toEqual(
      new Set([
        'thread_id',
        'run_id',
        'protocol_version',
        'parent_run_id',
        'forwarded_props',
        'encrypted_value',
        'subagent_run_id',
        'tool_calls',
        'tool_call_id',
        'activity_type',
        'mime_type',
        'interrupt_id'
      ])
    )
  })

  it.each(respelt)('is read as $name.$member with the option', ({ name, full, member, snake, pointer, inBody }) => {
    const { received, warnings } = read(inBody(spelt(full, member, snake)), { snakeCase: true })
    expect(toldOfInput(warnings)).toEqual([`snake-case-member ${pointer}/${snake}`, ...asActivity(name)])
    expect(warnings[0]?.lossy).toBe(false)
    if (name !== 'ActivityMessage') expect(at(received, pointer)).toEqual(full)
  })

  it.each(respelt.filter(({ isRequired }) => isRequired))(
    'is unrecognised for $name.$member without it, which is missing then',
    ({ full, member, snake, pointer, inBody }) => {
      const rejection = refuse(inBody(spelt(full, member, snake)))
      expect(places(rejection)).toEqual([`${pointer}/${member}`])
      expect(rejection.errors[0]).toMatchObject({ got: 'absent', hint: expect.stringContaining(snake) as string })
      expect(toldOfInput(rejection.warnings)).toEqual([`unrecognised-member ${pointer}/${snake}`])
      expect(rejection.warnings[0]?.message).toContain(JSON.stringify(member))
    }
  )

  it.each(respelt.filter(({ isRequired }) => !isRequired))(
    'is unrecognised for $name.$member without it, and goes',
    ({ name, full, member, snake, pointer, inBody }) => {
      const { received, warnings } = read(inBody(spelt(full, member, snake)))
      expect(toldOfInput(warnings)).toEqual([`unrecognised-member ${pointer}/${snake}`, ...asActivity(name)])
      if (name !== 'ActivityMessage') expect(at(received, pointer)).toEqual(without(full, member))
    }
  )

  it.each(respelt)('of $name.$member beside the camelCase one is unrecognised', row => {
    const { name, full, snake, pointer, inBody } = row
    for (const snakeCase of [true, false]) {
      for (const object of [
        { ...full, [snake]: 7 },
        { [snake]: 7, ...full }
      ]) {
        const { received, warnings } = read(inBody(object), { snakeCase })
        expect(toldOfInput(warnings)).toEqual([`unrecognised-member ${pointer}/${snake}`, ...asActivity(name)])
        if (name !== 'ActivityMessage') expect(at(received, pointer)).toEqual(full)
      }
    }
  })

  it.each(respelt)('of $name.$member is judged like the camelCase one', ({ full, member, snake, pointer, inBody }) => {
    const object = spelt({ ...full, [member]: 7 }, member, snake)
    if (member === 'forwardedProps') {
      expect(at(read(inBody(object), { snakeCase: true }).received, '/forwardedProps')).toBe(7)
      return
    }
    const rejection = refuse(inBody(object), { snakeCase: true })
    expect(places(rejection)).toEqual([`${pointer}/${snake}`])
  })

  it('with a null is read as one, and as a null', () => {
    const body = input([], { parent_run_id: null, forwarded_props: null })
    expect(toldOfInput(read(body, { snakeCase: true, nulls: 'lenient' }).warnings)).toEqual([
      'snake-case-member /parent_run_id',
      'lenient-null /parent_run_id',
      'snake-case-member /forwarded_props',
      'retired-null /forwarded_props'
    ])
    expect(places(refuse(body, { snakeCase: true }))).toEqual(['/parent_run_id'])
  })

  it('is left alone inside what is open', () => {
    const open = { thread_id: 1, tool_calls: [{ mime_type: 2 }], forwarded_props: null }
    const body = input([{ id: '', role: 'user', content: '', metadata: open }], {
      state: open,
      forwardedProps: open,
      tools: [{ name: '', description: '', parameters: open, metadata: open }],
      resume: [{ interruptId: '', status: 'resolved', payload: open, metadata: open }]
    })
    const { received, warnings } = read(body, { snakeCase: true })
    expect(warnings).toEqual([])
    expect(received).toBe(body)
  })

  it('is read at every depth at once, with pointers spelt as sent', () => {
    const { received, warnings } = read(
      {
        thread_id: 't',
        run_id: 'r',
        messages: [
          {
            id: 'a',
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name: '', arguments: '' } }]
          },
          {
            id: 'b',
            role: 'tool',
            tool_call_id: 'c',
            content: [{ type: 'audio', source: { type: 'file', value: '', mime_type: 'x' } }]
          },
          { id: 'd', role: 'tool', tool_call_id: 'e', subagent_run_id: 's', content: '', nonsense_member: 1 }
        ]
      },
      { snakeCase: true }
    )
    expect(received).toEqual({
      threadId: 't',
      runId: 'r',
      messages: [
        {
          id: 'a',
          role: 'assistant',
          toolCalls: [{ id: 'c', type: 'function', function: { name: '', arguments: '' } }]
        },
        {
          id: 'b',
          role: 'tool',
          toolCallId: 'c',
          content: [{ type: 'audio', source: { type: 'file', value: '', mimeType: 'x' } }]
        },
        { id: 'd', role: 'tool', toolCallId: 'e', subagentRunId: 's', content: '' }
      ]
    })
    expect(toldOfInput(warnings)).toEqual([
      'snake-case-member /thread_id',
      'snake-case-member /run_id',
      'snake-case-member /messages/0/tool_calls',
      'snake-case-member /messages/1/tool_call_id',
      'snake-case-member /messages/1/content/0/source/mime_type',
      'snake-case-member /messages/2/tool_call_id',
      'snake-case-member /messages/2/subagent_run_id',
      'unrecognised-member /messages/2/nonsense_member'
    ])
  })

  it('of an unanswered call is where the history remark points', () => {
    const call = { id: 'c', type: 'function', function: { name: '', arguments: '' } }
    const { warnings } = read(input([{ id: 'a', role: 'assistant', tool_calls: [call] }]), { snakeCase: true })
    expect(warnings.at(-1)).toMatchObject({ code: 'unanswered-tool-call', pointer: '/messages/0/tool_calls/0' })
  })

  it('of a newer version is where the version warning, or the refusal, points', () => {
    const body = input([], { protocol_version: '2.0' })
    expect(toldOfInput(read(body, { snakeCase: true }).warnings)).toEqual([
      'snake-case-member /protocol_version',
      'newer-major-version /protocol_version'
    ])
    expect(places(refuse(body, { snakeCase: true, newerMajor: 'reject' }))).toEqual(['/protocol_version'])
  })

  it('that Object.prototype has is no spelling', () => {
    const body = parse('{"threadId":"t","runId":"r","messages":[],"__proto__":{"a":1},"constructor":1,"toString":2}')
    expect(toldOfInput(read(body, { snakeCase: true }).warnings)).toEqual([
      'unrecognised-member /__proto__',
      'unrecognised-member /constructor',
      'unrecognised-member /toString'
    ])
  })
})
