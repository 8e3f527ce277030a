// Writes the examples of the docs into build/docs, where the compiler checks them against both majors of Express.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { examples } from './examples.mjs'

const out = fileURLToPath(new URL('../build/docs/', import.meta.url))

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const { name, file, code } of examples) writeFileSync(`${out}${name}.ts`, `// ${file}\n${code}\nexport {}\n`)
console.log(`${examples.length} examples to check`)
