import { systemClock, type Clock } from '../../kernel/values/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { marketSession } from '../../fx/calendar/index.ts'
import * as queries from './queries.ts'
import { caughtUp, type ClockState, startOf, timeOf } from './rules.ts'

/** Business time that can be moved: kept in the database, so that every process shows the same and a restart keeps it. */
export interface SandboxClock extends Clock {
  epoch(): number
  state(): ClockState
  /** Shows a state at once; an older one than is shown is ignored. */
  take(state: ClockState): void
  /** Reloads the stored state after a failed move. Jobs along it may have committed: their bookings are not left in the future. */
  reload(): Promise<void>
}

/**
 * Opens the sandbox clock; an empty sandbox's is started first (see `startOf`). From then on each transaction of the database belongs to the
 * epoch that the clock shows when it begins, and fails if the sandbox was reset since.
 *
 * @param listener not yet started; the clock adds its hearer to it
 * @param wall wall time, the system's if not said
 */
export async function openSandboxClock(
  db: Db,
  listener: Listener,
  wall = () => systemClock.wall(),
): Promise<SandboxClock> {
  await queries.insertState(db.pool, startState(wall(), { version: 1n, epoch: 0 }))
  await catchUp(db, wall())
  let state = await queries.readState(db.pool)
  const take = (next: ClockState) => {
    if (next.version >= state.version) state = next
  }
  const show = (stored: ClockState) => {
    state = stored
  }
  // A failed read is made up for: the listener calls again once it is connected again. What is stored is shown then even
  // if something newer was: a move whose commit the break of the connection has prevented.
  listener.on('sandbox_clock', (said) => {
    void queries.readState(db.pool).then(said === undefined ? show : take, () => {})
  })
  db.epochs = { current: () => state.epoch }
  return {
    epoch: () => state.epoch,
    now: () => timeOf(state, wall()),
    wall,
    state: () => state,
    take,
    async reload() {
      await catchUp(db, wall())
      state = await queries.readState(db.pool)
    },
  }
}

/**
 * Moves the stored clock up to the latest record. Jobs along a clock move commit before its new time does: after a kill
 * in between, their bookings lie in the future of the stored clock.
 */
async function catchUp(db: Db, wall: Date): Promise<void> {
  const stored = await queries.readState(db.pool)
  const next = caughtUp(stored, await queries.latestRecord(db.pool), wall)
  if (next !== stored) await queries.replaceState(db.pool, stored, next)
}

/**
 * Sets the stored clock back to where an empty sandbox starts, and begins a new epoch. Show the answer with `take` once it is committed. Waits for
 * the transactions of the old epoch, and keeps others waiting until the end of this one.
 */
export async function restartClock(tx: Tx, clock: SandboxClock): Promise<{ state: ClockState; now: Date }> {
  // The clock first: whoever moves it holds its row while due work is done in other transactions, which must not wait for a reset that waits
  // for that row.
  const { version, epoch } = await queries.lockState(tx)
  await queries.lockEpoch(tx)
  const wall = clock.wall()
  const state = startState(wall, { version: version + 1n, epoch: epoch + 1 })
  await queries.updateState(tx, state)
  return { state, now: timeOf(state, wall) }
}

const startState = (wall: Date, { version, epoch }: Pick<ClockState, 'version' | 'epoch'>): ClockState => ({
  version,
  epoch,
  offsetMs: startOf(wall, marketSession).getTime() - wall.getTime(),
  frozenAt: null,
})
