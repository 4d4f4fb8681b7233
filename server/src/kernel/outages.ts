import type { FastifyBaseLogger } from 'fastify'
import { isNotServed, isReset, saysDatabaseIsAway } from './db/connection-loss.ts'
import type { Queryable } from './db/tx.ts'

/** Reports outages of the database: one line of the log when one begins, and one when it is over. */
export interface Outages {
  /** Notes an error with which the database failed. Returns false for any other error. */
  note(error: unknown): boolean
  close(): void
}

interface OutagesDeps {
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Returns true if the database responds and accepts writes. */
  isBack: () => Promise<boolean>
  /** Milliseconds between two looks whether an outage is over. */
  lookMs?: number
  /** Milliseconds without a failure after which statements count as carried out again. */
  quietMs?: number
}

/** An outage that is not over. */
interface Outage {
  since: number
  failedAt: number
  /** Number of failed requests and jobs. */
  failures: number
  /** The first reasons, by the message of the error. */
  reasons: Set<string>
}

/** AWAY: the database responds to nothing, or accepts no writes. Another failure is named by its SQLSTATE, such as that of a lock time-out. */
const AWAY = 'away'
const TEXTS = {
  away: ['the database is not available', 'the database is available again'],
  other: ['the database does not carry out statements', 'the database carries out statements again'],
} as const
const MOST_REASONS = 10

/** Creates the report of one process. */
export function createOutages({ log, isBack, lookMs = 1000, quietMs = 10_000 }: OutagesDeps): Outages {
  const open = new Map<string, Outage>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  function end(kind: string, { since, failures, reasons }: Outage): void {
    open.delete(kind)
    const seconds = Math.round((performance.now() - since) / 100) / 10
    log.info({ seconds, failures, reasons: [...reasons] }, textsOf(kind)[1])
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (const [kind, outage] of open) {
      const quiet = performance.now() - outage.failedAt
      const isOver = kind === AWAY ? quiet >= lookMs && (await isBack().catch(() => false)) : quiet >= quietMs
      if (isOver && timer) end(kind, outage)
    }
    isLooking = false
    if (open.size === 0) stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    note(error) {
      const kind = kindOf(error)
      if (kind === undefined) return false
      const now = performance.now()
      const known = open.get(kind)
      if (!known) log.error({ err: error }, textsOf(kind)[0])
      const outage = known ?? { since: now, failedAt: now, failures: 0, reasons: new Set() }
      open.set(kind, outage)
      outage.failedAt = now
      outage.failures++
      if (outage.reasons.size < MOST_REASONS) outage.reasons.add((error as Error).message)
      timer ??= setInterval(() => void look(), lookMs).unref()
      return true
    },
    close: stop,
  }
}

const textsOf = (kind: string) => TEXTS[kind === AWAY ? AWAY : 'other']

function kindOf(error: unknown): string | undefined {
  if (isReset(error)) return undefined
  if (saysDatabaseIsAway(error)) return AWAY
  return isNotServed(error) ? String((error as { code?: unknown }).code) : undefined
}

/** Returns true if the database responds and accepts writes. */
export async function isWritable(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ isWritable: boolean }>({
    name: 'is-writable',
    text: `select not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean) as "isWritable"`,
  })
  return rows[0]?.isWritable === true
}
