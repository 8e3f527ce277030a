/** What the agent cannot use is left out, and told (R64 to R70). */
import { describe, expect, it } from 'vitest'
import { acceptsFrom, decodeRunInput, type Accept, type AgentCapabilities, type MediaPart } from '../../lib/decode.js'
import { acceptance } from '../../lib/stages/accepts.js'
import { decodeInput } from '../../lib/stages/decodeInput.js'
import { downgradeContent, usableParts } from '../../lib/stages/downgradeContent.js'
import { decodeSettings, downgradeSettings } from '../../lib/stages/options.js'
import { at, input, read, returned, said, told, toldOfInput, type Json } from '../reading.js'

type Kind = MediaPart['type']

const part = (type: Kind, mimeType?: string): MediaPart => ({
  type,
  source: { type: 'url', value: 'https://example.com/a', ...(mimeType !== undefined && { mimeType }) }
})

const file = (provider?: string): MediaPart => ({
  type: 'document',
  source: { type: 'file', value: 'file-1', ...(provider !== undefined && { provider }) }
})

const text = { type: 'text', text: 'hi' }

describe('accepts', () => {
  it.each<readonly [ReadonlyArray<Accept>, Kind, string | undefined, boolean]>([
    [[], 'image', 'image/png', false],
    [[], 'document', undefined, false],
    [['image'], 'image', 'image/png', true],
    [['image'], 'image', undefined, true],
    [['image'], 'image', 'application/pdf', true],
    [['image'], 'audio', 'audio/wav', false],
    [['image'], 'document', 'image/png', false],
    [['document'], 'document', 'text/csv', true],
    [['document'], 'document', undefined, true],
    [['image/png'], 'image', 'image/png', true],
    [['image/png'], 'image', 'IMAGE/PNG', true],
    [['IMAGE/Png'], 'image', 'image/png', true],
    [['image/png'], 'image', 'image/png; q=1;x="y"', true],
    [['image/png;q=1'], 'image', 'image/png', true],
    [['image/png'], 'image', ' image/png ', true],
    [['image/png'], 'image', 'image/gif', false],
    [['image/png'], 'image', 'image/pngx', false],
    [['image/png'], 'image', undefined, true],
    [['image/png'], 'image', '', true],
    [['image/png'], 'image', ' \t', true],
    [['image/png'], 'audio', undefined, false],
    [['image/png'], 'document', undefined, false],
    [['image/png'], 'document', 'image/png', true],
    [['image/*'], 'image', 'image/x-anything', true],
    [['image/*'], 'image', 'audio/wav', false],
    [['image/*'], 'image', 'image', false],
    [['image/*'], 'image', 'image/a/b', false],
    [['image/*'], 'image', 'image/', false],
    [['image/*'], 'image', undefined, true],
    [['application/*'], 'document', 'application/pdf', true],
    [['application/*'], 'document', undefined, true],
    [['application/*'], 'image', undefined, false],
    [['text/csv'], 'document', undefined, true],
    [['document/x'], 'document', undefined, true],
    [['*/*'], 'video', 'video/mp4', true],
    [['*/*'], 'video', 'nonsense', true],
    [['*/*'], 'video', undefined, true],
    [['audio', 'image/png', 'application/pdf'], 'document', 'application/pdf', true],
    [['audio', 'image/png', 'application/pdf'], 'image', 'image/gif', false]
  ])('%j: a part of kind %s and media type %j: %s', (accepts, type, mimeType, verdict) => {
    expect(acceptance(accepts)(part(type, mimeType))).toBe(verdict)
    const { warnings, input: given, received } = read(said(text, part(type, mimeType)), { accepts })
    expect(toldOfInput(warnings)).toEqual(verdict ? [] : ['unusable-part /messages/0/content/1'])
    expect(at(given, '/messages/0/content')).toEqual(verdict ? [text, part(type, mimeType)] : [text])
    expect(at(received, '/messages/0/content')).toHaveLength(2)
  })

  it('takes nothing from an entry that is neither a kind nor a media type, which options do not let through', () => {
    expect(acceptance(['pdf' as Accept])(part('document', 'application/pdf'))).toBe(false)
  })

  it('absent accepts all, and leaves the run as it is', () => {
    const body = said(part('video'), file('x'))
    expect(read(body).input.messages[0]).toBe(at(body, '/messages/0'))
    expect(read(body, { accepts: ['*/*'] }).input.messages[0]).toBe(at(body, '/messages/0'))
  })

  it('names the kind and the media type, and what to do, but nothing of the part', () => {
    const { warnings } = read(said(part('image', 'image/gif\n'), part('audio')), { accepts: [] })
    expect(warnings[0]).toMatchObject({ kind: 'downgraded', lossy: true, name: 'image' })
    expect(warnings[0]?.message).toContain('"image/gif\\n"')
    expect(warnings[1]?.message).not.toContain('media type')
  })
})

