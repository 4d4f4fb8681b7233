import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { latestVerification, readAuditBacklog } from '../audit/index.ts'
import { DatabaseClient } from '../kernel/db/client.ts'
import type { Db, Queryable } from '../kernel/db/db.ts'
import { readBacklog, readFailing } from '../kernel/jobs/backlog.ts'
import { countLevels } from '../fx/rate-watch/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { countOpenContradictions } from '../payments/index.ts'
import { type BankFigures, latestReconciliation } from '../reconciliation/index.ts'
import { countEntitiesToScreen, findLists } from '../screening/index.ts'
import { countFailingEndpoints, readWebhookQueue } from '../webhooks/index.ts'

/** Figures of the database, shared by all processes on it. */
export interface DatabaseFigures {
  /** Reads the figures anew unless that was done lately. Waits for a short time at most, and never throws. */
  refresh(): Promise<void>
  close(): Promise<void>
}

interface Timing {
  /** Time between two readings at least. */
  everyMs: number
  /** Time that a scrape waits for a reading. */
  patienceMs: number
  /** Time after which a reading is given up and its connection dropped. */
  timeLimitMs: number
}

const TIMING: Timing = { everyMs: 5000, patienceMs: 500, timeLimitMs: 4000 }

/**
 * Adds the figures of the database. They are read on a connection of their own, so that they delay nothing else, and a
 * database that is silent leaves those of the last reading, with their age.
 */
export function createDatabaseFigures(
  registry: Registry,
  { connection, clock }: { connection: Db['connection']; clock: Clock },
  timing: Timing = TIMING,
): DatabaseFigures {
  const line = openLine(connection)
  const store = addFigures(registry)
  let readAt = performance.now()
  let begunAt = -Infinity
  let reading: Promise<void> | undefined
  let closed = false
  const age = new Gauge({
    name: 'cambist_database_figures_age_seconds',
    help: 'Time since the figures of the database were read. Above 30 they are old: the database does not respond.',
    registers: [],
    collect() {
      this.set((performance.now() - readAt) / 1000)
    },
  })
  registry.registerMetric(age)

  async function read(): Promise<void> {
    const givingUp = setTimeout(() => line.drop(), timing.timeLimitMs)
    givingUp.unref()
    try {
      store(await readFigures(await line.open(), clock))
      readAt = performance.now()
    } catch {
      line.drop() // the figures grow old until a reading succeeds
    } finally {
      clearTimeout(givingUp)
    }
  }

  return {
    async refresh() {
      const now = performance.now()
      if (closed || (!reading && now - begunAt < timing.everyMs)) return
      if (!reading) {
        begunAt = now
        reading = read().finally(() => (reading = undefined))
      }
      await Promise.race([reading, pause(timing.patienceMs, undefined, { ref: false })])
    },
    async close() {
      closed = true
      line.drop()
      await reading
    },
  }
}

interface Line {
  open(): Promise<Queryable>
  drop(): void
}

/** A connection that is opened when it is needed, and again after it was dropped. */
function openLine(connection: Db['connection']): Line {
  let client: pg.Client | undefined
  let socket: Socket | undefined
  return {
    async open() {
      if (client) return client
      const own = (socket = new Socket())
      const opened = new DatabaseClient({
        ...connection,
        application_name: 'cambist metrics',
        keepAlive: true,
        stream: () => own,
      })
      opened.on('error', () => {
        if (client === opened) client = undefined
      })
      await opened.connect()
      await opened.query("set statement_timeout = '3s'")
      return (client = opened)
    },
    drop() {
      socket?.destroy()
      client = undefined
    },
  }
}

interface Figures {
  backlog: Awaited<ReturnType<typeof readBacklog>>
  failing: Awaited<ReturnType<typeof readFailing>>
  webhooks: Awaited<ReturnType<typeof readWebhookQueue>>
  failingEndpoints: number
  contradictions: number
  reconciliation: Aged<typeof latestReconciliation>
  audit: Awaited<ReturnType<typeof readAuditBacklog>>
  verification: Aged<typeof latestVerification>
  lists: { list: string; ageSeconds: number }[]
  entitiesToScreen: number
  rateLevels: number
}

/** The latest run of a nightly check, if there is one, and its age. */
interface Aged<T extends (db: Queryable) => Promise<unknown>> {
  row: Awaited<ReturnType<T>>
  ageSeconds: number
}

async function readFigures(db: Queryable, clock: Clock): Promise<Figures> {
  const backlog = await readBacklog(db, clock.now())
  const failing = await readFailing(db)
  const webhooks = await readWebhookQueue(db, clock.wall())
  const failingEndpoints = await countFailingEndpoints(db)
  const contradictions = await countOpenContradictions(db)
  const row = await latestReconciliation(db)
  const audit = await readAuditBacklog(db, clock.wall())
  const verified = await latestVerification(db)
  const lists = await findLists(db)
  const entitiesToScreen = await countEntitiesToScreen(db)
  const rateLevels = await countLevels(db)
  return {
    backlog,
    failing,
    webhooks,
    failingEndpoints,
    contradictions,
    reconciliation: { row, ageSeconds: secondsSince(row?.asAt, clock.now()) },
    audit,
    verification: { row: verified, ageSeconds: secondsSince(verified?.finishedAt, clock.wall()) },
    entitiesToScreen,
    rateLevels,
    lists: lists.map(({ list, loadedAt }) => ({ list, ageSeconds: secondsSince(loadedAt, clock.wall()) })),
  }
}

