import type { Db } from '../../src/kernel/db/db.ts'
import { startOf } from '../../src/sim/clock/rules.ts'
import { marketSession } from '../../src/fx/calendar/index.ts'

const DAY = 86_400_000

/**
 * Sets the clock of an empty sandbox to 10:00 UTC of the next day on which the market is open then. Tests of today's
 * payments otherwise fail between the cut-offs and midnight.
 */
export async function startBeforeCutOffs(db: Db, wall = new Date()): Promise<void> {
  const day = wall.toISOString().slice(0, 10)
  const tomorrow = new Date(Date.parse(`${day}T10:00:00Z`) + DAY)
  const start = startOf(tomorrow, marketSession)
  await db.pool.query('insert into sandbox_clock (version, offset_ms) values (1, $1) on conflict do nothing', [
    start.getTime() - wall.getTime(),
  ])
}
