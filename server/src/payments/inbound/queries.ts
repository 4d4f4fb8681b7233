import type { Day } from '../../kernel/values/days.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'

export type InboundStatus = 'Credited' | 'Held' | 'Unidentified' | 'Assigned' | 'Returned'

export interface InboundRow {
  /** The client's, or the house while the money is unidentified. */
  entityId: string
  inboundPaymentId: string
  accountId: string | null
  currency: string
  amountMinor: bigint
  status: InboundStatus
  debtorName: string | null
  debtorIban: string | null
  reference: string | null
  /** Journal of the receipt. */
  journalId: string
  /** The bank's, or the local day of the holder. */
  valueDate: Day
  /** Business time. */
  receivedAt: Date
  creditedAt: Date | null
  /** Time of the return. */
  returnedAt: Date | null
  /** The house's row it was assigned from. */
  assignedFrom: string | null
  /** The bank's own, unique. */
  bankReference: string | null
}

const COLUMNS = `entity_id as "entityId", inbound_payment_id as "inboundPaymentId", account_id as "accountId", currency,
  amount_minor as "amountMinor", status, debtor_name as "debtorName", debtor_iban as "debtorIban", reference,
  journal_id as "journalId", received_at as "receivedAt", credited_at as "creditedAt", assigned_from as "assignedFrom",
  value_date as "valueDate", bank_reference as "bankReference", returned_at as "returnedAt"`

/** One inbound payment of the entity; undefined when there is none. */
export async function findInbound(db: Queryable, entityId: string, id: string): Promise<InboundRow | undefined> {
  const { rows } = await db.query<InboundRow>({
    name: 'find-inbound-payment',
    text: `select ${COLUMNS} from inbound_payments where entity_id = $1 and inbound_payment_id = $2`,
    values: [entityId, id],
  })
  return rows[0]
}

/** The money booked under a reference of the bank, of any entity. */
export async function findByBankReference(db: Queryable, bankReference: string): Promise<InboundRow | undefined> {
  const { rows } = await db.query<InboundRow>({
    name: 'find-inbound-by-bank-reference',
    text: `select ${COLUMNS} from inbound_payments where bank_reference = $1`,
    values: [bankReference],
  })
  return rows[0]
}

/** Money that waits to be identified, the oldest first; at most `limit`. */
export async function listUnidentified(db: Queryable, limit: number): Promise<InboundRow[]> {
  const { rows } = await db.query<InboundRow>({
    name: 'list-unidentified-funds',
    text: `select ${COLUMNS} from inbound_payments where entity_id = $1 and status = 'Unidentified'
      order by received_at, inbound_payment_id limit $2`,
    values: [HOUSE_ENTITY_ID, limit],
  })
  return rows
}

/** One inbound payment of the entity, locked until commit. */
export async function lockInbound(tx: Tx, entityId: string, id: string): Promise<InboundRow | undefined> {
  const { rows } = await tx.query<InboundRow>({
    name: 'lock-inbound-payment',
    text: `select ${COLUMNS} from inbound_payments where entity_id = $1 and inbound_payment_id = $2 for update`,
    values: [entityId, id],
  })
  return rows[0]
}

export async function insertInbound(tx: Tx, row: InboundRow): Promise<InboundRow> {
  await tx.query({
    name: 'insert-inbound-payment',
    text: `insert into inbound_payments (entity_id, inbound_payment_id, account_id, currency, amount_minor, status,
        debtor_name, debtor_iban, reference, journal_id, received_at, credited_at, assigned_from, bank_reference, value_date)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      row.entityId,
      row.inboundPaymentId,
      row.accountId,
      row.currency,
      row.amountMinor,
      row.status,
      row.debtorName,
      row.debtorIban,
      row.reference,
      row.journalId,
      row.receivedAt,
      row.creditedAt,
      row.assignedFrom,
      row.bankReference,
      row.valueDate,
    ],
  })
  return row
}

/** Moves a locked row on. */
export async function updateInbound(
  tx: Tx,
  row: InboundRow,
  change: { status: InboundStatus; creditedAt?: Date; returnedAt?: Date },
): Promise<InboundRow> {
  const after = {
    ...row,
    status: change.status,
    creditedAt: change.creditedAt ?? null,
    returnedAt: change.returnedAt ?? null,
  }
  await tx.query({
    name: 'update-inbound-payment',
    text: `update inbound_payments set status = $3, credited_at = $4, returned_at = $5
      where entity_id = $1 and inbound_payment_id = $2`,
    values: [row.entityId, row.inboundPaymentId, after.status, after.creditedAt, after.returnedAt],
  })
  return after
}
