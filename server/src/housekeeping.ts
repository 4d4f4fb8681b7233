import type { FastifyBaseLogger } from 'fastify'
import { deleteOldQuotes } from './fx/quotes/index.ts'
import type { Clock } from './kernel/clock.ts'
import { deleteOldKeys } from './kernel/command.ts'
import type { Db } from './kernel/db.ts'

const EVERY_MS = 60_000
const STEP = 1000
const MOST_STEPS = 50
const DAY_MS = 86_400_000
const KEYS_KEPT_MS = 7 * DAY_MS
const QUOTES_KEPT_MS = 7 * DAY_MS

/** Deletes what is kept for a time only, in small steps so that nothing waits for it. Several processes may do so. */
export function startHousekeeping(db: Db, clock: Clock, log: FastifyBaseLogger): { stop(): void } {
  const round = async () => {
    await inSteps((limit) => deleteOldKeys(db.pool, new Date(clock.wall().getTime() - KEYS_KEPT_MS), limit))
    await inSteps((limit) => deleteOldQuotes(db.pool, new Date(clock.now().getTime() - QUOTES_KEPT_MS), limit))
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
