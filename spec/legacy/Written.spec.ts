/** The queue between a legacy handler and the run: everything once, in order, and nobody runs ahead of a slow reader. */
import { describe, expect, it, vi } from 'vitest'
import { Written } from '../../lib/legacy/Written.js'

const bytes = (text: string) => ({ bytes: Buffer.from(text), isWhole: false })

const textIn = async (written: Written): Promise<string> => {
  let text = ''
  for await (const chunk of written.chunks()) text += Buffer.from(chunk.bytes).toString()
  return text
}

describe('Written', () => {
  it('gives what was written before and while it is read', async () => {
    const written = new Written()
    written.push(bytes('a'))
    written.push(bytes('b'))
    const read = textIn(written)
    await new Promise(setImmediate)
    written.push(bytes('c'))
    await new Promise(setImmediate)
    written.push(bytes('d'))
    written.end()
    written.push(bytes('never'))
    await expect(read).resolves.toBe('abcd')
  })

  it('throws the error that it ended with after what came before, and only the first', async () => {
    const written = new Written()
    const chunks = written.chunks()
    written.push(bytes('a'))
    written.end(new Error('first'))
    written.end(new Error('second'))
    expect((await chunks.next()).value).toEqual(bytes('a'))
    await expect(chunks.next()).rejects.toThrow('first')
  })

  it('holds the writer up until what it wrote has been read', async () => {
    const written = new Written()
    const free = vi.fn()
    written.whenRead(free)
    expect(free).toHaveBeenCalledTimes(1)
    written.push(bytes('a'))
    written.whenRead(free)
    const chunks = written.chunks()
    await chunks.next()
    written.whenRead(free)
    await new Promise(setImmediate)
    expect(free).toHaveBeenCalledTimes(1)
    const next = chunks.next()
    await new Promise(setImmediate)
    expect(free).toHaveBeenCalledTimes(3)
    written.end()
    expect((await next).done).toBe(true)
    expect(free).toHaveBeenCalledTimes(3)
  })

  it('reads what a writer writes at once when it is let go', async () => {
    const written = new Written()
    written.push(bytes('a'))
    written.whenRead(() => {
      written.push(bytes('b'))
      written.end()
    })
    await expect(textIn(written)).resolves.toBe('ab')
  })

  it('takes and forgets what is written once nobody reads', () => {
    const written = new Written()
    const free = vi.fn()
    written.push(bytes('a'))
    written.whenRead(free)
    written.discard()
    written.push(bytes('b'))
    written.whenRead(free)
    expect(free).toHaveBeenCalledTimes(2)
  })
})
