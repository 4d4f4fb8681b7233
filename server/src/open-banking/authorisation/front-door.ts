import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { EntityDirectory } from '../../entities/index.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { createSharedCache } from '../../kernel/db/shared-cache.ts'
import { isRepeated } from '../../kernel/http/routing/repeated-headers.ts'
import {
  type Admission,
  type AdmissionError,
  type AuthenticateThirdParty,
  type CertificateOwner,
  type CertificateReader,
  type ClientCertificate,
  findSuspender,
  isOwnCertificate,
  ownerOf,
  type ThirdParty,
} from '../dcr/index.ts'
import { isServed } from './journey/served.ts'

interface HeldToken {
  thirdParty: ThirdParty
  grantKey: string | null
  owner: CertificateOwner
  /** True if the certificate it is bound to is the owner’s; undefined before its first use. */
  isOwn?: boolean
  /** Milliseconds of wall time. */
  expiresAt: number
}

interface FrontDoorDeps {
  db: Db
  clock: Clock
  /** Not yet started: hearers are added to it. */
  listener: Listener
  entities: EntityDirectory
  certificateOf: CertificateReader
}

interface FrontDoor {
  authenticate: AuthenticateThirdParty
  /** Here at once, before the other processes hear of it. */
  forgetToken: (token: string) => void
}

const refused = (error: AdmissionError): Admission => ({ admitted: false, error })

/**
 * Authenticates callers of the open-banking interface by token and certificate. Tokens are cached like those of the
 * main interface: the database stores their hashes, and every process learns of a revocation (of token, grant, client,
 * user or entity) within a second.
 */
export function createFrontDoor(deps: FrontDoorDeps): FrontDoor {
  const { db, clock, listener, entities } = deps
  const clients = createSharedCache<Registration>(listener, (clientId) => readRegistration(db, clientId))
  const cache = createSharedCache<HeldToken>(listener, (key) => readToken(db, entities, clients, key))
  const forgetWhere = (picks: (held: HeldToken, id: string) => boolean) => (id: string | undefined) =>
    id === undefined ? cache.clear() : cache.forget((held) => picks(held, id))
  listener.on('token_revoked', (key) => (key === undefined ? cache.clear() : cache.forget(key)))
  listener.on(
    'open_banking_grant_revoked',
    forgetWhere((held, key) => held.grantKey === key),
  )
  listener.on('open_banking_client_changed', (id) => (id === undefined ? clients.clear() : clients.forget(id)))
  listener.on(
    'open_banking_client_changed',
    forgetWhere((held, id) => held.thirdParty.clientId === id),
  )
  listener.on(
    'user_changed',
    forgetWhere((held, id) => held.thirdParty.psuId === id),
  )
  listener.on(
    'entity_changed',
    forgetWhere((held, id) => held.thirdParty.entityId === id),
  )
  listener.on('open_banking_directory_changed', clients.clear)
  listener.on('open_banking_directory_changed', cache.clear)
  listener.on('sandbox_reset', cache.clear)
  listener.on('sandbox_reset', clients.clear)

  const judge = (held: HeldToken | undefined, certificate: ClientCertificate): Admission => {
    // Whether a token exists is said to the holder of its certificate only.
    if (!held || held.thirdParty.certificateThumbprint !== certificate.thumbprint) return refused('token_invalid')
    held.isOwn ??= isOwnCertificate(certificate, held.owner)
    if (!held.isOwn) return refused('token_invalid')
    if (held.expiresAt <= clock.wall().getTime()) return refused('token_expired')
    return { admitted: true, thirdParty: held.thirdParty }
  }

  const authenticate: AuthenticateThirdParty = ({ raw, headers }) => {
    const token = isRepeated(raw, 'authorization') ? undefined : bearerOf(headers)
    if (token === undefined) return refused(headers.authorization === undefined ? 'token_missing' : 'token_invalid')
    const certificate = deps.certificateOf(raw)
    if (!certificate) return refused('certificate_missing')
    const held = cache.get(keyOf(token))
    if (held instanceof Promise) return held.then((read) => judge(read, certificate))
    return judge(held, certificate)
  }
  return { authenticate, forgetToken: (token) => cache.forget(keyOf(token)) }
}

