/** What a stream may hold, and in which order: one row per rule. */
import { describe, expect, it } from 'vitest'
import { ProtocolBreach, type AgentEvent } from '../../lib/stream/index.js'
import { RunSequence, type RequestedRun, type Stage } from '../../lib/stream/RunSequence.js'
import { call, ends, failed, finished, result, runId, started, text, threadId, untyped } from './events.js'

interface Legal {
  readonly rule: string
  readonly events: ReadonlyArray<AgentEvent>
  readonly stage: Stage
  readonly requested?: Partial<RequestedRun>
}

interface Illegal {
  readonly rule: string
  readonly events: ReadonlyArray<AgentEvent>
  /** What comes last, and is the mistake. */
  readonly last: AgentEvent
  readonly says: RegExp
  readonly requested?: Partial<RequestedRun>
}

const sequence = (requested: Partial<RequestedRun> = {}): RunSequence =>
  new RunSequence({ threadId, runId, frontendTools: new Set(), openInterrupts: [], ...requested })

const chunk = (members: object): AgentEvent => untyped({ type: 'TEXT_MESSAGE_CHUNK', ...members })
const callChunk = (members: object): AgentEvent => untyped({ type: 'TOOL_CALL_CHUNK', ...members })
const subagent = (id: string, members: object = {}): AgentEvent =>
  untyped({ type: 'SUBAGENT_STARTED', subagentRunId: id, name: 'researcher', ...members })
const subagentEnds = (id: string): AgentEvent => ({ type: 'SUBAGENT_FINISHED', subagentRunId: id })
const opensText = (messageId: string, subagentRunId?: string): AgentEvent => ({
  type: 'TEXT_MESSAGE_START',
  messageId,
  ...(subagentRunId !== undefined && { subagentRunId })
})
const snapshot = (...messages: ReadonlyArray<object>): AgentEvent => untyped({ type: 'MESSAGES_SNAPSHOT', messages })
const interrupt = (id: string) => ({ id, reason: 'approval' })

const breachOf = (act: () => void): ProtocolBreach => {
  try {
    act()
  } catch (error) {
    if (error instanceof ProtocolBreach) return error
    throw error
  }
  throw new Error('there was no breach')
}

