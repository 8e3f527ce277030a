// Builds dist with the compiler alone, no bundler: dist/cjs is the package, one file in, one file out, and dist/esm names its
// exports for ESM. One copy of the code serves both, so that a rejection made by the one is the other's too, and loading it as
// ESM costs a third of what loading as many ES modules does (docs/performance.md).
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist/`
const require = createRequire(import.meta.url)

rmSync(dist, { recursive: true, force: true })
const compiler = `${root}node_modules/typescript/bin/tsc`
const { status } = spawnSync(process.execPath, [compiler, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
writeFileSync(`${dist}cjs/package.json`, '{"type":"commonjs"}\n')

const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
for (const entry of Object.values(exports)) {
  if (typeof entry === 'string') continue
  const facade = root + entry.import.default
  const code = root + entry.require.default
  const specifier = relative(dirname(facade), code)
  const names = Object.keys(require(code)).sort()
  mkdirSync(dirname(facade), { recursive: true })
  writeFileSync(facade, `export {\n  ${names.join(',\n  ')}\n} from '${specifier}'\n`)
  writeFileSync(facade.replace(/\.js$/, '.d.ts'), `export * from '${specifier}'\n`)
}
