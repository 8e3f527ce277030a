/** The package as users get it: packed, installed in an empty folder, run and compiled there. Needs the registry and dist. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examples } from '../../scripts/examples.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const consumer = fileURLToPath(new URL('consumer/', import.meta.url))

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

const folder = mkdtempSync(join(tmpdir(), 'express-ag-ui-'))
const packed = (
  JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' })
  ) as [Packed]
)[0]

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the tarball', () => {
  it('holds the compiled package and its papers, nothing else', () => {
    const paths = packed.files.map(({ path }) => path)
    const papers = paths.filter(path => !path.startsWith('dist/'))
    expect(papers.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
    const others = paths.filter(path => path.startsWith('dist/') && !/^dist\/(cjs|esm)\/[\w/]+\.(js|d\.ts)$/.test(path))
    expect(others).toEqual(['dist/cjs/package.json'])
    expect(paths.some(path => path.includes('spec') || path.includes('bench'))).toBe(false)
  })

  it('is small', () => {
    expect(packed.size).toBeLessThan(150_000)
  })

  it('brings io-ts and fp-ts, and nothing else', () => {
    const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { dependencies: object }
    expect(Object.keys(dependencies).sort()).toEqual(['fp-ts', 'io-ts'])
  })
})

const told = {
  clean: [200, []],
  downgraded: [200, ['unusable-part']],
  refused: [400, ['/threadId', '/runId', '/messages']],
  pure: 'malformed-input',
  handlers: ['function', 'function']
}

/** README's examples, by the name of the file that a user would paste them into. */
const readme = examples.filter(({ file }) => file === 'README.md')

const sources = ['check', ...readme.map(({ name }) => name)].flatMap(name => [`${name}.mts`, `${name}.cts`])

describe.each([4, 5])('in an empty folder, beside Express %i', major => {
  const home = join(folder, `express-${major}`)

  beforeAll(() => {
    execFileSync('mkdir', ['-p', home])
    writeFileSync(join(home, 'package.json'), '{"private":true}')
    const packages = [
      `express@${major}`,
      `@types/express@${major}`,
      '@types/node@20',
      '@ag-ui/core@1',
      '@ag-ui/encoder@1',
      'io-ts@2',
      'fp-ts@2'
    ]
    execFileSync('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename), ...packages], {
      cwd: home
    })
    for (const file of ['run.mjs', 'run.cjs', 'talk.cjs']) copyFileSync(consumer + file, join(home, file))
    for (const extension of ['mts', 'cts']) {
      copyFileSync(`${consumer}check.ts`, join(home, `check.${extension}`))
      for (const { name, code } of readme) writeFileSync(join(home, `${name}.${extension}`), code)
    }
  }, 120_000)

  it.each(['run.mjs', 'run.cjs'])('%s serves, downgrades and refuses', file => {
    const output = execFileSync(process.execPath, [file], { cwd: home, encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual(told)
  })

  it.each(['typescript-5', 'typescript', 'typescript-7'])('compiles as ESM and as CommonJS with %s', compiler => {
    const flags = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2023'
    ]
    const run = () =>
      execFileSync(
        process.execPath,
        [
          `${root}node_modules/${compiler}/bin/tsc`,
          '--noEmit',
          '--types',
          'node',
          ...flags,
          '--esModuleInterop',
          ...sources
        ],
        { cwd: home, encoding: 'utf8' }
      )
    expect(run()).toBe('')
  })
})
