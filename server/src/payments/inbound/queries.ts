import { type Row, date, instant, minor, nullable, oneOf, table, text, uuid } from '../../kernel/db/table.ts'
import { entityOf } from '../../kernel/db/directory.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'

export type InboundStatus = 'Credited' | 'Held' | 'Unidentified' | 'Assigned' | 'Returned'

const inboundPayments = table('inbound_payments', {
  /** The client's, or the house while the money is unidentified. */
  entityId: uuid,
  inboundPaymentId: uuid,
  accountId: nullable(uuid),
  currency: text,
  amountMinor: minor,
  status: oneOf<InboundStatus>(),
  debtorName: nullable(text),
  debtorIban: nullable(text),
  reference: nullable(text),
  /** Journal of the receipt. */
  journalId: uuid,
  /** The bank's, or the local day of the holder. */
  valueDate: date,
  /** Business time. */
  receivedAt: instant,
  creditedAt: nullable(instant),
  /** Time of the return. */
  returnedAt: nullable(instant),
  /** The house's row it was assigned from. */
  assignedFrom: nullable(uuid),
  /** The bank's own, unique. */
  bankReference: nullable(text),
})

export type InboundRow = Row<typeof inboundPayments>

const COLUMNS = inboundPayments.list

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
    text: `select ${COLUMNS} from inbound_payments
      where entity_id = ${entityOf('bankReference', '$1')} and bank_reference = $1`,
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

const insertStatement = inboundPayments.insert({ name: 'insert-inbound-payment', except: ['returnedAt'] })

export async function insertInbound(tx: Tx, row: InboundRow): Promise<InboundRow> {
  await tx.query(insertStatement(row))
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
