/** `express-ag-ui/decode`: the pure core, without Express. For Fastify, workers and tests. */
export type { Codec, RecordCodec } from './codec/index.js'
export type { JsonType } from './outcome/JsonType.js'
export { RunInputRejection, type Fault, type Problem, type ProblemCode } from './outcome/Rejection.js'
export type { Warning, WarningCode, WarningKind } from './outcome/Warning.js'
export {
  ActivityMessage,
  AgentCapabilities,
  AssistantMessage,
  AudioPart,
  ContentPart,
  Context,
  DataSource,
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
  SystemMessage,
  TextPart,
  Tool,
  ToolCall,
  ToolMessage,
  UrlSource,
  UserMessage,
  VideoPart,
  type MediaPart,
  type Role
} from './protocol/index.js'
export { contextText, textOf } from './protocol/textOf.js'
export { acceptsFrom, type Accept, type MediaKind } from './stages/accepts.js'
export type { ApplicationCodec } from './stages/decodeApplicationData.js'
export type { MessageWithParts } from './stages/downgradeContent.js'
export type { DecodeRunInputOptions } from './stages/options.js'
export { decodeRunInput } from './stages/pipeline.js'
export type { DecodedRun, InputMessage, Peer, RunInput, VersionRelation } from './stages/Run.js'
