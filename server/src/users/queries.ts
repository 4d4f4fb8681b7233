import { bytes, instant, minor, nullable, oneOf, table, text, uuid } from '../kernel/db/table.ts'
import { entityOf } from '../kernel/db/directory.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'

export interface User {
  entityId: string
  userId: string
  username: string
  status: 'Active' | 'Blocked'
  createdAt: Date
}

/** User with authentication data. */
export interface UserSecrets extends User {
  passwordHash: string
  /** Sealed. */
  totpSecret: Buffer
  /** Status of the entity they act for. */
  entityStatus: string
}

const COLUMNS = `entity_id as "entityId", user_id as "userId", username, u.status, u.created_at as "createdAt"`

export async function findUser(db: Queryable, entityId: string, userId: string): Promise<User | undefined> {
  const { rows } = await db.query<User>(`select ${COLUMNS} from users u where entity_id = $1 and user_id = $2`, [
    entityId,
    userId,
  ])
  return rows[0]
}

/** The users of an entity, oldest first. */
export async function listUsers(db: Queryable, entityId: string): Promise<User[]> {
  const { rows } = await db.query<User>(`select ${COLUMNS} from users u where entity_id = $1 order by user_id`, [
    entityId,
  ])
  return rows
}

/** Finds a user by the name alone. */
export async function findUserByName(db: Queryable, username: string): Promise<User | undefined> {
  const { rows } = await db.query<User>(
    `select ${COLUMNS} from users u where entity_id = ${entityOf('username', '$1')} and username = $1`,
    [username],
  )
  return rows[0]
}

/** Finds a user's secrets by the name alone, the only data at login. */
export async function findSecrets(db: Queryable, username: string): Promise<UserSecrets | undefined> {
  const { rows } = await db.query<UserSecrets>(
    `select ${COLUMNS}, password_hash as "passwordHash", totp_secret as "totpSecret", e.status as "entityStatus"
      from users u join entities e using (entity_id)
      where entity_id = ${entityOf('username', '$1')} and username = $1`,
    [username],
  )
  return rows[0]
}

const users = table('users', {
  entityId: uuid,
  userId: uuid,
  username: text,
  passwordHash: text,
  totpSecret: bytes,
  totpUsedStep: nullable(minor),
  status: oneOf<User['status']>(),
  createdAt: instant,
})

const newUser = users.insert({ name: 'insert-user', except: ['totpUsedStep'] })

export async function insertUser(tx: Tx, user: Omit<UserSecrets, 'entityStatus'>): Promise<void> {
  await tx.query(newUser(user))
}

/** Records a user's time step; returns false if that one, or a later one, was already used. */
export async function takeTotpStep(db: Queryable, user: User, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update users set totp_used_step = $3
      where entity_id = $1 and user_id = $2 and coalesce(totp_used_step, 0) < $3`,
    [user.entityId, user.userId, step],
  )
  return rowCount === 1
}

/** New seed of a user's codes. */
interface NewTotpSecret {
  /** Sealed. */
  totpSecret: Buffer
  /** Time step of the code that confirmed it: it and earlier ones do not count again. Absent: all codes count. */
  usedStep?: number
  wall: Date
}

/** Replaces the seed of a user's codes. The old one is kept, so that proofs by its codes can be verified again. */
export async function replaceTotpSecret(
  tx: Tx,
  user: User,
  { totpSecret, usedStep, wall }: NewTotpSecret,
): Promise<void> {
  const ids = [user.entityId, user.userId]
  await tx.query(
    `insert into user_retired_secrets (entity_id, user_id, totp_secret, retired_at)
      select entity_id, user_id, totp_secret, $3 from users where entity_id = $1 and user_id = $2 for update`,
    [...ids, wall],
  )
  await tx.query('update users set totp_secret = $3, totp_used_step = $4 where entity_id = $1 and user_id = $2', [
    ...ids,
    totpSecret,
    usedStep ?? null,
  ])
}

/** Returns the seeds that a user's codes had, the present one first; sealed. */
export async function totpSecretsOf(db: Queryable, { entityId, userId }: User): Promise<Buffer[]> {
  const { rows } = await db.query<{ totpSecret: Buffer }>(
    `select totp_secret as "totpSecret" from (
        select totp_secret, null::timestamptz as retired_at from users where entity_id = $1 and user_id = $2
        union all
        select totp_secret, retired_at from user_retired_secrets where entity_id = $1 and user_id = $2
      ) held order by retired_at desc nulls first`,
    [entityId, userId],
  )
  return rows.map(({ totpSecret }) => totpSecret)
}
