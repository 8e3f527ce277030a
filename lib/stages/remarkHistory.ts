/**
 * What is odd about a conversation without being malformed: told to the developers, never repaired. A producer has no rule for
 * these, and inventing an answer or dropping a message would be worse (R75, R90).
 */
import type { Told } from '../outcome/Outcome.js'
import { locate, quoted, shortName } from '../outcome/pointer.js'
import { warningOf } from '../outcome/Warning.js'
import { WarningCollector } from '../outcome/WarningList.js'
import type { ToolCall } from '../protocol/index.js'
import type { InputMessage, Run } from './Run.js'
import { seenBefore } from './seenBefore.js'

export const remarkHistory = (run: Run, maxWarnings: number): Told<Run> => {
  const warnings = new WarningCollector(maxWarnings)
  const oddities = findOddities(run.input.messages)
  if (oddities !== undefined) tellOddities(oddities, run, warnings)
  remarkTools(run, warnings)
  return { value: run, warnings: warnings.all() }
}

interface Oddities {
  /** Messages with the id of an earlier one. */
  readonly repeated: ReadonlyArray<InputMessage>
  /** Tool messages that answer no call. */
  readonly orphans: ReadonlyArray<InputMessage>
  readonly unanswered: ReadonlyArray<ToolCall>
}

/**
 * Looks once through a conversation; nothing, when nothing is odd about it. Calls and results are paired by position: a result
 * answers the nearest call before it, and an id that is used again in a later round is another call.
 */
const findOddities = (messages: ReadonlyArray<InputMessage>): Oddities | undefined => {
  const isRepeated = seenBefore(messages.length)
  const calls = new OpenCalls()
  const repeated: Array<InputMessage> = []
  const orphans: Array<InputMessage> = []
  const unanswered: Array<ToolCall> = []

  for (const message of messages) {
    const { id, role } = message
    if (isRepeated(id)) repeated.push(message)
    if (role === 'tool') {
      if (!calls.answer(message.toolCallId)) orphans.push(message)
    } else if (role === 'assistant' && message.toolCalls !== undefined) {
      for (const call of message.toolCalls) {
        const hidden = calls.open(call)
        if (hidden !== undefined) unanswered.push(hidden)
      }
    }
  }
  calls.addTo(unanswered)
  return repeated.length + orphans.length + unanswered.length === 0 ? undefined : { repeated, orphans, unanswered }
}

/** The calls that no result has answered yet, one for each id. */
class OpenCalls {
  /** The latest, which is mostly the next to be answered: it need not go through the map. */
  #latest: ToolCall | undefined
  #earlier: Map<string, ToolCall> | undefined

  /** Adds a call. Gives the one of the same id that can no longer be answered, where there is one. */
  open(call: ToolCall): ToolCall | undefined {
    const latest = this.#latest
    this.#latest = call
    if (latest?.id === call.id) return latest
    if (latest !== undefined) (this.#earlier ??= new Map()).set(latest.id, latest)
    return this.#take(call.id)
  }

  /** Closes the call of that id; false when none is open. */
  answer(id: string): boolean {
    if (this.#latest?.id !== id) return this.#take(id) !== undefined
    this.#latest = undefined
    return true
  }

  /** The one of that id that is not the latest. */
  #take(id: string): ToolCall | undefined {
    const call = this.#earlier?.get(id)
    if (call !== undefined) this.#earlier?.delete(id)
    return call
  }

  /** Adds those that are still open. */
  addTo(unanswered: Array<ToolCall>): void {
    if (this.#earlier !== undefined) for (const call of this.#earlier.values()) unanswered.push(call)
    if (this.#latest !== undefined) unanswered.push(this.#latest)
  }
}

const tellOddities = (
  oddities: Oddities,
  { input: { messages, resume }, origins }: Run,
  warnings: WarningCollector
): void => {
  const repeated = new Set(oddities.repeated)
  const orphans = new Set(oddities.orphans)
  const unanswered = new Set(oddities.unanswered)
  // A run that resumes an interrupted one leaves that turn's calls to the interrupts (R78).
  const turn = resume === undefined ? messages.length : lastAssistantTurn(messages)

  messages.forEach((message, at) => {
    if (repeated.has(message)) {
      warnings.add('duplicate-message-id', () =>
        warningOf(
          'duplicate-message-id',
          locate(origins.ofMessage(message)),
          `Another message before this one has the id ${quoted(message.id)}; both were kept, but message ids are unique in a thread.`,
          { name: shortName(message.id) }
        )
      )
    }
    if (message.role === 'assistant' && at < turn) {
      for (const call of message.toolCalls ?? []) {
        if (!unanswered.has(call)) continue
        warnings.add('unanswered-tool-call', () =>
          warningOf(
            'unanswered-tool-call',
            locate(origins.ofToolCall(message, call)),
            `No tool message answers the call ${quoted(call.id)}; it was kept, but many models refuse such a history, so answer every call, if only with "".`,
            { name: shortName(call.id) }
          )
        )
      }
    }
    if (message.role === 'tool' && orphans.has(message)) {
      warnings.add('orphan-tool-result', () =>
        warningOf(
          'orphan-tool-result',
          locate(origins.ofMessage(message)),
          `The tool result answers ${quoted(message.toolCallId)}, and no call with that id is open before it; it was kept, but many models refuse such a history.`,
          { name: shortName(message.toolCallId) }
        )
      )
    }
  })
}

/** Where the assistant's last turn begins: after whatever was said to it last before its last message. */
const lastAssistantTurn = (messages: ReadonlyArray<InputMessage>): number => {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  const before = messages.slice(0, Math.max(last, 0)).findLastIndex(({ role }) => isPrompt(role))
  return last < 0 ? messages.length : before + 1
}

const isPrompt = (role: InputMessage['role']): boolean => role === 'user' || role === 'system' || role === 'developer'

const remarkTools = ({ input, origins }: Run, warnings: WarningCollector): void => {
  const isRepeated = seenBefore(input.tools.length)
  for (const tool of input.tools) {
    if (!isRepeated(tool.name)) continue
    warnings.add('duplicate-tool-name', () =>
      warningOf(
        'duplicate-tool-name',
        locate(origins.ofElement('tools', tool)),
        `Another tool before this one has the name ${quoted(tool.name)}; both were kept, but many models refuse two tools of one name.`,
        { name: shortName(tool.name) }
      )
    )
  }
}
