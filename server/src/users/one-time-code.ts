import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { takeTotpStep, type UserSecrets } from './queries.ts'
import { totpSealedFor } from './service.ts'
import { totpStep } from './totp.ts'

/** A code that was right and is used up. */
interface TakenCode {
  /** Time step of the code (RFC 6238: 30 seconds). */
  step: number
  /** Secret of the authenticator app, base32. */
  secret: string
}

/** Checks a code of a user and uses it up. Returns undefined if it is wrong or was used before. */
export async function takeCode(
  { db, clock, seal }: { db: Db; clock: Clock; seal: Seal },
  user: UserSecrets,
  code: string,
): Promise<TakenCode | undefined> {
  const secret = seal.open(user.totpSecret, totpSealedFor(user))
  const step = totpStep(code, secret, clock.wall())
  return step !== undefined && (await takeTotpStep(db.pool, user, step)) ? { step, secret } : undefined
}