const keyOf = (token: string): string => hash('sha256', token, 'hex')

const bearerOf = (headers: IncomingMessage['headers']): string | undefined =>
  /^Bearer +([A-Za-z0-9_-]{20,128})$/i.exec(headers.authorization ?? '')?.[1]

/** Data of a registration that decides on every token of the third party. */
interface Registration {
  scopes: readonly string[]
  owner: CertificateOwner
  /** Its tokens are rejected while it is. */
  isSuspended: boolean
}

interface ClientRow {
  scopes: string[]
  softwareStatement: string
  softwareId: string
  organisationId: string
}

async function readRegistration({ reader }: Db, clientId: string): Promise<Registration | undefined> {
  const { rows } = await reader.query<ClientRow>({
    name: 'read-open-banking-registration',
    text: `select scopes, software_statement as "softwareStatement", software_id as "softwareId",
        organisation_id as "organisationId"
      from open_banking_clients where client_id = $1`,
    values: [clientId],
  })
  const [row] = rows
  if (!row) return undefined
  return { scopes: row.scopes, owner: ownerOf(row), isSuspended: (await findSuspender(reader, row)) !== undefined }
}

interface TokenRow {
  kind: 'AccessToken' | 'ClientCredentials'
  clientId: string
  payload: string
  grantKey: string | null
  consentId: string | null
  entityId: string | null
  psuId: string | null
  expiresAt: Date
}

/** A token counts while its client is registered and in good standing, for the scopes of that registration; a user's one also while its grant, its user and their entity are good. */
async function readToken(
  db: Db,
  entities: EntityDirectory,
  clients: { get(clientId: string): Registration | undefined | Promise<Registration | undefined> },
  key: string,
): Promise<HeldToken | undefined> {
  const { rows } = await db.reader.query<TokenRow>({
    name: 'read-open-banking-token',
    text: `select t.kind, t.client_id as "clientId", t.payload, encode(t.grant_hash, 'hex') as "grantKey",
        g.consent_id as "consentId", g.entity_id as "entityId", g.psu_id as "psuId", t.expires_at as "expiresAt"
      from open_banking_artifacts t
        left join open_banking_artifacts g on g.kind = 'Grant' and g.id_hash = t.grant_hash and g.revoked_at is null
        left join users u on u.entity_id = g.entity_id and u.user_id = g.psu_id and u.status = 'Active'
      where t.kind = any ('{AccessToken,ClientCredentials}') and t.id_hash = decode($1, 'hex') and t.revoked_at is null
        and (t.kind = 'ClientCredentials' or u.user_id is not null)`,
    values: [key],
  })
  const [row] = rows
  if (!row || (row.entityId !== null && !(await isServed(entities, row.entityId)))) return undefined
  const registration = await clients.get(row.clientId)
  if (!registration || registration.isSuspended) return undefined
  const payload = JSON.parse(row.payload) as { scope?: string; 'x5t#S256'?: string }
  const isUser = row.kind === 'AccessToken'
  const scopes = (payload.scope ?? '').split(' ').filter((scope) => registration.scopes.includes(scope))
  return {
    thirdParty: {
      clientId: row.clientId,
      grant: isUser ? 'authorization_code' : 'client_credentials',
      scopes: new Set(scopes),
      certificateThumbprint: payload['x5t#S256'] ?? '',
      ...(isUser && { consentId: row.consentId!, psuId: row.psuId!, entityId: row.entityId! }),
    },
    grantKey: row.grantKey,
    owner: registration.owner,
    expiresAt: row.expiresAt.getTime(),
  }
}
