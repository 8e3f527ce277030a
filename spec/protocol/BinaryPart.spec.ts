/** The binary parts of 0.x: every combination of what they may hold, on both messages that take parts (R37 to R42). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, input, read, refuse, returned, said, toldOfInput, type Json } from '../reading.js'

const values = {
  data: [undefined, '', 'AAAA'],
  url: [undefined, '', 'https://example.com/a'],
  id: [undefined, '', 'file-1'],
  filename: [undefined, '', 'a.png'],
  mimeType: [undefined, 'image/png']
} as const

const combinations = values.data.flatMap(data =>
  values.url.flatMap(url =>
    values.id.flatMap(id =>
      values.filename.flatMap(filename => values.mimeType.map(mimeType => ({ data, url, id, filename, mimeType })))
    )
  )
)

const present = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const named = combinations.map(combination => ({ name: JSON.stringify(present(combination)), ...combination }))

const containers = [
  { role: 'user', among: said },
  { role: 'tool', among: returned }
]

const partsOf = (body: Json, options = {}) => at(read(body, options).received, '/messages/0/content')

describe.each(containers)('a binary part of a $role message', ({ role, among }) => {
  it.each(named)('$name', ({ name: _, ...members }) => {
    const part = { type: 'binary', ...present(members) }
    const { received, warnings } = read(among({ type: 'text', text: '' }, part))
    const [warning] = warnings
    const { data, url, id, filename, mimeType } = members
    const kind = data ? 'data' : url ? 'url' : undefined
    expect(warnings.filter(each => each.kind !== 'history')).toHaveLength(1)
    expect(warning?.pointer).toBe('/messages/0/content/1')
    if (mimeType === undefined || kind === undefined) {
      expect(warning).toMatchObject({ code: 'unrecognised-part', kind: 'stripped', lossy: true, name: 'binary' })
      expect(at(received, '/messages/0/content')).toEqual([{ type: 'text', text: '' }])
      return
    }
    const discarded = [...(data && url ? ['url'] : []), ...(id ? ['id'] : [])]
    expect(warning).toMatchObject({ code: 'retired-binary', kind: 'translated', name: 'image' })
    expect(warning?.lossy).toBe(discarded.length > 0)
    for (const member of ['data', 'url', 'id', 'filename']) {
      expect(warning?.message.includes(`"${member}"`), member).toBe(discarded.includes(member))
    }
    expect(at(received, '/messages/0/content/1')).toEqual({
      type: 'image',
      source: { type: kind, value: kind === 'data' ? data : url, mimeType },
      ...(filename && { metadata: { filename } })
    })
  })

  it.each([
    ['image/png', 'image'],
    ['IMAGE/PNG', 'image'],
    [' image/png', 'image'],
    ['audio/wav', 'audio'],
    ['Video/mp4', 'video'],
    ['application/pdf', 'document'],
    ['imagery/png', 'document'],
    ['image', 'document'],
    ['', 'document']
  ])('of media type %j is read as the kind %s (R41)', (mimeType, type) => {
    expect(partsOf(among({ type: 'binary', mimeType, data: 'A' }))).toEqual([
      { type, source: { type: 'data', value: 'A', mimeType } }
    ])
  })

  it.each([
    ['data that is no string', { data: 7, url: 'u' }, ['data']],
    ['a url that is no string', { data: 'd', url: 7 }, ['url']],
    ['a filename that is no string', { data: 'd', filename: 7 }, ['filename']],
    ['members of its own', { data: 'd', detail: 'high', metadata: { a: 1 } }, ['detail', 'metadata']],
    ['nulls', { data: 'd', url: null, id: null, filename: null }, []]
  ])('with %s is translated, and what is discarded is named', (_, members, discarded) => {
    const { warnings } = read(among({ type: 'binary', mimeType: 'image/png', ...members }))
    expect(warnings[0]).toMatchObject({ code: 'retired-binary', lossy: discarded.length > 0 })
    for (const name of discarded) expect(warnings[0]?.message).toContain(`"${name}"`)
  })

  it.each([[7], [null], [['image/png']]])('with the media type %j is unrecognised (R41)', mimeType => {
    expect(
      toldOfInput(read(among({ type: 'binary', mimeType, data: 'd' }, { type: 'text', text: '' })).warnings)
    ).toEqual(['unrecognised-part /messages/0/content/0'])
  })

  it('names at most five of the members that are discarded', () => {
    const members = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`m${i}`, i]))
    const { warnings } = read(among({ type: 'binary', mimeType: 'image/png', data: 'd', ...members }))
    expect(warnings[0]?.message.match(/"m\d+"/g)).toHaveLength(5)
  })

  it('without anything to translate, and alone, leaves what an unrecognised part leaves', () => {
    const { received } = read(among({ type: 'binary', mimeType: 'image/png', id: 'file-1' }))
    expect(at(received, '/messages/0/content')).toEqual(role === 'tool' ? '' : [])
  })

  it('may be spelt mime_type with the option, where mimeType is absent', () => {
    const part = { type: 'binary', mime_type: 'image/png', data: 'd' }
    expect(toldOfInput(read(among(part)).warnings)[0]).toBe('unrecognised-part /messages/0/content/0')
    expect(partsOf(among(part), { snakeCase: true })).toEqual([
      { type: 'image', source: { type: 'data', value: 'd', mimeType: 'image/png' } }
    ])
    expect(partsOf(among({ ...part, mimeType: 'audio/wav' }), { snakeCase: true })).toEqual([
      { type: 'audio', source: { type: 'data', value: 'd', mimeType: 'audio/wav' } }
    ])
  })
})

describe('a binary part', () => {
  it('stands nowhere else: content of another message is text', () => {
    const content = [{ type: 'binary', mimeType: 'image/png', data: 'd' }]
    expect(refuse(input([{ id: '', role: 'assistant', content }])).errors[0]?.pointer).toBe('/messages/0/content')
  })

  const binary = { type: 'binary', mimeType: 'image/png', url: 'u' }
  const modern = { type: 'image', source: { type: 'url', value: 'u', mimeType: 'image/png' } }

  it.each<readonly [string, ReadonlyArray<Json>, number]>([
    ['before', [binary, modern], 1],
    ['behind', [modern, binary], 1],
    ['behind, twice', [modern, binary, binary], 1],
    [
      'with a filename that the modern one keeps',
      [
        { ...binary, filename: 'a' },
        { ...modern, metadata: { filename: 'a' } }
      ],
      1
    ],
    ['without the filename that the modern one has', [binary, { ...modern, metadata: { filename: 'a' } }], 1],
    ['beside metadata that is no object', [binary, { ...modern, metadata: 'a' }], 1],
    ['beside metadata with a filename of another type', [binary, { ...modern, metadata: { filename: 7 } }], 1],
    ['with an id of its own', [{ ...modern, id: 'x' }, binary], 1]
  ])('that mirrors a modern part %s is not said twice (R41)', (_, parts, length) => {
    expect(partsOf(said(...parts))).toHaveLength(length)
    expect(partsOf(returned(...parts))).toHaveLength(length)
    expect(partsOf(said(...parts))).not.toContainEqual(expect.objectContaining({ type: 'binary' }))
  })

  it.each<readonly [string, ReadonlyArray<Json>]>([
    ['a filename that would be lost', [{ ...binary, filename: 'a' }, modern]],
    [
      'another filename',
      [
        { ...binary, filename: 'a' },
        { ...modern, metadata: { filename: 'b' } }
      ]
    ],
    ['another value', [{ ...binary, url: 'v' }, modern]],
    ['another source', [{ ...binary, data: 'u' }, modern]],
    ['another media type', [{ ...binary, mimeType: 'image/gif' }, modern]],
    ['a media type of another case', [{ ...binary, mimeType: 'IMAGE/PNG' }, modern]],
    ['another kind', [binary, { ...modern, type: 'document' }]],
    ['the same as another binary one', [binary, binary]]
  ])('with %s is said too', (_, parts) => {
    expect(partsOf(said(...parts))).toHaveLength(2)
  })

  it('takes no repeats of modern parts along, nor parts beside it', () => {
    const parts = [
      modern,
      modern,
      binary,
      { type: 'text', text: 'u' },
      { ...modern, source: { type: 'file', value: 'u' } }
    ]
    expect(partsOf(said(...parts))).toEqual([modern, modern, parts[3], parts[4]])
  })

  it('mirrors nothing in another message', () => {
    const body = input([
      { id: '1', role: 'user', content: [modern] },
      { id: '2', role: 'user', content: [binary] }
    ])
    expect(at(read(body).received, '/messages/1/content')).toEqual([modern])
  })

  it('is told of even where it is a mirror: the client still sends it', () => {
    expect(toldOfInput(read(said(binary, modern)).warnings)).toEqual(['retired-binary /messages/0/content/0'])
  })

  it.each([[null], [7], ['x'], [[]], [{}], [{ type: 'image' }], [{ type: 'text' }]])(
    'beside the malformed part %j is refused with it, and judged no further',
    other => {
      for (const among of [said, returned]) {
        for (const parts of [
          [other, binary],
          [binary, other],
          [modern, other, binary]
        ]) {
          const rejection = refuse(among(...parts))
          expect(rejection.errors).toHaveLength(1)
          expect(rejection.errors[0]?.pointer).toMatch(/^\/messages\/0\/content\/[01]/)
        }
      }
    }
  )

  it('beside very many others takes no more time than each of them (no pairs are compared)', () => {
    const value = 'A'.repeat(1000)
    const parts = Array.from({ length: 20_000 }, (_, i) =>
      i % 2 === 0
        ? { type: 'binary', mimeType: 'image/png', data: value, filename: `${i}` }
        : { type: 'image', source: { type: 'data', value, mimeType: 'image/png' }, metadata: { filename: `${i}` } }
    )
    expect(partsOf(said(...parts))).toHaveLength(20_000)
    const mirrored = parts.map(part => ({ ...part, filename: 'a' })).filter(({ type }) => type === 'binary')
    expect(partsOf(said(...mirrored, { ...parts[1], metadata: { filename: 'a' } }))).toHaveLength(1)
  })

  it('never makes a part that is not valid, or lets one through', () => {
    const member = fc.oneof(fc.constant(undefined), fc.string({ maxLength: 2 }), fc.constant(null), fc.integer())
    const part = fc
      .record({ mimeType: member, data: member, url: member, id: member, filename: member })
      .map(members => ({ type: 'binary', ...present(members) }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), parts => {
        const { received } = read(said(...parts))
        expect(toldOfInput(read(received).warnings)).toEqual([])
      }),
      { seed: 3 }
    )
  })
})
