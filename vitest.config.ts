import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const lib = fileURLToPath(new URL('lib/', import.meta.url))

/** The package by its own name, as the examples import it. */
const itself = ['decode', 'stream', 'legacy', 'testing'].map(subpath => ({
  find: `express-ag-ui/${subpath}`,
  replacement: subpath === 'decode' ? `${lib}decode.ts` : `${lib}${subpath}/index.ts`
}))
const alias = [...itself, { find: 'express-ag-ui', replacement: `${lib}index.ts` }]

/** A worker loads modules once for all spec files that it is given: loading them for each took longer than the specs. */
const isolate = false

/** The specs that know Express run once on each major; the package under test is given the same one. */
const onExpress = (major: 4 | 5, express: string) => ({
  resolve: { alias: [...alias, { find: /^express$/, replacement: express }] },
  test: { name: `express-${major}`, isolate, include: ['spec/express/**/*.spec.ts'] }
})

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        resolve: { alias },
        test: { name: 'core', isolate, include: ['spec/**/*.spec.ts'], exclude: ['spec/express/**', 'spec/package/**'] }
      },
      { test: { name: 'package', include: ['spec/package/**/*.spec.ts'], testTimeout: 60_000 } },
      onExpress(5, 'express'),
      onExpress(4, 'express-4')
    ],
    coverage: {
      provider: 'v8',
      include: ['lib/**'],
      thresholds: { 100: true },
      reporter: ['text-summary', 'text']
    }
  }
})
