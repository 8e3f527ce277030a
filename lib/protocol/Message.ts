/** One message of the conversation. The roles are closed: a message with another role goes (R14, R19). /spec/1.0/basic/messages */
import type * as t from 'io-ts'
import { taggedUnion } from '../codec/index.js'
import { ActivityMessage } from './ActivityMessage.js'
import { AssistantMessage } from './AssistantMessage.js'
import { DeveloperMessage } from './DeveloperMessage.js'
import { ReasoningMessage } from './ReasoningMessage.js'
import { SystemMessage } from './SystemMessage.js'
import { ToolMessage } from './ToolMessage.js'
import { UserMessage } from './UserMessage.js'

const messages = [
  DeveloperMessage,
  SystemMessage,
  AssistantMessage,
  UserMessage,
  ToolMessage,
  ActivityMessage,
  ReasoningMessage
] as const

export const Message = taggedUnion('Message', 'role', 'unrecognised-role', messages)
export type Message = t.TypeOf<typeof Message>

/** Who a message is from. */
export type Role = Message['role']

/** All of them. */
export const roles: ReadonlyArray<Role> = messages.map(({ shape }) => shape.role.literal)
