/**
 * How the version that the client declares stands to ours. A newer minor is always served (R50), a newer major unless the host
 * says otherwise (R51), and what cannot be read as a version is treated like a newer one (R49).
 */
import { PROTOCOL_VERSION } from '../protocol/index.js'
import { locate, quoted, shortName } from '../outcome/pointer.js'
import { warningOf, type Warning } from '../outcome/Warning.js'
import type { Origins } from './Origins.js'
import type { Peer, VersionRelation } from './Run.js'

/** Compares component by component, as numbers: 1.10 is newer than 1.9 (R48). */
export const relationTo = (served: string, declared: string | undefined): VersionRelation => {
  if (declared === undefined) return 'undeclared'
  if (declared === served) return 'same'
  const theirs = parse(declared)
  const ours = parse(served)
  if (theirs === undefined || ours === undefined) return 'uninterpretable'
  const major = theirs.major - ours.major
  if (major !== 0) return major > 0 ? 'newer-major' : 'older'
  const minor = theirs.minor - ours.minor
  return minor > 0 ? 'newer-minor' : minor < 0 ? 'older' : 'same'
}

const parse = (version: string): { readonly major: number; readonly minor: number } | undefined => {
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(version) ?? []
  return major === undefined || minor === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}

export const peerOf = (declared: string | undefined): Peer => {
  const relation = relationTo(PROTOCOL_VERSION, declared)
  return declared === undefined ? { relation } : { declared, relation }
}

/** What the developers should know of a version that is not ours. */
export const versionWarnings = ({ declared = '', relation }: Peer, origins: Origins): ReadonlyArray<Warning> => {
  const warn = (code: 'newer-minor-version' | 'newer-major-version' | 'uninterpretable-version', message: string) => [
    warningOf(code, locate(origins.ofMember('protocolVersion')), message, { name: shortName(declared) })
  ]
  switch (relation) {
    case 'undeclared':
    case 'same':
    case 'older':
      return []
    case 'newer-minor':
      return warn(
        'newer-minor-version',
        `The client speaks AG-UI ${quoted(declared)} and this agent ${PROTOCOL_VERSION}; what the newer version added was removed, so upgrade this agent to use it.`
      )
    case 'newer-major':
      return warn(
        'newer-major-version',
        `The client speaks AG-UI ${quoted(declared)}, a newer major version than this agent's ${PROTOCOL_VERSION}; the run was served by the rules of ${PROTOCOL_VERSION}.`
      )
    case 'uninterpretable':
      return warn(
        'uninterpretable-version',
        `The declared protocol version ${quoted(declared)} is not of the form MAJOR.MINOR; the run was served by the rules of AG-UI ${PROTOCOL_VERSION}.`
      )
  }
}
