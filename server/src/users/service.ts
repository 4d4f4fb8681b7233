import type { Act } from '../kernel/values/act.ts'
import { changesOf, recordAudit } from '../events/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import { isTaken } from '../kernel/db/directory.ts'
import { newSecret, newUuid } from '../kernel/values/ids.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { clearUser } from './attempts.ts'
import { hashPassword, matchesPassword } from './password.ts'
import { findSecrets, findUser, insertUser, replaceTotpSecret, type User } from './queries.ts'
import { checkNewUser, normalName, refuseUsers } from './rules.ts'
import { newTotpSecret } from './totp.ts'

interface NewUser {
  entityId: string
  /** Given where a user is made anew under their old id (sandbox reset). */
  userId?: string
  username: string
  /** Drawn when not given, as is the seed of the codes. */
  password?: string
  totpSecret?: string
}

/** Initial credentials of a new user; not stored in this form. */
export interface UserCredentials {
  userId: string
  username: string
  password: string
  /** Base32, for an authenticator app. */
  totpSecret: string
}

/** Binds a user's sealed seed to the user. */
export const totpSealedFor = (user: Pick<User, 'userId'>): string => `users.totp_secret ${user.userId}`

/** Creates a user of an entity. @throws username_invalid, password_too_weak, username_taken */
export async function createUser(tx: Tx, seal: Seal, order: NewUser, act: Act): Promise<UserCredentials> {
  const { entityId, userId = newUuid(), password = newSecret(15), totpSecret = newTotpSecret() } = order
  const username = normalName(order.username)
  checkNewUser(username, password)
  const user = { entityId, userId, username, status: 'Active' as const, createdAt: act.wall }
  const secrets = {
    passwordHash: await hashPassword(password),
    totpSecret: seal.seal(totpSecret, totpSealedFor(user)),
  }
  await insertUser(tx, { ...user, ...secrets }).catch((error: unknown) => {
    throw isTaken(error, 'users_entity_id_username_key') ? refuseUsers.username_taken() : error
  })
  await audit(tx, user, 'user.created', act)
  return { userId, username, password, totpSecret }
}

/** Gives a user a new password and a new seed; the old ones end now. @throws user_not_found, password_too_weak */
export async function setUserSecrets(
  tx: Tx,
  seal: Seal,
  order: Required<Pick<NewUser, 'entityId' | 'userId'>> & Pick<NewUser, 'password' | 'totpSecret'>,
  act: Act,
): Promise<UserCredentials> {
  const { password = newSecret(15), totpSecret = newTotpSecret() } = order
  const user = await getUser(tx, order.entityId, order.userId)
  checkNewUser(user.username, password)
  const sealed = seal.seal(totpSecret, totpSealedFor(user))
  await replaceTotpSecret(tx, user, { totpSecret: sealed, wall: act.wall })
  await tx.query('update users set password_hash = $3 where entity_id = $1 and user_id = $2', [
    user.entityId,
    user.userId,
    await hashPassword(password),
  ])
  await audit(tx, user, 'user.secretsSet', act)
  const { userId, username } = user
  return { userId, username, password, totpSecret }
}

/** Blocks a user, or lets them in again. @throws user_not_found */
export async function setUserStatus(
  tx: Tx,
  { entityId, userId }: Pick<User, 'entityId' | 'userId'>,
  status: User['status'],
  act: Act,
): Promise<void> {
  const user = await getUser(tx, entityId, userId)
  await tx.query('update users set status = $3 where entity_id = $1 and user_id = $2', [entityId, userId, status])
  await audit(tx, user, 'user.statusSet', act, { ...changesOf({ status: user.status }, { status }) })
}

/** Ends the delays after failed logins of a user before their time. @throws user_not_found */
export async function unlockUser(tx: Tx, username: string, act: Act): Promise<void> {
  const user = await findSecrets(tx, normalName(username))
  if (!user) throw refuseUsers.user_not_found()
  await clearUser(tx, user.username)
  await audit(tx, user, 'user.unlocked', act)
}

/** Returns true if these secrets authenticate the user now. */
export async function isLiveUser(
  tx: Tx,
  seal: Seal,
  known: { username: string; password: string; totpSecret: string },
): Promise<boolean> {
  const user = await findSecrets(tx, normalName(known.username))
  if (!user || !(await matchesPassword(known.password, user.passwordHash))) return false
  try {
    return seal.open(user.totpSecret, totpSealedFor(user)) === known.totpSecret
  } catch {
    return false // sealed under a key that is gone
  }
}

async function getUser(tx: Tx, entityId: string, userId: string): Promise<User> {
  const user = await findUser(tx, entityId, userId)
  if (!user) throw refuseUsers.user_not_found()
  return user
}

const audit = (tx: Tx, user: User, action: string, act: Act, detail: Record<string, unknown> = {}) =>
  recordAudit(tx, act, {
    entityId: user.entityId,
    action,
    resourceType: 'user',
    resourceId: user.userId,
    detail: { username: user.username, ...detail },
  })
