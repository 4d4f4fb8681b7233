import { setTimeout as pause } from 'node:timers/promises'
import type { EntityDirectory } from '../entities/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import { addressGroup } from '../kernel/http/listener/addresses.ts'
import { parseId } from '../kernel/values/ids.ts'
import type { Listener } from '../kernel/db/notifications.ts'
import { isAllowedAddress } from './addresses.ts'
import { claimedClient, useOnce, verifyAssertion } from './credentials/assertion.ts'
import { type ApiClient, type Candidate, findCandidate } from './clients.ts'
import { type Credentials, readCredentials } from './credentials/credentials.ts'
import { clearFailures, decoyRow, recordFailure, requesterKey } from './lockout.ts'
import { authenticationFailed, refuse } from './rules.ts'
import { matchesSecret } from './credentials/secrets.ts'
import { createTokens, pruneAuth, type Tokens } from './tokens.ts'

export interface Auth extends Pick<Tokens, 'authenticate'> {
  tokens: Tokens
  baseUrl: string
  /** The client behind a form, proved. @throws invalid_request, invalid_client, ip_not_allowed, unauthorized_client */
  authenticateClient: (
    form: Map<string, string>,
    authorization: string | undefined,
    address: string,
  ) => Promise<ApiClient>
  /** Returns the key under which a request for a token is limited. @throws invalid_request */
  requesterOf: (form: Map<string, string>, authorization: string | undefined, address: string) => string
  close: () => void
}

interface AuthDeps {
  db: Db
  clock: Clock
  /** Not yet started: hearers are added to it. */
  listener: Listener
  entities: EntityDirectory
  /** Address of the main interface, without a slash at the end: issuer and audience. */
  baseUrl: string
}

const PRUNE_MS = 600_000
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Authentication of clients and of their tokens. */
export function createAuth(deps: AuthDeps): Auth {
  const tokens = createTokens(deps)
  const pruning = setInterval(() => void pruneAuth(deps.db, deps.clock.wall()).catch(() => {}), PRUNE_MS)
  pruning.unref()
  return {
    tokens,
    baseUrl: deps.baseUrl,
    authenticate: tokens.authenticate,
    authenticateClient: (form, authorization, address) =>
      authenticateClient(deps, readCredentials(form, authorization), address),
    requesterOf: (form, authorization, address) =>
      requesterKey(claimedId(readCredentials(form, authorization)), addressGroup(address)),
    close: () => clearInterval(pruning),
  }
}

/** Minimum duration of a failure response: longer than any measurable difference between failures. */
const FAILURE_MS = 50

/**
 * Authenticates a client. An unknown id, a wrong secret and a locked client take the same steps, one read and one
 * write, and get the same response after the same time; only the authenticated client gets details.
 */
async function authenticateClient(deps: AuthDeps, credentials: Credentials, address: string): Promise<ApiClient> {
  const wall = deps.clock.wall()
  const askedAt = performance.now()
  const id = claimedId(credentials)
  const origin = addressGroup(address)
  const client = await findCandidate(deps.db.reader, parseId('cli', id) ?? NOBODY, origin, wall)
  const isProven = await proves(deps, credentials, id, client, wall)
  const isAllowed = !client || mayAskFrom(client, address)
  if (!client || !isProven || isLocked(client, wall)) {
    // Failures from outside the allow-list must not lock the client out.
    const counted = client && isAllowed ? { row: client.clientId, origin } : { row: decoyRow(id), origin: '' }
    await recordFailure(deps.db, counted.row, counted.origin, wall)
    await pause(FAILURE_MS - (performance.now() - askedAt))
    throw authenticationFailed()
  }
  if (!isAllowed) throw refuse.ip_not_allowed({ address })
  if (client.status !== 'Active' || client.entityIpAllowLists.length === 0) throw refuse.unauthorized_client()
  if (client.failures > 0) await clearFailures(deps.db, client.clientId, origin)
  return client
}

const claimedId = (credentials: Credentials): string =>
  credentials.clientId ?? claimedClient((credentials as { assertion: string }).assertion)

/** The client's own list and that of at least one active entity must allow the address. */
function mayAskFrom({ ipAllowList, entityIpAllowLists }: Candidate, address: string): boolean {
  const isOnEntityList = entityIpAllowLists.some((ranges) => isAllowedAddress(address, ranges))
  return isAllowedAddress(address, ipAllowList) && (isOnEntityList || entityIpAllowLists.length === 0)
}

const isLocked = (client: Candidate, wall: Date): boolean => client.lockedUntil !== null && client.lockedUntil > wall

async function proves(
  deps: AuthDeps,
  credentials: Credentials,
  id: string,
  client: Candidate | undefined,
  wall: Date,
): Promise<boolean> {
  if (credentials.method === 'secret') return matchesSecret(credentials.secret, client?.secretHashes ?? [])
  const audiences = [`${deps.baseUrl}/v1/oauth2/token`, deps.baseUrl].flatMap((address) => [address, `${address}/`])
  const payload = await verifyAssertion(credentials.assertion, { id, jwks: client?.jwks ?? null }, audiences, wall)
  if (!payload || !client) return false
  await useOnce(deps.db, client.clientId, payload)
  return true
}
