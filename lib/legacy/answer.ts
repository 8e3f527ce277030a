/** From what a legacy handler writes to the events of a run, as it is written. */
import { TextDecoder } from 'node:util'
import type { Response } from 'express'
import type { AgentEvent } from '../stream/AgentEvent.js'
import { AssistantTurn } from './AssistantTurn.js'
import { chatDelta, isChatChunk } from './chatDelta.js'
import { EventStream, type StreamItem } from './EventStream.js'
import { isObject, memberOf } from './json.js'
import { errorForStatus, LegacyError } from './LegacyError.js'
import type { LegacyResponse } from './LegacyResponse.js'
import { usualMemberNames, type FoundReply } from './reply.js'
import type { Chunk } from './Written.js'

/** Finds what the agent says in an answer, or an event of one; nothing where it cannot tell. */
export type ReadReply = (answer: unknown) => Promise<FoundReply | undefined>

/** @throws LegacyError for an answer that tells of a failure, or that cannot be read */
export async function* eventsOfAnswer(
  { response, written }: LegacyResponse,
  readReply: ReadReply
): AsyncGenerator<AgentEvent, undefined> {
  const chunks = written.chunks()
  const first = await chunks.next()
  // With the first piece the head is settled.
  const { statusCode } = response
  const { mediaType, decoder } = contentOf(response)
  const pieces = first.done === true ? none() : textPieces(first.value, chunks, decoder)
  if (statusCode >= 300) throw errorForStatus(statusCode, parsed(await whole(pieces)))
  if (first.done === true) return

  const turn = new AssistantTurn()
  if (mediaType === 'text/event-stream') yield* streamed(pieces, turn, readReply)
  else if (isJson(mediaType)) yield* told(await replyIn(await whole(pieces), readReply), turn)
  else if (first.value.isWhole) yield* told(await readReply(await whole(pieces)), turn)
  else for await (const piece of pieces) yield* turn.text(piece)
  yield* turn.end()
}

const contentOf = (response: Response): { readonly mediaType: string; readonly decoder: TextDecoder } => {
  const contentType = String(response.getHeader('content-type') ?? '')
  const [mediaType = ''] = contentType.split(';', 1)
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  return { mediaType: mediaType.trim().toLowerCase(), decoder: decoderOf(charset) }
}

const decoderOf = (charset: string): TextDecoder => {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

const isJson = (mediaType: string): boolean => /^application\/(.+\+)?json$/.test(mediaType)

/** The text as it is written; a character that is split between two pieces comes whole with the second. */
async function* textPieces(
  first: Chunk,
  rest: AsyncGenerator<Chunk, undefined>,
  decoder: TextDecoder
): AsyncGenerator<string, undefined> {
  yield decoder.decode(first.bytes, { stream: true })
  for await (const { bytes } of rest) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

// eslint-disable-next-line @typescript-eslint/require-await -- an answer without a body is an empty stream
async function* none(): AsyncGenerator<string, undefined> {
  yield* []
}

const whole = async (pieces: AsyncIterable<string>): Promise<string> => {
  const all: Array<string> = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const replyIn = async (text: string, readReply: ReadReply): Promise<FoundReply | undefined> => {
  if (text === '') return { text, calls: [] }
  const answer = parsed(text)
  if (answer === undefined) throw new LegacyError('The wrapped endpoint declared its answer as JSON, and it is not.')
  return readReply(answer)
}

const told = (reply: FoundReply | undefined, turn: AssistantTurn): Array<AgentEvent> => {
  if (reply === undefined) throw unreadable()
  return [...turn.text(reply.text), ...reply.calls.flatMap((call, i) => turn.toolCall(i, call))]
}

const unreadable = (): LegacyError =>
  new LegacyError(
    `The wrapped endpoint's answer has none of the members that usually hold what was said (${usualMemberNames}); give wrapLegacy a reply that finds it.`
  )

/** The events of an event stream: chunks of a chat completion, JSON that a reply can be found in, or plain text. */
async function* streamed(
  pieces: AsyncIterable<string>,
  turn: AssistantTurn,
  readReply: ReadReply
): AsyncGenerator<AgentEvent, undefined> {
  let isPlain: boolean | undefined
  let isUnread = false
  let isRead = false
  for await (const { event, data } of streamItems(pieces)) {
    if (data.trim() === '[DONE]') break
    const value = parsed(data)
    // The first event tells what the others are: text may well look like JSON now and then.
    isPlain ??= !isObject(value) && typeof value !== 'string'
    if (isPlain) {
      isRead = true
      yield* turn.text(data)
      continue
    }
    if (value === undefined)
      throw new LegacyError('The wrapped endpoint broke off its answer in the middle of an event.')
    if (event === 'error' || (memberOf(value, 'error') ?? false) !== false)
      throw new LegacyError('The wrapped endpoint told of an error in the middle of its answer.')
    if (isChatChunk(value)) {
      isRead = true
      yield* chatDelta(value, turn)
      continue
    }
    const reply = await readReply(value)
    if (reply === undefined) isUnread = true
    else {
      isRead = true
      yield* told(reply, turn)
    }
  }
  if (isUnread && !isRead) throw unreadable()
}

async function* streamItems(pieces: AsyncIterable<string>): AsyncGenerator<StreamItem, undefined> {
  const stream = new EventStream()
  for await (const piece of pieces) yield* stream.read(piece)
  yield* stream.end()
}
