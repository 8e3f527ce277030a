/** `express-ag-ui/testing`: for the specs of agents. Needs supertest. */
export { awkward, type AwkwardInput, type AwkwardName } from './awkward.js'
export { eventsOf } from './eventsOf.js'
export {
  activityMessage,
  assistantMessage,
  developerMessage,
  reasoningMessage,
  systemMessage,
  toolResult,
  userMessage
} from './messages.js'
export {
  audioPart,
  dataSource,
  documentPart,
  filePart,
  fileSource,
  imagePart,
  textPart,
  urlSource,
  videoPart
} from './parts.js'
export { postRun } from './postRun.js'
export { problemOf } from './problemOf.js'
export type { ReceivedResponse } from './response.js'
export { runAgentInput } from './runAgentInput.js'
export { contextEntry, resumeEntry, tool, toolCall } from './tools.js'
