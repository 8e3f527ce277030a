/** Puts what a reading found into words: remarks as warnings, faults as entries of a refusal. */
import { type FoundFault, type FoundRemark, type Report } from '../codec/index.js'
import { locate, quoted, shortName } from '../outcome/pointer.js'
import { mostFaults, type Fault } from '../outcome/Rejection.js'
import { warningOf, type Warning } from '../outcome/Warning.js'
import { moreWarnings } from '../outcome/WarningList.js'
import { hintForFault, hintForMember, hintForPart, hintForRole, hintForSource } from './hints.js'

/** The remarks of a reading, in document order, those past the cap counted. */
export const warningsOf = (report: Report): ReadonlyArray<Warning> => {
  if (report.remarks.isEmpty) return []
  const told = report.found.flatMap(finding => (finding._tag === 'Remark' ? [tellRemark(finding)] : []))
  return [...told, ...moreWarnings(report.remarks.beyond(report.reading.mostRemarks))]
}

/** The faults of a reading, in document order, and how many more there are. */
export const faultsOf = (
  report: Report,
  body: unknown
): { readonly errors: ReadonlyArray<Fault>; readonly more: number } => {
  const errors = report.found.flatMap(finding => (finding._tag === 'Fault' ? [tellFault(finding, body)] : []))
  return { errors: errors.slice(0, mostFaults), more: report.faults - Math.min(errors.length, mostFaults) }
}

const tellRemark = (remark: FoundRemark): Warning => {
  const { code, name, path } = remark
  return warningOf(code, locate(path.toReversed()), sentence(remark), {
    ...(name !== '' && { name: shortName(name) }),
    ...(remark.discarded.length > 0 && { lossy: true })
  })
}

/** What was lost or changed, why, and what to do. */
const sentence = ({ code, name, of, discarded }: FoundRemark): string => {
  switch (code) {
    case 'unrecognised-member':
      return `AG-UI 1.0 does not describe a member ${quoted(name)} of ${of}, so it was removed; ${hintForMember(of, name)}.`
    case 'unrecognised-part':
      return `AG-UI 1.0 does not describe a content part of type ${quoted(name)}, so the part was removed; ${hintForPart(name)}.`
    case 'unrecognised-source':
      return `AG-UI 1.0 does not describe a source of type ${quoted(name)}, so the part was removed; ${hintForSource(name)}.`
    case 'unrecognised-role':
      return `AG-UI 1.0 does not describe the role ${quoted(name)}, so the message was removed; ${hintForRole(name)}.`
    case 'unrecognised-status':
      return `AG-UI 1.0 does not describe the resume status ${quoted(name)}, so the entry was removed and answers nothing; send "resolved" or "cancelled".`
    case 'unrecognised-tool-call':
      return `AG-UI 1.0 does not describe a tool call of type ${quoted(name)}, so the call was removed; send "function".`
    case 'retired-null':
      return `A null ${quoted(name)} was read as absent, as versions before AG-UI 1.0 wrote it; upgrade the client, or leave the member out.`
    case 'lenient-null':
      return `A null ${quoted(name)} was read as absent; AG-UI does not allow it, so leave the member out.`
    case 'snake-case-member':
      return `A snake_case spelling was read as ${quoted(name)}; AG-UI member names are camelCase.`
    case 'retired-binary':
      return `A "binary" part, as versions before AG-UI 1.0 had it, was read as the ${name} part that it describes${
        discarded.length > 0 ? `, and its ${discarded.map(quoted).join(', ')} discarded` : ''
      }; upgrade the client, or send a part of type ${quoted(name)}.`
    default:
      return 'Every part of the tool result was removed, so its content is now the empty string: the call is still answered.'
  }
}

const tellFault = ({ expected, got, path }: FoundFault, body: unknown): Fault => {
  const way = path.toReversed()
  const { pointer, member } = locate(way)
  const hint = hintForFault(way, got, body)
  const place = way.length === 0 ? 'The body' : pointer
  return {
    pointer,
    expected,
    got,
    detail:
      got === 'absent'
        ? `${place} is missing; it must be ${expected}.`
        : `${place} must be ${expected}, but it is ${article(got)}.`,
    ...(hint !== undefined && { hint }),
    ...(member !== undefined && { member })
  }
}

const article = (got: Exclude<FoundFault['got'], 'absent'>): string =>
  got === 'null' ? 'null' : got === 'array' || got === 'object' ? `an ${got}` : `a ${got}`
