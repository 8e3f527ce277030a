/** Sends the sample inputs to a running example and prints, for each, what was asked, what was warned of, and what came back. */
import { HttpAgent } from '@ag-ui/client'
import type { AgentRun, Problem, Warning } from 'express-ag-ui'
import { readFile } from 'node:fs/promises'

/** The sample inputs that are sent as they stand, as any HTTP client would. */
export const samples = [
  { file: 'foreign-file.json', about: "A file handle of a provider that is not the agent's" },
  {
    file: 'unknown-part-and-image.json',
    about: 'A part nobody knows, and an image for an agent that reads text and PDFs'
  },
  { file: 'malformed.json', about: 'A malformed body' }
] as const

export const inputsFolder = new URL('../../docs/examples/inputs/', import.meta.url)

/**
 * @param url the endpoint
 * @param takeRun gives the run that the latest request was handed on as, or nothing when it was refused
 */
export const runSamples = async (
  url: string,
  takeRun: () => AgentRun | undefined,
  print: (line: string) => void
): Promise<void> => {
  print(heading('A conversation by the official client (@ag-ui/client HttpAgent)'))
  print('  asked      "Hello, agent!", then "And again?"')
  const agent = new HttpAgent({ url, threadId: 'thread-1' })
  for (const [turn, content] of ['Hello, agent!', 'And again?'].entries()) {
    agent.addMessage({ id: `message-${turn + 1}`, role: 'user', content })
    const { newMessages } = await agent.runAgent({ runId: `run-${turn + 1}` })
    printWarnings(takeRun()?.warnings ?? [], print)
    for (const message of newMessages) print(`  answered   ${String(message.content)}`)
  }

  for (const { file, about } of samples) {
    const body = await readFile(new URL(file, inputsFolder), 'utf8')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body
    })
    const text = await response.text()
    print(heading(about))
    print(`  sent       docs/examples/inputs/${file}`)
    print(`  status     ${response.status} ${response.headers.get('content-type') ?? ''}`)
    const run = takeRun()
    if (run === undefined) printProblem(JSON.parse(text) as Problem, print)
    else {
      printWarnings(run.warnings, print)
      for (const line of text.split('\n\n').slice(0, 4)) print(`  event      ${line}`)
      print('             …')
    }
  }
}

const heading = (about: string): string => `\n${about}\n${'-'.repeat(about.length)}`

const printWarnings = (warnings: ReadonlyArray<Warning>, print: (line: string) => void): void => {
  if (warnings.length === 0) print('  warnings   none')
  for (const { code, pointer, message } of warnings)
    print(`  warning    ${code} at ${pointer}\n             ${message}`)
}

const printProblem = (problem: Problem, print: (line: string) => void): void => {
  print(`  refused    ${problem.code}: ${problem.title}`)
  for (const { detail, hint } of problem.errors ?? []) {
    print(`  fault      ${detail}${hint === undefined ? '' : `\n             ${hint}`}`)
  }
  printWarnings(problem.warnings ?? [], print)
}
