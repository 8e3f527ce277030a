/** `express-ag-ui/legacy`: lets an endpoint that exists answer AG-UI clients too. */
export { chatMessages, type ChatMessage, type ChatRequest, type ChatTool, type ChatToolCall } from './chatMessages.js'
export type { LegacyErrorHandler, LegacyHandler, LegacyHandlers } from './handlers.js'
export { prompt, type PromptHistoryEntry, type PromptOptions, type PromptRequest } from './prompt.js'
export type { LegacyReply } from './reply.js'
export { wrapLegacy, type WrapLegacyOptions } from './wrapLegacy.js'
