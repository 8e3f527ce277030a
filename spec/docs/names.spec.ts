/** The names that README and docs use are names that there are. */
import { describe, expect, it } from 'vitest'
import { runInputChecks } from '../../lib/express/options.js'
import { problemCodes } from '../../lib/outcome/Rejection.js'
import { warningCodes } from '../../lib/outcome/Warning.js'
import * as decode from '../../lib/decode.js'
import * as main from '../../lib/index.js'
import * as legacy from '../../lib/legacy/index.js'
import * as stream from '../../lib/stream/index.js'
import * as testing from '../../lib/testing/index.js'
import { pages, textOf } from './pages.js'

/** Whatever stands in backticks, on the pages that tell of the package as it is. */
const quoted = pages.flatMap(page =>
  [...textOf(page).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, name = '']) => ({ page, name }))
)

/** What RUN_ERROR says, which is neither a warning nor a refusal; and our own name. */
const otherNames = ['agent-error', 'protocol-breach', 'express-ag-ui']

const codes: ReadonlySet<string> = new Set([...warningCodes, ...problemCodes, ...otherNames])

const exported: ReadonlySet<string> = new Set([main, decode, stream, legacy, testing].flatMap(Object.keys))

/** Functions that the docs name and that are not ours. */
const others: ReadonlySet<string> = new Set(['compression', 'warn', 'toJSON'])

describe('the names in the docs', () => {
  const named = quoted.filter(({ name }) => /^[a-z]+(-[a-z]+)+$/.test(name))

  it('are looked at', () => {
    expect(named.length).toBeGreaterThan(warningCodes.length)
  })

  it.each(named)('$name in $page is a code', ({ name }) => {
    expect([...codes]).toContain(name)
  })

  const called = quoted.flatMap(({ page, name }) => {
    const [, callee] = /^([a-z]\w*)\(/.exec(name) ?? []
    return callee === undefined || others.has(callee) ? [] : [{ page, callee }]
  })

  it.each(called)('$callee() in $page is exported', ({ callee }) => {
    expect([...exported]).toContain(callee)
  })

  it("README's table has every option of runInput, and no other", () => {
    const [, table = ''] = /^## Options$([\s\S]*?)^## /m.exec(textOf('README.md')) ?? []
    const rows = [...table.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    )
    expect(new Set(rows)).toEqual(new Set(Object.keys(runInputChecks)))
  })
})
