import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { openDb } from '../../src/kernel/db/db.ts'
import { provideDatabase } from '../days/stage/database.ts'
import { readToolOptions, wholeNumber } from '../support/tool-options.ts'
import type { Block } from './loop.ts'
import { fuzz } from './run.ts'
import { type Aim, openFronts } from './stage.ts'

const HELP = `npm run fuzz -- [options]

Sends random requests to the main interface, the open-banking listener and the pages of users, on a sandbox of its own:
values from the OpenAPI documents, spoiled ones, and bytes that no client would send. The server runs in a process of
its own, whose event loop is watched.

  --requests <number>  requests to send (20000)
  --seed <text>        what chance is drawn from (a new one)
  --minutes <number>   time after which the run ends with its results, whatever was sent
  --at-once <number>   requests under way at once (16)
  --profile <folder>   writes a CPU profile of the server, whose times are those of the reported blocks
  --help               this text

Exit code 1: an answer of 500 or above, an answer outside the documents, an error in the server's log, or an event loop
that was blocked for more than 50 ms; 2: an invalid option. PostgreSQL is started for the run, unless TEST_DATABASE_URL names one.`

const { values } = readToolOptions(HELP, {
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1_000_000)}` },
    'at-once': { type: 'string', default: '16' },
    minutes: { type: 'string' },
    profile: { type: 'string' },
  },
})
const requests = wholeNumber('requests', values.requests, 1)
const atOnce = wholeNumber('at-once', values['at-once'], 1)
const minutes = values.minutes === undefined ? undefined : wholeNumber('minutes', values.minutes, 1)

const MOST_SHOWN = 50

interface Builder {
  /** Bundles a program and returns the bundle's path. */
  buildProgram: (name: string, entry: string) => Promise<string>
}
interface Ready extends Pick<Aim, 'pages' | 'issuer' | 'ca' | 'credentials'> {
  software: Awaited<ReturnType<Aim['newSoftware']>>
}
type Message =
  | ({ kind: 'ready' } & Ready)
  | ({ kind: 'block'; requests: string[] } & Block)
  | { kind: 'defect'; line: string }

process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  console.log(`seed ${values.seed}, ${values.requests} requests`)
  const database = await provideDatabase()
  // Bundled as for `npm start`: run from its sources, each function that is made would cost more.
  const { buildProgram } = (await import(new URL('../../build.mjs', import.meta.url).href)) as Builder
  const served = await buildProgram('fuzzed', path.join(import.meta.dirname, 'served.ts'))
  const child = fork(served, [database.url], { execArgv: ['--max-semi-space-size=64', ...profiling()] })
  const problems: string[] = []
  const blocks: number[] = []
  const ready = new Promise<Ready>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.on('message', (message: Message) => {
      if (message.kind === 'ready') resolve(message)
      else if (message.kind === 'defect') problems.push(`in the log: ${message.line.slice(0, 600)}`)
      else {
        blocks.push(message.blockedMs)
        problems.push(lineOf(message))
        if (problems.length <= MOST_SHOWN) console.log(problems.at(-1))
      }
    })
  })
  const db = await openDb(database.connection, { poolSize: 2 })
  try {
    const { software, ...server } = await ready
    blocks.length = problems.length = 0 // its start may block
    const { fronts, renew } = await openFronts({ ...server, db, newSoftware: async () => software })
    const began = Date.now()
    const seconds = () => Math.round((Date.now() - began) / 1000)
    const summary = await fuzz({
      fronts,
      ca: server.ca,
      renew,
      requests,
      seed: values.seed,
      atOnce,
      ...(minutes !== undefined && { stop: AbortSignal.timeout(minutes * 60_000) }),
      onFinding: (what, example) => console.log(`found: ${what}\n    ${example}`),
      onProgress: (line) => console.log(`${seconds()} s: ${line}, ${blocks.length} blocks`),
    })
    console.log('\nAnswers:')
    for (const [name, count] of [...summary.statuses].sort(([a], [b]) => (a < b ? -1 : 1)))
      console.log(`${String(count).padStart(9)}  ${name}`)
    for (const { what, count, example } of summary.findings) console.log(`\n${count} × ${what}\n    ${example}`)
    for (const problem of problems.slice(0, MOST_SHOWN)) console.log(`\n${problem}`)
    const longest = Math.round(Math.max(0, ...blocks))
    console.log(
      `\n${summary.requests} requests in ${seconds()} s: ${summary.findings.length} findings, ${problems.length} problems of the server, longest block ${longest} ms`,
    )
    return summary.findings.length + problems.length === 0
  } finally {
    child.removeAllListeners('exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    if (child.connected) child.send('end')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearTimeout(timer)
    await db.close()
    await database.drop()
  }
}

function profiling(): string[] {
  return values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
}

function lineOf({
  blockedMs,
  wallMs,
  collectedMs,
  isMajor,
  ranMs,
  pagesRead,
  from,
  until,
  requests,
}: Block & { requests: string[] }): string {
  const times = `${Math.round(from)} to ${Math.round(until)} ms, ${Math.round(wallMs)} ms by the clock`
  const ran = ranMs === undefined ? '' : `, ${Math.round(ranMs)} ms of them on a processor`
  const read = pagesRead > 0 ? `, ${pagesRead} pages of memory read from disk` : ''
  const collected = `${Math.round(collectedMs)} ms in the garbage collector${isMajor ? ', for the whole heap' : ''}`
  return `the event loop was blocked for ${Math.round(blockedMs)} ms (${times}${ran}${read}, ${collected}) beside ${requests.join(' | ')}`
}
