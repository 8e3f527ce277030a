/** The text views of content and context: asked for by name, never made by itself. */
import type { Context } from './Context.js'
import type { ContentPart } from './ContentPart.js'

/**
 * The text of a message's content: the content itself, or its `text` parts one after the other. Other parts have no text, and
 * none is invented for them (R70).
 *
 * @param content a message's `content`; absent content has no text
 * @returns the text, perhaps the empty string
 * @example
 * import { textOf } from 'express-ag-ui/decode'
 *
 * textOf([{ type: 'text', text: 'What is this? ' }, { type: 'image', source: { type: 'url', value: 'https://example.com/a.png' } }])
 * // 'What is this? '
 */
export const textOf = (content: string | ReadonlyArray<ContentPart> | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(part => (part.type === 'text' ? part.text : '')).join('')

/**
 * The context entries as lines for a prompt: every entry should reach the model (R60).
 *
 * @param context the input's `context`
 * @returns a line `description: value` for each entry, joined by newlines
 * @see https://docs.ag-ui.com/spec/1.0/basic/run-input
 * @example
 * import { contextText } from 'express-ag-ui/decode'
 *
 * contextText([{ description: 'page', value: '/cart' }]) // 'page: /cart'
 */
export const contextText = (context: ReadonlyArray<Context>): string =>
  context.map(({ description, value }) => `${description}: ${value}`).join('\n')
