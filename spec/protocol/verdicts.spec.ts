/** What is unrecognised and goes, and what is malformed and refuses: the verdict table of the rules, cell by cell (R9 to R21). */
import { describe, expect, it } from 'vitest'
import { at, input, parse, places, read, refuse, returned, said, toldOfInput, type Json } from '../reading.js'

const source = { type: 'url', value: '' }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }
const calls = (...toolCalls: ReadonlyArray<unknown>) => input([{ id: 'a1', role: 'assistant', toolCalls }])
const resume = (...entries: ReadonlyArray<unknown>) => input([], { resume: entries })
const user = { id: 'u1', role: 'user', content: 'hi' }

interface Position {
  readonly position: string
  /** The object, with this as its discriminator; or without one. */
  readonly withTag: (tag?: unknown) => Json
  /** The list that it is an element of, in a body. */
  readonly among: (...elements: ReadonlyArray<unknown>) => Json
  readonly list: string
  readonly tag: string
  /** A legal neighbour in the list. */
  readonly neighbour: Json
  readonly code: string
  readonly expected: RegExp
}

const positions: ReadonlyArray<Position> = [
  {
    position: 'message.role',
    withTag: role => ({ id: 'x', ...(role !== undefined && { role }) }),
    among: (...messages) => input(messages),
    list: '/messages',
    tag: '/role',
    neighbour: user,
    code: 'unrecognised-role',
    expected: /^"developer".* or "reasoning"$/
  },
  {
    position: 'part.type of a user message',
    withTag: type => ({ text: '', ...(type !== undefined && { type }) }),
    among: said,
    list: '/messages/0/content',
    tag: '/type',
    neighbour: { type: 'text', text: '' },
    code: 'unrecognised-part',
    expected: /^"text".* or "document"$/
  },
  {
    position: 'part.type of a tool message',
    withTag: type => ({ text: '', ...(type !== undefined && { type }) }),
    among: returned,
    list: '/messages/0/content',
    tag: '/type',
    neighbour: { type: 'text', text: '' },
    code: 'unrecognised-part',
    expected: /^"text".* or "document"$/
  },
  ...['image', 'audio', 'video', 'document'].map(kind => ({
    position: `${kind} part.source.type`,
    withTag: (type?: unknown) => ({ type: kind, source: { value: '', ...(type !== undefined && { type }) } }),
    among: said,
    list: '/messages/0/content',
    tag: '/source/type',
    neighbour: { type: kind, source },
    code: 'unrecognised-source',
    expected: /^"data", "url" or "file"$/
  })),
  {
    position: 'toolCall.type',
    withTag: type => ({ id: 'x', function: call.function, ...(type !== undefined && { type }) }),
    among: calls,
    list: '/messages/0/toolCalls',
    tag: '/type',
    neighbour: call,
    code: 'unrecognised-tool-call',
    expected: /^"function"$/
  },
  {
    position: 'resume[].status',
    withTag: status => ({ interruptId: 'x', ...(status !== undefined && { status }) }),
    among: resume,
    list: '/resume',
    tag: '/status',
    neighbour: { interruptId: 'i', status: 'cancelled' },
    code: 'unrecognised-status',
    expected: /^"resolved" or "cancelled"$/
  }
]

const unknownStrings = ['hologram', '', 'constructor', '__proto__', 'toString', 'USER', 'text ', '\ud800', '0']

