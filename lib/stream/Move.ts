/** What an event does to the things that a run opens and has to close again. */

/** What is streamed a piece at a time. */
export type StreamedKind = 'text message' | 'tool call' | 'reasoning message'

/** Whatever a run opens, as it is called in a sentence. */
export type ItemKind = StreamedKind | 'reasoning span' | 'step' | 'subagent'

export interface Move {
  readonly verb: 'open' | 'continue' | 'close'
  readonly kind: ItemKind
  /** The item's id, or a step's name. */
  readonly id: string
  /** The subagent that the event is attributed to. Absent: the parent agent, or on a continuation whoever owns the item. */
  readonly tag: string | undefined
  readonly toolCallName?: string | undefined
  readonly parentMessageId?: string | undefined
}
