import { defineConfig } from 'vitest/config'

/** The specs that know Express run once on each major; the package under test is given the same one. */
const onExpress = (major: 4 | 5, express: string) => ({
  resolve: { alias: { express } },
  test: { name: `express-${major}`, include: ['spec/express/**/*.spec.ts'], provide: { express: major } }
})

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'core', include: ['spec/**/*.spec.ts'], exclude: ['spec/express/**'] } },
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
