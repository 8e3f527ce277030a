/** Version negotiation (R46 to R52). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '../../lib/decode.js'
import { relationTo } from '../../lib/stages/negotiateVersion.js'
import { input, places, read, refuse, told } from '../reading.js'

const declaring = (protocolVersion?: unknown) => input([], protocolVersion === undefined ? {} : { protocolVersion })

const rows = [
  [undefined, 'undeclared', undefined, 'R47, R52'],
  ['1.0', 'same', undefined, 'R48'],
  ['01.00', 'same', undefined, 'R48'],
  ['0.9', 'older', undefined, 'R52, M10'],
  ['0.57', 'older', undefined, 'R52, M10'],
  ['1.1', 'newer-minor', 'newer-minor-version', 'R50'],
  ['1.10', 'newer-minor', 'newer-minor-version', 'R48'],
  ['1.99999999999999999999', 'newer-minor', 'newer-minor-version', 'R48'],
  ['2.0', 'newer-major', 'newer-major-version', 'R51'],
  ['10.0', 'newer-major', 'newer-major-version', 'R48'],
  ['99999999999.0', 'newer-major', 'newer-major-version', 'R48'],
  ...[
    'draft',
    '1',
    '1.0.0',
    '',
    'v1.0',
    '1.0 ',
    ' 1.0',
    '1.',
    '.0',
    '-1.0',
    '1.0\n',
    '1,0',
    '1.0-rc',
    '1e3.0',
    '١.٠',
    '1.x'
  ].map(version => [version, 'uninterpretable', 'uninterpretable-version', 'R49'] as const)
] as const

describe('a declared version', () => {
  it.each(rows)('%j is %s, told as %s (%s)', (version, relation, code) => {
    const { peer, warnings, received } = read(declaring(version))
    expect(peer).toEqual({ ...(version !== undefined && { declared: version }), relation })
    expect(told(warnings)).toEqual(code === undefined ? [] : [`${code} /protocolVersion`])
    for (const warning of warnings) expect(warning).toMatchObject({ kind: 'version', lossy: false })
    expect(received.protocolVersion).toBe(version)
  })

  it.each(rows)(
    '%j with newerMajor "reject" is refused only where it is of a newer major line (R50, R51)',
    (version, relation) => {
      if (relation !== 'newer-major') {
        expect(read(declaring(version), { newerMajor: 'reject' }).peer.relation).toBe(relation)
        return
      }
      const rejection = refuse(declaring(version), { newerMajor: 'reject' })
      expect(rejection).toMatchObject({ status: 400, code: 'unsupported-protocol-version' })
      expect(rejection.errors).toMatchObject([{ pointer: '/protocolVersion', got: 'string' }])
      expect(rejection.message).toContain(PROTOCOL_VERSION)
      expect(JSON.stringify(rejection)).not.toContain(`"${String(version)}"`)
    }
  )

  it.each([[null], [1], [1.0], [['1.0']], [{}], [true]])('that is %j is malformed, lenient or not (R47)', version => {
    const rejection = refuse(declaring(version))
    expect(places(rejection)).toEqual(['/protocolVersion'])
    if (version !== null) expect(places(refuse(declaring(version), { nulls: 'lenient' }))).toEqual(['/protocolVersion'])
  })

  it('that is null is undeclared when lenient', () => {
    expect(read(declaring(null), { nulls: 'lenient' }).peer).toEqual({ relation: 'undeclared' })
  })

  it('is judged after the faults of the body', () => {
    expect(refuse({ ...declaring('2.0'), tools: 7 }, { newerMajor: 'reject' }).code).toBe('malformed-input')
  })

  it('is refused together with what was stripped on the way', () => {
    const rejection = refuse({ ...declaring('2.0'), mood: 'x' }, { newerMajor: 'reject' })
    expect(told(rejection.warnings)).toEqual(['unrecognised-member /mood'])
  })

  it('is told before what is removed later, and after what is stripped', () => {
    const activity = { id: '', role: 'activity', activityType: '', content: {} }
    expect(told(read(input([activity], { protocolVersion: '1.1', mood: 'x' })).warnings)).toEqual([
      'unrecognised-member /mood',
      'newer-minor-version /protocolVersion',
      'activity-message /messages/0'
    ])
  })

  it('of any length is repeated short', () => {
    const { warnings, peer } = read(declaring('9'.repeat(1_000_000)))
    expect(warnings[0]?.code).toBe('uninterpretable-version')
    expect(warnings[0]?.name).toHaveLength(80)
    expect(warnings[0]?.message.length).toBeLessThan(300)
    expect(peer.declared).toHaveLength(1_000_000)
  })

  it('is compared with ours as pairs of numbers', () => {
    const version = fc.tuple(fc.nat(30), fc.nat(30))
    fc.assert(
      fc.property(version, version, (ours, theirs) => {
        const relation = relationTo(ours.join('.'), theirs.join('.'))
        const major = theirs[0] - ours[0]
        const minor = theirs[1] - ours[1]
        expect(relation).toBe(
          major > 0 ? 'newer-major' : major < 0 ? 'older' : minor > 0 ? 'newer-minor' : minor < 0 ? 'older' : 'same'
        )
      }),
      { seed: 1 }
    )
    expect(relationTo('draft', '1.0')).toBe('uninterpretable')
  })
})
