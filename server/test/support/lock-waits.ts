import { expect } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'

/** Returns as soon as `count` connections wait for a lock of the test's own database: other tests share the server. */
export async function untilWaiting({ pool }: Db, count = 1): Promise<void> {
  const waits = `select 1 from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(count)
}
