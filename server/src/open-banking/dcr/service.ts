import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Clock } from '../../kernel/values/clock.ts'
import { recordAudit } from '../../events/index.ts'
import { isOfDatabase } from '../../kernel/db/connection-loss.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { Origin } from '../../kernel/values/act.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { ClientCertificate } from './certificates/certificate.ts'
import type { TrustedDirectory } from './directory.ts'
import { keyAddressesIn, type SoftwareKeys } from './directory-status/software-keys.ts'
import type { KeySets } from './keys.ts'
import { putLogo } from './logos/queries.ts'
import { type ClientRow, deleteClient, findClientRow, insertClient, updateClient, useJti } from './queries.ts'
import { readClaims } from './request/claims.ts'
import { readJws, REQUEST, STATEMENT, verifySignature } from './request/jws.ts'
import { findSuspender } from './revocation/suspension.ts'
import {
  findErrors,
  findStatementErrors,
  type Registered,
  registeredFrom,
  type RegistrationError,
  refuse,
  refuseErrors,
} from './rules.ts'
import { RegistrationRequest, SoftwareStatement, VALID_IN_REQUEST, VALID_IN_STATEMENT } from './schema.ts'

export interface RegistrationDeps {
  db: Db
  clock: Clock
  directory: TrustedDirectory
  directoryKeys: KeySets
  softwareKeys: SoftwareKeys
  /** Texts that `aud` may name us by: our organisation id, our issuer with and without a trailing slash. */
  audiences: string[]
  /**
   * Ends the tokens, approvals and consents of a client that the claims do not cover; all of them without claims. It runs in
   * transactions of its own, one for each entity, and can be repeated.
   */
  endUncovered: (clientId: string, covered?: Registered) => Promise<void>
}

/** Registers a client from a signed request. @throws the refusals of registration */
export async function registerClient(
  deps: RegistrationDeps,
  body: string,
  certificate: ClientCertificate,
  origin: Origin,
): Promise<ClientRow> {
  const { row: checked, once } = await checkRequest(deps, body, certificate)
  const wall = deps.clock.wall()
  const row = { ...checked, clientId: randomUUID(), registeredAt: wall, updatedAt: wall }
  const logo = await readLogoOf(deps, row)
  await inTransaction(deps.db, async (tx) => {
    await useOnce(tx, once)
    await insertClient(tx, row)
    await putLogo(tx, row.clientId, logo, wall)
    await audit(tx, deps, row, { verb: 'registered', ...origin })
  })
  return row
}

/**
 * Replaces a client's registered data. Tokens and consents that the new data covers stay valid, others end: from the commit on
 * they are rejected, and then each is ended. Leftovers of an interrupted update are ended before the next one, so that
 * a wider registration never revives it.
 */
export async function updateRegistration(
  deps: RegistrationDeps,
  known: ClientRow,
  { body, certificate, ...origin }: Origin & { body: string; certificate: ClientCertificate },
): Promise<ClientRow> {
  const { row, once } = await checkRequest(deps, body, certificate, known)
  const { clientId, registeredAt } = known
  await deps.endUncovered(clientId, known.metadata)
  const next = { ...row, clientId, registeredAt, updatedAt: deps.clock.wall() }
  const logo = await readLogoOf(deps, next)
  await inTransaction(deps.db, async (tx) => {
    await useOnce(tx, once)
    await updateClient(tx, next)
    await putLogo(tx, clientId, logo, next.updatedAt)
    await audit(tx, deps, next, { verb: 'updated', ...origin })
  })
  await deps.endUncovered(clientId, next.metadata)
  return next
}

/** Ends a registration, and before it the client's tokens and consents. */
export async function endRegistration(deps: RegistrationDeps, row: ClientRow, origin: Origin): Promise<void> {
  await deps.endUncovered(row.clientId)
  await inTransaction(deps.db, async (tx) => {
    await deleteClient(tx, row.clientId)
    await audit(tx, deps, row, { verb: 'deleted', ...origin })
  })
}

/** Records a change of a registration with the institution: third parties belong to no entity. */
const audit = (
  tx: Tx,
  { clock }: RegistrationDeps,
  { clientId, softwareId, organisationId, scopes }: Omit<ClientRow, 'registeredAt'>,
  { verb, ...origin }: Origin & { verb: 'registered' | 'updated' | 'deleted' },
): Promise<void> =>
  recordAudit(
    tx,
    { actor: { type: 'client', id: clientId }, at: clock.now(), wall: clock.wall(), ...origin },
    {
      entityId: HOUSE_ENTITY_ID,
      action: `thirdParty.${verb}`,
      resourceType: 'thirdParty',
      resourceId: clientId,
      detail: { softwareId, organisationId, scopes },
    },
  )

export const findRegistration = (deps: RegistrationDeps, clientId: string): Promise<ClientRow | undefined> =>
  findClientRow(deps.db.pool, clientId)

/** Reads the logo that a software statement names; a registration without one is as good. */
function readLogoOf({ directory }: RegistrationDeps, { softwareStatement }: Pick<ClientRow, 'softwareStatement'>) {
  const { software_logo_uri: address } = decodeJwt<SoftwareStatement>(softwareStatement)
  return address ? directory.readLogo(address) : Promise.resolve(undefined)
}

