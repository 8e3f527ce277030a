/** The reader of refusals takes ours, and nothing else. */
import { describe, expect, it } from 'vitest'
import { RunInputRejection } from '../../lib/decode.js'
import { problemOf } from '../../lib/testing/index.js'

const rejection = new RunInputRejection('empty-body', 'The body is empty.')
const ours = `${JSON.stringify(rejection)}\n`

const answer = (text: string, status = 400, type = 'application/problem+json') => ({
  status,
  text,
  headers: { 'content-type': type }
})

describe('problemOf', () => {
  it.each(['application/problem+json', 'application/json', 'application/json; charset=utf-8'])(
    'reads a problem of ours, as %s',
    type => {
      expect(problemOf(answer(ours, 400, type))).toEqual({ ...rejection.toJSON() })
      expect(problemOf(answer(ours.trimEnd(), 400, type)).code).toBe('empty-body')
    }
  )

  it.each<[string, Parameters<typeof problemOf>[0], string]>([
    [
      'an answer that is none',
      answer('data: {}', 200),
      'there is no problem: the answer has the status 200 and says "data: {}"'
    ],
    ['a page', answer('<h1>Not Found</h1>', 404, 'text/html'), 'the answer is text/html'],
    ['no media type', { status: 400, text: ours, headers: {} }, 'the answer is of no media type'],
    ['several lines', answer(JSON.stringify(rejection, null, 2)), 'the problem is not on one line'],
    ['nothing', answer(''), 'the problem is not on one line'],
    ['what is not JSON', answer('{'), 'the problem is not JSON'],
    ['null', answer('null'), 'the problem is none of express-ag-ui'],
    [
      'somebody else’s problem',
      answer('{"type":"about:blank","status":400}'),
      'the problem is none of express-ag-ui: its type is "about:blank"'
    ],
    [
      'a code that there is not',
      answer('{"type":"urn:express-ag-ui:mine","code":"mine","status":400}'),
      'none of express-ag-ui'
    ],
    [
      'a code and a type that differ',
      answer('{"type":"urn:express-ag-ui:mine","code":"empty-body","status":400}'),
      'none of express-ag-ui'
    ],
    [
      'a status that is not the response’s',
      answer(ours, 500),
      'the problem says the status 400, and the response has 500'
    ]
  ])('does not read %s', (_what, response, message) => {
    expect(() => problemOf(response)).toThrow(message)
  })
})
