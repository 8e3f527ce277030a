/**
 * Objects that the protocol closes (R11): members it does not name are unrecognised and go, members it names are judged.
 */
import type * as t from 'io-ts'
import type { WarningCode } from '../outcome/Warning.js'
import type { AnyLiteral } from './closedSet.js'
import { codec, isObject, type AnyCodec, type Codec, type Read, type Recognise } from './Codec.js'
import { MALFORMED, Unrecognised, type Reading, type Report } from './Report.js'

/** A member that may be absent. */
export interface Optional<C extends AnyCodec = AnyCodec> {
  readonly optional: C
  /** Whether a whole null here is read as absent, as versions before 1.0 wrote it (R34, R35). */
  readonly retiredNull: boolean
}

export const optional = <C extends AnyCodec>(member: C): Optional<C> => ({ optional: member, retiredNull: false })

/** A member that may be absent, and that peers of before 1.0 send as null when it is (R34, R35). */
export const formerlyNull = <C extends AnyCodec>(member: C): Optional<C> => ({ optional: member, retiredNull: true })

export type Shape = Readonly<Record<string, AnyCodec | Optional>>

type Simplify<T> = { [K in keyof T]: T[K] }

/** The static type of a shape: optional members may be absent, not undefined. */
export type RecordOf<S extends Shape> = Simplify<
  { -readonly [K in keyof S as S[K] extends Optional ? never : K]: S[K] extends AnyCodec ? t.TypeOf<S[K]> : never } & {
    -readonly [K in keyof S as S[K] extends Optional ? K : never]?: S[K] extends Optional<infer C> ? t.TypeOf<C> : never
  }
>

export interface RecordCodec<S extends Shape> extends Codec<RecordOf<S>> {
  readonly shape: S
}

export interface AnyRecord extends AnyCodec {
  readonly shape: Shape
}

interface Member {
  readonly key: string
  readonly codec: AnyCodec
  /** The codec's own, kept where the walk finds them without asking the codec. */
  readonly is: (u: unknown) => boolean
  readonly read: Read<unknown>
  readonly required: boolean
  readonly retiredNull: boolean
  /** What it adds to the number of required members that are there. */
  readonly weight: number
  /** Whether any string may stand there: the protocol has no text that must not be empty. */
  readonly isText: boolean
  /** The one string that may stand there, where there is but one. */
  readonly literal: string | undefined
  /** The member that clients mostly write next: the next in the description. */
  next: Member
}

export const record = <S extends Shape>(name: string, shape: S): RecordCodec<S> => {
  const members = membersOf(shape)
  const required = members.filter(member => member.required)
  const decisive = required.filter(isDecisive)
  const bySnakeCase = new Map(members.map(member => [snakeCase(member.key), member]))
  const [first] = members

  /** The member that a snake_case spelling stands for, where it is to be read as one. */
  const respelt = (key: string, u: Readonly<Record<string, unknown>>, report: Report): Member | undefined => {
    const member = report.reading.snakeCase ? bySnakeCase.get(key) : undefined
    return member === undefined || Object.hasOwn(u, member.key) ? undefined : member
  }

  const is = (u: unknown): u is RecordOf<S> => {
    if (!isObject(u)) return false
    let missing = required.length
    // Clients write members mostly in the order of the schema: looking starts where the last one was found.
    let likely = first
    for (const key in u) {
      const member = find(likely, key)
      if (member === undefined || !takes(member, u[key])) return false
      missing -= member.weight
      likely = member.next
    }
    return missing === 0
  }

  return Object.assign(
    codec<RecordOf<S>>(
      name,
      'an object',
      is,
      (u, report) => {
        if (!isObject(u)) return report.fault('an object', u)
        const { found } = report
        let undecided = decisive.length > 0
        let missing = required.length
        let copy: Record<string, unknown> | undefined
        let likely = first
        for (const key in u) {
          const value = u[key]
          let member = find(likely, key)
          // What is as the protocol describes it has nothing to tell, and most is.
          if (member !== undefined && takes(member, value)) {
            likely = member.next
            missing -= member.weight
            if (copy !== undefined) copy[member.key] = value
            continue
          }
          // Of what goes whole nothing else is told (R13), so this comes before the first member that may have something to tell.
          if (undecided) {
            const why = whyGone(decisive, u, member)
            if (why !== undefined) return why
            undecided = false
          }
          if (member === undefined) {
            copy ??= before(u, key)
            member = respelt(key, u, report)
            if (member === undefined) {
              report.remark('unrecognised-member', key, name, key)
              continue
            }
            report.remark('snake-case-member', member.key, name, key)
          }
          likely = member.next
          missing -= member.weight
          if (value === undefined && !member.required) continue
          const absent = value === null ? readAsAbsent(member, report.reading) : undefined
          if (absent !== undefined) {
            report.remark(absent, member.key, name, key)
            copy ??= before(u, key)
            continue
          }
          const start = found.length
          const a = member.read(value, report)
          if (found.length !== start) report.below(key, start)
          if (a === value) {
            if (copy !== undefined) copy[member.key] = value
          } else if (a !== MALFORMED) {
            if (member.required && a instanceof Unrecognised) return a
            copy ??= before(u, key)
            if (a instanceof Unrecognised) report.remark(a.code, a.name, name, key)
            else copy[member.key] = a
          }
        }
        if (missing > 0) reportMissing(required, u, report)
        return (copy === undefined ? u : report.copied(copy, u)) as RecordOf<S>
      },
      decisive.length === 0 ? undefined : u => (isObject(u) ? whyGone(decisive, u) : undefined)
    ),
    { shape }
  )
}

