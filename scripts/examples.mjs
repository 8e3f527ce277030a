// Every ts block of README and docs, and every @example of the public docstrings: what is type-checked, and run by a spec.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const filesUnder = (folder, ending) =>
  readdirSync(root + folder, { recursive: true })
    .filter(file => file.endsWith(ending))
    .sort()
    .map(file => `${folder}/${file}`)

const fenced = text => [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block]) => block)

const docstrings = text =>
  [...text.matchAll(/^ *\* @example\n((?: *\*(?!\/).*\n)*)/gm)].map(([, lines]) =>
    lines.replace(/^ *\* ?/gm, '').replace(/^@\w+[\s\S]*/m, '')
  )

const collect = (files, extract) =>
  files.flatMap(file =>
    extract(readFileSync(root + file, 'utf8')).map((code, i) => ({
      name: `${file.replace(/\W+/g, '-')}-${i + 1}`,
      file,
      code
    }))
  )

export const examples = [
  ...collect(['README.md', ...filesUnder('docs', '.md')], fenced),
  ...collect(filesUnder('lib', '.ts'), docstrings)
]
