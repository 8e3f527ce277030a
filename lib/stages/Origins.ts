/**
 * Where in the body as sent a message or part of the input stood. Looked up by identity, and only when there is something to
 * say: a host may filter the messages between two stages, and an index written down before would then lie.
 */
import { isObject, snakeCase } from '../codec/index.js'
import type { Path } from '../outcome/pointer.js'

export class Origins {
  readonly #body: unknown
  readonly #copies: Iterable<readonly [copy: object, original: object]>
  #originals: Map<object, object> | undefined
  #cursor: Cursor | undefined

  /**
   * @param body the body as sent
   * @param copies what was sent where a copy now stands
   */
  constructor(body: unknown, copies: Iterable<readonly [copy: object, original: object]>) {
    this.#body = body
    this.#copies = copies
  }

  /** Notes that `copy` now stands where `original` stood. */
  copied<A extends object>(copy: A, original: object): A {
    this.#known().set(copy, this.sent(original))
    return copy
  }

  /** What the client sent where this stands now. */
  sent(element: object): object {
    return this.#known().get(element) ?? element
  }

  /** Where one of the input's own members stood. */
  ofMember(member: string): Path {
    return [isObject(this.#body) ? spelt(this.#body, member) : member]
  }

  /** Where a message stood; the list, for one that the client did not send. */
  ofMessage(message: object): Path {
    return this.#ofElement('messages', message)
  }

  /** Where a part of a message's content stood; the message, for one that the client did not send. */
  ofPart(message: object, part: object): Path {
    return this.#inMember(this.ofMessage(message), message, 'content', part)
  }

  /** Where a message's content stood; the list of messages, for one that the client did not send. */
  ofContent(message: object): Path {
    const path = this.ofMessage(message)
    return isElement(path) ? [...path, 'content'] : path
  }

  /** Where a tool call stood; the message, for one that the client did not send. */
  ofToolCall(message: object, call: object): Path {
    return this.#inMember(this.ofMessage(message), message, spelt(this.sent(message), 'toolCalls'), call)
  }

  /** Where an element of one of the input's own lists stood. */
  ofElement(list: 'tools' | 'resume', element: object): Path {
    return this.#ofElement(list, element)
  }

  #known(): Map<object, object> {
    this.#originals ??= new Map(this.#copies)
    return this.#originals
  }

  #ofElement(member: string, element: object): Path {
    const list = isObject(this.#body) ? this.#body[member] : undefined
    if (this.#cursor?.isOf(list) !== true) this.#cursor = new Cursor(list)
    const index = this.#cursor.find(this.sent(element))
    return index < 0 ? [member] : [member, index]
  }

  #inMember(parent: Path, message: object, member: string, element: object): Path {
    if (!isElement(parent)) return parent
    const { [member]: list } = this.sent(message) as Readonly<Record<string, unknown>>
    const index = Array.isArray(list) ? list.indexOf(this.sent(element)) : -1
    return index < 0 ? parent : [...parent, member, index]
  }
}

/** Whether a path leads to an element of a list, rather than the list itself. */
const isElement = (path: Path): boolean => path.length > 1

/** How the client spelt a member. */
const spelt = (sent: object, member: string): string =>
  Object.hasOwn(sent, member) || !Object.hasOwn(sent, snakeCase(member)) ? member : snakeCase(member)

/** Finds elements of a list that are mostly asked for in order. */
class Cursor {
  readonly #list: ReadonlyArray<unknown>
  #next = 0

  constructor(list: unknown) {
    this.#list = Array.isArray(list) ? list : []
  }

  isOf(list: unknown): boolean {
    return this.#list === list
  }

  find(element: object): number {
    const ahead = this.#list.indexOf(element, this.#next)
    const index = ahead < 0 ? this.#list.indexOf(element) : ahead
    if (index >= 0) this.#next = index
    return index
  }
}
