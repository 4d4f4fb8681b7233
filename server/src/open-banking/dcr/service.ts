import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
} from 'jose'
import { randomUUID } from 'node:crypto'
import { Check, Errors } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { jsonFaultOfJws } from '../../kernel/http/bodies/jws.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { recordAudit } from '../../events/index.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { Origin } from '../../kernel/values/act.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import type { ClientCertificate } from './certificates/certificate.ts'
import type { TrustedDirectory } from './directory.ts'
import { keyAddressesIn, type SoftwareKeys } from './directory-status/software-keys.ts'
import type { KeySets } from './keys.ts'
import { putLogo } from './logos/queries.ts'
import { type ClientRow, deleteClient, findClientRow, insertClient, updateClient, useJti } from './queries.ts'
import { findSuspender } from './revocation/suspension.ts'
import { checkRegistration, CLIENT_ALGORITHMS, type Registered, refuse } from './rules.ts'
import { RegistrationRequest, SoftwareStatement } from './schema.ts'

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

const SKEW_SECONDS = 10
const MOST_LIFE_SECONDS = 3600

/** Registers a client from a signed request. @throws the refusals of registration */
export async function registerClient(
  deps: RegistrationDeps,
  body: string,
  certificate: ClientCertificate,
  origin: Origin,
): Promise<ClientRow> {
  const checked = await checkRequest(deps, body, certificate)
  if (checked.request.client_id !== undefined)
    throw refuse.invalid_client_metadata({ reason: 'client_id is ours to give; send it with PUT only.' })
  const wall = deps.clock.wall()
  const row = { ...checked.row, clientId: randomUUID(), registeredAt: wall, updatedAt: wall }
  const logo = await readLogoOf(deps, row)
  await inTransaction(deps.db, async (tx) => {
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
  const { request, row } = await checkRequest(deps, body, certificate)
  if (request.client_id !== undefined && request.client_id !== known.clientId)
    throw refuse.invalid_client_metadata({ reason: 'client_id must be that of the address.' })
  if (row.softwareId !== known.softwareId || row.organisationId !== known.organisationId)
    throw refuse.invalid_software_statement({
      reason: 'The statement is about another software or organisation; register that anew.',
    })
  const { clientId, registeredAt } = known
  await deps.endUncovered(clientId, known.metadata)
  const next = { ...row, clientId, registeredAt, updatedAt: deps.clock.wall() }
  const logo = await readLogoOf(deps, next)
  await inTransaction(deps.db, async (tx) => {
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

type Checked = {
  request: RegistrationRequest
  row: Omit<ClientRow, 'clientId' | 'registeredAt' | 'updatedAt'>
}

async function checkRequest(deps: RegistrationDeps, body: string, certificate: ClientCertificate): Promise<Checked> {
  const jwt = asJwt(body)
  const claimed = claimsOf(jwt, 'the request', refuse.invalid_client_metadata)
  const statementJwt = typeof claimed.software_statement === 'string' ? claimed.software_statement : ''
  const statement = await checkStatement(deps, statementJwt)
  const request = await checkSignedRequest(deps, jwt, statement)
  const metadata = checkRegistration(request, statement, certificate)
  const ids = { softwareId: statement.software_id, organisationId: statement.org_id }
  const suspender = await findSuspender(deps.db.pool, ids)
  if (suspender) throw refuse.unapproved_software_statement({ reason: STOPPED[suspender] })
  await checkUnused(deps, request)
  return {
    request,
    row: {
      softwareId: statement.software_id,
      organisationId: statement.org_id,
      organisationName: statement.org_name,
      softwareName: statement.software_client_name ?? statement.org_name,
      jwksUri: statement.software_jwks_endpoint,
      redirectUris: metadata.redirect_uris,
      scopes: metadata.scope.split(' '),
      metadata,
      softwareStatement: statementJwt,
      certificateSubject: certificate.subject,
    },
  }
}

/** The bare JWT; application/json wraps it into a JSON string. */
const asJwt = (body: string): string => body.trim().replace(/^"([^"]*)"$/, '$1')

type Refuse = (params: { reason: string }) => Refusal

function claimsOf(jwt: string, what: string, refuseIt: Refuse): JWTPayload {
  const fault = jsonFaultOfJws(jwt)
  if (fault !== undefined) throw refuseIt({ reason: `${what} is rejected: its ${fault}.` })
  try {
    const { alg, jku, x5u, x5c, jwk } = decodeProtectedHeader(jwt)
    if (alg === undefined || !CLIENT_ALGORITHMS.includes(alg))
      throw refuseIt({ reason: `${what} must be signed with PS256 or ES256.` })
    if ([jku, x5u, x5c, jwk].some((member) => member !== undefined))
      throw refuseIt({
        reason: `The header of ${what} must name its key by kid; jku, x5u, x5c and jwk are not accepted.`,
      })
    return decodeJwt(jwt)
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw refuseIt({ reason: `${what} is not a compact JWS with JSON claims.` })
    throw error
  }
}

async function checkStatement(deps: RegistrationDeps, jwt: string): Promise<SoftwareStatement> {
  const refuseIt = refuse.invalid_software_statement
  const { kid } = headerOf(jwt, 'software_statement', refuseIt)
  const keys = await deps.directoryKeys.get(deps.directory.issuer, kid).catch(() => {
    throw refuseIt({ reason: 'The keys of the directory cannot be read at the moment; try again.' })
  })
  const payload = await verify(
    deps,
    jwt,
    keys,
    { issuer: deps.directory.issuer },
    { what: 'software_statement', refuseIt },
  )
  checkShape(SoftwareStatement, payload, 'software_statement', refuseIt)
  if (payload.iat > deps.clock.wall().getTime() / 1000 + SKEW_SECONDS)
    throw refuseIt({ reason: 'The software statement was written in the future.' })
  return payload
}

async function checkSignedRequest(
  deps: RegistrationDeps,
  jwt: string,
  statement: SoftwareStatement,
): Promise<RegistrationRequest> {
  const refuseIt = refuse.invalid_client_metadata
  const { kid } = headerOf(jwt, 'the request', refuseIt)
  const keys = await deps.softwareKeys.get(keyAddressesIn(statement), kid).catch((error: Error) => {
    throw refuseIt({ reason: `The key set at software_jwks_endpoint cannot be read: ${error.message}.` })
  })
  const payload = await verify(deps, jwt, keys, { audience: deps.audiences }, { what: 'the request', refuseIt })
  checkShape(RegistrationRequest, payload, 'the request', refuseIt)
  const wall = deps.clock.wall().getTime() / 1000
  if (payload.iat > wall + SKEW_SECONDS) throw refuseIt({ reason: 'iat is in the future.' })
  if (payload.exp - payload.iat > MOST_LIFE_SECONDS + SKEW_SECONDS)
    throw refuseIt({ reason: 'A registration request lives for an hour at most: bring exp nearer to iat.' })
  return payload
}

function headerOf(jwt: string, what: string, refuseIt: Refuse): { kid: string } {
  claimsOf(jwt, what, refuseIt)
  const { kid } = decodeProtectedHeader(jwt)
  if (typeof kid !== 'string') throw refuseIt({ reason: `The header of ${what} lacks kid.` })
  return { kid }
}

async function verify(
  deps: RegistrationDeps,
  jwt: string,
  keys: JSONWebKeySet,
  options: JWTVerifyOptions,
  { what, refuseIt }: { what: string; refuseIt: Refuse },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), {
      ...options,
      algorithms: CLIENT_ALGORITHMS,
      currentDate: deps.clock.wall(),
      clockTolerance: SKEW_SECONDS,
    })
    return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw refuseIt({ reason: verificationFault(error, what, options) })
  }
}

function verificationFault(error: errors.JOSEError, what: string, { audience, issuer }: JWTVerifyOptions): string {
  if (error instanceof errors.JWTExpired) return `${what} has expired.`
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') {
      const named = [audience ?? []].flat().filter((each) => !each.endsWith('/'))
      return `aud must be ${named.join(' or ')}.`
    }
    if (error.claim === 'iss') return `iss of ${what} must be ${String(issuer)}.`
    return `The claim ${error.claim} of ${what} does not hold now.`
  }
  if (error instanceof errors.JWKSNoMatchingKey) return `No published key fits the kid and alg of ${what}.`
  return `The signature of ${what} does not hold.`
}

function checkShape<S extends TSchema>(
  schema: S,
  value: unknown,
  what: string,
  refuseIt: Refuse,
): asserts value is Static<S> {
  if (Check(schema, value)) return
  const [fault] = Errors(schema, value)
  const where = fault?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  throw refuseIt({
    reason: `${what}: ${where === '' ? '' : `${where} `}${fault?.message ?? 'is not as it should be'}.`,
  })
}

async function checkUnused({ db }: RegistrationDeps, request: RegistrationRequest): Promise<void> {
  const expiresAt = new Date((request.exp + SKEW_SECONDS) * 1000)
  if (!(await useJti(db.pool, request.iss, request.jti, expiresAt)))
    throw refuse.invalid_client_metadata({ reason: 'This jti was used before; sign each request with a new one.' })
}
