import type { FastifyBaseLogger } from 'fastify'
import type { StatementBook } from '../accounts/index.ts'
import { saysDatabaseIsAway } from '../kernel/db/connection-loss.ts'
import type { Outages } from '../kernel/outages.ts'
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
  outages?: Outages
  statements: Pick<StatementBook, 'issueClosedMonths'>
  /** Clean-up functions of each module. */
  cleanUps: readonly CleanUp[]
}

/**
 * Once a minute issues the statements of closed months and deletes expired rows, in small steps so that nothing waits.
 * Several processes may run it at the same time. A part that fails keeps no other part from its work.
 */
export function startHousekeeping({ db, clock, log, outages, statements, cleanUps }: HousekeepingDeps): {
  stop(): void
} {
  /** Runs a part. Returns false if the database does not answer: the other parts would fail too. */
  const attempt = async (part: () => Promise<void>): Promise<boolean> => {
    try {
      await part()
      return true
    } catch (error) {
      const isAway = saysDatabaseIsAway(error)
      if (!isAway || !outages?.note(error)) log.warn({ err: error }, 'housekeeping failed')
      return !isAway
    }
  }
  const round = async () => {
    const now = () => ({ business: clock.now(), wall: clock.wall() })
    const parts = cleanUps.map((cleanUp) => () => inSteps((limit) => cleanUp(db.pool, now(), limit)))
    for (const part of [() => statements.issueClosedMonths(clock.now()), ...parts]) if (!(await attempt(part))) return
  }
  const timer = setInterval(() => void round(), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function inSteps(step: (limit: number) => Promise<number>): Promise<void> {
  for (let i = 0; i < MOST_STEPS && (await step(STEP)) === STEP; i++);
}
