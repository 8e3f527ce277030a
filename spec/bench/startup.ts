/** What loading the pure core costs, as a ratio to loading zod: each import in a fresh process, in turns, medians compared. */
import { execFileSync } from 'node:child_process'

const rounds = Number(process.env['BENCH_STARTUP_ROUNDS'] ?? 21)

const loadTime = (specifier: string): number => {
  const script = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

const ours: Array<number> = []
const zod: Array<number> = []
for (let round = 0; round < rounds; round++) {
  ours.push(loadTime('express-ag-ui/decode'))
  zod.push(loadTime('zod'))
}
console.log(`\nimport('express-ag-ui/decode'), as a ratio to import('zod'): ${(median(ours) / median(zod)).toFixed(2)}`)