describe.each(positions)('$position', ({ withTag, among, list, tag, neighbour, code, expected }) => {
  it.each(unknownStrings)(
    'that is the unknown string %j takes its element along, and no other (R13, R14, R17)',
    name => {
      const { received, warnings } = read(among(neighbour, withTag(name), neighbour))
      expect(toldOfInput(warnings)).toEqual([`${code} ${list}/1`])
      expect(warnings[0]).toMatchObject({ kind: 'stripped', lossy: true, ...(name !== '' && { name }) })
      expect(at(received, list)).toEqual([neighbour, neighbour])
    }
  )

  it.each([[undefined], [null], [7], [false], [['user']], [{ role: 'user' }]])(
    'that is %j is malformed (R17)',
    value => {
      const rejection = refuse(among(neighbour, withTag(value), neighbour), { nulls: 'lenient', snakeCase: true })
      expect(places(rejection)).toEqual([`${list}/1${tag}`])
      expect(rejection.errors[0]?.expected).toMatch(expected)
    }
  )

  it.each([[null], [7], [true], ['text'], [['text']], [[]]])('is malformed in the element %j (R14)', element => {
    const rejection = refuse(among(neighbour, element, neighbour), { nulls: 'lenient', snakeCase: true })
    expect(places(rejection)).toEqual([`${list}/1`])
    expect(rejection.errors[0]?.expected).toBe('an object')
  })

  it('that is unknown leaves what is malformed beside it unjudged (M3)', () => {
    const element = { ...withTag('hologram'), id: 7, function: null, interruptId: [], text: {}, nonsense: 1 }
    expect(toldOfInput(read(among(element)).warnings).slice(0, 1)).toEqual([`${code} ${list}/0`])
    expect(toldOfInput(read(among(element)).warnings).filter(each => each.includes('nonsense'))).toEqual([])
  })

  it.each([
    ['a list', 'x'],
    ['a list', 7],
    ['a list', {}],
    ['a list', true]
  ])('must stand in %s, not %j', (_, other) => {
    const body = among(neighbour)
    const member = list.split('/').at(-1) ?? ''
    const [message] = (body['messages'] as ReadonlyArray<Json>).map(each => ({ ...each, [member]: other }))
    const changed = list.startsWith('/messages/0') ? { ...body, messages: [message] } : { ...body, [member]: other }
    if (member === 'content' && other === 'x') expect(at(read(changed).received, list)).toBe('x')
    else expect(places(refuse(changed, { nulls: 'lenient' }))).toEqual([list])
  })
})

describe('a media part', () => {
  it.each([[undefined], [null], [7], ['https://example.com'], [[]]])('with the source %j is malformed', value => {
    const part = { type: 'image', ...(value !== undefined && { source: value }) }
    expect(places(refuse(said(part), { nulls: 'lenient' }))).toEqual(['/messages/0/content/0/source'])
  })

  it('goes with its unknown source, whatever else is wrong with it (M3, R20)', () => {
    const part = { type: 'image', id: 7, metadata: null, nonsense: 1, source: { type: 's3', value: 7 } }
    expect(toldOfInput(read(said(part)).warnings)).toEqual(['unrecognised-source /messages/0/content/0'])
  })

  it('keeps a source with an extra member, which goes (R21)', () => {
    const { received, warnings } = read(said({ type: 'image', source: { ...source, reference: {} } }))
    expect(toldOfInput(warnings)).toEqual(['unrecognised-member /messages/0/content/0/source/reference'])
    expect(at(received, '/messages/0/content')).toEqual([{ type: 'image', source }])
  })
})

describe('a list without a discriminator', () => {
  it.each(['tools', 'context'])('%s has no element that could be unrecognised', list => {
    for (const element of [7, 'x', null, []]) {
      expect(places(refuse(input([], { [list]: [element] }), { nulls: 'lenient' }))).toEqual([`/${list}/0`])
    }
  })
})

