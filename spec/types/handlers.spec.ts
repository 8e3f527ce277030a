/** What Express users see: typed requests, kept parameters, and wrong calls that do not compile. */
import express from 'express'
import * as t from 'io-ts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { decodeInput, decodeRunInput, readBody, runInput, type AgentRun, type Warning } from '../../lib/index.js'

const Cart = t.type({ items: t.array(t.type({ sku: t.string, qty: t.number })) })
const Props = t.partial({ locale: t.string })
type Cart = t.TypeOf<typeof Cart>

describe('types of the chain', () => {
  it('give the handlers after it the run and their own parameters', () => {
    const app = express()
    app.post('/agents/:id', runInput(), (req, res) => {
      expectTypeOf(req.params.id).toEqualTypeOf<string>()
      expectTypeOf(req.agui).toEqualTypeOf<AgentRun>()
      expectTypeOf(req.agui.warnings).toEqualTypeOf<Array<Warning>>()
      expectTypeOf(res.json).not.toBeAny()
    })
    app.post('/by-hand/:id', readBody(), decodeInput(), req => {
      expectTypeOf(req.params.id).toEqualTypeOf<string>()
    })
    app.use('/everywhere', runInput())
    expect(app).toBeDefined()
  })

  it('give a handler of the chain its state and props as the codecs have them', () => {
    const handler = runInput({ state: Cart, initialState: { items: [] }, forwardedProps: Props }, run => {
      expectTypeOf(run.input.state).toEqualTypeOf<Cart>()
      expectTypeOf(run.input.forwardedProps).toEqualTypeOf<t.TypeOf<typeof Props> | undefined>()
      return run.input.state.items.map(({ sku }) => sku)
    })
    expect(handler).toBeTypeOf('function')
    runInput({}, run => {
      expectTypeOf(run.input.state).toEqualTypeOf<unknown>()
    })
  })

  it('give a decoded run the same', () => {
    const outcome = decodeRunInput({}, { state: Cart, initialState: () => ({ items: [] }) })
    if (outcome._tag === 'Right') expectTypeOf(outcome.right.input.state).toEqualTypeOf<Cart>()
    expect(outcome._tag).toBe('Left')
  })

  it('do not let wrong options compile', () => {
    // @ts-expect-error there is no such option
    expect(() => runInput({ acceptz: [] })).toThrow(TypeError)
    // @ts-expect-error not a kind or a media type
    expect(() => runInput({ accepts: ['pdf'] })).toThrow(TypeError)
    // @ts-expect-error not a role
    expect(() => runInput({ roles: ['robot'] })).toThrow(TypeError)
    // @ts-expect-error not what the codec gives
    expect(runInput({ state: Cart, initialState: { items: [{ sku: 1 }] } })).toBeTypeOf('function')
    // @ts-expect-error belongs to another middleware
    expect(() => readBody({ accepts: [] })).toThrow(TypeError)
  })
})
