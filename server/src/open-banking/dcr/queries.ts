import { hash } from 'node:crypto'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Registered } from './rules.ts'

export interface ClientRow {
  clientId: string
  softwareId: string
  organisationId: string
  organisationName: string
  softwareName: string
  jwksUri: string
  redirectUris: string[]
  scopes: string[]
  metadata: Registered
  softwareStatement: string
  certificateSubject: string
  registeredAt: Date
  updatedAt: Date
}

const COLUMNS = `client_id as "clientId", software_id as "softwareId", organisation_id as "organisationId",
  organisation_name as "organisationName", software_name as "softwareName", jwks_uri as "jwksUri",
  redirect_uris as "redirectUris", scopes, metadata, software_statement as "softwareStatement",
  certificate_subject as "certificateSubject", registered_at as "registeredAt", updated_at as "updatedAt"`

export async function findClientRow(db: Queryable, clientId: string): Promise<ClientRow | undefined> {
  const { rows } = await db.query<ClientRow>({
    name: 'find-open-banking-client',
    text: `select ${COLUMNS} from open_banking_clients where client_id = $1`,
    values: [clientId],
  })
  return rows[0]
}

const values = (row: ClientRow) => [
  row.clientId,
  row.softwareId,
  row.organisationId,
  row.organisationName,
  row.softwareName,
  row.jwksUri,
  row.redirectUris,
  row.scopes,
  JSON.stringify(row.metadata),
  row.softwareStatement,
  row.certificateSubject,
  row.registeredAt,
  row.updatedAt,
]

export async function insertClient(tx: Tx, row: ClientRow): Promise<void> {
  await tx.query(
    `insert into open_banking_clients (client_id, software_id, organisation_id, organisation_name, software_name, jwks_uri,
        redirect_uris, scopes, metadata, software_statement, certificate_subject, registered_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values(row),
  )
}

export async function updateClient(tx: Tx, row: ClientRow): Promise<void> {
  await tx.query(
    `update open_banking_clients set software_id = $2, organisation_id = $3, organisation_name = $4, software_name = $5,
        jwks_uri = $6, redirect_uris = $7, scopes = $8, metadata = $9, software_statement = $10, certificate_subject = $11,
        registered_at = $12, updated_at = $13
      where client_id = $1`,
    values(row),
  )
}

/** Deletes a client; returns true if it existed. */
export async function deleteClient(tx: Tx, clientId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from open_banking_clients where client_id = $1', [clientId])
  return rowCount === 1
}

/** Records a jti for an issuer; returns false if it was already used. */
export async function useJti(db: Queryable, issuer: string, jti: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into open_banking_used_jtis (issuer, jti_hash, expires_at) values ($1, $2, $3) on conflict do nothing',
    [issuer, hash('sha256', jti.toLowerCase(), 'buffer'), expiresAt],
  )
  return rowCount === 1
}

export async function deleteOldJtis(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from open_banking_used_jtis where ctid = any (array(select ctid from open_banking_used_jtis where expires_at < $1 limit $2))`,
    [before, limit],
  )
  return rowCount ?? 0
}
