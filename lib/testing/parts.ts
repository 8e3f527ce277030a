/** Content parts, with the smallest content that is what it says it is. */
import { Buffer } from 'node:buffer'
import type {
  AudioPart,
  DataSource,
  DocumentPart,
  FileSource,
  ImagePart,
  MediaPart,
  TextPart,
  UrlSource,
  VideoPart
} from '../protocol/index.js'

/**
 * @example
 * import { textPart } from 'express-ag-ui/testing'
 *
 * textPart('What is this?') // { type: 'text', text: 'What is this?' }
 */
export const textPart = (text = 'Hello', overrides: Partial<TextPart> = {}): TextPart => ({
  type: 'text',
  text,
  ...overrides
})

/** Bytes in the message itself: by default a picture of one pixel. */
export const dataSource = (overrides: Partial<DataSource> = {}): DataSource => ({
  type: 'data',
  value: onePixel,
  mimeType: 'image/png',
  ...overrides
})

export const urlSource = (
  value = 'https://example.com/picture.png',
  overrides: Partial<UrlSource> = {}
): UrlSource => ({ type: 'url', value, ...overrides })

/** A provider's handle: by default one that OpenAI gave. */
export const fileSource = (value = 'file-abc123', overrides: Partial<FileSource> = {}): FileSource => ({
  type: 'file',
  value,
  provider: 'openai',
  ...overrides
})

/**
 * A picture of one pixel, as PNG.
 *
 * @example
 * import { imagePart, urlSource, userMessage } from 'express-ag-ui/testing'
 *
 * userMessage([imagePart(), imagePart({ source: urlSource('https://example.com/cat.png') })])
 */
export const imagePart = (overrides: Partial<ImagePart> = {}): ImagePart => ({
  type: 'image',
  source: dataSource(),
  ...overrides
})

/** A sound of no length, as WAV. */
export const audioPart = (overrides: Partial<AudioPart> = {}): AudioPart => ({
  type: 'audio',
  source: dataSource({ value: silence, mimeType: 'audio/wav' }),
  ...overrides
})

/** A film, by its address. */
export const videoPart = (overrides: Partial<VideoPart> = {}): VideoPart => ({
  type: 'video',
  source: urlSource('https://example.com/film.mp4', { mimeType: 'video/mp4' }),
  ...overrides
})

/** A document without pages, as PDF. */
export const documentPart = (overrides: Partial<DocumentPart> = {}): DocumentPart => ({
  type: 'document',
  source: dataSource({ value: emptyDocument, mimeType: 'application/pdf' }),
  ...overrides
})

/**
 * A part that stands at a provider, named by its handle: a document unless `type` says otherwise.
 *
 * @param source what the handle is, and whose
 * @param overrides the part's other members
 * @example
 * import { filePart } from 'express-ag-ui/testing'
 *
 * filePart({ value: 'file-7', provider: 'anthropic' }, { type: 'image' })
 */
export const filePart = (source: Partial<FileSource> = {}, overrides: Partial<MediaPart> = {}): MediaPart => ({
  type: 'document',
  source: fileSource(source.value, source),
  ...overrides
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const base64 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('base64')

const silence = base64(
  'RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00'
)

const emptyDocument = base64(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
)
