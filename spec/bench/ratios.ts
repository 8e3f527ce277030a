/**
 * What decoding costs, as ratios within one run: every contender takes its turn in every round, and medians are compared. No
 * number here is a time, so that a run on any machine can be set beside another.
 */
import { enforceOutgoingInput } from '@ag-ui/client'
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { decodeRunInput } from 'express-ag-ui/decode'
import { payloads } from './payloads.js'

type Contender = 'parse' | 'zod' | 'reference' | 'ours'

/** How long each contender's turn in a round should take, in nanoseconds, and how many rounds there are. */
const turn = 4e6
/** How long each contender works before it is measured, in nanoseconds, so that all of them are compiled as in a server. */
const warmUp = 3e8
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 41)

const timed = (work: () => unknown, times: number): number => {
  const start = process.hrtime.bigint()
  for (let i = 0; i < times; i++) work()
  return Number(process.hrtime.bigint() - start) / times
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** Payloads parsed afresh for each round, as a server has them. */
const measure = (text: string, options: object): Readonly<Record<Contender, number>> => {
  let body: unknown
  const silenced = console.warn
  console.warn = () => undefined
  const contenders: Readonly<Record<Contender, () => unknown>> = {
    parse: () => JSON.parse(text) as unknown,
    zod: () => RunAgentInputSchema.safeParse(body),
    ours: () => decodeRunInput(body, options),
    // Last, because of the garbage that it leaves: it copies the whole body.
    reference: () => {
      try {
        return enforceOutgoingInput(body as Parameters<typeof enforceOutgoingInput>[0])
      } catch (error) {
        return error
      }
    }
  }
  const names = Object.keys(contenders) as Array<Contender>
  const times: Record<Contender, Array<number>> = { parse: [], zod: [], reference: [], ours: [] }
  const repeats: Record<Contender, number> = { parse: 1, zod: 1, reference: 1, ours: 1 }
  body = JSON.parse(text)
  for (const name of names) {
    let time = timed(contenders[name], 1)
    for (let spent = time; spent < warmUp; spent += time * repeats[name]) {
      repeats[name] = Math.max(1, Math.round(turn / time))
      time = timed(contenders[name], repeats[name])
    }
  }
  for (let round = 0; round < rounds; round++) {
    body = JSON.parse(text)
    for (const name of names) times[name].push(timed(contenders[name], repeats[name]))
  }
  console.warn = silenced
  return {
    parse: median(times.parse),
    zod: median(times.zod),
    reference: median(times.reference),
    ours: median(times.ours)
  }
}

const results = payloads.map(({ name, text, options = {} }) => ({
  name,
  bytes: text.length,
  ...measure(text, options)
}))

const of = (name: string) => results.find(result => result.name === name)
const zodOnLong = of('long')?.zod ?? NaN

const ratio = (a: number, b: number): string => (a / b).toFixed(a / b < 0.01 ? 4 : 2)

console.log('decodeRunInput, as a ratio to the time of each of the others on the same body\n')
console.log('| payload | KB | / JSON.parse | / zod | / zod on clean long | / enforceOutgoingInput |')
console.log('|---|---|---|---|---|---|')
for (const { name, bytes, parse, zod, reference, ours } of results) {
  console.log(
    `| ${name} | ${Math.round(bytes / 1000)} | ${ratio(ours, parse)} | ${ratio(ours, zod)} | ${ratio(ours, zodOnLong)} | ${ratio(ours, reference)} |`
  )
}
const growth = (contender: Contender): number => (of('huge')?.[contender] ?? NaN) / (of('long')?.[contender] ?? NaN)
console.log(
  `\nlinear: huge / long is ${growth('ours').toFixed(1)}, and ${growth('parse').toFixed(1)} for JSON.parse: ${ratio(growth('ours'), growth('parse'))}`
)
