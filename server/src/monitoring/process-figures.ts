import { Counter, Gauge, type Registry } from 'prom-client'
import { type Calendars, knownCurrencies } from '../fx/calendar/index.ts'
import type { MarketData } from '../fx/pricing/index.ts'
import type { RateWatch } from '../fx/rate-watch/index.ts'
import type { Db } from '../kernel/db/db.ts'
import type { BatcherMetrics } from '../kernel/jobs/batcher.ts'
import type { Worker } from '../kernel/jobs/work.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { dayOf, daysBetween } from '../kernel/values/days.ts'
import type { BankFiles } from '../payments/bank-files/index.ts'

/** Parts of a process whose figures are read at a scrape. */
export interface Watched {
  db: Pick<Db, 'pool'>
  clock: Clock
  worker: Pick<Worker, 'queues'>
  /** Batchers of the ledger by the name they have in the metrics. */
  batchers: Readonly<Record<string, BatcherMetrics>>
  sources: { calendars: Calendars; market: MarketData }
  rateWatch: Pick<RateWatch, 'secondsSinceLook'>
  bankFiles: readonly Pick<BankFiles, 'adapter' | 'secondsSinceRead'>[]
}

type Read = () => readonly (readonly [labels: Record<string, string>, value: number])[]

/** Adds the figures of a process. They are read from memory at a scrape, so they cost nothing between two. */
export function addProcessFigures(registry: Registry, watched: Watched): void {
  addPool(registry, watched)
  addBatchers(registry, watched)
  addCalls(registry, watched)
  addBankFiles(registry, watched)
  addMarket(registry, watched)
}

function addPool(registry: Registry, { db: { pool } }: Watched): void {
  gauge(registry, ['cambist_database_connections', 'Connections of the pool: in use, or idle.', ['state']], () => [
    [{ state: 'used' }, pool.totalCount - pool.idleCount],
    [{ state: 'idle' }, pool.idleCount],
  ])
  gauge(registry, ['cambist_database_connections_limit', 'Connections that the pool may open.', []], () => [
    [{}, pool.options.max ?? 0],
  ])
  gauge(registry, ['cambist_database_connections_waiting', 'Transactions that wait for a connection.', []], () => [
    [{}, pool.waitingCount],
  ])
}

/** Counters of the batchers: name, description, and the figure of a batcher. */
const BATCHER_COUNTERS: readonly (readonly [string, string, (metrics: BatcherMetrics) => number])[] = [
  ['cambist_ledger_batches_total', 'Batches sent to the database.', ({ batches }) => batches],
  ['cambist_ledger_commands_total', 'Commands in these batches.', ({ commands }) => commands],
  [
    'cambist_ledger_wait_seconds_total',
    'Time that commands waited for their batch to be sent.',
    ({ waitedMs }) => waitedMs / 1000,
  ],
  ['cambist_ledger_retries_total', 'Batches repeated after a conflict.', ({ retries }) => retries],
  ['cambist_ledger_splits_total', 'Batches halved because one of their commands failed.', ({ splits }) => splits],
  ['cambist_ledger_rejected_total', 'Commands rejected because too many waited.', ({ refused }) => refused],
]

function addBatchers(registry: Registry, { batchers }: Watched): void {
  const of =
    (value: (metrics: BatcherMetrics) => number): Read =>
    () =>
      Object.entries(batchers).map(([batcher, metrics]) => [{ batcher }, value(metrics)])
  for (const [name, help, value] of BATCHER_COUNTERS) counter(registry, [name, help, ['batcher']], of(value))
  const labels = ['batcher']
  gauge(
    registry,
    ['cambist_ledger_waiting', 'Commands that wait for a batch.', labels],
    of(({ waiting }) => waiting),
  )
  gauge(
    registry,
    ['cambist_ledger_in_flight', 'Batches under way.', labels],
    of(({ inFlight }) => inFlight),
  )
}

/** The queue of calls that name none. */
const COMMON = 'common'

function addCalls(registry: Registry, { worker }: Watched): void {
  gauge(
    registry,
    [
      'cambist_external_calls',
      "Calls of banks and providers by queue, such as a bank's: under way, or waiting.",
      ['queue', 'state'],
    ],
    () =>
      worker.queues().flatMap(({ name, underWay, waiting }) => {
        const queue = name === '' ? COMMON : name
        return [[{ queue, state: 'under_way' }, underWay] as const, [{ queue, state: 'waiting' }, waiting] as const]
      }),
  )
}

function addBankFiles(registry: Registry, { bankFiles }: Watched): void {
  gauge(
    registry,
    ['cambist_bank_files_age_seconds', "Time since the process last read a bank's files without an error.", ['bank']],
    () => bankFiles.map(({ adapter, secondsSinceRead }) => [{ bank: adapter.id }, secondsSinceRead()]),
  )
}

function addMarket(registry: Registry, { clock, rateWatch, sources: { calendars, market } }: Watched): void {
  gauge(
    registry,
    [
      'cambist_market_data_age_seconds',
      'Age of the price of a currency against USD. dealable: false for reference rates.',
      ['currency', 'dealable'],
    ],
    () => {
      const now = clock.now()
      const dealable = String(market.isDealable)
      return knownCurrencies().flatMap((currency) => {
        const leg = currency === 'USD' ? undefined : market.leg(currency, now)
        return leg ? [[{ currency, dealable }, (now.getTime() - leg.asOf.getTime()) / 1000] as const] : []
      })
    },
  )
  gauge(
    registry,
    [
      'cambist_rate_watch_age_seconds',
      'Time since the process last compared the market with the levels of rate alerts and orders.',
      [],
    ],
    () => [[{}, rateWatch.secondsSinceLook()]],
  )
  gauge(
    registry,
    ['cambist_calendar_days_left', 'Days until the known holidays of a calendar end.', ['calendar']],
    () => {
      const today = dayOf(clock.now())
      return calendars
        .known()
        .map((calendar) => [{ calendar }, daysBetween(today, calendars.coverage(calendar)!.toDay)])
    },
  )
}

type Definition = readonly [name: string, help: string, labelNames: string[]]

function gauge(registry: Registry, [name, help, labelNames]: Definition, read: Read): void {
  const added = new Gauge({
    name,
    help,
    labelNames,
    registers: [],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.set(labels, value)
    },
  })
  registry.registerMetric(added)
}

function counter(registry: Registry, [name, help, labelNames]: Definition, read: Read): void {
  const added = new Counter({
    name,
    help,
    labelNames,
    registers: [],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.inc(labels, value)
    },
  })
  registry.registerMetric(added)
}
