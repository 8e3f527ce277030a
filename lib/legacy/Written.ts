/** What a legacy handler has written and nobody has read yet: a queue whose writer is held up while its reader is slow. */

/** One piece of an answer. */
export interface Chunk {
  readonly bytes: Uint8Array
  /** Whether it is all there is: a whole body, not the beginning of a stream. */
  readonly isWhole: boolean
}

export class Written {
  #unread: Array<Chunk> = []
  #isReading = false
  #isDiscarding = false
  #ending: { readonly error: Error | undefined } | undefined
  #wake = (): void => undefined
  readonly #waiting: Array<() => void> = []

  push(chunk: Chunk): void {
    if (this.#isDiscarding || this.#ending !== undefined) return
    this.#unread.push(chunk)
    this.#wake()
  }

  /** Nothing follows; with an error, because the answer failed. Only the first ending counts. */
  end(error?: Error): void {
    this.#ending ??= { error }
    this.#wake()
  }

  /** Calls back once everything written so far has been read. */
  whenRead(callback: () => void): void {
    if (this.#isDiscarding || (this.#unread.length === 0 && !this.#isReading)) callback()
    else this.#waiting.push(callback)
  }

  /** From now on nobody reads: whatever is written is taken and forgotten. */
  discard(): void {
    this.#isDiscarding = true
    this.#unread = []
    this.#release()
  }

  /**
   * What is written, as it is written.
   *
   * @throws the error that the answer ended with, after everything that came before it
   */
  async *chunks(): AsyncGenerator<Chunk, undefined> {
    for (;;) {
      while (this.#unread.length > 0) {
        this.#isReading = true
        yield* this.#unread.splice(0)
      }
      this.#isReading = false
      // A writer that is let go may write at once.
      this.#release()
      if (this.#unread.length > 0) continue
      if (this.#ending?.error !== undefined) throw this.#ending.error
      if (this.#ending !== undefined) return
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  #release(): void {
    for (const callback of this.#waiting.splice(0)) callback()
  }
}
