/** Three handlers that exist in many backends, wrapped, and driven by the official client over a real server. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpAgent, type AgentSubscriber } from '@ag-ui/client'
import express, { type Express, type RequestHandler } from 'express'
import request from 'supertest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runInput } from '../../../lib/index.js'
import { chatMessages, prompt, wrapLegacy } from '../../../lib/legacy/index.js'
import { imagePart, runAgentInput, textPart, tool, toolResult, userMessage } from '../../../lib/testing/index.js'

const servers: Array<Server> = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The official client, talking to `/agent` of an app. */
const agentOf = async (app: Express) => {
  const server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return new HttpAgent({ url: `http://127.0.0.1:${port}/agent`, threadId: 'thread-1' })
}

// A chat endpoint that answers with JSON, and remembers nothing.
const chat: RequestHandler = (req, res) => {
  const { message, history } = req.body as { message: string; history: ReadonlyArray<unknown> }
  if (message === '') {
    res.status(400).json({ error: 'Say something' })
    return
  }
  res.json({ reply: `${message}, after ${history.length}` })
}

const jsonApp = () => {
  const app = express()
  app.post('/chat', express.json(), chat)
  app.post('/agent', runInput({ onWarning: false }, wrapLegacy(chat, { request: prompt(), onError: false })))
  return app
}

