import { type Db, inTransaction } from '../kernel/db/db.ts'
import { recordAudit } from '../events/index.ts'
import type { Origin } from '../kernel/values/act.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { findSecrets, replaceTotpSecret, type User } from './queries.ts'
import { refuseUsers } from './rules.ts'
import { totpSealedFor } from './service.ts'
import { newTotpSecret, totpAddress, totpStep } from './totp.ts'

/** New authenticator app of a user that is not confirmed yet. */
export interface AuthenticatorSetup {
  /** Base32. */
  secret: string
  /** The same as an address, for a QR code. */
  address: string
  /** The secret for the page's form, which brings it back; it opens for the same user and session only. */
  sealed: string
}

/** Set-up of authenticator apps by users who have logged in with both factors. */
export interface Authenticators {
  /** @param session secret of the user's session */
  begin: (user: User, session: string) => AuthenticatorSetup
  /** Returns a set-up that a form brought back; undefined if it is not one of this user and session. */
  reopen: (user: User, session: string, sealed: string) => AuthenticatorSetup | undefined
  /** Makes the new app the user's only one, by a code that it shows. The code is used up. @throws authenticator_code_wrong */
  confirm: (user: User, setup: AuthenticatorSetup, code: string, from: Origin) => Promise<void>
}

const boundTo = ({ userId }: User, session: string): string => `users.new_authenticator ${userId} ${session}`

interface AuthenticatorDeps {
  db: Db
  clock: Clock
  seal: Seal
  /** Name of the institution, which the app shows. */
  issuer: string
}

/** Creates the set-up of authenticator apps. */
export function createAuthenticators({ db, clock, seal, issuer }: AuthenticatorDeps): Authenticators {
  const setupOf = ({ username }: User, secret: string, sealed: string): AuthenticatorSetup => ({
    secret,
    address: totpAddress(issuer, username, secret),
    sealed,
  })
  return {
    begin(user, session) {
      const secret = newTotpSecret()
      return setupOf(user, secret, seal.seal(secret, boundTo(user, session)).toString('base64url'))
    },
    reopen(user, session, sealed) {
      try {
        return setupOf(user, seal.open(Buffer.from(sealed, 'base64url'), boundTo(user, session)), sealed)
      } catch {
        return undefined
      }
    },
    async confirm(user, { secret }, code, from) {
      const [at, wall] = [clock.now(), clock.wall()]
      const step = totpStep(code, secret, wall)
      if (step === undefined) throw refuseUsers.authenticator_code_wrong()
      await inTransaction(db, async (tx) => {
        const held = await findSecrets(tx, user.username)
        // The form was sent twice: the app is the user's already.
        if (held && seal.open(held.totpSecret, totpSealedFor(held)) === secret) return
        await replaceTotpSecret(tx, user, { totpSecret: seal.seal(secret, totpSealedFor(user)), usedStep: step, wall })
        await recordAudit(
          tx,
          { actor: { type: 'psu', id: user.userId }, at, wall, ...from },
          { entityId: user.entityId, action: 'user.authenticatorSet', resourceType: 'user', resourceId: user.userId },
        )
      })
    },
  }
}
