/**
 * What was lost or changed on the way from the body to the agent, told to the developers on both sides (R10, R105).
 */

import type { Location } from './pointer.js'

/** Every warning's kind, and whether something that the client sent is gone. */
const table = {
  'unrecognised-member': { kind: 'stripped', lossy: true },
  'unrecognised-part': { kind: 'stripped', lossy: true },
  'unrecognised-source': { kind: 'stripped', lossy: true },
  'unrecognised-role': { kind: 'stripped', lossy: true },
  'unrecognised-status': { kind: 'stripped', lossy: true },
  'unrecognised-tool-call': { kind: 'stripped', lossy: true },
  'retired-null': { kind: 'translated', lossy: false },
  'lenient-null': { kind: 'translated', lossy: false },
  'snake-case-member': { kind: 'translated', lossy: false },
  'retired-binary': { kind: 'translated', lossy: false },
  'newer-minor-version': { kind: 'version', lossy: false },
  'newer-major-version': { kind: 'version', lossy: false },
  'uninterpretable-version': { kind: 'version', lossy: false },
  'activity-message': { kind: 'removed', lossy: false },
  'unusable-part': { kind: 'downgraded', lossy: true },
  'foreign-file': { kind: 'downgraded', lossy: true },
  'unresolved-file': { kind: 'downgraded', lossy: true },
  'flattened-part': { kind: 'downgraded', lossy: true },
  'tool-result-emptied': { kind: 'downgraded', lossy: false },
  'unknown-interrupt': { kind: 'resume', lossy: true },
  'duplicate-resume-entry': { kind: 'resume', lossy: false },
  'uncovered-interrupt': { kind: 'resume', lossy: false },
  'unanswered-tool-call': { kind: 'history', lossy: false },
  'orphan-tool-result': { kind: 'history', lossy: false },
  'duplicate-message-id': { kind: 'history', lossy: false },
  'duplicate-tool-name': { kind: 'history', lossy: false },
  'more-warnings': { kind: 'capped', lossy: false }
} as const satisfies Readonly<Record<string, { readonly kind: string; readonly lossy: boolean }>>

/** The stable name of what happened. Never renamed: switch on it. */
export type WarningCode = keyof typeof table

/** Which stage's work a warning tells of. */
export type WarningKind = (typeof table)[WarningCode]['kind']

/**
 * One thing that was lost or changed.
 *
 * @example
 * import type { Warning } from 'express-ag-ui'
 *
 * const example: Warning = {
 *   code: 'unrecognised-part',
 *   kind: 'stripped',
 *   pointer: '/messages/0/content/1',
 *   message: 'The content part "hologram" is none that AG-UI 1.0 describes, so it was removed.',
 *   lossy: true,
 *   name: 'hologram'
 * }
 */
export interface Warning {
  readonly code: WarningCode
  readonly kind: WarningKind
  /** A JSON Pointer (RFC 6901) into the body as sent: what was removed or changed. */
  readonly pointer: string
  /** One English sentence: what was lost, why, and what to do. */
  readonly message: string
  /** Whether something that the client sent is gone. */
  readonly lossy: boolean
  /** The name, cut to 80 characters, of a member whose name is too long to stand in `pointer`; that names the parent then. */
  readonly member?: string
  /** What the client called it, at most 80 characters: a role, a part type, a member, a provider, a media type. */
  readonly name?: string
  /** On `more-warnings`: how many of each code were left out. */
  readonly counts?: Readonly<Partial<Record<WarningCode, number>>>
}

/** What a warning may say beyond its code, place and sentence. */
export type WarningDetail = Partial<Pick<Warning, 'lossy' | 'member' | 'name' | 'counts'>>

/** All codes, in the order in which the stages can give them. */
export const warningCodes = Object.keys(table) as ReadonlyArray<WarningCode>

export const kindOf = (code: WarningCode): WarningKind => table[code].kind

/** Makes a warning; its kind, and whether it is lossy unless the detail says otherwise, follow from its code. */
export const warningOf = (
  code: WarningCode,
  location: Location,
  message: string,
  detail: WarningDetail = {}
): Warning => ({ code, kind: kindOf(code), ...location, message, lossy: table[code].lossy, ...detail })
