import { arrayOf, instant, json, type Row, table, text } from '../../kernel/db/table.ts'
import { hash } from 'node:crypto'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Registered } from './rules.ts'

const clients = table('open_banking_clients', {
  clientId: text,
  softwareId: text,
  organisationId: text,
  organisationName: text,
  softwareName: text,
  jwksUri: text,
  redirectUris: arrayOf(text),
  scopes: arrayOf(text),
  metadata: json<Registered>(),
  softwareStatement: text,
  certificateSubject: text,
  registeredAt: instant,
  updatedAt: instant,
})

export type ClientRow = Row<typeof clients>

const COLUMNS = clients.list

/** Form of the ids that a registration gets: `randomUUID`. */
const CLIENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds a registration by the client id that a caller sent: any text, which the database may not even accept. */
export async function findClientRow(db: Queryable, clientId: string): Promise<ClientRow | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined
  const { rows } = await db.query<ClientRow>({
    name: 'find-open-banking-client',
    text: `select ${COLUMNS} from open_banking_clients where client_id = $1`,
    values: [clientId],
  })
  return rows[0]
}

const newClient = clients.insert({ name: 'insert-open-banking-client' })

export async function insertClient(tx: Tx, row: ClientRow): Promise<void> {
  await tx.query(newClient(row))
}

const clientChanges = clients.update({
  name: 'update-open-banking-client',
  key: ['clientId'],
  set: [
    'softwareId',
    'organisationId',
    'organisationName',
    'softwareName',
    'jwksUri',
    'redirectUris',
    'scopes',
    'metadata',
    'softwareStatement',
    'certificateSubject',
    'registeredAt',
    'updatedAt',
  ],
})

export async function updateClient(tx: Tx, row: ClientRow): Promise<void> {
  await tx.query(clientChanges(row))
}

/** Returns a client whose registration stays as it is until the transaction ends. */
export async function lockRegistration(tx: Tx, clientId: string): Promise<ClientRow | undefined> {
  const { rows } = await tx.query<ClientRow>({
    name: 'lock-open-banking-registration',
    text: `select ${COLUMNS} from open_banking_clients where client_id = $1 for share`,
    values: [clientId],
  })
  return rows[0]
}

export async function deleteClient(tx: Tx, clientId: string): Promise<void> {
  await tx.query('delete from open_banking_clients where client_id = $1', [clientId])
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
