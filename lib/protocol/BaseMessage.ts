/** What messages have in common, as the schema composes it: `Attributable`, and `BaseMessage` on top. */
import { optional, text } from '../codec/index.js'
import { Metadata } from './Metadata.js'

/** On every message (R73). */
export const attributable = {
  metadata: optional(Metadata),
  subagentRunId: optional(text)
}

/** On developer, system, assistant and user messages (R74). */
export const baseMessage = {
  name: optional(text),
  encryptedValue: optional(text),
  ...attributable
}
