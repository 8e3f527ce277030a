/** Every member of every protocol object as a whole null, in both modes (R31 to R36). */
import { describe, expect, it } from 'vitest'
import { at, parse, places, read, refuse, toldOfInput } from '../reading.js'
import { members, objects, retiredNulls, without } from './objects.js'

const isGone = ({ name, pointer, full, member }: (typeof members)[number], received: unknown) => {
  const object = name === 'ActivityMessage' ? without(full, member) : at(received, pointer)
  expect(object).toEqual(without(full, member))
}

const asActivity = (name: string) => (name === 'ActivityMessage' ? ['activity-message /messages/0'] : [])

const required = members.filter(({ isRequired }) => isRequired)
const optional = members.filter(({ isRequired }) => !isRequired)
const retired = optional.filter(({ name, member }) => retiredNulls.includes(`${name}.${member}`))
const strict = optional.filter(({ name, member }) => !retiredNulls.includes(`${name}.${member}`))

describe('a whole null', () => {
  it('is tried on all objects', () => {
    expect(retired.map(({ name, member }) => `${name}.${member}`).sort()).toEqual([...retiredNulls].sort())
    expect(objects).toHaveLength(21)
    expect(required.length + optional.length).toBe(members.length)
  })

  it.each(objects)('is nowhere in a whole $name, which is served without a warning', ({ name, full, inBody }) => {
    const { received, warnings } = read(inBody(full))
    expect(toldOfInput(warnings)).toEqual(asActivity(name))
    if (name !== 'ActivityMessage') expect(received).toEqual(inBody(full))
  })

  describe.each(['listed', 'lenient'] as const)('with nulls %s', nulls => {
    it.each(required)('is refused in the required $name.$member (R7)', ({ pointer, full, member, inBody }) => {
      const rejection = refuse(inBody({ ...full, [member]: null }), { nulls })
      expect(places(rejection)).toEqual([`${pointer}/${member}`])
      expect(rejection.errors[0]?.got).toBe('null')
      expect(rejection.status).toBe(400)
    })

    it.each(retired)('is read as absent in $name.$member (R34, R35)', row => {
      const { name, pointer, full, member, inBody } = row
      const { received, warnings, input } = read(inBody({ ...full, [member]: null }), { nulls })
      expect(toldOfInput(warnings)).toEqual([`retired-null ${pointer}/${member}`, ...asActivity(name)])
      isGone(row, received)
      if (member === 'state') expect(input.state).toEqual({})
    })
  })

  it.each(strict)('is refused in the optional $name.$member (R33)', ({ pointer, full, member, inBody }) => {
    const rejection = refuse(inBody({ ...full, [member]: null }))
    expect(places(rejection)).toEqual([`${pointer}/${member}`])
    expect(rejection.errors[0]).toMatchObject({ got: 'null', hint: expect.stringMatching(/[Ll]eave/) as string })
  })

  it.each(strict)('is read as absent in the optional $name.$member when lenient', row => {
    const { name, pointer, full, member, inBody } = row
    const { received, warnings } = read(inBody({ ...full, [member]: null }), { nulls: 'lenient' })
    expect(toldOfInput(warnings)).toEqual([`lenient-null ${pointer}/${member}`, ...asActivity(name)])
    expect(warnings.every(({ lossy }) => !lossy)).toBe(true)
    isGone(row, received)
  })

  it.each(['messages', 'tools', 'context', 'resume'])('is no element of %s, in any mode', list => {
    for (const nulls of ['listed', 'lenient'] as const) {
      const rejection = refuse({ threadId: '', runId: '', messages: [], [list]: [null] }, { nulls })
      expect(places(rejection)).toEqual([`/${list}/0`])
    }
  })

  it('is data inside what is open (R22, R26)', () => {
    const open = '{"a":null,"__proto__":null,"b":[null,{"threadId":null}]}'
    const text =
      `{"threadId":"t","runId":"r","state":${open},"forwardedProps":${open},`
      + `"messages":[{"id":"u","role":"user","metadata":${open},"content":[{"type":"text","text":"","metadata":[null]},`
      + `{"type":"image","source":{"type":"url","value":""},"metadata":[null]}]}],`
      + `"tools":[{"name":"f","description":"","parameters":${open},"metadata":${open}}],`
      + `"resume":[{"interruptId":"i","status":"cancelled","payload":${open},"metadata":${open}}]}`
    const body = parse(text)
    const { received, warnings } = read(body, { nulls: 'lenient', snakeCase: true })
    expect(warnings).toEqual([])
    expect(received).toBe(body)
    expect(JSON.stringify(body)).toBe(text)
  })

  it('is read as absent after the members before it, and none of them is lost', () => {
    const { input, warnings } = read(
      { threadId: 't', parentRunId: null, runId: 'r', state: null, tools: null, messages: [], resume: null },
      { nulls: 'lenient' }
    )
    expect(input).toEqual({ threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {} })
    expect(toldOfInput(warnings)).toEqual([
      'lenient-null /parentRunId',
      'retired-null /state',
      'lenient-null /tools',
      'lenient-null /resume'
    ])
  })
})
