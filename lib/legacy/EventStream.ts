/** Reads server-sent events as they arrive, split wherever the network likes (WHATWG HTML, "Server-sent events"). */

/** One event: what its `data` lines say. */
export interface StreamItem {
  readonly event: string
  readonly data: string
}

export class EventStream {
  #rest = ''
  #endedWithReturn = false
  #event = ''
  #data: Array<string> = []

  /** The events that this text completes. */
  read(text: string): Array<StreamItem> {
    if (text === '') return []
    // The two characters of one line end may come apart.
    const lines = (this.#rest + (this.#endedWithReturn && text.startsWith('\n') ? text.slice(1) : text)).split(
      /\r\n|\r|\n/
    )
    this.#endedWithReturn = text.endsWith('\r')
    this.#rest = lines.splice(-1).join('')
    return lines.flatMap(line => this.#line(line))
  }

  /** The event that was not closed by an empty line: servers in a hurry leave it out. */
  end(): Array<StreamItem> {
    return [...this.#line(this.#rest), ...this.#line('')]
  }

  #line(line: string): Array<StreamItem> {
    if (line === '') {
      const items = this.#data.length === 0 ? [] : [{ event: this.#event, data: this.#data.join('\n') }]
      this.#event = ''
      this.#data = []
      return items
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    return []
  }
}