describe('acceptsFrom', () => {
  const everything: ReadonlyArray<Accept> = ['image', 'audio', 'video', 'document']

  it.each<readonly [AgentCapabilities, ReadonlyArray<Accept>]>([
    [{}, everything],
    [{ multimodal: {} }, everything],
    [{ multimodal: { input: {} } }, everything],
    [{ multimodal: { input: { image: true, audio: true, video: true, pdf: true, file: true } } }, everything],
    [{ multimodal: { input: { image: false } } }, ['audio', 'video', 'document']],
    [{ multimodal: { input: { audio: false, video: false } } }, ['image', 'document']],
    [{ multimodal: { input: { pdf: false } } }, everything],
    [{ multimodal: { input: { pdf: false, file: true } } }, everything],
    [{ multimodal: { input: { file: false } } }, ['image', 'audio', 'video', 'application/pdf']],
    [{ multimodal: { input: { file: false, pdf: true } } }, ['image', 'audio', 'video', 'application/pdf']],
    [{ multimodal: { input: { file: false, pdf: false } } }, ['image', 'audio', 'video']],
    [{ multimodal: { input: { image: false, audio: false, video: false, file: false, pdf: false } } }, []]
  ])('%j: %j', (capabilities, accepts) => {
    expect(acceptsFrom(capabilities)).toEqual(accepts)
    expect(decodeRunInput(said(), { accepts: acceptsFrom(capabilities) })._tag).toBe('Right')
  })
})

describe('fileProviders', () => {
  it.each<readonly [ReadonlyArray<string> | undefined, string | undefined, boolean]>([
    [undefined, undefined, true],
    [undefined, 'openai', true],
    [['openai'], 'openai', true],
    [['OpenAI'], 'openai', true],
    [['openai'], 'OPENAI', true],
    [['openai'], 'anthropic', false],
    [['openai'], undefined, true],
    [['openai'], '', true],
    [['openai'], ' ', false],
    [['openai', 'gemini'], 'gemini', true],
    [[], 'openai', false],
    [[], undefined, false],
    [[], '', false]
  ])('%j: a handle of %j: %s', (fileProviders, provider, verdict) => {
    const body = said(text, file(provider))
    const { warnings, input: given } = read(body, fileProviders === undefined ? {} : { fileProviders })
    expect(toldOfInput(warnings)).toEqual(verdict ? [] : ['foreign-file /messages/0/content/1'])
    expect(at(given, '/messages/0/content')).toHaveLength(verdict ? 2 : 1)
    if (!verdict) expect(warnings[0]).toMatchObject({ kind: 'downgraded', lossy: true, name: provider ?? 'document' })
  })

  it('are passed on as sent, and judge nothing but handles', () => {
    const body = said(file('OpenAI'), part('image'))
    expect(read(body, { fileProviders: ['openai'] }).input.messages[0]).toBe(at(body, '/messages/0'))
    expect(read(said(part('image')), { fileProviders: [] }).warnings).toEqual([])
  })

  it('come after accepts: one finding, one warning', () => {
    expect(told(read(said(file('x')), { accepts: ['image'], fileProviders: [] }).warnings)).toEqual([
      'unusable-part /messages/0/content/0'
    ])
  })

  it('are named short', () => {
    const { warnings } = read(said(file('p'.repeat(10_000))), { fileProviders: ['openai'] })
    expect(warnings[0]?.name).toHaveLength(80)
    expect(warnings[0]?.message.length).toBeLessThan(400)
  })

  it('never look into a handle (R65)', () => {
    const handle = { type: 'document', source: { type: 'file', value: 'https://openai.com/file-1' } }
    expect(read(said(handle), { fileProviders: ['anthropic'] }).warnings).toEqual([])
  })
})