describe('content', () => {
  it.each(['user', 'tool', 'system', 'developer', 'reasoning'])('of a %s message is not optional', role => {
    const message = { id: '', role, ...(role === 'tool' && { toolCallId: '' }) }
    expect(places(refuse(input([message])))).toEqual(['/messages/0/content'])
  })

  it.each(['user', 'tool', 'system', 'developer', 'reasoning', 'assistant'])(
    'of a %s message is no number, object or null',
    role => {
      for (const content of [7, {}, null, true]) {
        const message = { id: '', role, content, ...(role === 'tool' && { toolCallId: '' }) }
        expect(places(refuse(input([message])))).toEqual(['/messages/0/content'])
      }
    }
  )

  it.each(['system', 'developer', 'reasoning', 'assistant'])(
    'of a %s message is no list: parts are for a later minor',
    role => {
      for (const content of [[], [{ type: 'text', text: '' }]]) {
        const rejection = refuse(input([{ id: '', role, content }]))
        expect(places(rejection)).toEqual(['/messages/0/content'])
        expect(rejection.errors[0]?.hint).toMatch(/one string/)
      }
    }
  )

  it.each(['user', 'tool'])('of a %s message may be an empty list, which stays (R69)', role => {
    const message = { id: '', role, content: [], ...(role === 'tool' && { toolCallId: '' }) }
    const { input: given, warnings } = read(input([message]))
    expect(toldOfInput(warnings)).toEqual([])
    expect(given.messages[0]).toBe(message)
  })

  it('of an assistant message may be absent', () => {
    expect(read(input([{ id: '', role: 'assistant' }])).warnings).toEqual([])
  })

  it('of a user message that lost every part stays an empty list (M8)', () => {
    const { received, warnings } = read(said({ type: 'a' }, { type: 'b' }))
    expect(toldOfInput(warnings)).toEqual([
      'unrecognised-part /messages/0/content/0',
      'unrecognised-part /messages/0/content/1'
    ])
    expect(at(received, '/messages/0/content')).toEqual([])
  })

  it('of a tool message that lost every part is the empty string (R68)', () => {
    const { received, warnings } = read(returned({ type: 'a' }, { type: 'image', source: { type: 'b' } }))
    expect(toldOfInput(warnings)).toEqual([
      'unrecognised-part /messages/0/content/0',
      'unrecognised-source /messages/0/content/1',
      'tool-result-emptied /messages/0/content'
    ])
    expect(warnings[2]).toMatchObject({ kind: 'downgraded', lossy: false })
    expect(at(received, '/messages/0/content')).toBe('')
  })

  it('of a tool message that lost some parts keeps the others', () => {
    const { received, warnings } = read(returned({ type: 'a' }, { type: 'text', text: 'x' }))
    expect(toldOfInput(warnings)).toEqual(['unrecognised-part /messages/0/content/0'])
    expect(at(received, '/messages/0/content')).toEqual([{ type: 'text', text: 'x' }])
  })
})

describe('metadata', () => {
  const carriers: ReadonlyArray<readonly [string, (metadata: unknown) => Json, string]> = [
    ...['user', 'assistant', 'system', 'developer', 'reasoning', 'tool'].map(
      role =>
        [
          `a ${role} message`,
          (metadata: unknown) =>
            input([{ id: '', role, content: '', metadata, ...(role === 'tool' && { toolCallId: '' }) }]),
          '/messages/0/metadata'
        ] as const
    ),
    [
      'an activity message',
      metadata => input([{ id: '', role: 'activity', activityType: '', content: {}, metadata }]),
      '/messages/0/metadata'
    ],
    ['a tool call', metadata => calls({ ...call, metadata }), '/messages/0/toolCalls/0/metadata'],
    ['a tool', metadata => input([], { tools: [{ name: '', description: '', metadata }] }), '/tools/0/metadata'],
    ['a resume entry', metadata => resume({ interruptId: '', status: 'resolved', metadata }), '/resume/0/metadata']
  ]

  it.each(carriers)('of %s is an object (R23)', (_, body, pointer) => {
    for (const wrong of [null, [], 7, 'x', false]) expect(places(refuse(body(wrong)))).toEqual([pointer])
    expect(
      toldOfInput(read(body({ x: null, 'ag-ui': 7 })).warnings).filter(each => !each.startsWith('activity'))
    ).toEqual([])
  })

  it.each(['text', 'image', 'audio', 'video', 'document'])('of a %s part is any JSON value but null (R24)', type => {
    for (const metadata of [0, false, '', [], {}, [null]]) {
      const part = type === 'text' ? { type, text: '', metadata } : { type, source, metadata }
      expect(read(said(part)).warnings).toEqual([])
    }
  })
})

