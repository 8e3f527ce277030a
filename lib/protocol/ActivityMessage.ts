/**
 * Progress shown in the application. The schema has it among the messages, but it is none of the agent's business: it is
 * judged, then removed (R63). /spec/1.0/events/activity
 */
import type * as t from 'io-ts'
import { literal, openObject, record, text } from '../codec/index.js'
import { attributable } from './BaseMessage.js'

export const ActivityMessage = record('ActivityMessage', {
  id: text,
  role: literal('activity'),
  activityType: text,
  content: openObject,
  ...attributable
})
export interface ActivityMessage extends t.TypeOf<typeof ActivityMessage> {}
