/** `req.agui.signal`: aborted when the client leaves before the response is finished, and not otherwise. */
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import express, { type Express, type RequestHandler, type Response } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { readBody, runInput } from '../../lib/index.js'
import { head, listen, minimal, send, serve } from './wire.js'

const json = JSON.stringify(minimal)

interface Open {
  readonly name: string
  readonly signal: AbortSignal
  readonly res: Response
}

/** An app that leaves its responses open until the spec ends them. */
const leavingOpen = (): { readonly app: Express; readonly open: Array<Open> } => {
  const app = express()
  const open: Array<Open> = []
  app.post(
    '/:name',
    runInput({}, ({ signal }, req, res) => {
      open.push({ name: String(req.params['name']), signal, res })
    })
  )
  return { app, open }
}

const post = (name: string): string => head(`/${name}`, { 'Content-Length': json.length }) + json

const opened = async (open: ReadonlyArray<Open>, count: number): Promise<ReadonlyArray<Open>> => {
  await vi.waitFor(() => {
    expect(open).toHaveLength(count)
  })
  return open
}

const leave = async (socket: Socket): Promise<void> => {
  socket.destroy()
  await once(socket, 'close')
}

const aborted = (open: ReadonlyArray<Open>): ReadonlyArray<boolean> => open.map(({ signal }) => signal.aborted)

const settled = () => new Promise(resolve => setTimeout(resolve, 20))

describe('the signal', () => {
  it.each<[string, (res: Response) => unknown]>([
    ['before the answer has begun', () => undefined],
    ['while it is streamed', res => res.write('data: {}\n\n')],
    ['when its head was sent', res => res.flushHeaders()]
  ])('aborts when the client leaves %s', async (_, begin) => {
    const { app, open } = leavingOpen()
    const socket = connect(await serve(app), '127.0.0.1')
    socket.write(post('a'))
    await opened(open, 1)
    for (const { res } of open) begin(res)
    await settled()
    expect(aborted(open)).toEqual([false])
    await leave(socket)
    await vi.waitFor(() => {
      expect(aborted(open)).toEqual([true])
    })
  })

  it('aborts when the client closes its side only', async () => {
    const { app, open } = leavingOpen()
    const socket = connect(await serve(app), '127.0.0.1')
    socket.write(post('a'))
    await opened(open, 1)
    socket.end()
    await vi.waitFor(() => {
      expect(aborted(open)).toEqual([true])
    })
  })

  it('does not abort when the response is finished, whatever becomes of the connection', async () => {
    const { app, open } = leavingOpen()
    const socket = connect(await serve(app), '127.0.0.1')
    socket.write(post('a'))
    await opened(open, 1)
    open[0]?.res.end('done')
    await once(socket, 'data')
    await settled()
    socket.write(post('b'))
    await opened(open, 2)
    await leave(socket)
    await vi.waitFor(() => {
      expect(aborted(open)).toEqual([false, true])
    })
  })

  it('of every pipelined request aborts when the client leaves, and of those that were answered none', async () => {
    const { app, open } = leavingOpen()
    const socket = connect(await serve(app), '127.0.0.1')
    socket.write(['a', 'b', 'c', 'd'].map(post).join(''))
    await opened(open, 4)
    open.find(({ name }) => name === 'a')?.res.end('done')
    await once(socket, 'data')
    // Finished before its turn has come, but not sent.
    open.find(({ name }) => name === 'c')?.res.end('done')
    await settled()
    expect(aborted(open)).toEqual([false, false, false, false])
    await leave(socket)
    await vi.waitFor(() => {
      expect(Object.fromEntries(open.map(({ name, signal }) => [name, signal.aborted]))).toEqual({
        a: false,
        b: true,
        c: true,
        d: true
      })
    })
  })

  it('of pipelined requests that are all answered in turn does not abort', async () => {
    const { app, open } = leavingOpen()
    const socket = connect(await serve(app), '127.0.0.1')
    const warned = vi.fn()
    process.on('warning', warned)
    socket.write(Array.from({ length: 30 }, (_, i) => post(`n${i}`)).join(''))
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await opened(open, 30)
    for (const { res, name } of open.toReversed()) res.end(`<${name}>`)
    await vi.waitFor(() => {
      expect(text).toContain('<n29>')
    })
    await leave(socket)
    await settled()
    process.off('warning', warned)
    expect(aborted(open)).not.toContain(true)
    expect(warned).not.toHaveBeenCalled()
  })

  it('is aborted from the start when the client has left while a middleware was waiting', async () => {
    const app = express()
    const signals: Array<AbortSignal> = []
    const waiting: RequestHandler = (_req, res, next) => {
      res.on('close', () => {
        setTimeout(next, 5)
      })
    }
    app.use(express.json(), waiting)
    app.post(
      '/a',
      runInput({}, ({ signal }) => {
        signals.push(signal)
      })
    )
    const socket = connect(await serve(app), '127.0.0.1')
    socket.write(post('a'))
    await settled()
    await leave(socket)
    await vi.waitFor(() => {
      expect(signals.map(signal => signal.aborted)).toEqual([true])
    })
  })

  it('stays the same object through the chain', async () => {
    const { app, open } = leavingOpen()
    const agent = new Agent({ keepAlive: true })
    const answer = send(await serve(app), { path: '/a', body: json, agent })
    const [first] = await opened(open, 1)
    first?.res.end()
    await answer
    await settled()
    expect(first?.signal.aborted).toBe(false)
    agent.destroy()
  })
})

describe('10,000 requests on one connection', () => {
  it('leave no listener behind', { timeout: 30_000 }, async () => {
    const app = express()
    const sockets = new Set<Socket>()
    const listeners = new Set<string>()
    app.post('/:name', readBody() as unknown as RequestHandler, (req, res) => {
      sockets.add(req.socket)
      const counts = ['close', 'end', 'error', 'data', 'drain', 'timeout'].map(event => req.socket.listenerCount(event))
      if (res.socket !== null) listeners.add(counts.join())
      res.end()
    })
    const { port, close } = await listen(app)
    const warned = vi.fn()
    process.on('warning', warned)
    const socket = connect(port, '127.0.0.1')
    let answers = 0
    socket.on('data', (chunk: Buffer) => {
      answers += chunk.toString().split('HTTP/1.1 200').length - 1
    })
    const began = performance.now()
    const batch = post('a').repeat(50)
    for (let sent = 0; sent < 10_000; sent += 50) {
      socket.write(batch)
      await vi.waitFor(
        () => {
          expect(answers).toBe(sent + 50)
        },
        { interval: 1, timeout: 5000 }
      )
    }
    process.off('warning', warned)
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(sockets.size).toBe(1)
    const [kept] = sockets
    // One for the connection's own queue, one of Node's, and none for the requests that are over.
    expect(kept?.listenerCount('close')).toBeLessThanOrEqual(4)
    expect(listeners.size).toBeLessThanOrEqual(4)
    expect(warned).not.toHaveBeenCalled()
    await leave(socket)
    await close()
  })
})