describe('a message', () => {
  const options = { accepts: [] as ReadonlyArray<Accept> }

  it('of a user that lost every part keeps an empty list (M8)', () => {
    const { input: given, warnings } = read(said(part('image')), options)
    expect(told(warnings)).toEqual(['unusable-part /messages/0/content/0'])
    expect(at(given, '/messages/0/content')).toEqual([])
  })

  it('of a tool that lost every part is answered with the empty string (R68)', () => {
    const { input: given, received, warnings } = read(returned(part('image'), file()), options)
    expect(toldOfInput(warnings)).toEqual([
      'unusable-part /messages/0/content/0',
      'unusable-part /messages/0/content/1',
      'tool-result-emptied /messages/0/content'
    ])
    expect(at(given, '/messages/0/content')).toBe('')
    expect(at(received, '/messages/0/content')).toHaveLength(2)
  })

  it('of a tool that came empty stays as it came (R69)', () => {
    for (const content of [[], '', 'x', [text]]) {
      const message = { id: '', role: 'tool', toolCallId: '', content }
      expect(read(input([message]), options).input.messages[0]).toBe(message)
    }
  })

  it('that lost nothing is the same object', () => {
    const messages = [
      { id: '1', role: 'user', content: [text] },
      { id: '2', role: 'user', content: [part('image')] },
      { id: '3', role: 'assistant', content: 'x' },
      { id: '4', role: 'user', content: 'x' }
    ]
    const { input: given } = read(input(messages), options)
    expect(given.messages.map((message, i) => message === messages[i])).toEqual([true, false, true, true])
  })

  it('is pointed at where it was sent, after a stripped message, before a stripped part (M12)', () => {
    const body = input([
      { id: '0', role: 'narrator' },
      { id: '1', role: 'activity', activityType: '', content: {} },
      {
        id: '2',
        x: 1,
        role: 'user',
        content: [
          { type: 'hologram' },
          { type: 'image', x: 1, source: { type: 'url', value: '' } },
          { type: 'hologram' },
          file('x'),
          text
        ]
      },
      { id: '3', role: 'narrator' },
      {
        id: '4',
        role: 'tool',
        toolCallId: '',
        content: [{ type: 'hologram' }, { type: 'binary', mimeType: 'a/b', data: 'd' }]
      }
    ])
    expect(toldOfInput(read(body, { accepts: ['document'], fileProviders: [] }).warnings)).toEqual([
      'unrecognised-role /messages/0',
      'unrecognised-member /messages/2/x',
      'unrecognised-part /messages/2/content/0',
      'unrecognised-member /messages/2/content/1/x',
      'unrecognised-part /messages/2/content/2',
      'unrecognised-role /messages/3',
      'unrecognised-part /messages/4/content/0',
      'retired-binary /messages/4/content/1',
      'activity-message /messages/1',
      'unusable-part /messages/2/content/1',
      'foreign-file /messages/2/content/3'
    ])
    expect(toldOfInput(read(body, options).warnings).slice(-4)).toEqual([
      'unusable-part /messages/2/content/1',
      'unusable-part /messages/2/content/3',
      'unusable-part /messages/4/content/1',
      'tool-result-emptied /messages/4/content'
    ])
  })

  it('with very many parts has so many warnings, and the rest counted', () => {
    const { warnings } = read(said(...Array.from({ length: 5000 }, () => part('image'))), options)
    expect(warnings).toHaveLength(101)
    expect(warnings.at(-1)).toMatchObject({ code: 'more-warnings', counts: { 'unusable-part': 4900 } })
  })

  it('emptied twice over is counted under one cap', () => {
    const emptied = { id: '1', role: 'tool', toolCallId: '', content: [{ type: 'hologram' }] }
    const downgraded = { id: '2', role: 'tool', toolCallId: '', content: [part('image')] }
    const { warnings } = read(input([emptied, downgraded]), { ...options, maxWarnings: 1 })
    expect(toldOfInput(warnings)).toEqual([
      'unrecognised-part /messages/0/content/0',
      'tool-result-emptied /messages/0/content',
      'unusable-part /messages/1/content/0',
      'more-warnings '
    ])
    expect(warnings.at(-1)?.counts).toEqual({ 'tool-result-emptied': 1, 'orphan-tool-result': 1 })
  })
})