describe('a member that 1.0 does not describe', () => {
  it.each([
    ['name', { id: '', role: 'tool', toolCallId: '', content: '', name: 'x' }],
    ['name', { id: '', role: 'reasoning', content: '', name: 'x' }],
    ['name', { id: '', role: 'activity', activityType: '', content: {}, name: 'x' }],
    ['encryptedValue', { id: '', role: 'activity', activityType: '', content: {}, encryptedValue: 'x' }],
    ['toolCalls', { id: '', role: 'user', content: '', toolCalls: [7] }],
    ['toolCallId', { id: '', role: 'assistant', toolCallId: 7 }],
    ['error', { id: '', role: 'user', content: '', error: null }],
    ['encryptedValueType', { id: '', role: 'reasoning', content: '', encryptedValue: 'x', encryptedValueType: 'y' }]
  ])('is %s on %j, and goes (R71, R74)', (member, message) => {
    const { warnings } = read(input([message]))
    expect(toldOfInput(warnings)[0]).toBe(`unrecognised-member /messages/0/${member}`)
  })

  it.each([
    ['/messages/0/toolCalls/0', calls({ ...call, subagentRunId: 's' })],
    ['/tools/0', input([], { tools: [{ name: '', description: '', subagentRunId: 's' }] })],
    ['/context/0', input([], { context: [{ description: '', value: '', subagentRunId: 's' }] })],
    ['/resume/0', resume({ interruptId: '', status: 'resolved', subagentRunId: 's' })]
  ])('is subagentRunId in %s (R73)', (pointer, body) => {
    expect(toldOfInput(read(body).warnings)).toEqual([`unrecognised-member ${pointer}/subagentRunId`])
  })

  it('goes from every object, at every depth, and the pointers are those of the body as sent (M12)', () => {
    const { received, warnings } = read({
      z: 1,
      threadId: 't',
      runId: 'r',
      messages: [
        { id: '0', role: 'narrator' },
        {
          id: '1',
          role: 'user',
          y: 2,
          content: [
            { type: 'x' },
            { type: 'text', text: '', w: 3 },
            { type: 'y' },
            { type: 'image', v: 4, source: { ...source, u: 5 } }
          ]
        },
        { id: '2', role: 'narrator' },
        {
          id: '3',
          role: 'assistant',
          toolCalls: [{ type: 'custom' }, { ...call, s: 6, function: { ...call.function, q: 7 } }]
        }
      ],
      tools: [{ name: '', description: '', p: 8 }],
      context: [{ description: '', value: '', o: 9 }],
      resume: [{ status: 'x' }, { interruptId: '', status: 'resolved', n: 10 }]
    })
    expect(toldOfInput(warnings)).toEqual([
      'unrecognised-member /z',
      'unrecognised-role /messages/0',
      'unrecognised-member /messages/1/y',
      'unrecognised-part /messages/1/content/0',
      'unrecognised-member /messages/1/content/1/w',
      'unrecognised-part /messages/1/content/2',
      'unrecognised-member /messages/1/content/3/v',
      'unrecognised-member /messages/1/content/3/source/u',
      'unrecognised-role /messages/2',
      'unrecognised-tool-call /messages/3/toolCalls/0',
      'unrecognised-member /messages/3/toolCalls/1/function/q',
      'unrecognised-member /messages/3/toolCalls/1/s',
      'unrecognised-member /tools/0/p',
      'unrecognised-member /context/0/o',
      'unrecognised-status /resume/0',
      'unrecognised-member /resume/1/n'
    ])
    expect(received).toEqual({
      threadId: 't',
      runId: 'r',
      messages: [
        {
          id: '1',
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'image', source }
          ]
        },
        { id: '3', role: 'assistant', toolCalls: [call] }
      ],
      tools: [{ name: '', description: '' }],
      context: [{ description: '', value: '' }],
      resume: [{ interruptId: '', status: 'resolved' }]
    })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    'may be an own %s, which changes no prototype (M13)',
    name => {
      const body = parse(
        `{"${name}":{"admin":true},"threadId":"t","runId":"r","messages":[{"${name}":{"admin":true},"id":"","role":"user","content":[{"${name}":null,"type":"text","text":""}]}]}`
      )
      const { received, warnings } = read(body)
      expect(toldOfInput(warnings)).toEqual([
        `unrecognised-member /${name}`,
        `unrecognised-member /messages/0/${name}`,
        `unrecognised-member /messages/0/content/0/${name}`
      ])
      for (const object of [received, received.messages[0], at(received, '/messages/0/content/0')]) {
        expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
        expect(Object.keys(object as object)).not.toContain(name)
      }
      expect({}).not.toHaveProperty('admin')
    }
  )

  it.each(['__proto__', 'constructor', 'toString'])(
    'may be data inside what is open, and an own %s survives (M13)',
    name => {
      const open = `{"${name}":{"admin":true}}`
      const body = parse(
        `{"x":1,"threadId":"t","runId":"r","state":${open},"forwardedProps":${open},"messages":[{"y":1,"id":"","role":"user","content":"","metadata":${open}}]}`
      )
      const { input: given } = read(body)
      for (const value of [given.state, given.forwardedProps, given.messages[0]?.metadata]) {
        expect(JSON.stringify(value)).toBe(open)
        expect(Object.hasOwn(value as object, name)).toBe(true)
      }
    }
  )
})

