import type { Tx } from '../../kernel/db/db.ts'
import { waitForOthers } from '../../kernel/db/waits/waits.ts'
import type { Worker } from '../../kernel/jobs/work.ts'
import type { SandboxClock } from './clock.ts'
import * as queries from './queries.ts'
import { caughtUp, checkTarget, type ClockState, type Move, stateAt, timeOf } from './rules.ts'

export interface MoveDeps {
  clock: SandboxClock
  worker: Pick<Worker, 'runDue'>
  /** The last instant for which bank holidays are known. */
  latest: () => Date
}

/**
 * Moves, freezes or resumes the clock. Jobs that fall due on the way run at their due time, in order, before the clock
 * shows the target; those they make due run after it. This process shows the new state immediately, others at commit;
 * if the transaction fails, the caller reloads the clock.
 */
export async function moveClock(tx: Tx, deps: MoveDeps, move: Move): Promise<ClockState> {
  const { clock, worker } = deps
  await waitForOthers(tx)
  const before = caughtUp(await queries.lockState(tx), await queries.latestRecord(tx), clock.wall())
  const target = checkTarget(move, timeOf(before, clock.wall()), deps.latest())
  if (!('freeze' in move)) await worker.runDue(target)
  const wall = clock.wall()
  const reached = new Date(Math.max(target.getTime(), timeOf(before, wall).getTime())) // the work may have taken longer
  const next = stateAt(before, reached, wall, 'freeze' in move ? move.freeze : undefined)
  await queries.updateState(tx, next)
  clock.take(next)
  if (!('freeze' in move)) await worker.runDue(reached)
  return next
}
