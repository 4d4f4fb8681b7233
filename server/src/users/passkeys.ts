import { arrayOf, bytes, instant, minor, nullable, table, text, uuid } from '../kernel/db/table.ts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Clock } from '../kernel/values/clock.ts'
import { recordAudit } from '../events/index.ts'
import { type Db, inTransaction, type Tx } from '../kernel/db/db.ts'
import type { Act, Origin } from '../kernel/values/act.ts'
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
  /** Options for the browser to ask with, and a new challenge. Names no passkey: the browser offers those it has for this address. */
  requestOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>
  creationOptions: (user: User) => Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * Verifies a response by a passkey of this user, created for our address and unlocked by a person.
   *
   * @returns what was verified; undefined if it proves nothing
   */
  proves: (user: User, answer: PasskeyAnswer) => Promise<PasskeyProof | undefined>
  /** Adds a passkey, with its audit record. @throws passkey_refused */
  add: (user: User, answer: PasskeyAnswer, from: Origin) => Promise<void>
  list: (user: User) => Promise<StoredPasskey[]>
  remove: (user: User, passkeyId: string, from: Origin) => Promise<void>
}

/** Loads the library at its first use: it takes a fifth of a second. */
export const loadPasskeys = () => import('@simplewebauthn/server')

/**
 * @param deps.origin where the pages are: a passkey made there works nowhere else
 * @param deps.institution name that the browser and the device show
 */
export function createPasskeys(deps: { db: Db; clock: Clock; origin: string; institution: string }): Passkeys {
  const { db, clock, origin, institution } = deps
  const rpID = new URL(origin).hostname
  const expected = { expectedOrigin: new URL(origin).origin, expectedRPID: rpID, requireUserVerification: true }
  return {
    requestOptions: async () =>
      (await loadPasskeys()).generateAuthenticationOptions({ rpID, userVerification: 'required' }),
    creationOptions: async (user) =>
      (await loadPasskeys()).generateRegistrationOptions({
        rpName: institution,
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
      if (!known) return undefined
      const counter = await verified(answer, known, { expectedChallenge: challenge, ...expected })
      if (counter === undefined) return undefined
      await recordUse(db, user, known.passkeyId, counter, clock.wall())
      return proofOf(answer, known)
    },
    async add(user, { challenge, response }, from) {
      const { verifyRegistrationResponse } = await loadPasskeys()
      const checked = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        ...expected,
      }).catch((error: Error) => {
        throw refuseUsers.passkey_refused({ reason: error.message })
      })
      if (!checked.verified) throw refuseUsers.passkey_refused({ reason: 'its proof does not hold' })
      await inTransaction(db, async (tx) => {
        await store(tx, user, checked.registrationInfo.credential, clock.wall())
        await audit(tx, user, 'user.passkeyAdded', { ...from, at: clock.now(), wall: clock.wall() })
      })
    },
    list: (user) => list(db, user),
    remove: (user, passkeyId, from) =>
      inTransaction(db, async (tx) => {
        const gone = await tx.query(
          'delete from user_passkeys where entity_id = $1 and user_id = $2 and passkey_id = $3',
          [user.entityId, user.userId, passkeyId],
        )
        if (gone.rowCount === 0) return
        await audit(tx, user, 'user.passkeyRemoved', { ...from, at: clock.now(), wall: clock.wall() })
      }),
  }
}

/** A verified response of a passkey, as it can be verified again. */
export interface PasskeyProof {
  /** Base64url. */
  passkeyId: string
  /** COSE key. */
  publicKey: Buffer
  /** UTF-8 JSON of the browser: challenge and origin. */
  clientData: Buffer
  authenticatorData: Buffer
  signature: Buffer
}

interface Expected {
  expectedChallenge: string
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: boolean
}

/** Verifies a response with a public key. Returns the counter of the passkey; undefined if the response proves nothing. */
async function verified(
  response: AuthenticationResponseJSON,
  { passkeyId: id, publicKey, counter }: Pick<StoredPasskey, 'passkeyId' | 'publicKey' | 'counter'>,
  expected: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadPasskeys()
  const credential = { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) }
  const checked = await verifyAuthenticationResponse({ response, credential, ...expected }).catch(() => undefined)
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined
}

function proofOf({ response }: AuthenticationResponseJSON, { passkeyId, publicKey }: StoredPasskey): PasskeyProof {
  const bytesOf = (text: string) => Buffer.from(text, 'base64url')
  return {
    passkeyId,
    publicKey,
    clientData: bytesOf(response.clientDataJSON),
    authenticatorData: bytesOf(response.authenticatorData),
    signature: bytesOf(response.signature),
  }
}

/**
 * Verifies a stored proof again: the signature of the passkey, made by a person for a challenge at an origin.
 *
 * @param challenge base64url
 */
export async function holdsProof(proof: PasskeyProof, challenge: string, origin: string): Promise<boolean> {
  const { passkeyId, publicKey, clientData, authenticatorData, signature } = proof
  const response: AuthenticationResponseJSON = {
    id: passkeyId,
    rawId: passkeyId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  }
  const expected = {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }
  return (await verified(response, { passkeyId, publicKey, counter: 0n }, expected)) !== undefined
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
/** Records what a user did to an own passkey. */
const audit = (tx: Tx, { entityId, userId }: User, action: string, moment: Omit<Act, 'actor'>): Promise<void> =>
  recordAudit(
    tx,
    { actor: { type: 'psu', id: userId }, ...moment },
    { entityId, action, resourceType: 'user', resourceId: userId },
  )

async function store(tx: Tx, user: User, credential: WebAuthnCredential, wall: Date): Promise<void> {
  const { id, publicKey, counter, transports = [] } = credential
  const { entityId, userId } = user
  const row = { entityId, userId, passkeyId: id, publicKey: Buffer.from(publicKey), transports, createdAt: wall }
  const insert = tx.query(newPasskey({ ...row, counter: BigInt(counter) }))
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
