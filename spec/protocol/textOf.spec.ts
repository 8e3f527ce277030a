import { describe, expect, it } from 'vitest'
import { contextText, textOf, type ContentPart } from '../../lib/decode.js'

describe('textOf', () => {
  const image: ContentPart = { type: 'image', source: { type: 'url', value: 'https://example.com/a.png' } }

  it.each<readonly [string, string | Array<ContentPart> | undefined, string]>([
    ['absent content', undefined, ''],
    ['text', 'hi', 'hi'],
    ['an empty list', [], ''],
    [
      'text parts, in order and with nothing between',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b ' }
      ],
      'ab '
    ],
    ['other parts, of which it says nothing (R70)', [image], ''],
    ['both', [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }], 'ab']
  ])('of %s', (_, content, text) => {
    expect(textOf(content)).toBe(text)
  })
})

describe('contextText', () => {
  it.each([
    ['no entries', [], ''],
    ['one', [{ description: 'page', value: '/cart' }], 'page: /cart'],
    [
      'all, each on a line (R60)',
      [
        { description: 'a', value: '1' },
        { description: '', value: '' }
      ],
      'a: 1\n: '
    ]
  ])('of %s', (_, context, text) => {
    expect(contextText(context)).toBe(text)
  })
})
