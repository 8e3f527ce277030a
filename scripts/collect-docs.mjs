// Collects every ts block of README and docs, and every @example of the public docstrings, into build/docs, where the compiler
// checks them against both majors of Express.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = `${root}build/docs/`

const filesUnder = (folder, ending) =>
  readdirSync(root + folder, { recursive: true })
    .filter(file => file.endsWith(ending))
    .map(file => `${folder}/${file}`)

const fenced = text => [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block]) => block)

const examples = text =>
  [...text.matchAll(/^ *\* @example\n((?: *\*(?!\/).*\n)*)/gm)].map(([, lines]) =>
    lines.replace(/^ *\* ?/gm, '').replace(/^@\w+[\s\S]*/m, '')
  )

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
let count = 0
const keep = (file, block) => {
  count += 1
  writeFileSync(`${out}${file.replace(/\W+/g, '-')}-${count}.ts`, `// ${file}\n${block}\nexport {}\n`)
}
for (const file of ['README.md', ...filesUnder('docs', '.md')])
  for (const block of fenced(readFileSync(root + file, 'utf8'))) keep(file, block)
for (const file of filesUnder('lib', '.ts'))
  for (const block of examples(readFileSync(root + file, 'utf8'))) keep(file, block)
console.log(`${count} examples to check`)
