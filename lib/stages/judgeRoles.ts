/** Who may say what: refuses messages of roles that this endpoint does not let its clients send. */
import type { JsonType } from '../outcome/JsonType.js'
import { accepted, refused, type Outcome } from '../outcome/Outcome.js'
import { locate } from '../outcome/pointer.js'
import { mostFaults, RunInputRejection } from '../outcome/Rejection.js'
import { oneOf } from '../codec/index.js'
import type { Role } from '../protocol/index.js'
import type { Run } from './Run.js'

/** @param roles the roles a client may send; absent: all */
export const judgeRoles = (run: Run, roles: ReadonlySet<Role> | undefined): Outcome<Run> => {
  const { input, origins } = run
  const forbidden = roles === undefined ? [] : input.messages.filter(({ role }) => !roles.has(role))
  if (roles === undefined || forbidden.length === 0) return accepted(run)

  const expected = roles.size === 0 ? 'no message' : oneOf([...roles])
  const got: JsonType = 'string'
  const errors = forbidden.slice(0, mostFaults).map(message => {
    const location = locate([...origins.ofMessage(message), 'role'])
    return {
      ...location,
      expected,
      got,
      detail: `${location.pointer} names a role that clients of this endpoint may not send; it takes ${expected}.`
    }
  })
  const [first] = errors
  return refused(
    new RunInputRejection('role-not-allowed', first?.detail ?? '', { errors, more: forbidden.length - errors.length })
  )
}
