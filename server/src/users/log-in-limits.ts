import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import { createTurns } from '../kernel/http/listener/turns.ts'
import { addressGroup } from '../kernel/http/listener/addresses.ts'
import { attemptKey, clearAttempts, countAttempts, type Counter, withdrawAttempts } from './attempts.ts'
import { COUNTERS, heldSeconds, refuseUsers } from './rules.ts'

/** Origin of an attempt to log in. */
interface AttemptOrigin {
  /** Address of the browser, as the trusted proxy reports it. */
  address: string
  /** Id of a browser in which this user logged in before; its attempts are counted apart from everybody else's. */
  device?: string | undefined
  /** True if a passkey of this user already confirmed the attempt; then nothing that others tried delays it. */
  hasPasskey?: boolean
}

export interface LogInLimits {
  /**
   * Runs a check of a user's password under the limits. The attempt is counted before the check, so that concurrent
   * attempts count too. A success clears the failures of its origin; an error withdraws the attempt.
   *
   * @param username normalised; an unknown name is counted like a known one
   * @param check returns undefined if the password, or what is checked with it, is wrong
   * @returns the result of the check
   * @throws log_in_delayed while the origin has to wait; overloaded when too many attempts wait
   */
  password: <T>(username: string, origin: AttemptOrigin, check: () => Promise<T | undefined>) => Promise<T | undefined>
  /**
   * Runs a check of a second factor that can be guessed (a code), after the password was right. Five wrong ones stop the
   * next check for a minute, then for twice as long each time, wherever they come from.
   *
   * @returns the result of the check; undefined while codes of the user are stopped
   */
  code: <T>(username: string, check: () => Promise<T | undefined>) => Promise<T | undefined>
}

const COUNTS_AT_ONCE = 4
const MOST_WAITING = 1000

/** Returns true for a browser in which the user logged in before, or a passkey: its attempts do not queue behind those of strangers. */
export const isKnownOrigin = ({ device, hasPasskey }: AttemptOrigin): boolean =>
  hasPasskey === true || device !== undefined

/** Limits of attempts to log in, kept in the database for all processes. */
export function createLogInLimits({
  db,
  clock,
  wait = (seconds) => pause(seconds * 1000),
}: {
  db: Db
  clock: Clock
  /** Holds an attempt on a user whom many others guess. */
  wait?: (seconds: number) => Promise<unknown>
}): LogInLimits {
  // A flood must leave connections to others.
  const strangers = createTurns({ atOnce: COUNTS_AT_ONCE, mostWaiting: MOST_WAITING })
  const known = createTurns({ atOnce: COUNTS_AT_ONCE, mostWaiting: MOST_WAITING })
  const count = (counters: readonly Counter[], inTurn: typeof known) =>
    inTurn(() => countAttempts(db.pool, counters, clock.wall()))

  /** Runs a counted check: clears the counters after a success, withdraws the attempt after an error. */
  async function counted<T>(counters: readonly Counter[], check: () => Promise<T | undefined>, cleared: string[]) {
    const keys = counters.map(({ key }) => key)
    let found: T | undefined
    try {
      found = await check()
    } catch (error) {
      await withdrawAttempts(db.pool, keys)
      throw error
    }
    if (found === undefined) return undefined
    await clearAttempts(db.pool, cleared)
    await withdrawAttempts(
      db.pool,
      keys.filter((key) => !cleared.includes(key)),
    )
    return found
  }

  return {
    async password(username, origin, check) {
      const counters = countersOf(username, origin)
      const { waitSeconds, failures } = await count(counters, isKnownOrigin(origin) ? known : strangers)
      if (waitSeconds > 0)
        throw refuseUsers.log_in_delayed({ seconds: waitSeconds, wait: inWords(waitSeconds) }, retryAfter(waitSeconds))
      const held = heldSeconds(failures.get(attemptKey('user', username)) ?? 0)
      if (held > 0) await wait(held)
      return counted(counters, check, [counters[0]!.key])
    },
    async code(username, check) {
      const counter = { key: attemptKey('code', username), ...COUNTERS.code }
      const { waitSeconds } = await count([counter], known) // the password was right
      return waitSeconds > 0 ? undefined : counted([counter], check, [counter.key])
    },
  }
}

/** "1 second", "45 seconds", "15 minutes": minutes are rounded up. */
const inWords = (seconds: number): string =>
  seconds <= 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute')

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })

/**
 * Returns the counters of an attempt, that of its own origin first. A known browser and a passkey have one to themselves, so
 * that failures of others do not delay them.
 */
function countersOf(username: string, { address, device, hasPasskey }: AttemptOrigin): Counter[] {
  if (hasPasskey) return [{ key: attemptKey('passkey', username), ...COUNTERS.origin }]
  if (device !== undefined) return [{ key: attemptKey('device', username, device), ...COUNTERS.origin }]
  const group = addressGroup(address)
  return [
    { key: attemptKey('origin', username, group), ...COUNTERS.origin },
    { key: `address:${hash('sha256', group, 'base64url')}`, ...COUNTERS.address },
    { key: attemptKey('user', username), ...COUNTERS.user },
  ]
}
