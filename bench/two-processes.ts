import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BenchContext } from './context.ts'
import { type LoadResult, median, runLoad } from './load.ts'
import type { BenchEntity } from './population.ts'
import { processorSeconds, startServer } from './processes.ts'
import type { Figure } from './report.ts'
import { transferRequest } from './transfers.ts'

const CONNECTIONS = 64
const SECOND_PORT = 18_090
const WARM_ROUNDS = 2

/** Transfers of a load, and the processor time that the database used for each, in microseconds. */
interface Cost {
  perSecond: number
  microseconds: number
}

/**
 * Database time of a transfer with two processes on one database, each with entities of its own, against one process with
 * all of them: processor time of all of PostgreSQL's processes. The number of connections is the same.
 */
export async function twoProcessesFigures(context: BenchContext): Promise<Figure[]> {
  const { entities, rounds, server, progress } = context
  const second = await startServer(SECOND_PORT, server.dataDir)
  try {
    const half = entities.length / 2
    const parts = [entities.slice(0, half), entities.slice(half)] as const
    const all = () => [load(context, server.port, entities, CONNECTIONS, 'all')]
    const each = () => [
      load(context, server.port, parts[0], CONNECTIONS / 2, 'first'),
      load(context, second.port, parts[1], CONNECTIONS / 2, 'second'),
    ]
    for (let i = 0; i < WARM_ROUNDS; i++) await Promise.all([...all(), ...each()])
    const found = { one: [] as Cost[], two: [] as Cost[] }
    for (let round = 1; round <= rounds; round++) {
      progress(`two processes, round ${round} of ${rounds}`)
      found.one.push(await costOf(server.dataDir, all))
      found.two.push(await costOf(server.dataDir, each))
    }
    return [figureOf(found)]
  } finally {
    await second.stop()
  }
}

function figureOf({ one, two }: Record<'one' | 'two', readonly Cost[]>): Figure {
  const shown = (costs: readonly Cost[]) =>
    `${Math.round(median(costs.map(({ microseconds }) => microseconds)))} µs at ${Math.round(median(costs.map(({ perSecond }) => perSecond))).toLocaleString('en')}/s`
  return {
    name: 'Database time per transfer of two processes with entities of their own, against one process',
    value: median(two.map(({ microseconds }, i) => microseconds / one[i]!.microseconds)),
    unit: 'times',
    floor: 1.2,
    atMost: true,
    goal: 1.05,
    note: `${shown(two)} with two, ${shown(one)} with one`,
  }
}

const load = ({ seconds }: BenchContext, port: number, entities: BenchEntity[], connections: number, pool: string) =>
  runLoad({ port, connections, seconds, request: () => transferRequest(entities, false, pool) })

async function costOf(dataDir: string, start: () => Promise<LoadResult>[]): Promise<Cost> {
  const before = databaseSeconds(dataDir)
  const results = await Promise.all(start())
  const seconds = databaseSeconds(dataDir) - before
  const wrong = results.flatMap(({ statuses }) => Object.keys(statuses)).find((status) => status !== '201')
  if (wrong !== undefined) throw new Error(`transfers were not all made: ${wrong}`)
  const made = results.reduce((sum, { answers }) => sum + answers, 0)
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    microseconds: (seconds / made) * 1e6,
  }
}

/** Processor time of the data directory's PostgreSQL until now: its first process, with those that ended, and those that run. */
function databaseSeconds(dataDir: string): number {
  const file = findPidFile(path.join(dataDir, 'postgres'))
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster)
  // The first process counts those that have ended. One that ends within these milliseconds may count twice, which is little.
  return children.reduce((sum, pid) => sum + secondsOfChild(pid), 0) + processorSeconds(postmaster, true)
}

function secondsOfChild(pid: number): number {
  try {
    return processorSeconds(pid)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return 0 // it has ended meanwhile
    throw error
  }
}

function findPidFile(directory: string): string {
  const found = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === 'postmaster.pid',
  )
  if (!found) throw new Error(`no PostgreSQL runs in ${directory}`)
  return path.join(directory, found)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // it has ended meanwhile
  }
}
