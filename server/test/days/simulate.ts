import { provideDatabase } from './stage/database.ts'
import { readToolOptions, wholeNumber } from '../support/tool-options.ts'
import { simulate, type Summary } from './simulation.ts'

/** Business days from which on a run must have played everything. */
const LONG = 100

const HELP = `npm run simulate -- [options]

Plays business days on a real server in the sandbox: deals, payments, margin, approvals, operators, banks, kills.
Every night it compares all balances, holds, jobs, credit and statements with a model of its own.

  --days <number>   business days to play (250)
  --seed <text>     what chance is drawn from; a seed plays the same again (a new one)
  --kills <number>  how often the running server is killed; half of these kill its next starts too (10)
  --files           payments go to a bank by files (pacs.008, pacs.002, pacs.004, camt.054), not over the sandbox's rails
  --acts <number>   things that are done on each business day (45)
  --help            this text

Exit code 1: something was found, or a run of ${LONG} days or more left out something that it is to play; 2: an invalid option. PostgreSQL is started for the run, unless TEST_DATABASE_URL names one.`

const { values } = readToolOptions(HELP, {
  options: {
    days: { type: 'string', default: '250' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1_000_000)}` },
    kills: { type: 'string', default: '10' },
    files: { type: 'boolean', default: false },
    acts: { type: 'string', default: '45' },
  },
})
const numbers = {
  days: wholeNumber('days', values.days),
  kills: wholeNumber('kills', values.kills),
  acts: wholeNumber('acts', values.acts),
}

const { findings, gaps, businessDays } = await run()
process.exitCode = findings.length > 0 || (gaps.missing.length > 0 && businessDays >= LONG) ? 1 : 0

async function run(): Promise<Summary> {
  const print = (line: string) => console.log(line)
  print(`seed ${values.seed}, ${values.days} business days, ${values.kills} kills`)
  const database = await provideDatabase()
  try {
    const summary = await simulate({
      seed: values.seed,
      ...numbers,
      isLarge: true,
      isByFiles: values.files,
      database,
      print,
    })
    tell(summary, print)
    return summary
  } finally {
    await database.drop()
  }
}

function tell(summary: Summary, print: (line: string) => void): void {
  print('\nWhat was done, and how it ended:')
  for (const [outcome, count] of [...summary.outcomes].sort(([a], [b]) => (a < b ? -1 : 1)))
    print(`${String(count).padStart(7)}  ${outcome}`)
  print('\nFigures:')
  const { seed, from, to, businessDays, wallSeconds, calls } = summary
  const all = {
    seed,
    from,
    to,
    businessDays,
    wallSeconds,
    calls,
    ...summary.figures,
    findings: summary.findings.length,
  }
  for (const [name, value] of Object.entries(all)) print(`  ${name}: ${value}`)
  print(`\nNever done or reached: ${summary.gaps.missing.join(', ') || 'nothing'}`)
  print(`Of rare acts and states not reached: ${summary.gaps.rare.join(', ') || 'none'}`)
}