const STOPPED = {
  institution: 'The institution has suspended this third party.',
  directory: 'The directory does not list this third party as active.',
}

type Checked = Pick<ClientRow, 'metadata'> & Omit<ClientRow, 'clientId' | 'registeredAt' | 'updatedAt'>

/** Values with which a signed request is used once. */
interface Once {
  issuer: string
  jti: string
  expiresAt: Date
}

/**
 * Checks a signed request, and reports all errors of its claims at once.
 *
 * @param known the client that the request updates
 */
async function checkRequest(
  deps: RegistrationDeps,
  body: string,
  certificate: ClientCertificate,
  known?: ClientRow,
): Promise<{ row: Checked; once: Once }> {
  const signed = readJws(asJwt(body), REQUEST)
  const { software_statement: statementJwt } = signed.claims
  const statement = await checkStatement(deps, statementJwt)
  const keys = await deps.softwareKeys.get(keyAddressesIn(statement), signed.kid).catch((error: Error) => {
    if (isOfDatabase(error)) throw error // the sandbox keeps key sets there
    throw refuse.invalid_client_metadata({
      reason: `The key set at software_jwks_endpoint cannot be read: ${error.message.slice(0, 200)}.`,
    })
  })
  await verifySignature(signed, keys, REQUEST)
  const { sound, invalid, reasons } = readClaims<RegistrationRequest>(
    RegistrationRequest,
    signed.claims,
    VALID_IN_REQUEST,
  )
  const times = { now: deps.clock.wall().getTime() / 1000, notBefore: signed.claims['nbf'] }
  const submitted = { request: sound, invalid, statement, certificate, audiences: deps.audiences, known, ...times }
  const found = [
    ...(await findSuspension(deps, statement)),
    ...findErrors(submitted),
    ...reasons.map((reason) => ({ code: 'invalid_client_metadata' as const, reason })),
  ]
  if (found.length > 0) throw refuseErrors(found)
  const request = sound as RegistrationRequest
  const expiresAt = new Date((request.exp + KEPT_SECONDS) * 1000)
  return {
    row: rowOf(request, statement, certificate),
    once: { issuer: request.iss, jti: request.jti, expiresAt },
  }
}

/** A jti is kept for as long as the clocks may differ after its request has expired. */
const KEPT_SECONDS = 10

function rowOf(request: RegistrationRequest, statement: SoftwareStatement, certificate: ClientCertificate): Checked {
  const metadata = registeredFrom(request)
  return {
    softwareId: statement.software_id,
    organisationId: statement.org_id,
    organisationName: statement.org_name,
    softwareName: statement.software_client_name ?? statement.org_name,
    jwksUri: statement.software_jwks_endpoint,
    redirectUris: metadata.redirect_uris,
    scopes: metadata.scope.split(' '),
    metadata,
    softwareStatement: request.software_statement,
    certificateSubject: certificate.subject,
  }
}

/** The bare JWT; application/json wraps it into a JSON string. */
const asJwt = (body: string): string => body.trim().replace(/^"([^"]*)"$/, '$1')

async function findSuspension({ db }: RegistrationDeps, statement: SoftwareStatement): Promise<RegistrationError[]> {
  const ids = { softwareId: statement.software_id, organisationId: statement.org_id }
  const suspender = await findSuspender(db.pool, ids)
  return suspender ? [{ code: 'unapproved_software_statement', reason: STOPPED[suspender] }] : []
}

async function checkStatement(deps: RegistrationDeps, jwt: unknown): Promise<SoftwareStatement> {
  const refuseIt = refuse.invalid_software_statement
  if (typeof jwt !== 'string')
    throw refuseIt({ reason: `The claim software_statement must be ${VALID_IN_REQUEST.software_statement}.` })
  const { directory, directoryKeys, clock } = deps
  const signed = readJws(jwt, STATEMENT)
  const keys = await directoryKeys.get(directory.issuer, signed.kid).catch((error: unknown) => {
    if (isOfDatabase(error)) throw error
    throw refuseIt({ reason: 'The keys of the directory cannot be read at the moment; try again.' })
  })
  await verifySignature(signed, keys, STATEMENT)
  const { claims } = signed
  const { sound, reasons } = readClaims<SoftwareStatement>(
    SoftwareStatement,
    claims,
    VALID_IN_STATEMENT,
    ' of software_statement',
  )
  const at = { issuer: directory.issuer, now: clock.wall().getTime() / 1000 }
  const found = [...findStatementErrors({ ...sound, nbf: claims['nbf'] }, at), ...reasons]
  if (found.length > 0)
    throw refuseErrors(found.map((reason) => ({ code: 'invalid_software_statement' as const, reason })))
  return sound as SoftwareStatement
}

/** Records that a request was used: in the transaction of its effect, so that a request without effect can be sent again. */
async function useOnce(tx: Tx, { issuer, jti, expiresAt }: Once): Promise<void> {
  if (!(await useJti(tx, issuer, jti, expiresAt)))
    throw refuse.invalid_client_metadata({ reason: 'This jti was used before; sign each request with a new UUID.' })
}
