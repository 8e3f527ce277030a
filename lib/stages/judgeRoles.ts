/** Who may say what: refuses messages of roles that this endpoint does not let its clients send. */
import { accepted, refused, type Outcome } from '../outcome/Outcome.js'
import { locate } from '../outcome/pointer.js'
import { mostFaults, RunInputRejection, type Fault } from '../outcome/Rejection.js'
import { oneOf } from '../codec/index.js'
import type { Role } from '../protocol/index.js'
import type { InputMessage, Run } from './Run.js'

/** @param roles the roles a client may send; absent: all */
export const judgeRoles = (run: Run, roles: ReadonlySet<Role> | undefined): Outcome<Run> => {
  const { input, origins } = run
  const forbidden = roles === undefined ? [] : input.messages.filter(({ role }) => !roles.has(role))
  const [first] = forbidden
  if (roles === undefined || first === undefined) return accepted(run)

  const expected = roles.size === 0 ? 'no message' : oneOf([...roles])
  const faultOf = (message: InputMessage): Fault => {
    const location = locate([...origins.ofMessage(message), 'role'])
    const detail = `${location.pointer} names a role that clients of this endpoint may not send; it takes ${expected}.`
    return { ...location, expected, got: 'string', detail }
  }
  const errors = forbidden.slice(0, mostFaults).map(faultOf)
  const more = forbidden.length - errors.length
  return refused(new RunInputRejection('role-not-allowed', faultOf(first).detail, { errors, more }))
}
