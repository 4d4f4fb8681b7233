import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../kernel/values/clock.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../../kernel/db/db.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { findUser } from '../../users/index.ts'
import { findConsent, isPossible } from '../consents/index.ts'
import {
  type ClientCertificate,
  type ClientRow,
  findClientRow,
  findSuspender,
  isOwnCertificate,
  ownerOf,
  type SoftwareKeys,
} from '../dcr/index.ts'
import { reportingOutages } from './errors/unavailable.ts'
import { isServed } from './journey/served.ts'
import { oidc } from './oidc.ts'
import { verifyingKeysOf } from './requests/verifying-keys.ts'
import { JOURNEY_SECONDS, MOST_JOURNEY_SECONDS } from './rules.ts'

export interface StoreDeps {
  db: Db
  clock: Clock
  entities: EntityDirectory
  softwareKeys: SoftwareKeys
}

/** Hashes an id for storage. */
export const hashed = (id: string): Buffer => hash('sha256', id, 'buffer')

const inside = new AsyncLocalStorage<Tx>()

/** Runs `work` so that everything the provider stores is part of this transaction. */
export const storingIn = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => inside.run(tx, work)

const calling = new AsyncLocalStorage<ClientCertificate>()

/**
 * Runs `work` for a caller with a certificate: a client is found only over a certificate of its own software or organisation,
 * however it authenticates.
 */
export const callingOver = <T>(certificate: ClientCertificate, work: () => Promise<T>): Promise<T> =>
  calling.run(certificate, work)

/**
 * Storage of the authorisation server in PostgreSQL: clients come from their registration, everything else is an
 * artifact.
 */
export function createStore(deps: StoreDeps): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Session') return NO_SESSIONS
    return reportingOutages(kind === 'Client' ? clientStore(deps) : artifactStore(deps, kind), isInside)
  }
}

const isInside = () => inside.getStore() !== undefined

const none = async () => undefined

/** Adapter without sessions: a user logs in for each authorisation, and the provider's own sessions are not stored. */
const NO_SESSIONS: Adapter = {
  upsert: none,
  find: none,
  findByUserCode: none,
  findByUid: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
}

const STOPPED = {
  institution: 'This institution has suspended the third party',
  directory: 'The directory does not list the third party as active',
}

/** Returns true for the error of a suspended third party. */
export const isOfSuspended = ({ error_description: text }: { error_description?: string }): boolean =>
  Object.values(STOPPED).some((stopped) => stopped === text)

function clientStore({ db, softwareKeys }: StoreDeps): Adapter {
  return {
    ...NO_SESSIONS,
    async find(clientId) {
      const row = await findClientRow(db.pool, clientId)
      if (!row) return undefined
      const certificate = calling.getStore()
      if (certificate && !isOwnCertificate(certificate, ownerOf(row)))
        throw new (oidc().errors.InvalidClientAuth)('the certificate is not one of the software or its organisation')
      const suspender = await findSuspender(db.pool, row)
      if (suspender) {
        const { InvalidClient, InvalidClientAuth } = oidc().errors
        throw new (certificate ? InvalidClientAuth : InvalidClient)(STOPPED[suspender], STOPPED[suspender])
      }
      const jwks = await verifyingKeysOf(row, softwareKeys, certificate !== undefined)
      return { ...metadataOf(row), jwks } as AdapterPayload
    },
  }
}

/** A registration as the provider knows it. */
const metadataOf = (row: ClientRow): Record<string, unknown> => {
  const { application_type: _type, ...registered } = row.metadata
  return {
    ...registered,
    client_id: row.clientId,
    client_name: row.softwareName,
    application_type: 'web', // the provider's "native" loosens what redirects may be
    grant_types: [...row.metadata.grant_types, 'implicit'], // its word for an id token from the authorisation endpoint
    authorization_signed_response_alg: 'PS256',
    tls_client_certificate_bound_access_tokens: true,
    require_signed_request_object: true,
  }
}

