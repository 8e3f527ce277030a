/** The pages that tell users of the package. */
import { readdirSync, readFileSync } from 'node:fs'

export const root = new URL('../../', import.meta.url)

export const textOf = (page: string | URL): string => readFileSync(new URL(page, root), 'utf8')

export const pages: ReadonlyArray<string> = [
  'README.md',
  ...readdirSync(new URL('docs/', root))
    .filter(file => file.endsWith('.md'))
    .map(file => `docs/${file}`)
]