describe('a sequence of runs takes', () => {
  it.each<Legal>([
    { rule: 'R91: a stream that opens with RUN_ERROR', events: [failed], stage: 'refused' },
    { rule: 'R95: a run after that', events: [failed, started(), finished()], stage: 'finished' },
    {
      rule: 'R95: a late RUN_ERROR of a replayed run',
      events: [started('r0'), finished('r0'), failed],
      stage: 'refused'
    },
    { rule: 'R95: a replayed run that had failed', events: [started('r0'), failed], stage: 'replayed failure' },
    { rule: 'R91: a run that says nothing', events: [started(), finished()], stage: 'finished' },
    { rule: 'a run that is not over', events: [started(), ...text('a1')], stage: 'running' },
    {
      rule: 'R92: an earlier run before the requested one',
      events: [started('r0'), snapshot(), finished('r0'), started(), finished()],
      stage: 'finished'
    },
    {
      rule: 'R95: a run after one that failed',
      events: [started('r0'), failed, started(), finished()],
      stage: 'finished'
    },
    { rule: 'a replayed run that is not over', events: [started('r0')], stage: 'replaying' },
    { rule: 'a replayed run that is over', events: [started('r0'), finished('r0')], stage: 'replayed' },
    { rule: 'R95: a late RUN_ERROR', events: [started(), finished(), failed], stage: 'failed' },
    {
      rule: 'R95: a RUN_ERROR that ends whatever is open',
      events: [started(), opensText('a1'), failed],
      stage: 'failed'
    },
    {
      rule: 'R93: a cancelled run, also while interrupts stand',
      events: [started(), ends({ type: 'cancelled' })],
      stage: 'finished',
      requested: { openInterrupts: ['i1'] }
    },
    {
      rule: 'R85: an interrupted run while interrupts stand',
      events: [started(), ends({ type: 'interrupt', interrupts: [interrupt('i1'), interrupt('i2')] })],
      stage: 'finished',
      requested: { openInterrupts: ['i1'] }
    },
    {
      rule: 'R84: a replayed run that was a success, while interrupts stand now',
      events: [started('r0'), finished('r0')],
      stage: 'replayed',
      requested: { openInterrupts: ['i1'] }
    },
    {
      rule: 'R77: exactly the pending calls, in their order',
      events: [
        started(),
        ...call('c2'),
        ...call('c1'),
        ...call('c3'),
        result('c1'),
        ends({ type: 'success', pendingToolCallIds: ['c2', 'c3'] })
      ],
      stage: 'finished'
    },
    {
      rule: 'R77: an empty list, which names none',
      events: [started(), ...call('c1'), ends({ type: 'success', pendingToolCallIds: [] })],
      stage: 'finished'
    },
    {
      rule: 'R77: a call in chunks among the pending ones, and one that was reopened once',
      events: [
        started(),
        callChunk({ toolCallId: 'c1', toolCallName: 'search' }),
        ...call('c2'),
        ...call('c2'),
        ends({ type: 'success', pendingToolCallIds: ['c1', 'c2'] })
      ],
      stage: 'finished'
    },
    {
      rule: "R75: the answer of a tool that is the agent's own",
      events: [started(), ...call('c1', 'lookup'), result('c1'), finished()],
      stage: 'finished',
      requested: { frontendTools: new Set(['confirm']) }
    },
    {
      rule: 'R75: the answer to a call that this run did not make',
      events: [started(), result('c0'), finished()],
      stage: 'finished',
      requested: { frontendTools: new Set(['confirm']) }
    },
    {
      rule: 'streaming: items that interleave',
      events: [
        started(),
        opensText('a1'),
        ...call('c1'),
        { type: 'STEP_STARTED', stepName: 'plan' },
        { type: 'TEXT_MESSAGE_END', messageId: 'a1' },
        { type: 'STEP_FINISHED', stepName: 'plan' },
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'streaming: chunks, which the end of the run closes',
      events: [started(), chunk({ messageId: 'a1', delta: 'h' }), chunk({ delta: 'i' }), finished()],
      stage: 'finished'
    },
    {
      rule: 'streaming: a chunk that repeats what the first one said',
      events: [
        started(),
        chunk({ messageId: 'a1', name: 'Ada' }),
        chunk({ messageId: 'a1', role: 'assistant', name: 'Ada' }),
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'streaming: a chunk of another message, which closes the one before',
      events: [started(), chunk({ messageId: 'a1' }), chunk({ messageId: 'a2' }), ...text('a1'), finished()],
      stage: 'finished'
    },
    {
      rule: 'streaming: an event that stands aside from chunks',
      events: [
        started(),
        chunk({ messageId: 'a1' }),
        { type: 'RAW', event: {} },
        chunk({ delta: 'i' }),
        { type: 'CUSTOM', name: 'x', value: 1 },
        ...text('a1'),
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'streaming: a snapshot, which closes every chunked item',
      events: [started(), chunk({ messageId: 'a1', subagentRunId: 's1' }), snapshot(), ...text('a1'), finished()],
      stage: 'finished'
    },
    {
      rule: 'streaming: a chunk without a tag that continues the only item of its kind',
      events: [
        started(),
        chunk({ messageId: 'a1', subagentRunId: 's1' }),
        callChunk({ toolCallId: 'c1', toolCallName: 'search' }),
        chunk({ delta: 'i' }),
        chunk({ messageId: 'a1', delta: 'i' }),
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'streaming: chunks of two subagents side by side, and of the parent',
      events: [
        started(),
        chunk({ messageId: 'a1', subagentRunId: 's1' }),
        chunk({ messageId: 'a2', subagentRunId: 's2' }),
        chunk({ subagentRunId: 's1', delta: '1' }),
        chunk({ subagentRunId: 's2', delta: '2' }),
        chunk({ messageId: 'a3' }),
        chunk({ delta: '3' }),
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'reasoning: a span and a message of the same id, and chunks',
      events: [
        started(),
        { type: 'REASONING_START', messageId: 'm1' },
        { type: 'REASONING_MESSAGE_START', messageId: 'm1', role: 'reasoning' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm1', delta: 'hm' },
        { type: 'REASONING_MESSAGE_END', messageId: 'm1' },
        { type: 'REASONING_MESSAGE_CHUNK', messageId: 'm2', delta: 'hm' },
        { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'm1', encryptedValue: 'x' },
        { type: 'REASONING_END', messageId: 'm1' },
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'subagents: a step of the same name for each of two agents',
      events: [
        started(),
        subagent('s1'),
        subagent('s2', { parentSubagentRunId: 's1' }),
        { type: 'STEP_STARTED', stepName: 'tools' },
        { type: 'STEP_STARTED', stepName: 'tools', subagentRunId: 's1' },
        { type: 'STEP_FINISHED', stepName: 'tools' },
        { type: 'STEP_FINISHED', stepName: 'tools', subagentRunId: 's1' },
        subagentEnds('s1'),
        { type: 'SUBAGENT_ERROR', subagentRunId: 's2', message: 'no model' },
        subagent('s3', { parentSubagentRunId: 's1' }),
        subagentEnds('s3'),
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'subagents: a continuation without a tag, and a tag that agrees',
      events: [
        started(),
        opensText('a1', 's1'),
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta: 'h', subagentRunId: 's1' },
        { type: 'TEXT_MESSAGE_END', messageId: 'a1' },
        { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'search', parentMessageId: 'a1' },
        { type: 'TOOL_CALL_END', toolCallId: 'c1', subagentRunId: 's1' },
        { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'search', parentMessageId: 'a1' },
        { type: 'TOOL_CALL_END', toolCallId: 'c1' },
        opensText('a1'),
        { type: 'TEXT_MESSAGE_END', messageId: 'a1' },
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'subagents: an activity that a new snapshot gives to another, but not one that replaces nothing',
      events: [
        started(),
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'p1', activityType: 'plan', content: {}, subagentRunId: 's1' },
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'p1', activityType: 'plan', content: {}, replace: false },
        { type: 'ACTIVITY_DELTA', messageId: 'p1', activityType: 'plan', patch: [], subagentRunId: 's1' },
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'p1', activityType: 'plan', content: {}, subagentRunId: 's2' },
        { type: 'ACTIVITY_DELTA', messageId: 'p1', activityType: 'plan', patch: [], subagentRunId: 's2' },
        finished()
      ],
      stage: 'finished'
    },
    {
      rule: 'a run starts with nothing open: what the one before left open when it failed may be opened again',
      events: [started('r0'), opensText('a1'), failed, started(), ...text('a1'), finished()],
      stage: 'finished'
    }
  ])('$rule', ({ events, stage, requested }) => {
    const runs = sequence(requested)
    for (const event of events) runs.accept(event)
    expect(runs.stage).toBe(stage)
  })
})

describe('a sequence of runs refuses', () => {
  it.each<Illegal>([
    {
      rule: 'R2: an event that AG-UI does not have',
      events: [started()],
      last: untyped({ type: 'TEXT_MESSAGE_STARTED' }),
      says: /"TEXT_MESSAGE_STARTED" is no event of AG-UI 1\.0/
    },
    { rule: 'R2: an event without a type', events: [], last: untyped({}), says: /"undefined" is no event/ },
    {
      rule: 'R91: an event before RUN_STARTED',
      events: [],
      last: { type: 'CUSTOM', name: 'x', value: 1 },
      says: /CUSTOM came while no run was open; send RUN_STARTED first/
    },
    { rule: 'R91: RUN_FINISHED first', events: [], last: finished(), says: /RUN_FINISHED came while no run was open/ },
    {
      rule: 'R89: another threadId on RUN_STARTED',
      events: [],
      last: { type: 'RUN_STARTED', threadId: 't2', runId },
      says: /RUN_STARTED has the threadId "t2", but the run was requested on "t1"/
    },
    {
      rule: 'R89: another threadId on RUN_FINISHED',
      events: [started()],
      last: { type: 'RUN_FINISHED', threadId: 't2', runId },
      says: /RUN_FINISHED has the threadId "t2"/
    },
    {
      rule: 'R89: boundaries that disagree',
      events: [started()],
      last: finished('r2'),
      says: /names the run "r2", but RUN_STARTED named "r1"/
    },
    {
      rule: 'R92: a RUN_STARTED that comes late',
      events: [started()],
      last: started(),
      says: /RUN_STARTED came in the middle of the run "r1"; yield it before anything else, or leave it out/
    },
    {
      rule: 'R89: a RUN_STARTED without ids',
      events: [],
      last: untyped({ type: 'RUN_STARTED' }),
      says: /RUN_STARTED has no runId/
    },
    {
      rule: 'R89: a RUN_FINISHED without a thread',
      events: [started()],
      last: untyped({ type: 'RUN_FINISHED', runId }),
      says: /RUN_FINISHED has no threadId/
    },
    {
      rule: 'R90: a runId that was on the stream',
      events: [started('r0'), finished('r0')],
      last: started('r0'),
      says: /names the run "r0" again/
    },
    {
      rule: 'R92: overlapping runs',
      events: [started('r0')],
      last: started(),
      says: /the RUN_STARTED of the run "r1" came while the run "r0" is open/
    },
    {
      rule: 'R89: a run after the requested one',
      events: [started(), finished()],
      last: started('r2'),
      says: /RUN_STARTED came after the RUN_FINISHED of the requested run/
    },
    {
      rule: 'R95: anything else after the requested run',
      events: [started(), finished()],
      last: { type: 'CUSTOM', name: 'x', value: 1 },
      says: /CUSTOM came after the RUN_FINISHED of the requested run/
    },
    {
      rule: 'R95: anything after RUN_ERROR',
      events: [started(), failed],
      last: started('r2'),
      says: /RUN_STARTED came after the RUN_ERROR of the requested run/
    },
    { rule: 'R95: a RUN_ERROR after RUN_ERROR', events: [failed], last: failed, says: /RUN_ERROR came after another/ },
    {
      rule: 'R95: a RUN_ERROR after that of a replayed run',
      events: [started('r0'), failed],
      last: failed,
      says: /RUN_ERROR came after another/
    },
    {
      rule: 'R84: success while interrupts stand',
      events: [started()],
      last: ends({ type: 'success' }),
      requested: { openInterrupts: ['i1'] },
      says: /success while the interrupt "i1" stands unanswered/
    },
    {
      rule: 'R84: no outcome, which is success, while interrupts stand',
      events: [started()],
      last: finished(),
      requested: { openInterrupts: ['i1', 'i2', 'i3', 'i4', 'i5'] },
      says: /while the interrupt "i1", the interrupt "i2", the interrupt "i3" and 2 more stand/
    },
    {
      rule: 'R84: a null outcome, which is left out, while interrupts stand',
      events: [started()],
      last: untyped({ ...finished(), outcome: null }),
      requested: { openInterrupts: ['i1'] },
      says: /stands unanswered/
    },
    {
      rule: 'R81: an interrupt outcome that asks nothing',
      events: [started()],
      last: ends({ type: 'interrupt', interrupts: [] }),
      says: /has no interrupts/
    },
    {
      rule: 'R81: two interrupts of one id',
      events: [started()],
      last: ends({ type: 'interrupt', interrupts: [interrupt('i1'), interrupt('i1')] }),
      says: /two interrupts of RUN_FINISHED have the id "i1"/
    },
    {
      rule: 'R94: an outcome that AG-UI does not have',
      events: [started()],
      last: untyped({ ...finished(), outcome: { type: 'paused' } }),
      says: /none of success, interrupt and cancelled/
    },
    {
      rule: 'R77: a list of some pending calls',
      events: [started(), ...call('c1'), ...call('c2')],
      last: ends({ type: 'success', pendingToolCallIds: ['c1'] }),
      says: /those are: "c1", "c2"/
    },
    {
      rule: 'R77: a list in another order',
      events: [started(), ...call('c1'), ...call('c2')],
      last: ends({ type: 'success', pendingToolCallIds: ['c2', 'c1'] }),
      says: /those are: "c1", "c2"/
    },
    {
      rule: 'R77: a list with an answered call',
      events: [started(), ...call('c1'), result('c1')],
      last: ends({ type: 'success', pendingToolCallIds: ['c1'] }),
      says: /those are: none/
    },
    {
      rule: "R75: the answer of the application's tool",
      events: [started(), ...call('c1', 'confirm')],
      last: result('c1'),
      requested: { frontendTools: new Set(['confirm']) },
      says: /TOOL_CALL_RESULT answers the tool call "c1" of the application's tool "confirm"/
    },
    {
      rule: 'R93: RUN_FINISHED with a message open',
      events: [started(), opensText('a1')],
      last: finished(),
      says: /RUN_FINISHED came while the text message "a1" is open/
    },
    {
      rule: 'R93: RUN_FINISHED with several things open',
      events: [
        started(),
        { type: 'STEP_STARTED', stepName: 'plan', subagentRunId: 's1' },
        { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'x' },
        subagent('s1'),
        { type: 'REASONING_START', messageId: 'm1' }
      ],
      last: ends({ type: 'cancelled' }),
      says: /while the step "plan" of the subagent "s1", the tool call "c1", the subagent "s1" and 1 more are open/
    },
    {
      rule: 'streaming: an item that is open already',
      events: [started(), opensText('a1')],
      last: opensText('a1'),
      says: /TEXT_MESSAGE_START opens the text message "a1", which is open/
    },
    {
      rule: 'streaming: content of an item that is not open',
      events: [started()],
      last: { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '' },
      says: /TOOL_CALL_ARGS comes to the tool call "c1", which is not open/
    },
    {
      rule: 'streaming: the end of a step that was not started by the same agent',
      events: [started(), { type: 'STEP_STARTED', stepName: 'plan' }],
      last: { type: 'STEP_FINISHED', stepName: 'plan', subagentRunId: 's1' },
      says: /STEP_FINISHED comes to the step "plan" of the subagent "s1", which is not open/
    },
    {
      rule: 'streaming: an item without an id',
      events: [started()],
      last: untyped({ type: 'TEXT_MESSAGE_START' }),
      says: /TEXT_MESSAGE_START has no messageId/
    },
    {
      rule: 'streaming: a first chunk without an id',
      events: [started()],
      last: chunk({ delta: 'hi' }),
      says: /the first TEXT_MESSAGE_CHUNK of a text message has no messageId/
    },
    {
      rule: 'streaming: a first chunk of a call without a name',
      events: [started()],
      last: callChunk({ toolCallId: 'c1' }),
      says: /the first TOOL_CALL_CHUNK of a tool call has no toolCallName/
    },
    {
      rule: 'streaming: a chunk that contradicts the first one',
      events: [started(), callChunk({ toolCallId: 'c1', toolCallName: 'search' })],
      last: callChunk({ toolCallName: 'delete' }),
      says: /TOOL_CALL_CHUNK changes the toolCallName of the tool call "c1"/
    },
    {
      rule: 'streaming: a chunk that contradicts the role that was left out',
      events: [started(), chunk({ messageId: 'a1' })],
      last: chunk({ role: 'user' }),
      says: /changes the role of the text message "a1"/
    },
    {
      rule: 'streaming: an item that mixes chunks with an explicit end',
      events: [started(), chunk({ messageId: 'a1' })],
      last: { type: 'TEXT_MESSAGE_END', messageId: 'a1' },
      says: /TEXT_MESSAGE_END comes to the text message "a1", which is not open/
    },
    {
      rule: 'streaming: a chunk that could continue either of two',
      events: [
        started(),
        chunk({ messageId: 'a1', subagentRunId: 's1' }),
        chunk({ messageId: 'a2', subagentRunId: 's2' })
      ],
      last: chunk({ delta: '?' }),
      says: /neither messageId nor subagentRunId while 2 subagents stream a text message/
    },
    {
      rule: 'subagents: a chunk that another one opened',
      events: [started(), chunk({ messageId: 'a1', subagentRunId: 's1' })],
      last: chunk({ messageId: 'a1', subagentRunId: 's2' }),
      says: /attributes the text message "a1" to the subagent "s2"/
    },
    {
      rule: 'subagents: content that is attributed to another than its message',
      events: [started(), opensText('a1')],
      last: { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta: '', subagentRunId: 's1' },
      says: /attributes the message "a1" to the subagent "s1", but it belongs to the parent agent/
    },
    {
      rule: 'subagents: a message that another one reopens',
      events: [started(), opensText('a1', 's1'), { type: 'TEXT_MESSAGE_END', messageId: 'a1' }],
      last: opensText('a1', 's2'),
      says: /attributes the message "a1" to the subagent "s2", but it belongs to the subagent "s1"/
    },
    {
      rule: 'subagents: a call that is attributed to another than the message that carries it',
      events: [started(), ...text('a1')],
      last: {
        type: 'TOOL_CALL_START',
        toolCallId: 'c1',
        toolCallName: 'x',
        parentMessageId: 'a1',
        subagentRunId: 's1'
      },
      says: /attributes the message "a1" to the subagent "s1", but it belongs to the parent agent/
    },
    {
      rule: 'subagents: a call that moves to a message of another',
      events: [started(), ...call('c1'), opensText('a1', 's1')],
      last: { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'x', parentMessageId: 'a1' },
      says: /attributes the tool call "c1" to the subagent "s1", but it belongs to the parent agent/
    },
    {
      rule: "subagents: the delta of another's activity",
      events: [started(), { type: 'ACTIVITY_SNAPSHOT', messageId: 'p1', activityType: 'plan', content: {} }],
      last: { type: 'ACTIVITY_DELTA', messageId: 'p1', activityType: 'plan', patch: [], subagentRunId: 's1' },
      says: /ACTIVITY_DELTA attributes the activity "p1"/
    },
    {
      rule: "subagents: an encrypted value for another's message",
      events: [started(), ...text('a1')],
      last: {
        type: 'REASONING_ENCRYPTED_VALUE',
        subtype: 'message',
        entityId: 'a1',
        encryptedValue: 'x',
        subagentRunId: 's1'
      },
      says: /attributes the message "a1"/
    },
    {
      rule: "subagents: an encrypted value for another's call",
      events: [started(), ...call('c1')],
      last: {
        type: 'REASONING_ENCRYPTED_VALUE',
        subtype: 'tool-call',
        entityId: 'c1',
        encryptedValue: 'x',
        subagentRunId: 's1'
      },
      says: /attributes the tool call "c1"/
    },
    {
      rule: "subagents: an encrypted value for another's reasoning",
      events: [started(), { type: 'REASONING_MESSAGE_CHUNK', messageId: 'm1' }],
      last: {
        type: 'REASONING_ENCRYPTED_VALUE',
        subtype: 'message',
        entityId: 'm1',
        encryptedValue: 'x',
        subagentRunId: 's1'
      },
      says: /attributes the reasoning "m1"/
    },
    {
      rule: 'subagents: a tool result that another one continues',
      events: [started(), ...call('c1'), result('c1')],
      last: opensText('c1-result', 's1'),
      says: /attributes the message "c1-result"/
    },
    {
      rule: 'subagents: a message of a snapshot that another one reopens',
      events: [started(), snapshot({ id: 'm1', role: 'reasoning', content: '', subagentRunId: 's1' })],
      last: { type: 'REASONING_MESSAGE_START', messageId: 'm1', role: 'reasoning', subagentRunId: 's2' },
      says: /attributes the reasoning "m1" to the subagent "s2", but it belongs to the subagent "s1"/
    },
    {
      rule: 'subagents: a call of a snapshot that another one reopens',
      events: [started(), snapshot({ id: 'a1', role: 'assistant', toolCalls: [{ id: 'c1' }], subagentRunId: null })],
      last: { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'x', subagentRunId: 's2' },
      says: /attributes the tool call "c1"/
    },
    {
      rule: 'subagents: an activity of the echoed input that another one continues',
      events: [
        untyped({
          ...started(),
          input: { threadId, runId, messages: [{ id: 'p1', role: 'activity', activityType: 'plan', content: {} }] }
        })
      ],
      last: { type: 'ACTIVITY_DELTA', messageId: 'p1', activityType: 'plan', patch: [], subagentRunId: 's1' },
      says: /attributes the activity "p1"/
    },
    {
      rule: 'subagents: one that is active already',
      events: [started(), subagent('s1')],
      last: subagent('s1'),
      says: /SUBAGENT_STARTED opens the subagent "s1", which is open/
    },
    {
      rule: 'subagents: one that has ended',
      events: [started(), subagent('s1'), subagentEnds('s1')],
      last: subagent('s1'),
      says: /SUBAGENT_STARTED names "s1", which has ended/
    },
    {
      rule: 'subagents: a parent that nobody started',
      events: [started()],
      last: subagent('s1', { parentSubagentRunId: 's0' }),
      says: /has the parent "s0", which was not started/
    }
  ])('$rule', ({ events, last, says, requested }) => {
    const runs = sequence(requested)
    for (const event of events) runs.accept(event)
    const breach = breachOf(() => {
      runs.accept(last)
    })
    expect(breach).toMatchObject({ code: 'protocol-breach', expose: true })
    expect(breach.message).toMatch(says)
  })

  it('but after a breach takes the RUN_ERROR that tells of it', () => {
    const runs = sequence()
    runs.accept(started())
    breachOf(() => {
      runs.accept(started())
    })
    runs.accept(failed)
    expect(runs.stage).toBe('failed')
  })

  it('in words that repeat at most 80 characters of a name, escaped', () => {
    const breach = breachOf(() => {
      sequence().accept({ type: 'RUN_STARTED', threadId: `\n${'x'.repeat(200)}`, runId })
    })
    expect(breach.message).toMatch(/threadId "\\nx{78}…"/)
  })
})

it('knows the pending calls of the open run only', () => {
  const runs = sequence()
  expect(runs.pendingToolCallIds).toEqual([])
  for (const event of [started('r0'), ...call('c0'), finished('r0'), started(), ...call('c1')]) runs.accept(event)
  expect(runs.pendingToolCallIds).toEqual(['c1'])
})
