/** Sends a run input as the official client does. */
import request, { type Test } from 'supertest'

/**
 * Posts a run input to an app, with supertest, under the headers of the official client.
 *
 * @param app the Express app, or a server, or the address of one
 * @param path where its agent is mounted
 * @param input a run input, or any JSON value; a string is sent as it is, to send what is not JSON
 * @returns supertest's own test: add headers and expectations to it, and await it
 * @example
 * import express from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { postRun, runAgentInput, userMessage } from 'express-ag-ui/testing'
 *
 * const app = express().post('/agent', runInput(), (req, res) => { res.json(req.agui.input.messages.length) })
 * const response = await postRun(app, '/agent', runAgentInput({ messages: [userMessage('Hello')] })).expect(200)
 */
export const postRun = (app: Parameters<typeof request>[0], path: string, input: unknown): Test =>
  request(app)
    .post(path)
    .set('Content-Type', 'application/json')
    .set('Accept', 'text/event-stream')
    // As text: older versions of supertest lose a key named __proto__.
    .send(typeof input === 'string' ? input : JSON.stringify(input))