/** Stands for the artifact's own id wherever its payload would repeat it; a character that JSON never holds unescaped. */
const ITSELF = '\u0001'

function masked(payload: AdapterPayload, id: string): string {
  const { jti: _jti, ...rest } = payload
  return JSON.stringify(rest).replaceAll(id, ITSELF)
}

const unmasked = (stored: string, id: string): AdapterPayload => ({
  ...(JSON.parse(stored.replaceAll(ITSELF, id)) as AdapterPayload),
  jti: id,
})

interface ArtifactRow {
  payload: string
  consumedAt: Date | null
  clientId: string
  /** Consent of a grant, and the user who approved it. */
  consentId: string | null
  entityId: string | null
  psuId: string | null
}

/** Kinds whose id may be stored once only: a second time is a replay. */
const ONCE = new Set(['ReplayDetection'])

interface NewArtifact {
  kind: string
  id: string
  payload: AdapterPayload
  /** Seconds. */
  expiresIn: number
}

/**
 * Stores an artifact or replaces it. A journey begins with the usual time for a decision; later writes leave its end as it is.
 *
 * @returns false for a replay
 */
async function storeArtifact(
  db: Queryable,
  { kind, id, payload, expiresIn }: NewArtifact,
  wall: Date,
): Promise<boolean> {
  const isJourney = kind === 'Interaction'
  const { rowCount } = await db.query({
    name: 'store-open-banking-artifact',
    text: `insert into open_banking_artifacts as a (kind, id_hash, payload, client_id, grant_hash, issued_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (kind, id_hash) do update set payload = excluded.payload,
        expires_at = case when $9 then a.expires_at else excluded.expires_at end
        where $1 <> all ($8)`,
    values: [
      kind,
      hashed(id),
      masked(payload, id),
      payload.clientId ?? null,
      payload.grantId === undefined ? null : hashed(payload.grantId),
      wall,
      new Date(wall.getTime() + (isJourney ? JOURNEY_SECONDS : expiresIn) * 1000),
      [...ONCE],
      isJourney,
    ],
  })
  return rowCount !== 0
}

/**
 * Stores the code of an approval, which has one code that counts. A browser that returns while the answer of an earlier
 * request takes very long gets another code, and the earlier one is revoked.
 *
 * @throws InvalidRequest if the earlier code was redeemed
 */
async function storeCode(tx: Tx, code: NewArtifact, wall: Date): Promise<void> {
  const { grantId } = code.payload
  invariant(grantId, 'a code comes from the grant of an approval')
  await lockArtifact(tx, 'Grant', grantId)
  const wasRedeemed = await revoke(tx, `kind = 'AuthorizationCode' and grant_hash = $1`, [hashed(grantId)], wall)
  if (wasRedeemed) throw new (oidc().errors.InvalidRequest)('the approval has given its code before')
  await storeArtifact(tx, code, wall)
}

