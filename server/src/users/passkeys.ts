import { arrayOf, bytes, instant, minor, nullable, table, text, uuid } from '../kernel/db/table.ts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import { isTaken } from '../kernel/db/directory.ts'
import type { User } from './queries.ts'
import { refuseUsers } from './rules.ts'

/** Response of the browser, with the challenge issued to this browser only. */
export interface PasskeyAnswer {
  /** Base64url. */
  challenge: string
  /** Response as sent by the browser. */
  response: unknown
}

export interface StoredPasskey {
  passkeyId: string
  publicKey: Buffer
  counter: bigint
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

export interface Passkeys {
  /** Options for the browser to ask with. Names no passkey: the browser offers those it has for this address. */
  requestOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>
  creationOptions: (user: User) => Promise<PublicKeyCredentialCreationOptionsJSON>
  /** Verifies a response by a passkey of this user, created for our address and unlocked by a person. */
  proves: (user: User, answer: PasskeyAnswer) => Promise<boolean>
  /** @throws passkey_refused */
  add: (user: User, answer: PasskeyAnswer) => Promise<void>
  list: (user: User) => Promise<StoredPasskey[]>
  remove: (user: User, passkeyId: string) => Promise<void>
}

/** Loads the library at its first use: it takes a fifth of a second. */
const library = () => import('@simplewebauthn/server')

/** @param origin where the pages are: a passkey made there works nowhere else */
export function createPasskeys({ db, clock, origin }: { db: Db; clock: Clock; origin: string }): Passkeys {
  const rpID = new URL(origin).hostname
  const expected = { expectedOrigin: new URL(origin).origin, expectedRPID: rpID, requireUserVerification: true }
  return {
    requestOptions: async () => (await library()).generateAuthenticationOptions({ rpID, userVerification: 'required' }),
    creationOptions: async (user) =>
      (await library()).generateRegistrationOptions({
        rpName: 'Cambist',
        rpID,
        userName: user.username,
        userID: new TextEncoder().encode(user.userId),
        attestationType: 'none',
        excludeCredentials: (await list(db, user)).map(({ passkeyId }) => ({ id: passkeyId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    async proves(user, { challenge, response }) {
      const answer = response as AuthenticationResponseJSON
      const known = (await list(db, user)).find(({ passkeyId }) => passkeyId === answer?.id)
      if (!known) return false
      const credential = {
        id: known.passkeyId,
        publicKey: new Uint8Array(known.publicKey),
        counter: Number(known.counter),
      }
      const { verifyAuthenticationResponse } = await library()
      const checked = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: challenge,
        credential,
        ...expected,
      }).catch(() => undefined)
      if (!checked?.verified) return false
      await recordUse(db, user, known.passkeyId, checked.authenticationInfo.newCounter, clock.wall())
      return true
    },
    async add(user, { challenge, response }) {
      const { verifyRegistrationResponse } = await library()
      const checked = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        ...expected,
      }).catch((error: Error) => {
        throw refuseUsers.passkey_refused({ reason: error.message })
      })
      if (!checked.verified) throw refuseUsers.passkey_refused({ reason: 'its proof does not hold' })
      await store(db, user, checked.registrationInfo.credential, clock.wall())
    },
    list: (user) => list(db, user),
    async remove(user, passkeyId) {
      await db.pool.query('delete from user_passkeys where entity_id = $1 and user_id = $2 and passkey_id = $3', [
        user.entityId,
        user.userId,
        passkeyId,
      ])
    },
  }
}

const passkeys = table('user_passkeys', {
  entityId: uuid,
  userId: uuid,
  passkeyId: text,
  publicKey: bytes,
  counter: minor,
  transports: arrayOf(text),
  createdAt: instant,
  lastUsedAt: nullable(instant),
})

const newPasskey = passkeys.insert({
  name: 'insert-user-passkey',
  except: ['lastUsedAt'],
  ending: 'on conflict do nothing',
})

/** Stores a new passkey; one that the user has stays as it is. @throws passkey_refused if it belongs to another user */
async function store(db: Db, user: User, credential: WebAuthnCredential, wall: Date): Promise<void> {
  const { id, publicKey, counter, transports = [] } = credential
  const { entityId, userId } = user
  const row = { entityId, userId, passkeyId: id, publicKey: Buffer.from(publicKey), transports, createdAt: wall }
  const insert = db.pool.query(newPasskey({ ...row, counter: BigInt(counter) }))
  await insert.catch((error: unknown) => {
    throw isTaken(error, 'user_passkeys_pkey')
      ? refuseUsers.passkey_refused({ reason: 'it belongs to another user' })
      : error
  })
}

async function list(db: Db, user: User): Promise<StoredPasskey[]> {
  const { rows } = await db.pool.query<StoredPasskey>(
    `select passkey_id as "passkeyId", public_key as "publicKey", counter, transports, created_at as "createdAt",
        last_used_at as "lastUsedAt"
      from user_passkeys where entity_id = $1 and user_id = $2 order by created_at, passkey_id`,
    [user.entityId, user.userId],
  )
  return rows
}

async function recordUse(db: Db, user: User, passkeyId: string, counter: number, wall: Date): Promise<void> {
  await db.pool.query(
    `update user_passkeys set counter = $4, last_used_at = $5 where entity_id = $1 and user_id = $2 and passkey_id = $3`,
    [user.entityId, user.userId, passkeyId, counter, wall],
  )
}
