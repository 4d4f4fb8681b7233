import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { type Figure, table } from './report.ts'

/** Writes the figures into docs/benchmarks.md, with the machine and the command that repeats them. */
export function record(figures: Figure[]): void {
  const words = process.argv.slice(2).filter((word) => word !== '--record')
  const command = ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
  const file = path.join(import.meta.dirname, '..', 'docs', 'benchmarks.md')
  const [cpu, ...others] = cpus()
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${others.length + 1} cores (${cpu?.model.trim()}), Node ${process.versions.node}, ${day}`
  writeFileSync(file, page(command, machine, table(figures)))
  console.log(`written to ${path.relative(process.cwd(), file)}`)
}

const page = (command: string, machine: string, figures: string): string => `# Benchmarks

Every figure is a ratio to a limit measured in the same run, the median of interleaved rounds: absolute figures move with the
machine, ratios much less. The load generator runs beside the server and its database on the same cores. The limit is a
bare Fastify server that answers as many bytes; pgbench calls one hand-written function per transfer that writes the same
rows (\`bench/pgbench-transfer.sql\`). Every answer that is counted as a transfer was durable (\`synchronous_commit\` on).

Measured on ${machine}, with:

\`\`\`sh
${command}
\`\`\`

${figures}

${SECTIONS}`

const SECTIONS = `## What the sections measure

- \`start\`: the first and later starts, and the memory of the process then.
- \`transfers\`: internal transfers with idempotency keys, spread over 2,000 accounts and on one hot account.
- \`reads\`: balances of an account.
- \`fx\`: spot and forward quotes, throughput and p99, against the echo; a client's open forwards are priced into its credit at
  each quote, so that forwards are quoted for a client without any and for one with a hundred. Then the mark-to-market of
  \`--forwards\` open forwards (100,000 if not said) of one client, in three pairs, bought and sold, over a year of value
  dates: all in one call (\`GET /v1/credit/mtm/trades\`, streamed), all in pages, the first page with the totals of all, by
  currency pair, and as a margin run in which each deal is looked at and none is called for. Each is compared with a tenth of
  the forwards: 10 times as long is cost in proportion. The forwards are written by one SQL statement that leaves the
  rows booking leaves.
- \`open-banking\`: a third party of the sandbox registers and calls v4.0 over mutual TLS on kept connections. What a second of
  one core of the server's process answers, its thread pool included, is compared with the PS256 signatures (RSA, 2048 bits) that
  a second of one core makes; the database's time is not in it. Payments are each made from a consent of their own, given
  beforehand by the switch for unattended tests. The standard has signatures on payments alone: account information is
  what mutual TLS, token and consent cost. Last, the p99 of a balance read on the main interface is taken alone, beside a load of
  signed requests, and beside as many connections that sign nothing: signatures are made on the thread pool, and what the read
  loses is the share of the cores that they take, not its turn.
- \`growth\`: batches of transfers and pages of transactions with a small and a large ledger.
- \`endurance\`: memory after minutes of transfers.
`
