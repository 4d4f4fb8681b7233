import type { FastifyBaseLogger } from 'fastify'
import type { StatementBook } from '../accounts/index.ts'
import type { CleanUp } from '../kernel/module.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'

const EVERY_MS = 60_000
const STEP = 1000
const MOST_STEPS = 50

interface HousekeepingDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  statements: Pick<StatementBook, 'issueClosedMonths'>
  /** Clean-up functions of each module. */
  cleanUps: readonly CleanUp[]
}

/**
 * Once a minute issues the statements of closed months and deletes expired rows, in small steps so that nothing waits.
 * Several processes may run it at the same time.
 */
export function startHousekeeping({ db, clock, log, statements, cleanUps }: HousekeepingDeps): { stop(): void } {
  const round = async () => {
    await statements.issueClosedMonths(clock.now())
    for (const cleanUp of cleanUps)
      await inSteps((limit) => cleanUp(db.pool, { business: clock.now(), wall: clock.wall() }, limit))
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
