import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { openDb } from '../server/src/kernel/db.ts'
import { startPostgres } from '../server/src/kernel/postgres/index.ts'
import type { BenchContext } from './context.ts'
import { growthFigures } from './growth.ts'
import { enduranceFigure } from './endurance.ts'
import { populate } from './population.ts'
import { findPgbench, startEcho, startServer } from './processes.ts'
import { readFigures } from './reads.ts'
import { type Figure, keeps, table } from './report.ts'
import { startFigures } from './resources.ts'
import { transferFigures } from './transfers.ts'

const SECTIONS = ['start', 'transfers', 'reads', 'growth', 'endurance'] as const
type Section = (typeof SECTIONS)[number]
interface Options {
  only?: Section[]
  rounds: string
  seconds: string
  millions: string
  minutes: string
  record?: boolean
}

const PORT = 18_080

const options = new Command('npm run bench --')
  .description('measures the service against limits taken in the same run: ratios, medians of interleaved rounds')
  .option('--only <sections...>', `some of: ${SECTIONS.join(', ')}`)
  .option('--rounds <n>', 'interleaved rounds', '5')
  .option('--seconds <n>', 'of each measurement', '3')
  .option('--millions <n>', 'postings of the grown ledger, in millions', '10')
  .option('--minutes <n>', 'of load before memory is read again', '10')
  .option('--record', 'write the figures into docs/benchmarks.md')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run bench\n  npm run bench -- --only transfers reads --rounds 3\n  npm run bench -- --only growth --millions 1',
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
    if (wanted('endurance')) made.push(await enduranceFigure(context, Number(options.minutes)))
    if (wanted('growth')) made.push(...(await growthFigures(context, Number(options.millions))))
    return made
  } finally {
    await db.close()
    await echo.stop()
    await server.stop()
  }
}

function record(all: Figure[]): void {
  const command = `npm run bench -- ${process.argv
    .slice(2)
    .filter((word) => word !== '--record')
    .join(' ')}`
    .replace(/ --? *$/, '')
    .trim()
  const file = path.join(import.meta.dirname, '..', 'docs', 'benchmarks.md')
  const cpu = cpus()
  writeFileSync(
    file,
    page(
      command,
      `${cpu.length} cores (${cpu[0]?.model.trim()}), Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
      table(all),
    ),
  )
  console.log(`written to ${path.relative(process.cwd(), file)}`)
}

function page(command: string, machine: string, figures: string): string {
  return `# Benchmarks

Every figure is a ratio to a limit measured in the same run, the median of interleaved rounds: absolute figures move with the
machine, ratios much less. The load generator runs beside the server and its database on the same cores. The limit is a
bare Fastify server that answers as many bytes; pgbench calls one hand-written function per transfer that writes the same
rows (\`bench/pgbench-transfer.sql\`). Every answer that is counted as a transfer was durable (\`synchronous_commit\` on).

Measured on ${machine}, with:

\`\`\`sh
${command}
\`\`\`

${figures}
`
}
