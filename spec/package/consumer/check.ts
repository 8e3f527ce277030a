// What a user's compiler sees. Copied as check.mts and check.cts.
import type { RunAgentInput as CoreInput, Message as CoreMessage } from '@ag-ui/core'
import express from 'express'
import * as t from 'io-ts'
import { decodeInput, readBody, runInput, type AgentRun, type Message } from 'express-ag-ui'
import { prompt, wrapLegacy } from 'express-ag-ui/legacy'
import { streamRun } from 'express-ag-ui/stream'
import { decodeRunInput, type RunAgentInput as Codec } from 'express-ag-ui/decode'

const app = express()
app.post('/agents/:id', runInput({ accepts: ['image', 'application/pdf'] }), (req, res) => {
  const id: string = req.params.id
  const input: CoreInput = req.agui.input
  const messages: Array<CoreMessage> = req.agui.input.messages
  res.json({ id, input, messages })
})
app.post('/by-hand', readBody({ limit: '1mb' }), decodeInput(), (req, res) => {
  res.json(req.agui.warnings)
})

const Cart = t.type({ items: t.array(t.type({ sku: t.string, qty: t.number })) })
app.post(
  '/shop',
  runInput({ state: Cart, initialState: { items: [] } }, (run, _req, res) => {
    const skus: Array<string> = run.input.state.items.map(({ sku }) => sku)
    res.json(skus)
  })
)

app.post(
  '/stream',
  runInput(
    { state: Cart, initialState: { items: [] } },
    streamRun(async function* ({ input }) {
      yield { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: input.state.items.join() }
    })
  )
)
app.post(
  '/legacy',
  runInput(
    {},
    wrapLegacy((_req, res) => void res.json({ reply: 'hi' }), { request: prompt() })
  )
)

declare const core: CoreMessage
export const message: Message = core

type IsAny<T> = 0 extends 1 & T ? true : false
export const notAny: [IsAny<AgentRun>, IsAny<AgentRun['input']['messages'][number]>, IsAny<typeof Codec>] = [
  false,
  false,
  false
]

// @ts-expect-error there is no such option
runInput({ acceptz: [] })

export const outcome = decodeRunInput({}, { state: Cart, initialState: { items: [] } })