const secondsSince = (at: Date | null | undefined, now: Date): number =>
  at ? (now.getTime() - at.getTime()) / 1000 : 0

/** Adds the gauges; returns the function that stores a reading in them. */
function addFigures(registry: Registry): (figures: Figures) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const due = gauge('cambist_jobs_due', 'Due jobs of a lane.', ['lane'])
  const oldest = gauge('cambist_jobs_oldest_due_seconds', 'Time that the oldest due job of a lane has been due.', [
    'lane',
  ])
  const failing = gauge('cambist_jobs_failing', 'Jobs that failed and wait for another attempt.', ['kind'])
  const pending = gauge('cambist_webhook_deliveries_pending', 'Webhook deliveries that wait for an attempt.')
  const overdue = gauge('cambist_webhook_oldest_due_seconds', 'Time that the oldest due webhook delivery has been due.')
  const endpoints = gauge(
    'cambist_webhook_endpoints_failing',
    'Webhook endpoints that did not accept a delivery for 72 hours, or were disabled for it.',
  )
  const open = gauge('cambist_bank_contradictions_open', 'Contradictory reports of banks on the work list.')
  const difference = gauge('cambist_reconciliation_difference', 'Difference of the latest reconciliation.', [
    'currency',
  ])
  const findings = gauge('cambist_reconciliation_findings', 'Differences that the latest reconciliation found.')
  const age = gauge('cambist_reconciliation_age_seconds', 'Age of the latest reconciliation.')
  const listAge = gauge('cambist_screening_list_age_seconds', 'Time since a sanctions list was loaded.', ['list'])
  const toScreen = gauge(
    'cambist_screening_entities_due',
    'Entities whose saved payees were not screened with every name of the lists yet.',
  )
  const levels = gauge('cambist_rate_levels', 'Levels of the market that rate alerts and orders wait for.')
  const storeAudit = addAudit(gauge)
  const storeBanks = addBanks(gauge)
  return ({ backlog, webhooks, reconciliation: { row, ageSeconds }, ...figures }) => {
    for (const { lane, depth, oldestSeconds } of backlog) {
      due.set({ lane }, depth)
      oldest.set({ lane }, oldestSeconds)
    }
    failing.reset()
    for (const { kind, count } of figures.failing) failing.set({ kind }, count)
    pending.set(webhooks.pending)
    overdue.set(webhooks.oldestDueSeconds)
    endpoints.set(figures.failingEndpoints)
    open.set(figures.contradictions)
    difference.reset()
    for (const { currency, difference: amount } of row?.report.currencies ?? [])
      difference.set({ currency }, Number(amount)) // a gauge is floating point; the report has the exact amount
    if (row) findings.set(row.differenceCount)
    if (row) age.set(ageSeconds)
    storeBanks(row?.report.banks ?? [])
    listAge.reset()
    for (const { list, ageSeconds } of figures.lists) listAge.set({ list }, ageSeconds)
    toScreen.set(figures.entitiesToScreen)
    levels.set(figures.rateLevels)
    storeAudit(figures)
  }
}

type AddGauge = (name: string, help: string, labelNames?: string[]) => Gauge

/** Adds the gauges of the statements of banks; returns the function that stores a reading in them. */
function addBanks(gauge: AddGauge): (banks: readonly BankFigures[]) => void {
  const of = ['bank', 'currency']
  const breaks = gauge('cambist_bank_breaks_open', 'Open breaks with a bank at the latest reconciliation.', of)
  const amount = gauge(
    'cambist_bank_breaks_amount',
    'Sum of the open breaks with a bank: its balance less that of the books.',
    of,
  )
  const age = gauge(
    'cambist_bank_breaks_oldest_days',
    'Age of the oldest open break with a bank in days; 0 without any.',
    of,
  )
  const missing = gauge(
    'cambist_bank_statements_missing',
    'Accounts at a bank whose statement was overdue at the latest reconciliation.',
    of,
  )
  return (banks) => {
    for (const each of [breaks, amount, age, missing]) each.reset()
    for (const { bank, currency, ...figures } of banks) {
      const labels = { bank, currency }
      breaks.set(labels, figures.openBreaks)
      amount.set(labels, Number(figures.openAmount))
      age.set(labels, figures.oldestDays)
      missing.set(labels, figures.missing.length)
    }
  }
}

/** Adds the gauges of the audit trail; returns the function that stores a reading in them. */
function addAudit(gauge: AddGauge): (figures: Pick<Figures, 'audit' | 'verification'>) => void {
  const unsealed = gauge('cambist_audit_unsealed_records', 'Audit records that no chain holds yet.')
  const oldest = gauge('cambist_audit_oldest_unsealed_seconds', 'Age of the oldest of them.')
  const differences = gauge(
    'cambist_audit_differences',
    'Chains of the audit trail in which the latest verification found a changed or deleted record.',
  )
  const age = gauge('cambist_audit_verification_age_seconds', 'Age of the latest verification of the audit trail.')
  return ({ audit, verification: { row, ageSeconds } }) => {
    unsealed.set(audit.records)
    oldest.set(audit.oldestSeconds)
    if (row) differences.set(row.differenceCount)
    if (row) age.set(ageSeconds)
  }
}
