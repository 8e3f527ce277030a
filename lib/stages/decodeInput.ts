/**
 * From any JSON value to a run: translate retired shapes ▶ strip what AG-UI 1.0 does not describe ▶ judge what it does ▶
 * negotiate the version ▶ normalise. An order of precedence, not of passes: a value is walked once.
 * /spec/1.0/basic/processing
 */
import { MALFORMED, Report, Unrecognised } from '../codec/index.js'
import { accepted, refused, type Outcome, type Told } from '../outcome/Outcome.js'
import { locate, type Path } from '../outcome/pointer.js'
import { RunInputRejection } from '../outcome/Rejection.js'
import { warningOf, type Warning } from '../outcome/Warning.js'
import { appendWarnings, WarningCollector } from '../outcome/WarningList.js'
import { PROTOCOL_VERSION, RunAgentInput, type Message } from '../protocol/index.js'
import { decodeApplicationData, type ApplicationData } from './decodeApplicationData.js'
import { peerOf, versionWarnings } from './negotiateVersion.js'
import type { DecodeSettings } from './options.js'
import { Origins } from './Origins.js'
import type { InputMessage, Run, RunInput } from './Run.js'
import { faultsOf, warningsOf } from './tell.js'

export const decodeInput = (body: unknown, settings: DecodeSettings): Outcome<Run> => {
  const { reading, newerMajor, maxWarnings, application } = settings
  const report = new Report(reading)
  const read = RunAgentInput.read(body, report)
  const origins = new Origins(body, report.copies)
  const data =
    read === MALFORMED || read instanceof Unrecognised
      ? nothing
      : decodeApplicationData(read, application, origins, report)
  const stripped = warningsOf(report)

  if (read === MALFORMED || read instanceof Unrecognised || report.faults > 0)
    return refused(malformedInput(report, body, stripped))

  const peer = peerOf(read.protocolVersion)
  if (peer.relation === 'newer-major' && newerMajor === 'reject')
    return refused(unsupportedVersion(origins.ofMember('protocolVersion'), stripped))

  const { value: received, warnings: removed } = withoutActivity(read, origins, maxWarnings)
  const told = appendWarnings(stripped, versionWarnings(peer, origins), maxWarnings)
  const warnings = appendWarnings(told, removed, maxWarnings)
  return accepted({ input: normalised(received, data), received, peer, origins }, warnings)
}

const malformedInput = (report: Report, body: unknown, warnings: ReadonlyArray<Warning>): RunInputRejection => {
  const { errors, more } = faultsOf(report, body)
  const others = report.faults - 1
  const first = errors.slice(0, 1).map(({ detail }) => detail)
  const detail = [`The body is not an AG-UI ${PROTOCOL_VERSION} run input.`, ...first].join(' ')
  return new RunInputRejection(
    'malformed-input',
    others === 0
      ? detail
      : `${detail} There ${others === 1 ? 'is 1 more fault' : `are ${others} more faults`}; see errors.`,
    { errors, more, warnings }
  )
}

const unsupportedVersion = (path: Path, warnings: ReadonlyArray<Warning>): RunInputRejection => {
  const [line] = PROTOCOL_VERSION.split('.')
  const expected = `a version of AG-UI ${line}, such as "${PROTOCOL_VERSION}"`
  const detail = `The declared protocol version is of a newer major line than this agent serves; it serves AG-UI ${PROTOCOL_VERSION} and newer versions of ${line}.`
  return new RunInputRejection('unsupported-protocol-version', detail, {
    errors: [{ ...locate(path), expected, got: 'string', detail, hint: `Declare "${PROTOCOL_VERSION}".` }],
    warnings
  })
}

/** Activity messages are never the agent's business: valid, and removed (R63). */
const withoutActivity = (read: RunAgentInput, origins: Origins, maxWarnings: number): Told<RunAgentInput> => {
  const { messages } = read
  if (messages.every(isForTheAgent)) return { value: read, warnings: [] }
  const removed = new WarningCollector(maxWarnings)
  for (const message of messages) {
    if (isForTheAgent(message)) continue
    removed.add('activity-message', () =>
      warningOf('activity-message', locate(origins.ofMessage(message)), activitySentence)
    )
  }
  return { value: { ...read, messages: messages.filter(isForTheAgent) }, warnings: removed.all() }
}

const isForTheAgent = (message: Message): message is InputMessage => message.role !== 'activity'

const activitySentence =
  'An activity message is shown to the user and not sent to the agent, so it was removed; leave activity messages out of the input.'

const nothing: ApplicationData = { state: undefined, forwardedProps: undefined }

/**
 * Absent `tools`, `context` and `state` mean empty ones (R59, R61); what else is absent stays absent. Member by member: to
 * spread what was received costs half as much as to read it, when it is small.
 */
const normalised = (received: RunAgentInput, { state, forwardedProps }: ApplicationData): RunInput => {
  const { threadId, runId, protocolVersion, parentRunId, messages, tools = [], context = [], resume } = received
  const input: RunInput = { threadId, runId, state, messages: messages as Array<InputMessage>, tools, context }
  if (protocolVersion !== undefined) input.protocolVersion = protocolVersion
  if (parentRunId !== undefined) input.parentRunId = parentRunId
  if (received.forwardedProps !== undefined) input.forwardedProps = forwardedProps
  if (resume !== undefined) input.resume = resume
  return input
}