describe("the host's own word", () => {
  const runOf = (body: Json) => {
    const outcome = decodeInput(body, decodeSettings('spec', {}))
    if (outcome._tag === 'Left') throw outcome.left
    return outcome.right.value
  }
  const settings = downgradeSettings({ accepts: ['image', 'document'], fileProviders: ['openai'] })
  const body = said(text, part('image'), part('audio'), file('openai'), file('x'))

  it('is asked for what accepts and fileProviders let through', () => {
    const run = runOf(body)
    const [message] = run.input.messages
    expect(usableParts(run, settings)).toEqual([
      { part: part('image'), message },
      { part: file('openai'), message }
    ])
    expect(usableParts(runOf(input([{ id: '', role: 'assistant' }])), settings)).toEqual([])
  })

  it('leaves parts out: an unresolved file, or an unusable part', () => {
    const run = runOf(body)
    const refused = new Set(usableParts(run, settings).map(({ part }) => part))
    const { value, warnings } = downgradeContent(run, settings, refused)
    expect(told(warnings)).toEqual([
      'unusable-part /messages/0/content/1',
      'unusable-part /messages/0/content/2',
      'unresolved-file /messages/0/content/3',
      'foreign-file /messages/0/content/4'
    ])
    expect(at(value.input, '/messages/0/content')).toEqual([text])
    expect(at(value.received, '/messages/0/content')).toHaveLength(5)
  })

  it('alone is enough', () => {
    const run = runOf(said(file()))
    const refused = new Set(usableParts(run, downgradeSettings({})).map(({ part }) => part))
    expect(told(downgradeContent(run, downgradeSettings({}), refused).warnings)).toEqual([
      'unresolved-file /messages/0/content/0'
    ])
    expect(downgradeContent(run, downgradeSettings({})).value).toBe(run)
  })

  it('may come after the host filtered messages, or made some: pointers are those of the body', () => {
    const run = runOf(
      input([
        { id: '0', role: 'user', content: [part('audio')] },
        { id: '1', role: 'user', content: [text, part('audio')] }
      ])
    )
    const [first, second] = run.input.messages
    if (first?.role !== 'user' || second === undefined) throw new Error('no messages')
    const made = { ...first, content: [part('audio')] }
    const tool = { id: '', role: 'tool' as const, toolCallId: '', content: [part('audio')] }
    const edited = { ...run, input: { ...run.input, messages: [made, second, tool] } }
    expect(told(downgradeContent(edited, settings).warnings)).toEqual([
      'unusable-part /messages',
      'unusable-part /messages/1/content/1',
      'unusable-part /messages',
      'tool-result-emptied /messages'
    ])
  })
})