describe('text', () => {
  it.each([
    ['empty ids (R57)', { threadId: '', runId: '', messages: [{ id: '', role: 'user', content: '' }] }],
    ['lone surrogates', input([{ id: '\ud800', role: 'user', content: '\udc00' }])],
    [
      'data that is not base64, and no URLs (R30)',
      said(
        { type: 'image', source: { type: 'data', value: '%', mimeType: '?' } },
        { type: 'image', source: { type: 'url', value: '' } }
      )
    ],
    [
      'arguments that are not JSON (R29)',
      input([
        {
          id: '',
          role: 'assistant',
          toolCalls: [{ id: '', type: 'function', function: { name: '', arguments: '{' } }]
        },
        { id: '1', role: 'tool', toolCallId: '', content: '' }
      ])
    ],
    [
      'parameters of any type (R27)',
      input([], {
        tools: [
          { name: 'a', description: '', parameters: 'x' },
          { name: 'b', description: '', parameters: 0 }
        ]
      })
    ],
    ['state and props of any type (R25)', input([], { state: false, forwardedProps: 0 })]
  ])('of %s is valid', (_, body) => {
    const { warnings, received } = read(body)
    expect(warnings).toEqual([])
    expect(received).toBe(body)
  })
})

describe('the body itself', () => {
  it.each([[null], [7], ['x'], [true], [[]], [undefined], [[{}]]])('%j is refused at the empty pointer', body => {
    const rejection = refuse(body, { nulls: 'lenient', snakeCase: true })
    expect(rejection).toMatchObject({
      status: 400,
      code: 'malformed-input',
      errors: [{ pointer: '', expected: 'an object' }]
    })
  })

  it('names all its faults at once, in the order of the document, what is missing after what is wrong', () => {
    const rejection = refuse({
      runId: 7,
      messages: [
        { role: 'user', content: 1 },
        2,
        { id: 'x' },
        { id: null, role: 'assistant', content: [], toolCalls: [{ id: '', type: 'function' }] }
      ],
      tools: {},
      context: [{}]
    })
    expect(places(rejection)).toEqual([
      '/runId',
      '/messages/0/content',
      '/messages/0/id',
      '/messages/1',
      '/messages/2/role',
      '/messages/3/id',
      '/messages/3/content',
      '/messages/3/toolCalls/0/function',
      '/tools',
      '/context/0/description',
      '/context/0/value',
      '/threadId'
    ])
    expect(rejection.message).toContain('11 more faults')
    expect(refuse({ threadId: '', runId: '' }).message).not.toContain('more')
    expect(refuse({ threadId: '' }).message).toContain('1 more fault;')
  })
})
