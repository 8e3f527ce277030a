/** Our types and those of the official `@ag-ui/core` are each other's, so that a run can be handed on without a cast. */
import type * as core from '@ag-ui/core'
import { describe, expectTypeOf, it } from 'vitest'
import type {
  AgentCapabilities,
  AgentRun,
  ContentPart,
  Context,
  DecodedRun,
  InputMessage,
  Message,
  PartSource,
  ResumeEntry,
  RunAgentInput,
  RunInput,
  Tool,
  ToolCall
} from '../../lib/index.js'

type IsAny<T> = 0 extends 1 & T ? true : false

describe('types', () => {
  it.each(['assignable both ways'])('of the wire are %s', () => {
    expectTypeOf<Message>().toExtend<core.Message>()
    expectTypeOf<core.Message>().toExtend<Message>()
    expectTypeOf<ContentPart>().toExtend<core.ContentPart>()
    expectTypeOf<core.ContentPart>().toExtend<ContentPart>()
    expectTypeOf<PartSource>().toExtend<core.PartSource>()
    expectTypeOf<core.PartSource>().toExtend<PartSource>()
    expectTypeOf<Tool>().toExtend<core.Tool>()
    expectTypeOf<core.Tool>().toExtend<Tool>()
    expectTypeOf<ToolCall>().toExtend<core.ToolCall>()
    expectTypeOf<core.ToolCall>().toExtend<ToolCall>()
    expectTypeOf<Context>().toExtend<core.Context>()
    expectTypeOf<core.Context>().toExtend<Context>()
    expectTypeOf<ResumeEntry>().toExtend<core.ResumeEntry>()
    expectTypeOf<core.ResumeEntry>().toExtend<ResumeEntry>()
    expectTypeOf<core.RunAgentInput>().toExtend<RunAgentInput>()
    expectTypeOf<AgentCapabilities>().toExtend<core.AgentCapabilities>()
    expectTypeOf<core.AgentCapabilities>().toExtend<AgentCapabilities>()
  })

  it('of a run can be handed to an AG-UI agent', () => {
    expectTypeOf<RunInput>().toExtend<core.RunAgentInput>()
    expectTypeOf<RunInput<{ items: Array<string> }, { locale: string }>>().toExtend<core.RunAgentInput>()
    expectTypeOf<AgentRun['input']>().toExtend<core.RunAgentInput>()
    // Core's own type demands what the wire leaves optional; a received input has what the client sent.
    expectTypeOf<AgentRun['received']>().toExtend<Omit<core.RunAgentInput, 'tools' | 'context'>>()
    expectTypeOf<DecodedRun['input']>().toExtend<core.RunAgentInput>()
  })

  it('leave no activity message to a switch on the role', () => {
    expectTypeOf<InputMessage['role']>().toEqualTypeOf<
      'developer' | 'system' | 'assistant' | 'user' | 'tool' | 'reasoning'
    >()
    expectTypeOf<Message['role']>().toEqualTypeOf<core.Message['role']>()
  })

  it('are not any', () => {
    expectTypeOf<IsAny<Message>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<ContentPart>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<PartSource>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<RunInput['state']>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<RunInput['forwardedProps']>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<RunAgentInput['messages'][number]>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<Extract<Message, { role: 'tool' }>['content']>>().toEqualTypeOf<false>()
    expectTypeOf<IsAny<Extract<ContentPart, { type: 'image' }>['source']>>().toEqualTypeOf<false>()
  })
})
