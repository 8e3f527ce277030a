/** How the specs of the core read a body, and look at what came of it. */
import { decodeRunInput, type DecodedRun, type DecodeRunInputOptions, type RunInputRejection } from '../lib/decode.js'

export type Json = Readonly<Record<string, unknown>>

interface Told {
  readonly code: string
  readonly pointer: string
}

/** Reads a body that is to be served. */
export const read = <S, P>(body: unknown, options: DecodeRunInputOptions<S, P> = {}): DecodedRun<S, P> => {
  const outcome = decodeRunInput(body, options)
  if (outcome._tag === 'Left') throw new Error(`refused: ${JSON.stringify(outcome.left)}`)
  return outcome.right
}

/** Reads a body that is to be refused. */
export const refuse = <S, P>(body: unknown, options: DecodeRunInputOptions<S, P> = {}): RunInputRejection => {
  const outcome = decodeRunInput(body, options)
  if (outcome._tag === 'Right') throw new Error(`served, with ${JSON.stringify(outcome.right.warnings)}`)
  return outcome.left
}

/** Warnings in short. */
export const told = (warnings: ReadonlyArray<Told>): ReadonlyArray<string> =>
  warnings.map(({ code, pointer }) => `${code} ${pointer}`)

/** Warnings in short, but for those about the history. */
export const toldOfInput = (warnings: ReadonlyArray<Told & { readonly kind: string }>): ReadonlyArray<string> =>
  told(warnings.filter(({ kind }) => kind !== 'history'))

/** Faults in short. */
export const places = ({ errors }: RunInputRejection): ReadonlyArray<string> => errors.map(({ pointer }) => pointer)

/** A run input of these messages. */
export const input = (messages: ReadonlyArray<unknown>, rest: Json = {}): Json => ({
  threadId: 't1',
  runId: 'r1',
  messages,
  ...rest
})

/** A run input of one user message with these parts. */
export const said = (...content: ReadonlyArray<unknown>): Json => input([{ id: 'u1', role: 'user', content }])

/** A run input of one tool message with these parts. */
export const returned = (...content: ReadonlyArray<unknown>): Json =>
  input([{ id: 'r1', role: 'tool', toolCallId: 'c1', content }])

/** A member of anything, for looking into what was read. */
export const at = (u: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], u)

/** As JSON.parse has it, own `__proto__` included. */
export const parse = (text: string): unknown => JSON.parse(text)
