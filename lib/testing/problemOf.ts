/** Reads an answer as the problem JSON that the chain refuses with. */
import { problemCodes, type Problem, type ProblemCode } from '../outcome/Rejection.js'
import { excerpt, mediaTypeOf, type ReceivedResponse } from './response.js'

/**
 * The problem that an input was refused with. Checks that it is one of this package's: problem details on one line, of a known
 * code, with the status of the response.
 *
 * @param response supertest's response
 * @returns the problem
 * @throws Error that says what is wrong
 * @example
 * import express from 'express'
 * import { runInput } from 'express-ag-ui'
 * import { postRun, problemOf } from 'express-ag-ui/testing'
 *
 * const app = express().post('/agent', runInput({ onRejection: false }))
 * const problem = problemOf(await postRun(app, '/agent', { messages: [] }))
 * problem.errors?.map(({ pointer }) => pointer) // ['/threadId', '/runId']
 */
export const problemOf = (response: ReceivedResponse): Problem => {
  const { status, text } = response
  if (status < 400)
    throw new Error(`there is no problem: the answer has the status ${status} and says ${excerpt(text)}`)
  const mediaType = mediaTypeOf(response)
  if (mediaType !== 'application/problem+json' && mediaType !== 'application/json')
    throw new Error(`the answer is ${mediaType || 'of no media type'}, not problem JSON, and says ${excerpt(text)}`)
  if (!/^[^\n]+\n?$/.test(text)) throw new Error(`the problem is not on one line: ${excerpt(text)}`)
  const problem = parsed(text)
  const { code, type } = problem
  if (!problemCodes.includes(code as ProblemCode) || type !== `urn:express-ag-ui:${String(code)}`)
    throw new Error(`the problem is none of express-ag-ui: its type is ${excerpt(String(type))}`)
  if (problem['status'] !== status)
    throw new Error(`the problem says the status ${String(problem['status'])}, and the response has ${status}`)
  return problem as unknown as Problem
}

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    // What JSON can be besides an object has none of a problem's members either.
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>
  } catch {
    throw new Error(`the problem is not JSON: ${excerpt(text)}`)
  }
}
