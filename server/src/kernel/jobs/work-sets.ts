import type { Tx } from '../db/db.ts'
import type { Act } from '../values/act.ts'
import { isServing } from './lane-turns.ts'
import { type DueWork, finishWork, WORK_ROW, type WorkRow } from './job-rows.ts'

/**
 * Runs several due jobs of one kind and one entity in one transaction. It takes those that it can run together and leaves
 * the others, which are run one by one. It makes no external call.
 *
 * @param act with one business time for all of them
 * @returns resource ids of the jobs that are done
 */
export type SetHandler = (tx: Tx, works: readonly DueWork[], act: Act) => Promise<ReadonlySet<string>>

/** Jobs of a set at most: each costs less in a longer one, and holds requests up for longer. */
const SET = 64
const SET_WHILE_SERVING = 32
/** Due jobs of a lane that are looked through for a set. */
const SCAN = 4096

/** Reads the due jobs of a lane that can run together with its first one, and that one unless it was changed meanwhile. */
export async function readSet(tx: Tx, lane: number, first: WorkRow, now: Date): Promise<WorkRow[]> {
  const most = isServing() ? SET_WHILE_SERVING : SET
  const { rows } = await tx.query<WorkRow>({
    name: 'next-work-set', // due_work_ready
    text: `select ${WORK_ROW} from jobs_of_set($1, $2, $3, $4, $5, $6, $7)`,
    values: [lane, first.continues, now, first.entityId, first.kind, SCAN, most],
  })
  return rows
}

/** Runs a set; returns the jobs that it leaves to be run one by one. */
export async function runSet(tx: Tx, handler: SetHandler, works: readonly WorkRow[], act: Act): Promise<WorkRow[]> {
  const done = await handler(tx, works, act)
  for (const work of works) if (done.has(work.resourceId)) finishWork(tx, work)
  return works.filter(({ resourceId }) => !done.has(resourceId))
}
