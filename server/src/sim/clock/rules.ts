import { Temporal } from 'temporal-polyfill'
import { addDays, dayOf, weekdayOf } from '../../kernel/values/days.ts'
import { refusals } from '../../kernel/values/refusals.ts'

const refuse = refusals({
  clock_mode_required: {
    status: 400,
    message: 'Send exactly one of `set` (an instant), `advance` (a duration) and `freeze` (true or false).',
  },
  duration_invalid: {
    status: 400,
    message: 'Expected an ISO 8601 duration, for example P2D, PT90M or P1DT12H.',
  },
  clock_moves_forward_only: {
    status: 409,
    message:
      'The sandbox clock shows {now} and only moves forward; {asked} has passed. Reset the sandbox to restart it.',
  },
  clock_beyond_calendar: {
    status: 422,
    message: 'Bank holidays are known until {latest}; the sandbox clock can be moved up to that instant.',
  },
})

/** The clock's row: business time runs `offsetMs` ahead of wall time, or is frozen at `frozenAt`. */
export interface ClockState {
  version: bigint
  /** Number of resets of the sandbox. */
  epoch: number
  offsetMs: number
  frozenAt: Date | null
}

/** Returns the time of a clock in this state at a wall time. */
export const timeOf = (state: ClockState, wall: Date): Date =>
  state.frozenAt ?? new Date(wall.getTime() + state.offsetMs)

/** Returns the state that shows `time` now, frozen or running as before. */
export const stateAt = (state: ClockState, time: Date, wall: Date, isFrozen = state.frozenAt !== null): ClockState => ({
  version: state.version + 1n,
  epoch: state.epoch,
  offsetMs: time.getTime() - wall.getTime(),
  frozenAt: isFrozen ? time : null,
})

/** The state that shows no less than the latest record; the same one if it does already. */
export const caughtUp = (state: ClockState, latest: Date | undefined, wall: Date): ClockState =>
  latest && latest > timeOf(state, wall) ? stateAt(state, latest, wall) : state

export type Move = { set: string } | { advance: string } | { freeze: boolean }

/** The one thing that the body asks for. @throws clock_mode_required */
export function checkMode(body: { set?: string; advance?: string; freeze?: boolean }): Move {
  if (Object.keys(body).length !== 1) throw refuse.clock_mode_required()
  return body as Move
}

/**
 * Returns the target of a move; a freeze targets now. Days, months and years of a duration are counted in UTC.
 *
 * @param latest the last instant for which bank holidays are known
 * @throws duration_invalid, clock_moves_forward_only, clock_beyond_calendar
 */
export function checkTarget(move: Move, now: Date, latest: Date): Date {
  const target = 'set' in move ? new Date(move.set) : 'advance' in move ? after(now, move.advance) : now
  if (target < now) throw refuse.clock_moves_forward_only({ now: now.toISOString(), asked: target.toISOString() })
  if (target > latest && target > now) throw refuse.clock_beyond_calendar({ latest: latest.toISOString() })
  return target
}

function after(now: Date, text: string): Date {
  try {
    const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC')
    return new Date(zoned.add(Temporal.Duration.from(text)).epochMilliseconds)
  } catch {
    const { code, message } = refuse.duration_invalid()
    throw refuse.duration_invalid({}, { errors: [{ pointer: '/advance', code, message }] })
  }
}

const THREE_HOURS_MS = 3 * 3600_000
const TEN_HOURS_MS = 10 * 3600_000

/**
 * Returns the start of an empty sandbox's clock, chosen so that a first deal always works: wall time if the market
 * stays open for three more hours, otherwise 10:00 UTC of the last weekday. The start is never after wall time: what a
 * third party limits by its own clock ("until in two hours") is not over.
 *
 * @param session whether the market is open at an instant, and until when that holds
 */
export function startOf(wall: Date, session: (at: Date) => { isOpen: boolean; to: Date }): Date {
  const { isOpen, to } = session(wall)
  if (isOpen && to.getTime() - wall.getTime() >= THREE_HOURS_MS) return wall
  let day = dayOf(new Date(wall.getTime() - TEN_HOURS_MS))
  while (weekdayOf(day) > 5) day = addDays(day, -1)
  return new Date(`${day}T10:00:00.000Z`)
}