function artifactStore({ db, clock, entities }: StoreDeps, kind: string): Adapter {
  const target = (): Queryable => inside.getStore() ?? db.pool

  /**
   * A grant ends with its consent: deleted, withdrawn or expired, whichever comes first. A used payment's lives on. It
   * does not count while its user or the entity is blocked, as its tokens do not.
   */
  async function isStanding({ clientId, consentId, entityId, psuId }: ArtifactRow): Promise<boolean> {
    if (consentId === null) return true
    const consent = await findConsent(target(), { clientId, consentId }, clock.now())
    if (consent === undefined || (consent.kind === 'accountAccess' && !isPossible(consent, 'use'))) return false
    const user = await findUser(target(), entityId!, psuId!)
    return user?.status === 'Active' && (await isServed(entities, user.entityId))
  }

  return {
    async upsert(id, payload, expiresIn = JOURNEY_SECONDS) {
      const artifact = { kind, id, payload, expiresIn }
      if (kind === 'AuthorizationCode') return inTransaction(db, (tx) => storeCode(tx, artifact, clock.wall()))
      const isNew = await storeArtifact(target(), artifact, clock.wall())
      if (!isNew) throw new (oidc().errors.InvalidClientAuth)('the assertion was used before')
    },

    async find(id) {
      const { rows } = await target().query<ArtifactRow>({
        name: 'find-open-banking-artifact',
        text: `select payload, consumed_at as "consumedAt", client_id as "clientId", consent_id as "consentId",
            entity_id as "entityId", psu_id as "psuId"
          from open_banking_artifacts where kind = $1 and id_hash = $2 and revoked_at is null`,
        values: [kind, hashed(id)],
      })
      const [row] = rows
      if (!row || !(await isStanding(row))) return undefined
      const consumed = row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}
      return { ...unmasked(row.payload, id), ...consumed }
    },

    findByUserCode: none,
    findByUid: none,

    async consume(id) {
      const { rows } = await target().query<{ wasFirst: boolean; grantHash: Buffer | null }>({
        name: 'consume-open-banking-artifact',
        text: `with known as (select consumed_at is null as "wasFirst", grant_hash as "grantHash"
            from open_banking_artifacts where kind = $1 and id_hash = $2 for update),
          taken as (update open_banking_artifacts set consumed_at = coalesce(consumed_at, $3) where kind = $1 and id_hash = $2)
          select * from known`,
        values: [kind, hashed(id), clock.wall()],
      })
      if (rows[0]?.wasFirst) return
      // Two redeemed it at once: as with one that comes later, nothing that came of it stays good.
      if (rows[0]?.grantHash) await revokeGrants(target(), [rows[0].grantHash], clock.wall())
      throw new (oidc().errors.InvalidGrant)('already consumed')
    },

    async destroy(id) {
      await revoke(target(), 'kind = $1 and id_hash = $2', [kind, hashed(id)], clock.wall())
    },

    async revokeByGrantId(grantId) {
      await revoke(target(), 'kind = $1 and grant_hash = $2', [kind, hashed(grantId)], clock.wall())
    },
  }
}

/** Ends artifacts. Returns true if one of them was used. */
async function revoke(db: Queryable, where: string, values: unknown[], wall: Date): Promise<boolean> {
  const { rows } = await db.query<{ wasUsed: boolean }>(
    `update open_banking_artifacts set revoked_at = $${values.length + 1} where ${where} and revoked_at is null
      returning consumed_at is not null as "wasUsed"`,
    [...values, wall],
  )
  return rows.some(({ wasUsed }) => wasUsed)
}

/** Ends grants and all that came of them. */
async function revokeGrants(db: Queryable, grantHashes: Buffer[], wall: Date): Promise<void> {
  await revoke(db, `grant_hash = any ($1)`, [grantHashes], wall)
  await revoke(db, `kind = 'Grant' and id_hash = any ($1)`, [grantHashes], wall)
}

/** Revokes codes, tokens and grants created by the approvals of a consent. */
export async function revokeConsentGrants(tx: Tx, consentId: string, wall: Date): Promise<void> {
  const { rows } = await tx.query<{ grantHash: Buffer }>(
    `select id_hash as "grantHash" from open_banking_artifacts
      where kind = 'Grant' and consent_id = $1 and revoked_at is null`,
    [consentId],
  )
  await revokeGrants(
    tx,
    rows.map(({ grantHash }) => grantHash),
    wall,
  )
}

/** Revokes an access token of any client. */
export async function revokeAccessToken(db: Queryable, token: string, wall: Date): Promise<void> {
  await revoke(db, `kind = any ($1) and id_hash = $2`, [['AccessToken', 'ClientCredentials'], hashed(token)], wall)
}

