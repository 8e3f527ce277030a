// Builds dist/esm and dist/cjs with the compiler alone, no bundler: one file in, one file out.
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = `${root}node_modules/typescript/bin/tsc`

rmSync(`${root}dist`, { recursive: true, force: true })
await Promise.all(
  ['esm', 'cjs'].map(
    format =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, [compiler, '-p', `${root}tsconfig.${format}.json`], (error, stdout) => {
          if (error) reject(new Error(`${format}: ${stdout}`))
          else resolve()
        })
      })
  )
)
writeFileSync(`${root}dist/cjs/package.json`, '{"type":"commonjs"}\n')
