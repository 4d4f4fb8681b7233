import type { Queryable } from '../kernel/db/db.ts'

/** An internal transfer; its id is its journal's too. */
export interface TransferRow {
  entityId: string
  internalTransferId: string
  debitAccountId: string
  creditAccountId: string
  amountMinor: bigint
  /** Sequence of the posting on the debit account. */
  debitSequence: bigint
  creditSequence: bigint
  /** Business time; completed at the same instant. */
  createdAt: Date
  currency: string
  reference: string | null
  clientReference: string | null
}

const COLUMNS = `entity_id as "entityId", internal_transfer_id as "internalTransferId", debit_account_id as "debitAccountId",
  credit_account_id as "creditAccountId", amount_minor as "amountMinor", debit_sequence as "debitSequence",
  credit_sequence as "creditSequence", created_at as "createdAt", currency, reference, client_reference as "clientReference"`

export async function findTransfer(db: Queryable, entityId: string, id: string): Promise<TransferRow | undefined> {
  const found = await db.query<TransferRow>({
    name: 'find-internal-transfer', // internal_transfers_pkey
    text: `select ${COLUMNS} from internal_transfers where entity_id = $1 and internal_transfer_id = $2`,
    values: [entityId, id],
  })
  return found.rows[0]
}

/** Posted transfers by their ids. */
export async function findTransfers(
  db: Queryable,
  entityId: string,
  ids: readonly string[],
): Promise<readonly TransferRow[]> {
  const { rows } = await db.query<TransferRow>({
    name: 'find-internal-transfers', // internal_transfers_pkey
    text: `select ${COLUMNS} from internal_transfers where entity_id = $1 and internal_transfer_id = any($2)`,
    values: [entityId, ids],
  })
  return rows
}

/** The transfer of the entity with this client reference, posted or not. */
export async function findByReference(db: Queryable, entityId: string, clientReference: string) {
  const found = await db.query<{ id: string }>({
    name: 'internal-transfer-by-reference', // internal_transfer_references_pkey
    text: `select internal_transfer_id as id from internal_transfer_references where entity_id = $1 and client_reference = $2`,
    values: [entityId, clientReference],
  })
  return found.rows[0]?.id
}

export interface TransferFilters {
  accountId?: string
  /** Start, inclusive. */
  start?: Date
  /** End, exclusive. */
  end?: Date
}

/** Most transfers searched per page with filters. */
const SCAN = 2000

/**
 * Returns a page of an entity's transfers, newest first, below the id `before`. With filters a page may be short
 * although more follow: its cost is bounded for all filters.
 *
 * @returns next: where the next page starts (`before`), or null at the end
 */
export async function transfersPage(
  db: Queryable,
  entityId: string,
  page: { before?: string; limit: number },
  filters: TransferFilters,
): Promise<{ rows: TransferRow[]; next: string | null }> {
  const isFiltered = Object.keys(filters).length > 0
  const look = isFiltered ? SCAN : page.limit + 1
  const { rows } = await db.query<TransferRow & { passes: boolean }>({
    name: 'internal-transfers-page', // internal_transfers_pkey
    text: `with looked_at as (select * from internal_transfers
        where entity_id = $1 and ($2::uuid is null or internal_transfer_id < $2) order by internal_transfer_id desc limit $3),
      passing as (select *, row_number() over (order by internal_transfer_id desc) as place from looked_at
        where ($4::uuid is null or $4 in (debit_account_id, credit_account_id))
          and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)
        order by internal_transfer_id desc limit $7 + 1)
      select ${COLUMNS}, true as passes from passing
      union all
      (select ${COLUMNS}, false from looked_at where (select count(*) from looked_at) = $3 and (select count(*) from passing) <= $7
        order by internal_transfer_id limit 1)
      order by passes desc, "internalTransferId" desc`,
    values: [
      entityId,
      page.before ?? null,
      look,
      filters.accountId ?? null,
      filters.start ?? null,
      filters.end ?? null,
      page.limit,
    ],
  })
  const passing = rows.filter(({ passes }) => passes)
  const shown = passing.slice(0, page.limit)
  const lookedTo = rows.find(({ passes }) => !passes)
  const next = passing.length > page.limit ? shown.at(-1)! : lookedTo
  return { rows: shown, next: next?.internalTransferId ?? null }
}