// A completion endpoint that writes text as the model gives it.
const complete: RequestHandler = async (req, res) => {
  res.type('text/plain')
  for (const word of (req.body as { message: string }).message.split(/(?= )/)) {
    res.write(word)
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  res.end()
}

const textApp = () => {
  const app = express()
  app.post('/complete', express.json(), complete)
  app.post('/agent', runInput({}, wrapLegacy(complete, { request: prompt({ history: false }) })))
  return app
}

// A proxy of OpenAI's chat completions, streamed, that calls a tool once and then says what came of it.
const completions: RequestHandler = (req, res) => {
  const { messages } = req.body as { messages: ReadonlyArray<{ role: string; content: string; tool_call_id?: string }> }
  const last = messages.at(-1)
  const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
  res.writeHead(200, { 'Content-Type': 'text/event-stream' })
  if (last?.role === 'tool') {
    res.write(chunk({ role: 'assistant', content: '' }))
    for (const word of ['Found ', last.content]) res.write(chunk({ content: word }))
  } else {
    res.write(chunk({ content: 'Let me see.' }))
    for (const [index, q] of ['cats', 'dogs'].entries()) {
      res.write(
        chunk({
          tool_calls: [{ index, id: `call-${q}`, type: 'function', function: { name: 'search', arguments: '' } }]
        })
      )
      res.write(chunk({ tool_calls: [{ index, function: { arguments: `{"q":` } }] }))
      res.write(chunk({ tool_calls: [{ index, function: { arguments: `"${q}"}` } }] }))
    }
  }
  res.end('data: [DONE]\n\n')
}

const openAiApp = (asked: Array<unknown> = []) => {
  const app = express()
  const watch: RequestHandler = (req, _res, next) => {
    asked.push(req.body)
    next()
  }
  app.post('/v1/chat/completions', express.json(), completions)
  app.post('/agent', runInput({}, wrapLegacy([watch, completions], { request: chatMessages() })))
  return app
}

describe('a JSON endpoint', () => {
  it('answers the official client, run after run', async () => {
    const agent = await agentOf(jsonApp())
    agent.addMessage(userMessage('Hello'))
    const first = await agent.runAgent()
    expect(first.newMessages).toMatchObject([{ role: 'assistant', content: 'Hello, after 0' }])
    agent.addMessage(userMessage('And now?'))
    await agent.runAgent()
    expect(agent.messages.map(({ content }) => content)).toEqual([
      'Hello',
      'Hello, after 0',
      'And now?',
      'And now?, after 2'
    ])
  })

  it('fails readably', async () => {
    const agent = await agentOf(jsonApp())
    const onRunErrorEvent = vi.fn<NonNullable<AgentSubscriber['onRunErrorEvent']>>()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    agent.addMessage(userMessage(''))
    await agent.runAgent({}, { onRunErrorEvent }).catch(() => undefined)
    expect(onRunErrorEvent).toHaveBeenCalledTimes(1)
    expect(onRunErrorEvent.mock.calls[0]?.[0].event).toMatchObject({ message: 'Say something', code: 'http-400' })
  })

  it('gets the text of a message whose picture it could not use', async () => {
    const agent = await agentOf(jsonApp())
    agent.addMessage(userMessage([textPart('See'), imagePart()]))
    const { newMessages } = await agent.runAgent()
    expect(newMessages).toMatchObject([{ content: 'See, after 0' }])
  })

  it('still answers its old clients', async () => {
    const app = jsonApp()
    await request(app).post('/chat').send({ message: 'Hi', history: [] }).expect(200, { reply: 'Hi, after 0' })
    await request(app).post('/chat').send({ message: '' }).expect(400, { error: 'Say something' })
  })
})

describe('an endpoint that writes text', () => {
  it('answers the official client in deltas', async () => {
    const agent = await agentOf(textApp())
    const deltas: Array<string> = []
    agent.addMessage(userMessage('Hello you there'))
    const { newMessages } = await agent.runAgent(
      {},
      {
        onTextMessageContentEvent: ({ event }) => {
          deltas.push(event.delta)
        }
      }
    )
    expect(deltas).toEqual(['Hello', ' you', ' there'])
    expect(newMessages).toMatchObject([{ role: 'assistant', content: 'Hello you there' }])
  })

  it('still answers its old clients', async () => {
    const response = await request(textApp()).post('/complete').send({ message: 'Hello you' }).expect(200)
    expect(response.text).toBe('Hello you')
  })
})

describe('an OpenAI-style stream', () => {
  it('calls the application’s tools, and goes on with their answers in the next run', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const asked: Array<unknown> = []
    const agent = await agentOf(openAiApp(asked))
    const pending: Array<unknown> = []
    agent.addMessage(userMessage('Find pets'))
    const tools = [tool('search')]
    const { newMessages } = await agent.runAgent(
      { tools },
      {
        onRunFinishedEvent: event => {
          if (event.outcome === 'success') pending.push(...event.pendingToolCallIds)
        }
      }
    )
    expect(newMessages).toMatchObject([
      {
        role: 'assistant',
        content: 'Let me see.',
        toolCalls: [
          { id: 'call-cats', function: { name: 'search', arguments: '{"q":"cats"}' } },
          { id: 'call-dogs', function: { name: 'search', arguments: '{"q":"dogs"}' } }
        ]
      }
    ])
    expect(pending).toEqual(['call-cats', 'call-dogs'])
    agent.addMessage(toolResult('call-cats', '3 cats'))
    agent.addMessage(toolResult('call-dogs', '2 dogs'))
    const second = await agent.runAgent({ tools })
    expect(second.newMessages).toMatchObject([{ role: 'assistant', content: 'Found 2 dogs' }])
    expect(asked[1]).toMatchObject({
      messages: [
        { role: 'user', content: 'Find pets' },
        { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'call-cats' }, { id: 'call-dogs' }] },
        { role: 'tool', tool_call_id: 'call-cats', content: '3 cats' },
        { role: 'tool', tool_call_id: 'call-dogs', content: '2 dogs' }
      ],
      tools: [{ type: 'function', function: { name: 'search' } }]
    })
    expect(console.warn).not.toHaveBeenCalled()
  })

  it('still answers its old clients', async () => {
    const response = await request(openAiApp())
      .post('/v1/chat/completions')
      .send({ messages: [{ role: 'tool', content: '3 cats' }] })
      .expect(200)
    expect(response.text).toMatch(/^data: .*\n\ndata: .*"Found ".*\n\ndata: .*3 cats.*\n\ndata: \[DONE\]\n\n$/)
  })
})

describe('a client that aborts', () => {
  it('stops the endpoint', async () => {
    const told: Array<string> = []
    const endless: RequestHandler = (req, res) => {
      const timer = setInterval(() => res.write('again '), 5)
      req.on('close', () => {
        clearInterval(timer)
        told.push('stopped')
      })
    }
    const app = express().post('/agent', runInput({}, wrapLegacy(endless, { request: prompt() })))
    const agent = await agentOf(app)
    agent.addMessage(userMessage('Go on'))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const run = agent.runAgent({}, { onTextMessageContentEvent: () => agent.abortRun() }).catch(() => undefined)
    await vi.waitFor(() => {
      expect(told).toEqual(['stopped'])
    })
    await run
  })
})

describe('protobuf', () => {
  it('is answered where it is asked for', async () => {
    const app = jsonApp()
    const response = await request(app)
      .post('/agent')
      .set('Accept', 'application/vnd.ag-ui.event+proto')
      .send(runAgentInput())
      .expect('Content-Type', 'application/vnd.ag-ui.event+proto')
      .responseType('blob')
    expect(String(response.body as Buffer)).toContain('Hello, after 0')
  })
})
