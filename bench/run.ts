import path from 'node:path'
import { Command } from 'commander'
import { openDb } from '../server/src/kernel/db.ts'
import { startPostgres } from '../server/src/kernel/postgres/index.ts'
import type { BenchContext } from './context.ts'
import { enduranceFigure } from './endurance.ts'
import { fxFigures } from './fx.ts'
import { growthFigures } from './growth.ts'
import { openBankingFigures } from './open-banking.ts'
import { populate } from './population.ts'
import { findPgbench, startEcho, startServer, untilLogAhead } from './processes.ts'
import { readFigures } from './reads.ts'
import { record } from './record.ts'
import { type Figure, keeps, table } from './report.ts'
import { startFigures } from './resources.ts'
import { transferFigures } from './transfers.ts'

const SECTIONS = ['start', 'transfers', 'reads', 'fx', 'open-banking', 'growth', 'endurance'] as const
type Section = (typeof SECTIONS)[number]
interface Options {
  only?: Section[]
  rounds: string
  seconds: string
  millions: string
  minutes: string
  forwards: string
  record?: boolean
}

const PORT = 18_080

const options = new Command('npm run bench --')
  .description('measures the service against limits taken in the same run: ratios, medians of interleaved rounds')
  .option('--only <sections...>', `some of: ${SECTIONS.join(', ')}`)
  .option('--rounds <n>', 'interleaved rounds', '5')
  .option('--seconds <n>', 'of each measurement', '3')
  .option('--millions <n>', 'postings of the grown ledger, in millions', '10')
  .option('--forwards <n>', 'open forwards that are valued', '100000')
  .option('--minutes <n>', 'of load before memory is read again', '10')
  .option('--record', 'write the figures into docs/benchmarks.md')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run bench\n  npm run bench -- --only transfers reads --rounds 3\n  npm run bench -- --only growth --millions 1\n  npm run bench -- --only fx --forwards 100000\n  npm run bench -- --only open-banking',
  )
  .parse()
  .opts<Options>()

const wanted = (section: Section) => !options.only || options.only.includes(section)
const progress = (line: string) => console.log(`  ${line}`)
const figures: Figure[] = []

if (wanted('start')) figures.push(...(await startFigures(PORT, progress)))
if (SECTIONS.slice(1).some(wanted)) figures.push(...(await measureServer()))
console.log(`\n${table(figures)}\n`)
if (options.record) record(figures)
process.exitCode = figures.every(keeps) ? 0 : 1

async function measureServer(): Promise<Figure[]> {
  const pgbench = wanted('transfers') ? findPgbench() : undefined
  const server = await startServer(PORT)
  const echo = await startEcho()
  const postgres = await startPostgres({ stateDir: path.join(server.dataDir, 'postgres') }) // the server's own: adopted
  const db = await openDb(postgres.connection)
  try {
    progress('waiting until the database has made its log ahead')
    await untilLogAhead(db)
    progress('making 100 entities with 20 accounts each')
    const entities = await populate(db, 100, 20, new Date())
    const context: BenchContext = {
      server,
      echo,
      db,
      connection: postgres.connection,
      entities,
      pgbench,
      rounds: Number(options.rounds),
      seconds: Number(options.seconds),
      progress,
    }
    const made: Figure[] = []
    if (wanted('transfers')) made.push(...(await transferFigures(context)))
    if (wanted('reads')) made.push(...(await readFigures(context)))
    if (wanted('fx')) made.push(...(await fxFigures(context, Number(options.forwards))))
    if (wanted('open-banking')) made.push(...(await openBankingFigures(context)))
    if (wanted('endurance')) made.push(await enduranceFigure(context, Number(options.minutes)))
    if (wanted('growth')) made.push(...(await growthFigures(context, Number(options.millions))))
    return made
  } finally {
    await db.close()
    await echo.stop()
    await server.stop()
  }
}
