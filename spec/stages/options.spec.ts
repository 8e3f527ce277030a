/** Options are checked once, and a wrong one says what would be right. */
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import { decodeRunInput, type DecodeRunInputOptions } from '../../lib/decode.js'
import { input, read } from '../reading.js'

const using = (options: unknown) => () => decodeRunInput(input([]), options as DecodeRunInputOptions)

class Cart {
  readonly items = []
}

const cyclic: Record<string, unknown> = { a: 1 }
cyclic['self'] = cyclic

describe('options', () => {
  it.each<readonly [unknown, RegExp]>([
    [{ accept: [] }, /"accept".*it takes .*accepts/],
    [{ Accepts: [] }, /there is no option "Accepts"/],
    [{ limit: '1mb' }, /there is no option "limit"/],
    [{ constructor: 1 }, /there is no option "constructor"/],
    [Object.fromEntries([['__proto__', 1]]), /there is no option "__proto__"/],
    [null, /options must be an object/],
    [7, /options must be an object/],
    [['x'], /there is no option "0"/],
    [{ accepts: 'image' }, /"accepts" must be a list of kinds and media types/],
    [{ accepts: null }, /"accepts" must be a list/],
    [{ accepts: ['image', 'pdf'] }, /"accepts".*entry 1/],
    [{ accepts: ['.pdf'] }, /"accepts".*"image\/png".*entry 0/],
    [{ accepts: [''] }, /entry 0/],
    [{ accepts: [7] }, /entry 0/],
    [{ accepts: ['*/png'] }, /entry 0/],
    [{ accepts: ['image/'] }, /entry 0/],
    [{ accepts: ['/png'] }, /entry 0/],
    [{ accepts: ['image/a/b'] }, /entry 0/],
    [{ accepts: ['IMAGE'] }, /entry 0/],
    [{ accepts: ['text'] }, /entry 0/],
    [{ accepts: ['image /png'] }, /entry 0/],
    [{ fileProviders: 'openai' }, /"fileProviders" must be a list of vendor ids/],
    [{ fileProviders: [7] }, /a list of vendor ids/],
    [{ roles: 'user' }, /"roles" must be a list of roles: developer, .*reasoning/],
    [{ roles: ['narrator'] }, /a list of roles/],
    [{ roles: [null] }, /a list of roles/],
    [{ state: {} }, /"state" must be an io-ts codec/],
    [{ state: { decode: 1 } }, /an io-ts codec/],
    [{ state: null }, /an io-ts codec/],
    [{ state: () => 0 }, /an io-ts codec/],
    [{ forwardedProps: 'x' }, /"forwardedProps" must be an io-ts codec/],
    [{ initialState: new Cart() }, /"initialState" must be plain data, which is copied for each run, or a function/],
    [{ initialState: { cart: new Cart() } }, /plain data/],
    [{ initialState: [() => 0] }, /plain data/],
    [{ initialState: Symbol('a') }, /plain data/],
    [{ initialState: new Map() }, /plain data/],
    [{ nulls: 'none' }, /"nulls" must be "listed" or "lenient"/],
    [{ nulls: true }, /"listed" or "lenient"/],
    [{ snakeCase: 'yes' }, /"snakeCase" must be true or false/],
    [{ snakeCase: null }, /true or false/],
    [{ newerMajor: 'ignore' }, /"newerMajor" must be "serve" or "reject"/],
    [{ maxWarnings: -1 }, /"maxWarnings" must be a whole number, 0 or more/],
    [{ maxWarnings: 1.5 }, /a whole number/],
    [{ maxWarnings: Infinity }, /a whole number/],
    [{ maxWarnings: '5' }, /a whole number/],
    [{ state: t.type({ a: t.string }) }, /the "state" codec refuses \{\}.*first run.*"initialState"/],
    [{ state: t.array(t.string) }, /the "state" codec refuses \{\}/]
  ])('%j are refused', (options, sentence) => {
    expect(using(options)).toThrow(TypeError)
    expect(using(options)).toThrow(sentence)
    expect(using(options)).toThrow(/^decodeRunInput: /)
  })

  it.each<readonly [unknown]>([
    [{}],
    [undefined],
    [{ accepts: undefined, roles: undefined, state: undefined, nulls: undefined, maxWarnings: undefined }],
    [
      {
        accepts: [
          'image',
          'audio',
          'video',
          'document',
          'image/png',
          'image/*',
          '*/*',
          'application/vnd.a+json',
          'X-World/x-3dmf'
        ]
      }
    ],
    [{ accepts: [], fileProviders: [], roles: [] }],
    [{ roles: ['developer', 'system', 'assistant', 'user', 'tool', 'activity', 'reasoning'] }],
    [{ maxWarnings: 0 }],
    [{ initialState: null }],
    [{ initialState: { a: [1, 'x', null, undefined, { b: new Date() }], c: Object.create(null) as object } }],
    [{ initialState: cyclic }],
    [{ initialState: 7n }],
    [{ initialState: () => new Cart() }],
    [{ state: t.type({ a: t.string }), initialState: { a: '' } }],
    [{ state: t.partial({ a: t.string }) }],
    [{ forwardedProps: t.string }]
  ])('are fine', options => {
    expect(using(options)).not.toThrow()
  })

  it('are resolved once for each object', () => {
    const options = { maxWarnings: 0 }
    const body = input([], { x: 1 })
    expect(read(body, options).warnings).toMatchObject([{ code: 'more-warnings' }])
    options.maxWarnings = 5
    expect(read(body, options).warnings).toMatchObject([{ code: 'more-warnings' }])
    expect(read(body, { ...options }).warnings).toMatchObject([{ code: 'unrecognised-member' }])
  })
})
