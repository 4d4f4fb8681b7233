import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { entityOf } from '../../kernel/db/directory.ts'
import { instant, json, nullable, type Row, table, text, uuid } from '../../kernel/db/table.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import type { Account } from '../queries.ts'

const virtualAccounts = table('virtual_accounts', {
  entityId: uuid,
  virtualAccountId: uuid,
  /** Gets the money. */
  accountId: uuid,
  name: text,
  clientReference: nullable(text),
  iban: text,
  bic: text,
  accountNumber: nullable(text),
  sortCode: nullable(text),
  routingCodes: json<Account['routingCodes']>(),
  openedAt: instant,
  closedAt: nullable(instant),
})

export type VirtualRow = Row<typeof virtualAccounts>

const COLUMNS = virtualAccounts.list

/** Returns a virtual account of the entity; undefined for another entity's as for one that does not exist. */
export async function findVirtual(db: Queryable, entityId: string, id: string): Promise<VirtualRow | undefined> {
  const { rows } = await db.query<VirtualRow>({
    name: 'find-virtual-account',
    text: `select ${COLUMNS} from virtual_accounts where entity_id = $1 and virtual_account_id = $2`,
    values: [entityId, id],
  })
  return rows[0]
}

/** Returns the virtual account that an IBAN belongs to, of any entity. */
export async function findVirtualByIban(db: Queryable, iban: string): Promise<VirtualRow | undefined> {
  const { rows } = await db.query<VirtualRow>({
    name: 'find-virtual-account-by-iban',
    text: `select ${COLUMNS} from virtual_accounts where entity_id = ${entityOf('iban', '$1')} and iban = $1`,
    values: [iban],
  })
  return rows[0]
}

export async function findVirtualByReference(
  db: Queryable,
  entityId: string,
  clientReference: string,
): Promise<VirtualRow | undefined> {
  const { rows } = await db.query<VirtualRow>({
    name: 'find-virtual-account-by-reference',
    text: `select ${COLUMNS} from virtual_accounts where entity_id = $1 and client_reference = $2`,
    values: [entityId, clientReference],
  })
  return rows[0]
}

/** Locks a virtual account until commit: `share` keeps it open for a receipt, `update` is for closing it. */
export async function lockVirtual(
  tx: Tx,
  entityId: string,
  id: string,
  strength: 'share' | 'update',
): Promise<VirtualRow | undefined> {
  const { rows } = await tx.query<VirtualRow>({
    name: `lock-virtual-account-${strength}`,
    text: `select ${COLUMNS} from virtual_accounts where entity_id = $1 and virtual_account_id = $2 for ${strength}`,
    values: [entityId, id],
  })
  return rows[0]
}

const insertStatement = virtualAccounts.insert({
  name: 'insert-virtual-account',
  ending: 'on conflict (entity_id, client_reference) do nothing',
})

/** Stores a virtual account. Returns false if another one of the entity has its client reference. */
export async function insertVirtual(tx: Tx, row: VirtualRow): Promise<boolean> {
  const { rowCount } = await tx.query(insertStatement(row))
  return rowCount === 1
}

export async function closeVirtual(tx: Tx, row: VirtualRow, closedAt: Date): Promise<VirtualRow> {
  await tx.query({
    name: 'close-virtual-account',
    text: `update virtual_accounts set closed_at = $3 where entity_id = $1 and virtual_account_id = $2`,
    values: [row.entityId, row.virtualAccountId, closedAt],
  })
  return { ...row, closedAt }
}

/** Counts the open virtual accounts of an account, up to a limit. */
export async function countOpen(tx: Tx, entityId: string, accountId: string, limit: number): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>({
    name: 'count-open-virtual-accounts', // index virtual_accounts_by_account
    text: `select count(*) from (select 1 from virtual_accounts
      where entity_id = $1 and account_id = $2 and closed_at is null limit $3) open`,
    values: [entityId, accountId, limit],
  })
  return Number(rows[0]!.count)
}

interface VirtualFilter {
  /** Accounts whose virtual ones are listed. */
  accountIds: readonly string[]
  /** Those of them that are closed, and their virtual ones with them. */
  closedIds: readonly string[]
  isOpen?: boolean
  iban?: string
  clientReference?: string
}

/** Returns virtual accounts of some entities, newest first, at most `limit`. */
export async function listVirtual(
  db: Queryable,
  entityIds: readonly string[],
  { accountIds, closedIds, isOpen, iban, clientReference }: VirtualFilter,
  page: { limit: number; before: string | undefined },
): Promise<VirtualRow[]> {
  const query = `select ${COLUMNS} from virtual_accounts v
    where v.entity_id = member.entity_id and account_id = any($3::uuid[])
      and ($4::uuid is null or virtual_account_id < $4) and ($5::boolean is null or (closed_at is null and account_id <> all($8::uuid[])) = $5)
      and ($6::text is null or iban = $6) and ($7::text is null or client_reference = $7)
    order by virtual_account_id desc limit $2`
  const { rows } = await db.query<VirtualRow>({
    name: 'list-virtual-accounts', // virtual_accounts_pkey
    text: acrossEntities(query, '"virtualAccountId" desc', '$2'),
    values: [
      entityIds,
      page.limit,
      accountIds,
      page.before ?? null,
      isOpen ?? null,
      iban ?? null,
      clientReference ?? null,
      closedIds,
    ],
  })
  return rows
}
