/** `express-ag-ui/stream`: answers a run with AG-UI's events. Needs `@ag-ui/core` and `@ag-ui/encoder`, 1.0 or later. */
export type { AgentEvent, EventName, EventOf } from './AgentEvent.js'
export { ProtocolBreach } from './ProtocolBreach.js'
export { streamRun, type Agent, type AgentContext, type StreamRunOptions } from './streamRun.js'
export { WARNINGS_EVENT } from './warningsEvent.js'
