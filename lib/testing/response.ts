/** What the readers of this folder need of a response: supertest's has it, and so has a text with nothing else known. */

export interface ReceivedResponse {
  /** The body, as it was sent. */
  readonly text: string
  /** The HTTP status. */
  readonly status: number
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** The media type of a response, in lower case and without parameters. */
export const mediaTypeOf = ({ headers }: ReceivedResponse): string =>
  String(headers['content-type'] ?? '')
    .replace(/\s*;.*$/s, '')
    .toLowerCase()

/** A piece of a body, short enough to stand in an error. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text)
