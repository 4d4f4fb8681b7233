import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import type { Seal } from '../kernel/values/seal.ts'
import type { Devices } from './devices.ts'
import { isKnownOrigin, type LogInLimits } from './log-in-limits.ts'
import type { PasskeyAnswer, Passkeys } from './passkeys.ts'
import { matchesPassword } from './password.ts'
import { findSecrets, type User, type UserSecrets } from './queries.ts'
import { normalName, refuseUsers } from './rules.ts'
import { takeCode } from './one-time-code.ts'

/** Attempt to log in with the first factor: a name and a password. */
interface PasswordAttempt {
  username: string
  password: string
  /** Address of the browser. */
  address: string
  /** Mark of an earlier login in this browser, as the browser sent it. */
  device?: string | undefined
  /** A passkey of the user: failures of others do not delay the attempt. */
  passkey?: PasskeyAnswer
}

/** Attempt with both factors; a passkey is the second one. */
interface LogInAttempt extends PasswordAttempt {
  /** Six digits of the authenticator app. */
  code?: string
}

/** Both throw log_in_failed, the same whatever is wrong; log_in_delayed; overloaded. */
export interface LogIn {
  /** Logs in with password and second factor; both are always checked, so that neither is confirmed alone. */
  full: (attempt: LogInAttempt) => Promise<User>
  /** Checks the password, where the second factor comes later with what it approves. A passkey confirms no more than the attempt. */
  firstFactor: (attempt: PasswordAttempt) => Promise<User>
}

/** Minimum duration of a failure response: longer than any measurable difference between failures. */
const FAILURE_MS = 400

interface LogInDeps {
  db: Db
  clock: Clock
  seal: Seal
  passkeys: Passkeys
  limits: LogInLimits
  devices: Devices
}

export function createLogIn(deps: LogInDeps): LogIn {
  return {
    firstFactor: (attempt) => tryPassword(deps, attempt, async () => true),
    full: (attempt) => tryPassword(deps, attempt, (user) => provesCode(deps, user, attempt)),
  }
}

/**
 * Checks a password under the limits of failed attempts. A passkey cannot be guessed. It is checked first, so that no failure of
 * others delays its user.
 *
 * @param provesMore checks what else an attempt without a passkey needs, after a right password only: a code is used up by its check
 */
async function tryPassword(
  deps: LogInDeps,
  attempt: PasswordAttempt,
  provesMore: (user: UserSecrets) => Promise<boolean>,
): Promise<User> {
  const askedAt = performance.now()
  const { passkey } = attempt
  const username = normalName(attempt.username)
  const user = await findSecrets(deps.db.pool, username)
  const isProven = user && passkey && (await deps.passkeys.proves(user, passkey)) !== undefined
  const device = user && deps.devices.idOf(attempt.device, user)
  const origin = { address: attempt.address, device, hasPasskey: isProven === true }
  const found = await deps.limits.password(username, origin, async () => {
    const isRight = await matchesPassword(attempt.password, user?.passwordHash, { isKnown: isKnownOrigin(origin) })
    if (!user || !isRight || !isActive(user)) return undefined
    return isProven || (await provesMore(user)) ? user : undefined
  })
  if (found) return found
  await pause(Math.max(0, FAILURE_MS - (performance.now() - askedAt)))
  throw refuseUsers.log_in_failed()
}

export const isActive = (user: UserSecrets): boolean => user.status === 'Active' && user.entityStatus === 'Active'

async function provesCode(deps: LogInDeps, user: UserSecrets, { code, passkey }: LogInAttempt): Promise<boolean> {
  if (!code || passkey) return false
  return (await deps.limits.code(user.username, () => takeCode(deps, user, code))) !== undefined
}
