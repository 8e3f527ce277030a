/** Every awkward input gives what it says it gives, by the pure core. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decodeRunInput } from '../../lib/decode.js'
import { awkward, type AwkwardInput } from '../../lib/testing/index.js'

const inputs = Object.entries(awkward).map(([name, input]): [string, AwkwardInput] => [name, input])

describe('awkward inputs', () => {
  it.each(inputs)(
    '%s gives the warnings and faults that it names',
    (_name, { input, options = {}, warnings, errors }) => {
      const outcome = decodeRunInput(input, options)
      const told = isLeft(outcome) ? outcome.left : outcome.right
      expect(told.warnings.map(({ code, pointer }) => ({ code, pointer }))).toEqual(warnings)
      expect(isLeft(outcome) ? outcome.left.errors.map(({ pointer }) => pointer) : []).toEqual(errors)
      expect(isLeft(outcome)).toBe(errors.length > 0)
    }
  )

  it('are made anew for each access, so that a test may change them', () => {
    const first = awkward.unknownPart
    const second = awkward.unknownPart
    expect(first).toEqual(second)
    expect(first.input).not.toBe(second.input)
  })

  it('have a key named __proto__ as their own where they say so', () => {
    expect(Object.hasOwn(awkward.protoMember.input as object, '__proto__')).toBe(true)
  })
})
