/** The example app, run as `npm start` runs it: one look shows what the package does. */
import type { AgentRun } from 'express-ag-ui'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createExampleApp } from '../../docs/examples/app.js'
import { runSamples } from '../../docs/examples/samples.js'
import { awkward, eventsOf, postRun, problemOf, runAgentInput, userMessage } from '../../lib/testing/index.js'

const printed = async (): Promise<string> => {
  let latest: AgentRun | undefined
  const app = createExampleApp(run => (latest = run), { onWarning: false, onRejection: false })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lines: Array<string> = []
  const takeRun = () => {
    const run = latest
    latest = undefined
    return run
  }
  try {
    const { port } = server.address() as AddressInfo
    await runSamples(`http://127.0.0.1:${port}/agent`, takeRun, line => lines.push(line))
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return lines.join('\n')
}

describe('npm start', () => {
  it('shows a clean conversation, two downgrades and a refusal, with status, warnings and events', async () => {
    const output = await printed()
    expect(output).toContain('understood "I was given 3 messages. The last thing you said was \\"And again?\\"."')
    expect(output).toMatch(
      /foreign-file\.json\n +status +200 text\/event-stream\n +warning +foreign-file at \/messages\/0\/content\/1/
    )
    expect(output).toMatch(/warning +unrecognised-part at \/messages\/0\/content\/1/)
    expect(output).toMatch(/warning +unusable-part at \/messages\/0\/content\/2/)
    expect(output).toMatch(/event +data: {"type":"RUN_STARTED","threadId":"thread-3"/)
    expect(output).toMatch(/malformed\.json\n +status +400 application\/json\n +refused +malformed-input/)
    expect(output.match(/^ +fault /gm)).toHaveLength(4)
  })
})

describe('the example app', () => {
  const app = createExampleApp(undefined, { onWarning: false, onRejection: false })

  it('answers a run with events', async () => {
    const answered = await postRun(app, '/agent', runAgentInput({ messages: [userMessage('Hello')] }))
    const types = eventsOf(answered).map(({ type }) => type)
    const delta = 'TEXT_MESSAGE_CONTENT'
    expect(types).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      ...[delta, delta, delta],
      'TEXT_MESSAGE_END',
      'RUN_FINISHED'
    ])
  })

  it('refuses what is malformed, naming every fault', async () => {
    const { input, errors } = awkward.malformed
    const refused = problemOf(await postRun(app, '/agent', input))
    expect(refused.errors?.map(({ pointer }) => pointer).sort()).toEqual([...errors].sort())
  })
})
