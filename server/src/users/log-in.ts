import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { clearFailures, countAttempt, failureKey } from './lockout.ts'
import type { PasskeyAnswer, Passkeys } from './passkeys.ts'
import { matchesPassword } from './password.ts'
import { findSecrets, takeTotpStep, type User, type UserSecrets } from './queries.ts'
import { normalName, refuseUsers } from './rules.ts'
import { totpSealedFor } from './service.ts'
import { totpStep } from './totp.ts'

/** Login attempt: a name, a password and one second factor. */
interface LogInAttempt {
  username: string
  password: string
  /** Six digits of the authenticator app. */
  code?: string
  passkey?: PasskeyAnswer
}

/** @throws log_in_failed, the same whatever is wrong */
export type LogIn = (attempt: LogInAttempt) => Promise<User>

/** Minimum duration of a failure response: longer than any measurable difference between failures. */
const FAILURE_MS = 400

/**
 * Creates the login with a password and a second factor; both are always checked, so that neither is confirmed alone.
 */
export function createLogIn(deps: { db: Db; clock: Clock; seal: Seal; passkeys: Passkeys }): LogIn {
  const { db, clock } = deps
  return async (attempt) => {
    const askedAt = performance.now()
    const username = normalName(attempt.username)
    const user = await findSecrets(db.pool, username)
    const key = failureKey(username, user !== undefined)
    const isOpen = await countAttempt(db.pool, key, clock.wall())
    const passwordHolds = await matchesPassword(attempt.password, user?.passwordHash)
    // A second factor is used up by the check: not for the sake of a wrong password or while the name is locked.
    const may = user !== undefined && passwordHolds && isOpen && isActive(user)
    if (may && (await provesSecondFactor(deps, user, attempt))) {
      await clearFailures(db.pool, key)
      return user
    }
    await pause(Math.max(0, FAILURE_MS - (performance.now() - askedAt)))
    throw refuseUsers.log_in_failed()
  }
}

const isActive = (user: UserSecrets): boolean => user.status === 'Active' && user.entityStatus === 'Active'

async function provesSecondFactor(
  { db, clock, seal, passkeys }: Parameters<typeof createLogIn>[0],
  user: UserSecrets,
  { code, passkey }: LogInAttempt,
): Promise<boolean> {
  if (passkey) return passkeys.proves(user, passkey)
  if (!code) return false
  const step = totpStep(code, seal.open(user.totpSecret, totpSealedFor(user)), clock.wall())
  return step !== undefined && takeTotpStep(db.pool, user, step)
}
