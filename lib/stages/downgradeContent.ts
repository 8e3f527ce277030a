/**
 * Leaves out what the agent cannot use, and says so: parts of a kind or media type that it does not accept, and file handles
 * of providers that it does not know. A part that cannot be used never fails a run (R64, R67). Nothing is fetched, and nothing
 * is read out of a handle (R65).
 */
import type { Told } from '../outcome/Outcome.js'
import { locate, quoted, shortName } from '../outcome/pointer.js'
import { warningOf } from '../outcome/Warning.js'
import { WarningCollector } from '../outcome/WarningList.js'
import type { ContentPart, MediaPart, ToolMessage, UserMessage } from '../protocol/index.js'
import type { Acceptance } from './accepts.js'
import type { InputMessage, Run } from './Run.js'

export interface DowngradeSettings {
  /** Absent: everything can be used. */
  readonly accepts: Acceptance | undefined
  /** The providers whose handles can be resolved, in lower case. Absent: every handle is kept. */
  readonly fileProviders: ReadonlySet<string> | undefined
  readonly maxWarnings: number
}

/** A message whose content may be a list of parts. */
export type MessageWithParts = UserMessage | ToolMessage

/** Why a part is left out. */
type Verdict = 'unusable-part' | 'foreign-file' | 'unresolved-file'

/**
 * @param refused parts that the host's `canUse` said no to
 */
export const downgradeContent = <S, P>(
  run: Run<S, P>,
  settings: DowngradeSettings,
  refused: ReadonlySet<MediaPart> = nothing
): Told<Run<S, P>> => {
  if (settings.accepts === undefined && settings.fileProviders === undefined && refused.size === 0)
    return { value: run, warnings: [] }
  const { input, origins } = run
  const warnings = new WarningCollector(settings.maxWarnings)

  const downgraded = <M extends MessageWithParts>(message: M, parts: ReadonlyArray<ContentPart>): M => {
    const content = parts.filter(part => {
      const verdict = part.type === 'text' ? undefined : verdictOn(part, settings, refused)
      if (part.type === 'text' || verdict === undefined) return true
      warnings.add(verdict, () =>
        warningOf(verdict, locate(origins.ofPart(message, part)), sentence(verdict, part), {
          name: nameOf(verdict, part)
        })
      )
      return false
    })
    if (content.length === parts.length) return message
    if (message.role === 'user' || content.length > 0) return origins.copied({ ...message, content }, message)
    // The call is still answered, with the empty string (R68).
    warnings.add('tool-result-emptied', () =>
      warningOf('tool-result-emptied', locate(origins.ofContent(message)), emptiedSentence)
    )
    return origins.copied({ ...message, content: '' }, message)
  }

  const messages = input.messages.map(message => {
    const parts = partsOf(message)
    return parts === undefined ? message : downgraded(message as MessageWithParts, parts)
  })
  const isSame = messages.every((message, i) => message === input.messages[i])
  return { value: isSame ? run : { ...run, input: { ...input, messages } }, warnings: warnings.all() }
}

/** The parts that everything but the host's `canUse` lets through, each with its message, in the order of the document. */
export const usableParts = (
  run: Run,
  settings: DowngradeSettings
): ReadonlyArray<{ readonly part: MediaPart; readonly message: MessageWithParts }> =>
  run.input.messages.flatMap(message =>
    (partsOf(message) ?? []).flatMap(part =>
      part.type === 'text' || verdictOn(part, settings, nothing) !== undefined
        ? []
        : [{ part, message: message as MessageWithParts }]
    )
  )

const nothing: ReadonlySet<MediaPart> = new Set()

const partsOf = (message: InputMessage): ReadonlyArray<ContentPart> | undefined =>
  (message.role === 'user' || message.role === 'tool') && Array.isArray(message.content) ? message.content : undefined

const verdictOn = (
  part: MediaPart,
  { accepts, fileProviders }: DowngradeSettings,
  refused: ReadonlySet<MediaPart>
): Verdict | undefined => {
  if (accepts?.(part) === false) return 'unusable-part'
  if (fileProviders !== undefined && isForeign(part, fileProviders)) return 'foreign-file'
  if (!refused.has(part)) return undefined
  return part.source.type === 'file' ? 'unresolved-file' : 'unusable-part'
}

/** An agent knows which provider it talks to, so an unlabelled handle is its own, unless it resolves none at all (R66). */
const isForeign = ({ source }: MediaPart, providers: ReadonlySet<string>): boolean => {
  if (source.type !== 'file') return false
  const { provider = '' } = source
  return provider === '' ? providers.size === 0 : !providers.has(provider.toLowerCase())
}

const nameOf = (verdict: Verdict, { type, source }: MediaPart): string =>
  verdict === 'foreign-file' && source.type === 'file' && source.provider !== undefined
    ? shortName(source.provider)
    : type

const sentence = (verdict: Verdict, { type, source }: MediaPart): string => {
  switch (verdict) {
    case 'unusable-part': {
      const mediaType = source.mimeType === undefined ? '' : ` of media type ${quoted(source.mimeType)}`
      return `The agent cannot use the ${type} part${mediaType}, so it was left out; send it as text, or to an agent that accepts it.`
    }
    case 'foreign-file':
      return source.type === 'file' && source.provider !== undefined
        ? `The ${type} part is a file handle of the provider ${quoted(source.provider)}, which this agent cannot resolve, so it was left out; upload the file to the agent's own provider, or send its data or URL.`
        : `The ${type} part is a file handle, and this agent resolves none, so it was left out; send the file's data or URL.`
    case 'unresolved-file':
      return `The agent could not resolve the file handle of the ${type} part, so it was left out; upload the file again, or send its data or URL.`
  }
}

const emptiedSentence =
  'Every part of the tool result was left out, so its content is now the empty string: the call is still answered.'
