export interface Example {
  /** A file name, without its ending. */
  readonly name: string
  /** Where it stands, from the root of the package. */
  readonly file: string
  readonly code: string
}

export const examples: ReadonlyArray<Example>
