import type { FastifyBaseLogger } from 'fastify'
import type { StatementBook } from './accounts/index.ts'
import { deleteOldAmendments } from './fx/trades/index.ts'
import { deleteOldQuotes } from './fx/quotes/index.ts'
import type { Clock } from './kernel/clock.ts'
import { deleteOldKeys } from './kernel/command.ts'
import type { Db } from './kernel/db.ts'
import { deleteOldArtifacts, deleteOldSessions } from './open-banking/authorisation/index.ts'
import { deleteOldJtis } from './open-banking/dcr/index.ts'
import { deleteOldObKeys, IDEMPOTENCY_MS } from './open-banking/http/index.ts'

const EVERY_MS = 60_000
const STEP = 1000
const MOST_STEPS = 50
const DAY_MS = 86_400_000
const KEYS_KEPT_MS = 7 * DAY_MS
const QUOTES_KEPT_MS = 7 * DAY_MS

/**
 * Issues the statements of months that have closed, and deletes what is kept for a time only, in small steps so that nothing
 * waits for it. Several processes may do so.
 */
export function startHousekeeping(
  db: Db,
  clock: Clock,
  log: FastifyBaseLogger,
  statements: Pick<StatementBook, 'issueClosedMonths'>,
): { stop(): void } {
  const round = async () => {
    await statements.issueClosedMonths(clock.now())
    await inSteps((limit) => deleteOldKeys(db.pool, new Date(clock.wall().getTime() - KEYS_KEPT_MS), limit))
    await inSteps((limit) => deleteOldObKeys(db.pool, new Date(clock.wall().getTime() - IDEMPOTENCY_MS), limit))
    await inSteps((limit) => deleteOldArtifacts(db.pool, clock.wall(), limit))
    await inSteps((limit) => deleteOldSessions(db.pool, clock.wall(), limit))
    await inSteps((limit) => deleteOldJtis(db.pool, clock.wall(), limit))
    await inSteps((limit) => deleteOldQuotes(db.pool, new Date(clock.now().getTime() - QUOTES_KEPT_MS), limit))
    await inSteps((limit) => deleteOldAmendments(db.pool, new Date(clock.now().getTime() - QUOTES_KEPT_MS), limit))
  }
  const timer = setInterval(
    () => void round().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed')),
    EVERY_MS,
  )
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function inSteps(step: (limit: number) => Promise<number>): Promise<void> {
  for (let i = 0; i < MOST_STEPS && (await step(STEP)) === STEP; i++);
}
