/** `express-ag-ui`: the chain, and everything that `express-ag-ui/decode` has. */
export * from './decode.js'
export { answerInterrupts } from './express/answerInterrupts.js'
export { decodeInput } from './express/decodeInput.js'
export { downgradeContent } from './express/downgradeContent.js'
export type {
  AnswerInterruptsOptions,
  DecodeInputOptions,
  DowngradeContentOptions,
  PerRequest,
  ReadBodyOptions,
  ReportWarningsOptions,
  RunInputOptions
} from './express/options.js'
export { problemHandler, type ProblemHandler } from './express/problemHandler.js'
export { readBody } from './express/readBody.js'
export { reportWarnings } from './express/reportWarnings.js'
export type { AgentRun } from './express/request.js'
export { runInput } from './express/runInput.js'
export type { RunHandler, RunInputHandler } from './express/RunInputHandler.js'
