/** Real inputs, each reduced from somebody's bug report, with the right answer (spec/cases). */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import express, { type RequestHandler } from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import type { Problem, RunInputOptions, Warning } from '../../lib/index.js'
import { createApp } from './createApp.js'

interface Told {
  readonly code: string
  readonly pointer: string
}

interface Case {
  readonly name: string
  readonly why?: string
  readonly request: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly rawBody?: string | { readonly gzipOf: string }
    readonly generate?: { readonly kind: string; readonly base64Chars?: number }
    readonly before?: ReadonlyArray<string>
  }
  readonly options?: RunInputOptions
  readonly expect: {
    readonly status: number
    readonly alsoAcceptable?: ReadonlyArray<number>
    readonly warnings: ReadonlyArray<Told>
    readonly optionalWarnings?: ReadonlyArray<Told>
    readonly errors?: ReadonlyArray<string>
    readonly input?: object
    readonly inputAbsent?: ReadonlyArray<string>
    readonly ownKeys?: Readonly<Record<string, ReadonlyArray<string>>>
    readonly prototypeUntouched?: boolean
    readonly headers?: Readonly<Record<string, string>>
  }
}

const folder = new URL('../cases/', import.meta.url)

const cases = readdirSync(folder)
  .filter(file => file.endsWith('.json'))
  .map(file => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case)

const mounted: Readonly<Record<string, RequestHandler>> = {
  'express.json()': express.json(),
  'express.raw({type:"*/*"})': express.raw({ type: '*/*' })
}

const cors: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*')
  if (req.method === 'OPTIONS') res.status(204).end()
  else next()
}

const bodyOf = ({ body, rawBody, generate }: Case['request']): string | Buffer | undefined => {
  if (generate !== undefined) {
    expect(generate.kind).toBe('inline-image')
    const source = { type: 'data', value: 'A'.repeat(generate.base64Chars ?? 0), mimeType: 'image/png' }
    const content = [{ type: 'image', source }]
    return JSON.stringify({ threadId: 't1', runId: 'r1', messages: [{ id: 'u1', role: 'user', content }] })
  }
  if (typeof rawBody === 'object') return gzipSync(rawBody.gzipOf)
  return rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
}

const at = (u: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], u)

const sorted = (told: ReadonlyArray<Told>) => told.map(({ code, pointer }) => `${code} ${pointer}`).sort()

const isExpected = ({ optionalWarnings = [] }: Case['expect'], { code, pointer, kind }: Warning) =>
  kind !== 'history' && !optionalWarnings.some(optional => optional.code === code && optional.pointer === pointer)

describe.each(cases)('$name', ({ request: sent, options = {}, expect: expected, why }) => {
  it(why ?? 'is answered rightly', async () => {
    const before = (sent.before ?? []).map(name => {
      const handler = mounted[name]
      if (handler === undefined) throw new Error(`no such middleware: ${name}`)
      return handler
    })
    const { app, runs } = createApp({ options, before: [cors, ...before] })
    const method = (sent.method ?? 'POST').toLowerCase() as 'post'
    const agent = request(app)
    const unsent = agent[method]('/agent').set(sent.headers ?? {})
    const body = bodyOf(sent)
    const response = await (body === undefined ? unsent : unsent.serialize(sent => sent as string).send(body))
    expect([expected.status, ...(expected.alsoAcceptable ?? [])]).toContain(response.status)
    for (const [name, value] of Object.entries(expected.headers ?? {})) expect(response.headers[name]).toBe(value)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    if (expected.prototypeUntouched === true) {
      expect({}).not.toHaveProperty('admin')
      expect({}).not.toHaveProperty('threadId')
    }

    const [run] = runs
    if (run === undefined) {
      if (response.status >= 400 && (sent.before ?? []).length === 0) {
        const problem = JSON.parse(response.text) as Problem
        expect(response.text.trimEnd()).not.toContain('\n')
        expect(problem.status).toBe(response.status)
        if (expected.errors !== undefined) {
          expect((problem.errors ?? []).map(({ pointer }) => pointer).sort()).toEqual([...expected.errors].sort())
        }
        const told = (problem.warnings ?? []).filter(warning => isExpected(expected, warning))
        expect(sorted(told)).toEqual(sorted(expected.warnings))
      }
      return
    }
    expect(sorted(run.warnings.filter(warning => isExpected(expected, warning)))).toEqual(sorted(expected.warnings))
    if (expected.input !== undefined) expect(run.input).toMatchObject(expected.input)
    for (const pointer of expected.inputAbsent ?? []) expect(at(run.input, pointer), pointer).toBeUndefined()
    for (const [pointer, keys] of Object.entries(expected.ownKeys ?? {})) {
      expect(Object.keys(at(run.input, pointer) as object)).toEqual(keys)
    }
  })
})
