import path from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { openDb } from '../server/src/kernel/db/db.ts'
import { startPostgres } from '../server/src/kernel/postgres/index.ts'
import type { BenchContext } from './context.ts'
import { bookingFigures } from './booking.ts'
import { crossingFigures } from './crossings.ts'
import { enduranceFigure } from './endurance.ts'
import { eventFigures } from './events.ts'
import { fxFigures } from './fx.ts'
import { growthFigures } from './growth.ts'
import { openBankingFigures } from './open-banking.ts'
import { paymentFigures } from './payments.ts'
import { populate } from './population.ts'
import { findPgbench, startEcho, startServer, stopWhenInterrupted } from './processes.ts'
import { readFigures } from './reads.ts'
import { record } from './record.ts'
import { type Figure, keeps, table } from './report.ts'
import { soakFigures } from './soak.ts'
import { slowBankFigures } from './slow-bank.ts'
import { startFigures } from './resources.ts'
import { transferFigures } from './transfers.ts'
import { twoProcessesFigures } from './two-processes.ts'

const SECTIONS = [
  'start',
  'transfers',
  'crossings',
  'two-processes',
  'payments',
  'reads',
  'fx',
  'booking',
  'open-banking',
  'slow-bank',
  'growth',
  'endurance',
  'events',
  'soak',
] as const
type Section = (typeof SECTIONS)[number]
interface Options {
  only?: Section[]
  rounds: number
  seconds: number
  millions: number
  minutes?: number
  forwards: number
  record?: boolean
}

const PORT = 18_080

function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

const options = new Command('npm run bench --')
  .description('measures the service against limits taken in the same run: ratios, medians of interleaved rounds')
  .addOption(new Option('--only <sections...>', 'some of the sections').choices(SECTIONS))
  .option('--rounds <n>', 'interleaved rounds', countOf, 5)
  .option('--seconds <n>', 'seconds per measurement', countOf, 3)
  .option('--millions <n>', 'postings of the grown ledger, in millions', countOf, 10)
  .option('--forwards <n>', 'open forwards that are valued', countOf, 100_000)
  .option('--minutes <n>', 'minutes of load of the sections endurance (default 10) and soak (default 30)', countOf)
  .option('--record', 'write the figures into docs/benchmarks.md')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run bench\n  npm run bench -- --only transfers reads --rounds 3\n  npm run bench -- --only growth --millions 1\n  npm run bench -- --only fx --forwards 100000\n  npm run bench -- --only open-banking\n  npm run bench -- --only soak --minutes 30',
  )
  .allowExcessArguments(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Options>()

/** The soak takes half an hour: it runs if it is named. */
const wanted = (section: Section) => (options.only ? options.only.includes(section) : section !== 'soak')
const progress = (line: string) => console.log(`  ${line}`)
const figures = new Map<Section, Figure[]>()

stopWhenInterrupted()
if (wanted('start')) figures.set('start', await startFigures(PORT, progress))
if (SECTIONS.slice(1).some(wanted)) await measureServer()
const all = [...figures.values()].flat()
console.log(`\n${table(all)}\n`)
if (options.record) record(figures)
process.exitCode = all.every(keeps) ? 0 : 1

async function measureServer(): Promise<void> {
  const pgbench = wanted('transfers') ? findPgbench() : undefined
  const server = await startServer(PORT)
  const echo = await startEcho()
  const postgres = await startPostgres({ stateDir: path.join(server.dataDir, 'postgres') }) // the server's own: adopted
  const db = await openDb(postgres.connection)
  try {
    progress('making 100 entities with 20 accounts each')
    const entities = await populate(db, 100, 20, new Date())
    const context: BenchContext = {
      server,
      echo,
      db,
      connection: postgres.connection,
      entities,
      pgbench,
      rounds: options.rounds,
      seconds: options.seconds,
      progress,
    }
    const measured: Record<Exclude<Section, 'start'>, () => Promise<Figure[]>> = {
      transfers: () => transferFigures(context),
      crossings: () => crossingFigures(context),
      'two-processes': () => twoProcessesFigures(context),
      payments: () => paymentFigures(context),
      reads: () => readFigures(context),
      fx: () => fxFigures(context, options.forwards),
      booking: () => bookingFigures(context),
      'open-banking': () => openBankingFigures(context),
      'slow-bank': () => slowBankFigures(context),
      endurance: async () => [await enduranceFigure(context, options.minutes ?? 10)],
      events: () => eventFigures(context),
      soak: () => soakFigures(context, options.minutes ?? 30),
      growth: () => growthFigures(context, options.millions),
    }
    for (const [section, measure] of Object.entries(measured) as [Section, () => Promise<Figure[]>][]) {
      if (wanted(section)) figures.set(section, await measure())
    }
  } finally {
    await db.close()
    await echo.stop()
    await server.stop()
  }
}
