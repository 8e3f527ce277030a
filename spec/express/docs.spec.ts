/**
 * Every example of README, docs and the public docstrings, run as it stands: its module loads, what it says of a value in a
 * comment is so, and the endpoints that it makes answer a run.
 */
import { HttpAgent } from '@ag-ui/client'
import express, { type Express, type RequestHandler } from 'express'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { examples, type Example } from '../../scripts/examples.mjs'
import { PROTOCOL_VERSION } from '../../lib/index.js'
import { eventsOf, postRun, runAgentInput, userMessage } from '../../lib/testing/index.js'
import { listen, serveAgent } from './stream/agentServer.js'

const folder = fileURLToPath(new URL('../../build/examples/', import.meta.url))
mkdirSync(folder, { recursive: true })

/** The major of Express that this run of the specs is about. */
const major = 'lazyrouter' in express.application ? 4 : 5

interface Loaded {
  readonly app?: Express
  readonly handler?: RequestHandler
}

/** `value // 'what it is'`, or the comment on a line of its own. */
const told = /^( *)(?!const |return |yield |\/\/)(\S.*?)(?: |\n)\/\/ (['[{].*)$/gm

const printed = /^( *)console\.log\((.*)\) \/\/ (.*)$/gm

/** The example as a module that checks what it tells, gives what it makes, and does not listen on ports of its own. */
const runnable = (code: string, upstream: string): string =>
  `import { expect as __expect } from 'vitest'\n${code}`
    .replace(/^app\.listen\(3000\)$/m, '')
    .replaceAll('http://localhost:4000/agent', upstream)
    .replace(/^const app = /m, 'export const app = ')
    .replace(/^express\(\)\.post/m, 'export const app = express().post')
    .replace(/^runInput\(/m, 'export const handler = runInput(')
    .replace(printed, (_line, indent: string, values: string, text: string) => {
      return `${indent}__expect([${values}].join(' ')).toBe(${JSON.stringify(text)})`
    })
    .replace(told, '$1__expect($2).toEqual($3)')

const load = ({ name, code }: Example, upstream = ''): Promise<Loaded> => {
  const file = `${folder}${name}-express-${major}.ts`
  writeFileSync(file, runnable(code, upstream))
  return import(file) as Promise<Loaded>
}

/** An agent that another one can hand a run on to. */
const upstream = (): Promise<string> =>
  serveAgent({
    async *agent() {
      yield await Promise.resolve({ type: 'CUSTOM', name: 'upstream', value: 1 })
    }
  })

const run = runAgentInput({ threadId: 't1', messages: [userMessage('Hello')] })

const answered = async (app: Express, path: string): Promise<void> => {
  const response = await postRun(app, path, run).set('Authorization', 'Bearer secret')
  expect(response.status, response.text).toBe(200)
  if (response.type === 'text/event-stream') {
    expect(eventsOf(response).map(({ type }) => type)).toEqual(expect.arrayContaining(['RUN_STARTED', 'RUN_FINISHED']))
  }
}

beforeEach(() => {
  vi.stubEnv('AGENT_TOKEN', 'secret')
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const sendsItself = ({ code }: Example): boolean => code.includes('postRun(')

const pathsOf = ({ code }: Example): ReadonlyArray<string> =>
  [...code.matchAll(/\.post\(\s*'([^']+)'/g)].map(([, path = '']) => path.replace(':thread', 't1'))

describe('the examples', () => {
  it.each(examples)('$name runs, and what it makes answers', async example => {
    const url = example.code.includes('http://localhost:4000') ? await upstream() : ''
    const { app, handler } = await load(example, url)
    const paths = sendsItself(example) ? [] : pathsOf(example)
    if (paths.length > 0) expect(app, 'the example names its app').toBeDefined()
    if (app !== undefined) for (const path of paths) await answered(app, path)
    if (handler !== undefined) {
      const mounted = express()
      mounted.post('/agent', handler, (req, res) => {
        res.json(req.agui.warnings)
      })
      await answered(mounted, '/agent')
    }
  })

  it("answer the official client, README's first one turn by turn", async () => {
    const [first] = examples
    expect(first?.code.match(/app\.listen\(3000\)/g)).toHaveLength(1)
    const { app } = first === undefined ? {} : await load(first)
    if (app === undefined) throw new Error("README's first example makes no app")
    const agent = new HttpAgent({ url: `${await listen(app)}/agent` })
    for (const [id, content] of Object.entries({ m1: 'Hello', m2: 'Goodbye' })) {
      agent.addMessage({ id, role: 'user', content })
      const { newMessages } = await agent.runAgent()
      expect(newMessages).toMatchObject([{ role: 'assistant', content: `You said: ${content}` }])
    }
  })

  it('are refused when they tell what is not so', async () => {
    const example = {
      name: 'untrue',
      file: '',
      code: "import { PROTOCOL_VERSION } from 'express-ag-ui'\nPROTOCOL_VERSION // '2.0'"
    }
    await expect(load(example)).rejects.toThrow(PROTOCOL_VERSION)
    await expect(load({ ...example, name: 'loud', code: 'console.log(1, 2) // 1 3' })).rejects.toThrow('1 2')
  })

  it('tell of a good dozen values', () => {
    const checks = examples.flatMap(({ code }) => [...code.matchAll(told), ...code.matchAll(printed)])
    expect(checks.length).toBeGreaterThan(11)
  })
})
