// Type-checks the package, its specs and its documentation, against both majors of Express's types.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = `${root}node_modules/typescript-7/bin/tsc`

const failed = ['.', 'spec/types/docs', 'spec/types/express-4'].filter(
  project => spawnSync(process.execPath, [compiler, '-p', root + project], { stdio: 'inherit' }).status !== 0
)
if (failed.length > 0) {
  console.error(`type errors in: ${failed.join(', ')}`)
  process.exitCode = 1
}
