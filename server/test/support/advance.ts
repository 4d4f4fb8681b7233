import type { Db } from '../../src/kernel/db/db.ts'
import type { Worker } from '../../src/kernel/jobs/work.ts'

/**
 * Moves a clock that is set by hand to an instant, and runs the jobs due on the way: as in production, the clock shows at
 * least the time at which a job is due when it runs.
 */
export async function advance(
  db: Db,
  { worker, time }: { worker: Pick<Worker, 'runDue'>; time: { now: Date } },
  to: Date,
): Promise<void> {
  const next = async () => {
    const { rows } = await db.pool.query<{ at: Date | null }>(
      'select min(due_at) as at from due_work where due_at > $1 and due_at < $2',
      [time.now, to],
    )
    return rows[0]!.at
  }
  await worker.runDue(time.now)
  for (let at = await next(); at; at = await next()) {
    time.now = at
    await worker.runDue(at)
  }
  time.now = to
  await worker.runDue(to)
}