/** A member that takes its object along when it is unrecognised. */
type DecisiveMember = Member & { readonly codec: { readonly unrecognised: Recognise } }

const isDecisive = (member: Member): member is DecisiveMember => member.codec.unrecognised !== undefined

/** Why an object goes whole, for the sake of any deciding member but the one that is read next: that one tells by itself. */
const whyGone = (
  decisive: ReadonlyArray<DecisiveMember>,
  u: Readonly<Record<string, unknown>>,
  next?: Member
): Unrecognised | undefined => {
  for (const member of decisive) {
    const why = member === next ? undefined : member.codec.unrecognised(u[member.key])
    if (why !== undefined) return why
  }
  return undefined
}

const membersOf = (shape: Shape): ReadonlyArray<Member> => {
  const members = Object.entries(shape).map(([key, described]): Member => {
    const isOptional = 'optional' in described
    const member = isOptional ? described.optional : described
    return {
      key,
      codec: member,
      is: member.is,
      read: member.read,
      required: !isOptional,
      retiredNull: isOptional && described.retiredNull,
      weight: isOptional ? 0 : 1,
      isText: member.is(''),
      literal: 'literal' in member ? (member as AnyLiteral).literal : undefined,
      next: undefined as never
    }
  })
  // A ring: the first comes after the last.
  members.reduceRight<Member | undefined>((next, member) => Object.assign(member, { next }), members[0])
  return members
}

/** What it is called when a null is read as an absent member; nothing, where it is not. */
const readAsAbsent = ({ required, retiredNull }: Member, { nulls }: Reading): WarningCode | undefined => {
  if (required) return undefined
  if (retiredNull) return 'retired-null'
  return nulls === 'lenient' ? 'lenient-null' : undefined
}

/** Whether a value is what the protocol describes for the member. Most are strings, which need no call. */
const takes = ({ isText, literal, is, required }: Member, value: unknown): boolean => {
  if (typeof value === 'string') {
    if (isText) return true
    if (literal !== undefined) return value === literal
  }
  return value === undefined ? !required : is(value)
}

/** Looks once around, beginning at `likely`. */
const find = (likely: Member | undefined, key: string): Member | undefined => {
  let member = likely
  while (member !== undefined && member.key !== key) member = member.next === likely ? undefined : member.next
  return member
}

/** A copy of the members before `end`: only those that the description names, so no key of the client's is assigned. */
const before = (u: Readonly<Record<string, unknown>>, end: string): Record<string, unknown> => {
  const copy: Record<string, unknown> = {}
  for (const key in u) {
    if (key === end) break
    copy[key] = u[key]
  }
  return copy
}

const reportMissing = (required: ReadonlyArray<Member>, u: Readonly<Record<string, unknown>>, report: Report): void => {
  for (const {
    key,
    codec: { expected }
  } of required) {
    if (Object.hasOwn(u, key)) continue
    if (report.reading.snakeCase && Object.hasOwn(u, snakeCase(key))) continue
    report.faultAt([key], expected, undefined)
  }
}

/** The snake_case spelling of a member's name: `threadId` as `thread_id`. */
export const snakeCase = (key: string): string => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
