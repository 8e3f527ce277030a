/** What the developer reads on the console when a run ended in RUN_ERROR. What the client reads is in RunAnswer.spec.ts. */
import { describe, expect, it } from 'vitest'
import { ProtocolBreach } from '../../lib/stream/index.js'
import { errorLine } from '../../lib/stream/runError.js'

describe('the line of an error', () => {
  it('is the sentence of a breach, without a stack', () => {
    expect(errorLine(new ProtocolBreach('it yielded undefined.'))).toBe(
      'express-ag-ui: The agent broke the AG-UI protocol: it yielded undefined.'
    )
  })

  it('is the stack of an error, on one line', () => {
    const line = errorLine(new TypeError('no\n  model'))
    expect(line).toMatch(/^express-ag-ui: The agent failed: TypeError: no \| model \| at .*runError\.spec/)
    expect(line).not.toContain('\n')
  })

  it('has the cause of an error', () => {
    expect(errorLine(new Error('no model', { cause: new Error('no key') }))).toMatch(/no model.*\[cause\].*no key/)
  })

  it.each([
    ['a string', 'no model', "'no model'"],
    ['an object', { status: 503 }, '{ status: 503 }'],
    ['nothing', undefined, 'undefined']
  ])('shows %s that was thrown instead of an error', (_name, thrown, shown) => {
    expect(errorLine(thrown)).toBe(`express-ag-ui: The agent failed: ${shown}`)
  })
})
