import { systemClock, type Clock } from '../../kernel/values/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { marketSession } from '../../fx/calendar/index.ts'
import * as queries from './queries.ts'
import { caughtUp, type ClockState, startOf, timeOf } from './rules.ts'

/** Business time that can be moved: kept in the database, so that every process shows the same and a restart keeps it. */
export interface SandboxClock extends Clock {
  state(): ClockState
  /** Shows a state at once; an older one than is shown is ignored. */
  take(state: ClockState): void
  /** Reloads the stored state. */
  reload(): Promise<void>
}

/**
 * Opens the sandbox clock; an empty sandbox's is started first (see `startOf`).
 *
 * @param listener not yet started; the clock adds its hearer to it
 * @param wall wall time, the system's if not said
 */
export async function openSandboxClock(
  db: Db,
  listener: Listener,
  wall = () => systemClock.wall(),
): Promise<SandboxClock> {
  await queries.insertState(db.pool, startState(wall(), 1n))
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
  return {
    now: () => timeOf(state, wall()),
    wall,
    state: () => state,
    take,
    async reload() {
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

/** Sets the stored clock back to where an empty sandbox starts; show the answer with `take` once it is committed. */
export async function restartClock(tx: Tx, clock: SandboxClock): Promise<ClockState> {
  const { version } = await queries.lockState(tx)
  const next = startState(clock.wall(), version + 1n)
  await queries.updateState(tx, next)
  return next
}

const startState = (wall: Date, version: bigint): ClockState => ({
  version,
  offsetMs: startOf(wall, marketSession).getTime() - wall.getTime(),
  frozenAt: null,
})
