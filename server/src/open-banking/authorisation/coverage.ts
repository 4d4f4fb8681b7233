import { type Db, inTransaction, type Queryable } from '../../kernel/db/db.ts'
import type { ClientRow } from '../dcr/index.ts'
import { RESOURCE_SCOPES } from './requests/request-context.ts'

/** Claims of a registration that limit what its client may hold. */
export type Coverage = Pick<ClientRow['metadata'], 'scope' | 'redirect_uris' | 'grant_types' | 'response_types'>

/** Returns the scopes of ours that a registration does not cover; all of them without one. */
export const uncoveredScopes = (covered: Coverage | undefined): string[] =>
  RESOURCE_SCOPES.filter((scope) => !covered?.scope.split(' ').includes(scope))

/**
 * Revokes codes, tokens, grants and pending authorisations that a client's registration does not cover; all without
 * one. One transaction for each entity whose users approved; it can be repeated.
 */
export async function revokeUncovered(
  db: Db,
  clientId: string,
  covered: Coverage | undefined,
  wall: Date,
): Promise<void> {
  const values = [clientId, wall, ...limitsOf(covered)]
  await db.pool.query(
    `update open_banking_artifacts set revoked_at = $2
      where ${CLIENT} and kind <> 'Grant' and revoked_at is null and (${UNCOVERED})`,
    values,
  )
  for (const entityId of await entitiesOfGrants(db.pool, clientId, wall))
    await inTransaction(db, (tx) =>
      tx.query(
        `update open_banking_artifacts set revoked_at = $2
          where client_id = $1 and kind = 'Grant' and entity_id = $7 and revoked_at is null and (${UNCOVERED})`,
        [...values, entityId],
      ),
    )
}

/** A pending authorisation names its client in the request; it is kept for minutes. */
const CLIENT = `(client_id = $1 or kind = 'Interaction' and expires_at > $2 and ${payload()} #>> '{params,client_id}' = $1)`

/** Parameters: $3 scopes not covered, $4 grant types, $5 redirect URIs, $6 response types of the registration. */
const UNCOVERED = `
  string_to_array(coalesce(${payload()} ->> 'scope', ${payload()} #>> '{openid,scope}', ${payload()} #>> '{params,scope}'), ' ') && $3::text[]
  or kind = 'RefreshToken' and not 'refresh_token' = any ($4::text[])
  or kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken', 'Grant', 'Interaction', 'PushedAuthorizationRequest')
    and not 'authorization_code' = any ($4::text[])
  or kind = 'ClientCredentials' and not 'client_credentials' = any ($4::text[])
  or kind = 'AuthorizationCode' and not ${payload()} ->> 'redirectUri' = any ($5::text[])
  or kind = 'Interaction' and (not ${payload()} #>> '{params,redirect_uri}' = any ($5::text[])
    or not ${payload()} #>> '{params,response_type}' = any ($6::text[]))`

/** The payload without the placeholder of its own id, which no JSON holds. */
function payload(): string {
  return `replace(payload, chr(1), '')::jsonb`
}

const limitsOf = (covered: Coverage | undefined): string[][] => [
  uncoveredScopes(covered),
  covered?.grant_types ?? [],
  covered?.redirect_uris ?? [],
  covered?.response_types ?? [],
]

async function entitiesOfGrants(db: Queryable, clientId: string, wall: Date): Promise<string[]> {
  const { rows } = await db.query<{ entityId: string }>(
    `select distinct entity_id as "entityId" from open_banking_artifacts
      where client_id = $1 and kind = 'Grant' and revoked_at is null and expires_at > $2 and entity_id is not null
      order by entity_id`,
    [clientId, wall],
  )
  return rows.map(({ entityId }) => entityId)
}