/** Records the consent that a user approved with a grant. */
export async function nameGrant(
  tx: Tx,
  grantId: string,
  approved: { consentId: string; entityId: string; psuId: string },
): Promise<void> {
  await tx.query(
    `update open_banking_artifacts set consent_id = $2, entity_id = $3, psu_id = $4 where kind = 'Grant' and id_hash = $1`,
    [hashed(grantId), approved.consentId, approved.entityId, approved.psuId],
  )
}

interface StoredJourney {
  params: Record<string, string>
  /** End of the time for a decision. */
  expiresAt: Date
  /** End that no extension passes. */
  latestEnd: Date
  /** The answer went to the third party. */
  isOver: boolean
  /** Outcome; undefined while undecided or if the journey ended otherwise. */
  outcome?: 'approved' | 'refused'
}

interface JourneyPayload {
  params?: Record<string, string>
  result?: { consent?: { grantId?: string }; error?: string }
}

/** A journey as it is stored, under way or over; undefined a day after its time. */
export async function findJourney(db: Queryable, uid: string): Promise<StoredJourney | undefined> {
  const { rows } = await db.query<{ payload: string; issuedAt: Date; expiresAt: Date; isOver: boolean }>(
    `select payload, issued_at as "issuedAt", expires_at as "expiresAt", revoked_at is not null as "isOver" from open_banking_artifacts
      where kind = 'Interaction' and id_hash = $1`,
    [hashed(uid)],
  )
  const [row] = rows
  if (!row) return undefined
  const { params, result } = unmasked(row.payload, uid) as JourneyPayload
  const outcome = outcomeOf(result)
  const { issuedAt, expiresAt, isOver } = row
  const latestEnd = new Date(issuedAt.getTime() + MOST_JOURNEY_SECONDS * 1000)
  return { params: params ?? {}, expiresAt, latestEnd, isOver, ...(outcome && { outcome }) }
}

/** Gives a journey its full time again from now, up to its latest end. A journey that has ended stays ended. */
export async function extendJourney(db: Queryable, uid: string, wall: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ expiresAt: Date }>(
    `update open_banking_artifacts
        set expires_at = greatest(expires_at, least($2::timestamptz + $3 * interval '1 second', issued_at + $4 * interval '1 second'))
      where kind = 'Interaction' and id_hash = $1 and revoked_at is null and expires_at > $2
      returning expires_at as "expiresAt"`,
    [hashed(uid), wall, JOURNEY_SECONDS, MOST_JOURNEY_SECONDS],
  )
  return rows[0]?.expiresAt
}

/**
 * Locks a journey until the transaction ends. Returns whether it has an answer already: the first press of a button counts,
 * and a later one changes nothing.
 */
export async function lockIfAnswered(tx: Tx, uid: string): Promise<boolean> {
  const row = await lockArtifact(tx, 'Interaction', uid)
  return !row || row.isOver || (unmasked(row.payload, uid) as JourneyPayload).result !== undefined
}

async function lockArtifact(tx: Tx, kind: string, id: string) {
  const { rows } = await tx.query<{ payload: string; isOver: boolean }>(
    `select payload, revoked_at is not null as "isOver" from open_banking_artifacts
      where kind = $1 and id_hash = $2 for update`,
    [kind, hashed(id)],
  )
  return rows[0]
}

function outcomeOf(result: JourneyPayload['result']): StoredJourney['outcome'] {
  if (result?.consent?.grantId !== undefined) return 'approved'
  return result?.error === 'access_denied' ? 'refused' : undefined
}

const KEPT_MS = 86_400_000

/** Deletes up to `limit` artifacts that ended more than a day ago; returns their number. */
export async function deleteOldArtifacts(db: Queryable, wall: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from open_banking_artifacts where (kind, id_hash) in
      (select kind, id_hash from open_banking_artifacts where expires_at < $1 limit $2)`,
    [new Date(wall.getTime() - KEPT_MS), limit],
  )
  return rowCount ?? 0
}
