/**
 * What an agent declares it can do. Nothing is required: what is not declared is unknown, not unsupported.
 * /spec/1.0/basic/capabilities
 */
import type * as t from 'io-ts'
import { count, flag, list, openObject, optional, record, text } from '../codec/index.js'
import { Metadata } from './Metadata.js'
import { Tool } from './Tool.js'

const IdentityCapabilities = record('IdentityCapabilities', {
  name: optional(text),
  type: optional(text),
  description: optional(text),
  version: optional(text),
  provider: optional(text),
  documentationUrl: optional(text),
  metadata: optional(Metadata)
})

const TransportCapabilities = record('TransportCapabilities', {
  streaming: optional(flag),
  websocket: optional(flag),
  httpBinary: optional(flag),
  pushNotifications: optional(flag),
  resumable: optional(flag)
})

const ToolsCapabilities = record('ToolsCapabilities', {
  supported: optional(flag),
  items: optional(list(Tool, 'a list of tools')),
  parallelCalls: optional(flag),
  clientProvided: optional(flag)
})

const OutputCapabilities = record('OutputCapabilities', {
  structuredOutput: optional(flag),
  supportedMimeTypes: optional(list(text, 'a list of strings'))
})

const StateCapabilities = record('StateCapabilities', {
  snapshots: optional(flag),
  deltas: optional(flag),
  memory: optional(flag),
  persistentState: optional(flag)
})

const SubagentInfo = record('SubagentInfo', {
  name: text,
  description: optional(text)
})

const MultiAgentCapabilities = record('MultiAgentCapabilities', {
  supported: optional(flag),
  delegation: optional(flag),
  handoffs: optional(flag),
  subagents: optional(list(SubagentInfo, 'a list of subagents'))
})

const ReasoningCapabilities = record('ReasoningCapabilities', {
  supported: optional(flag),
  streaming: optional(flag),
  encrypted: optional(flag)
})

const MultimodalInputCapabilities = record('MultimodalInputCapabilities', {
  image: optional(flag),
  audio: optional(flag),
  video: optional(flag),
  pdf: optional(flag),
  file: optional(flag)
})

const MultimodalOutputCapabilities = record('MultimodalOutputCapabilities', {
  image: optional(flag),
  audio: optional(flag)
})

const MultimodalCapabilities = record('MultimodalCapabilities', {
  input: optional(MultimodalInputCapabilities),
  output: optional(MultimodalOutputCapabilities)
})

const ExecutionCapabilities = record('ExecutionCapabilities', {
  codeExecution: optional(flag),
  sandboxed: optional(flag),
  maxIterations: optional(count),
  maxExecutionTime: optional(count)
})

const HumanInTheLoopCapabilities = record('HumanInTheLoopCapabilities', {
  supported: optional(flag),
  approvals: optional(flag),
  interventions: optional(flag),
  feedback: optional(flag),
  interrupts: optional(flag),
  approveWithEdits: optional(flag)
})

export const AgentCapabilities = record('AgentCapabilities', {
  identity: optional(IdentityCapabilities),
  transport: optional(TransportCapabilities),
  tools: optional(ToolsCapabilities),
  output: optional(OutputCapabilities),
  state: optional(StateCapabilities),
  multiAgent: optional(MultiAgentCapabilities),
  reasoning: optional(ReasoningCapabilities),
  multimodal: optional(MultimodalCapabilities),
  execution: optional(ExecutionCapabilities),
  humanInTheLoop: optional(HumanInTheLoopCapabilities),
  custom: optional(openObject)
})
export interface AgentCapabilities extends t.TypeOf<typeof AgentCapabilities> {}
