/** docs/codes.md has one section for each code, and every input in it triggers the code it stands under. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeRunInput, type DecodeRunInputOptions } from '../../lib/decode.js'
import { problemCodes } from '../../lib/outcome/Rejection.js'
import { warningCodes } from '../../lib/outcome/Warning.js'

const page = readFileSync(new URL('../../docs/codes.md', import.meta.url), 'utf8')

const [warnings = '', refusals = ''] = page.split('## Refusals')

const headings = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^#{3,4} `([a-z-]+)`/gm)].map(([, code = '']) => code)

interface Example {
  readonly code: string
  readonly options: DecodeRunInputOptions
  readonly body: unknown
}

const examples = (text: string): ReadonlyArray<Example> =>
  text.split(/^#{3,4} /m).flatMap(section => {
    const [, code = ''] = /^`([a-z-]+)`/.exec(section) ?? []
    const [, options = '{}'] = /^With the options `(.*)`:$/m.exec(section) ?? []
    const [, body] = /```json\n([\s\S]*?)```/.exec(section) ?? []
    return body === undefined
      ? []
      : [{ code, options: JSON.parse(options) as DecodeRunInputOptions, body: JSON.parse(body) as unknown }]
  })

describe('docs/codes.md', () => {
  it('has a section for each warning code, in the order of the union', () => {
    expect(headings(warnings)).toEqual(warningCodes)
  })

  it('has a section for each problem code, in the order of the union', () => {
    expect(headings(refusals)).toEqual(problemCodes)
  })

  it.each(examples(warnings))('shows an input that is told of with $code', ({ code, options, body }) => {
    const outcome = decodeRunInput(body, options)
    expect(outcome).toMatchObject({ _tag: 'Right' })
    if (outcome._tag === 'Right') expect(outcome.right.warnings.map(warning => warning.code)).toContain(code)
  })

  it.each(examples(refusals))('shows an input that is refused with $code', ({ code, options, body }) => {
    expect(decodeRunInput(body, options)).toMatchObject({ _tag: 'Left', left: { code } })
  })
})
