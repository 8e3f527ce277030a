/** `express-ag-ui`: the chain, and everything that `express-ag-ui/decode` has. */
export {
  acceptsFrom,
  ActivityMessage,
  AgentCapabilities,
  AssistantMessage,
  AudioPart,
  ContentPart,
  Context,
  contextText,
  DataSource,
  decodeRunInput,
  DeveloperMessage,
  DocumentPart,
  FileSource,
  FunctionCall,
  ImagePart,
  Message,
  PartSource,
  PROTOCOL_VERSION,
  ReasoningMessage,
  ResumeEntry,
  RunAgentInput,
  RunInputRejection,
  SystemMessage,
  textOf,
  TextPart,
  Tool,
  ToolCall,
  ToolMessage,
  UrlSource,
  UserMessage,
  VideoPart,
  type Accept,
  type ApplicationCodec,
  type Codec,
  type DecodedRun,
  type DecodeRunInputOptions,
  type Fault,
  type InputMessage,
  type JsonType,
  type MediaKind,
  type MediaPart,
  type MessageWithParts,
  type Peer,
  type Problem,
  type ProblemCode,
  type RecordCodec,
  type Role,
  type RunInput,
  type VersionRelation,
  type Warning,
  type WarningCode,
  type WarningKind
} from './decode.js'
export { answerInterrupts } from './express/answerInterrupts.js'
export { decodeInput } from './express/decodeInput.js'
export { downgradeContent } from './express/downgradeContent.js'
export type {
  AnswerInterruptsOptions,
  DecodeInputOptions,
  DowngradeContentOptions,
  PerRequest,
  ReadBodyOptions,
  RefusalOptions,
  ReportWarningsOptions,
  RunInputOptions
} from './express/options.js'
export { problemHandler, type ProblemHandler } from './express/problemHandler.js'
export { readBody } from './express/readBody.js'
export { reportWarnings } from './express/reportWarnings.js'
export type { AgentRun } from './express/request.js'
export { runInput } from './express/runInput.js'
export type { RunHandler, RunInputHandler } from './express/RunInputHandler.js'
