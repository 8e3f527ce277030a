/** README's first example, run as it stands, answers the official client. */
import { HttpAgent } from '@ag-ui/client'
import type { Express } from 'express'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)

/** The example as a module that gives its app instead of listening on port 3000. */
const loadExample = async (): Promise<Express> => {
  const [, example = ''] = /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? []
  expect(example.match(/app\.listen\(3000\)/g)).toHaveLength(1)
  const file = new URL('build/readme/example.ts', root)
  mkdirSync(new URL('./', file), { recursive: true })
  writeFileSync(file, example.replace('app.listen(3000)', 'export { app }'))
  const { app } = (await import(fileURLToPath(file))) as { app: Express }
  return app
}

describe("README's example", () => {
  it('answers the official client', async () => {
    const server = (await loadExample()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const agent = new HttpAgent({ url: `http://127.0.0.1:${port}/agent` })
      agent.addMessage({ id: 'm1', role: 'user', content: 'Hello' })
      const { newMessages } = await agent.runAgent()
      expect(newMessages).toMatchObject([{ role: 'assistant', content: 'You said: Hello' }])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
