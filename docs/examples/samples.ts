/** Sends the sample inputs to a running example and prints, for each, what was asked, what was warned of, and what came back. */
import { HttpAgent } from '@ag-ui/client'
import type { AgentRun, Problem, Warning } from 'express-ag-ui'
import { readFile } from 'node:fs/promises'

/** The sample inputs that are sent as they stand, as any HTTP client would. */
const samples = [
  { file: 'foreign-file.json', about: "A file handle of a provider that is not the agent's" },
  {
    file: 'unknown-part-and-image.json',
    about: 'A part nobody knows, and an image for an agent that reads text and PDFs'
  },
  { file: 'malformed.json', about: 'A malformed body' }
] as const

const inputsFolder = new URL('../../docs/examples/inputs/', import.meta.url)

/** How many events of an answer are shown. */
const mostEvents = 4

type Print = (line: string) => void

/**
 * @param url the endpoint
 * @param takeRun gives the run that the latest request was handed on as, or nothing when it was refused
 */
export const runSamples = async (url: string, takeRun: () => AgentRun | undefined, print: Print): Promise<void> => {
  await talkAsClient(url, takeRun, print)
  for (const { file, about } of samples) {
    const body = await readFile(new URL(file, inputsFolder), 'utf8')
    const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    print(heading(about))
    print(`  asked      docs/examples/inputs/${file}`)
    printStatus(response, print)
    const run = takeRun()
    if (run === undefined) printProblem(JSON.parse(text) as Problem, print)
    else {
      printWarnings(run.warnings, print)
      printEvents(text, print)
    }
  }
}

/** Two turns of a conversation, by the official client. */
const talkAsClient = async (url: string, takeRun: () => AgentRun | undefined, print: Print): Promise<void> => {
  print(heading('A clean conversation, by the official client (HttpAgent of @ag-ui/client)'))
  const answers: Array<{ readonly response: Response; readonly text: Promise<string> }> = []
  const agent = new HttpAgent({
    url,
    threadId: 'thread-1',
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      answers.push({ response, text: response.clone().text() })
      return response
    }
  })
  for (const [turn, content] of ['Hello, agent!', 'And again?'].entries()) {
    print(`  asked      ${JSON.stringify(content)}`)
    agent.addMessage({ id: `message-${turn + 1}`, role: 'user', content })
    const { newMessages } = await agent.runAgent({ runId: `run-${turn + 1}` })
    const answer = answers.at(-1)
    if (answer === undefined) throw new Error('the client sent nothing')
    printStatus(answer.response, print)
    printWarnings(takeRun()?.warnings ?? [], print)
    printEvents(await answer.text, print)
    for (const message of newMessages) print(`  understood ${JSON.stringify(message.content)}`)
  }
}

const heading = (about: string): string => `\n${about}\n${'-'.repeat(about.length)}`

const printStatus = ({ status, headers }: Response, print: Print): void => {
  print(`  status     ${status} ${headers.get('content-type') ?? ''}`)
}

const printWarnings = (warnings: ReadonlyArray<Warning>, print: Print): void => {
  if (warnings.length === 0) print('  warnings   none')
  for (const { code, pointer, message } of warnings)
    print(`  warning    ${code} at ${pointer}\n             ${message}`)
}

const printEvents = (text: string, print: Print): void => {
  const events = text.split('\n\n').filter(event => event !== '')
  for (const event of events.slice(0, mostEvents)) print(`  event      ${event}`)
  if (events.length > mostEvents) print(`             … and ${events.length - mostEvents} more`)
}

const printProblem = (problem: Problem, print: Print): void => {
  print(`  refused    ${problem.code}: ${problem.title}`)
  for (const { detail, hint } of problem.errors ?? []) {
    print(`  fault      ${detail}${hint === undefined ? '' : `\n             ${hint}`}`)
  }
  printWarnings(problem.warnings ?? [], print)
}
