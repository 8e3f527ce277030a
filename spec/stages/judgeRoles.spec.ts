/** Who may say what. */
import { describe, expect, it } from 'vitest'
import type { Role } from '../../lib/decode.js'
import { input, places, read, refuse, told } from '../reading.js'

const said: Readonly<Record<Role, object>> = {
  developer: { id: 'd', role: 'developer', content: '' },
  system: { id: 's', role: 'system', content: '' },
  assistant: { id: 'a', role: 'assistant' },
  user: { id: 'u', role: 'user', content: '' },
  tool: { id: 't', role: 'tool', toolCallId: '', content: '' },
  activity: { id: 'x', role: 'activity', activityType: '', content: {} },
  reasoning: { id: 'r', role: 'reasoning', content: '' }
}

const all = Object.keys(said) as ReadonlyArray<Role>

describe('roles', () => {
  it.each(all.flatMap(role => all.map(allowed => ({ role, allowed }))))(
    'of clients that are only $allowed: a message of role $role',
    ({ role, allowed }) => {
      const body = input([said[role]])
      if (role === allowed || role === 'activity') {
        expect(read(body, { roles: [allowed] }).input.messages).toHaveLength(role === 'activity' ? 0 : 1)
        return
      }
      const rejection = refuse(body, { roles: [allowed] })
      expect(rejection).toMatchObject({ status: 403, code: 'role-not-allowed', more: 0 })
      expect(rejection.errors).toMatchObject([{ pointer: '/messages/0/role', expected: `"${allowed}"`, got: 'string' }])
      expect(rejection.message).toContain(`"${allowed}"`)
    }
  )

  it('absent are all', () => {
    expect(read(input(Object.values(said))).input.messages).toHaveLength(6)
  })

  it('may be none', () => {
    expect(refuse(input([said.user]), { roles: [] }).errors[0]?.expected).toBe('no message')
    expect(read(input([said.activity]), { roles: [] }).input.messages).toEqual([])
  })

  it('are judged after stripping and after activity messages are gone, with pointers into the body as sent', () => {
    const body = input([
      { role: 'narrator' },
      said.activity,
      { ...said.user, x: 1 },
      { ...said.system, x: 1 },
      said.developer
    ])
    const rejection = refuse(body, { roles: ['user', 'assistant'] })
    expect(places(rejection)).toEqual(['/messages/3/role', '/messages/4/role'])
    expect(told(rejection.warnings)).toEqual([
      'unrecognised-role /messages/0',
      'unrecognised-member /messages/2/x',
      'unrecognised-member /messages/3/x',
      'activity-message /messages/1'
    ])
  })

  it('are judged after the 400s', () => {
    expect(refuse({ ...input([said.system]), tools: 7 }, { roles: ['user'] }).status).toBe(400)
    expect(
      refuse({ ...input([said.system]), protocolVersion: '2.0' }, { roles: ['user'], newerMajor: 'reject' }).status
    ).toBe(400)
  })

  it('name 100 messages, and count the rest', () => {
    const rejection = refuse(input(Array.from({ length: 250 }, (_, i) => ({ ...said.system, id: `${i}` }))), {
      roles: ['user']
    })
    expect(rejection.errors).toHaveLength(100)
    expect(rejection.more).toBe(150)
  })
})
