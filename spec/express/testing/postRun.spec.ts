/** The helpers of `express-ag-ui/testing`, on a real app. */
import type { RequestHandler } from 'express'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { runInput, type RunInputOptions, type Warning } from '../../../lib/index.js'
import { streamRun } from '../../../lib/stream/index.js'
import { awkward, eventsOf, postRun, problemOf, runAgentInput, type AwkwardInput } from '../../../lib/testing/index.js'

const inputs = Object.entries(awkward).map(([name, input]): [string, AwkwardInput] => [name, input])

const appOf = (options: RunInputOptions, after: RequestHandler) =>
  express().post('/agent', runInput({ onWarning: false, onRejection: false, ...options }), after)

const told = (warnings: ReadonlyArray<Warning> = []) => warnings.map(({ code, pointer }) => ({ code, pointer }))

describe('awkward inputs, through the chain', () => {
  it.each(inputs)(
    '%s gives the warnings and faults that it names',
    async (_name, { input, options, warnings, errors }) => {
      const app = appOf(options ?? {}, (req, res) => {
        res.json(told(req.agui.warnings))
      })
      const response = await postRun(app, '/agent', input)
      if (errors.length === 0) {
        expect(response.status).toBe(200)
        expect(response.body).toEqual(warnings)
      } else {
        const problem = problemOf(response)
        expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(errors)
        expect(told(problem.warnings)).toEqual(warnings)
      }
    }
  )
})

describe('postRun', () => {
  it('sends the headers of the official client', async () => {
    const app = appOf({}, (req, res) => {
      res.json(req.headers)
    })
    const response = await postRun(app, '/agent', runAgentInput()).set('Authorization', 'Bearer me').expect(200)
    expect(response.body).toMatchObject({
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: 'Bearer me'
    })
  })

  it('sends a string as it is', async () => {
    const app = appOf({}, (_req, res) => {
      res.end()
    })
    expect(problemOf(await postRun(app, '/agent', '{"threadId":')).code).toBe('malformed-json')
    expect(problemOf(await postRun(app, '/agent', '')).code).toBe('empty-body')
  })

  it('sends any other value as JSON', async () => {
    const app = appOf({}, (_req, res) => {
      res.end()
    })
    expect(problemOf(await postRun(app, '/agent', null)).code).toBe('malformed-input')
  })

  it('gives an answer whose events can be read', async () => {
    const agent = streamRun(async function* () {
      await Promise.resolve()
      yield { type: 'CUSTOM', name: 'mine', value: 1 }
    })
    const app = express().post('/agent', runInput({}, agent))
    const events = eventsOf(await postRun(app, '/agent', runAgentInput()))
    expect(events.map(({ type }) => type)).toEqual(['RUN_STARTED', 'CUSTOM', 'RUN_FINISHED'])
  })

  it('gives an answer whose problem can be read', async () => {
    const app = appOf({}, (_req, res) => {
      res.end()
    })
    const { status, code, errors } = problemOf(await postRun(app, '/agent', awkward.nothing.input))
    expect({ status, code, pointers: errors?.map(({ pointer }) => pointer) }).toEqual({
      status: 400,
      code: 'malformed-input',
      pointers: ['/threadId', '/runId', '/messages']
    })
  })
})
