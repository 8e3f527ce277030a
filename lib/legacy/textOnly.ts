/**
 * A message's content as the one string that a legacy body has room for. What a string cannot hold is left out and told, and
 * nothing stands in for it (R70).
 */
import { locate } from '../outcome/pointer.js'
import { warningOf } from '../outcome/Warning.js'
import type { AgentRun } from '../express/request.js'
import { textOf } from '../protocol/textOf.js'
import type { ContentPart, ToolMessage, UserMessage } from '../protocol/index.js'
import { Origins } from '../stages/Origins.js'

/** By the run's signal, which stays the same object where a host spreads the run into another one. */
const originsBySignal = new WeakMap<AbortSignal, Origins>()

/** Makes known where in the body as sent the messages of a run stood, so that the run alone is enough to say it. */
export const knowOrigins = (run: AgentRun, origins: Origins | undefined): void => {
  if (origins !== undefined) originsBySignal.set(run.signal, origins)
}

/** A message whose content may be a list of parts. */
type MessageWithParts = UserMessage | ToolMessage

/** The text of a message, a warning for every other part of it. */
export const textOnly = (message: MessageWithParts, run: AgentRun): string => {
  const { content } = message
  if (typeof content === 'string') return content
  const origins = originsBySignal.get(run.signal) ?? nowhere
  const media = content.filter(({ type }) => type !== 'text')
  for (const part of media) {
    run.warn(warningOf('flattened-part', locate(origins.ofPart(message, part)), sentence(part), { name: part.type }))
  }
  // The call is still answered, with the empty string (R68).
  if (message.role === 'tool' && media.length > 0 && media.length === content.length) {
    run.warn(warningOf('tool-result-emptied', locate(origins.ofContent(message)), emptiedSentence))
  }
  return textOf(content)
}

/** For a run that came by another way than the chain: there is no body to point into. */
const nowhere = new Origins(undefined, new Map())

const sentence = ({ type }: ContentPart): string =>
  `The wrapped endpoint takes text, which cannot hold the ${type} part, so it was left out; say in text what the agent has to know of it.`

const emptiedSentence =
  'Every part of the tool result was left out, so its content is now the empty string: the call is still answered.'
