import {
  arrayOf,
  bool,
  type Row,
  date,
  instant,
  integer,
  minor,
  nullable,
  oneOf,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import { entityOf } from '../../kernel/db/directory.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Day } from '../../kernel/values/days.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { InboundReason } from './reasons.ts'

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
  /** The one the payer named; it leads to the account. */
  virtualAccountId: nullable(uuid),
  /** Reason why the money is on hold, unidentified or returned. */
  statusReason: nullable(oneOf<InboundReason>()),
  /** Sequence of the credit on the account. */
  creditedSequence: nullable(minor),
  /** Journal that credited money which was on hold. */
  releaseJournalId: nullable(uuid),
  /** Journal of the return. */
  returnJournalId: nullable(uuid),
  version: integer,
  /** The account that the bank's entry named, without spaces: an IBAN where there is one. */
  namedAccount: nullable(text),
  /** Ids of payments that the bank's entry named, such as its end-to-end id. */
  namedIds: nullable(arrayOf(text)),
  /** Names the entry of the bank, which may have come with other details. */
  entryReference: nullable(text),
  /** The account of the bank's notification, without spaces. */
  entryAccount: nullable(text),
  /** False of an entry that came without details. */
  hasDetails: nullable(bool),
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

/** The money booked under references of the bank, of any entities. */
export async function findByBankReferences(db: Queryable, bankReferences: readonly string[]): Promise<InboundRow[]> {
  const { rows } = await db.query<InboundRow>({
    name: 'find-inbounds-by-bank-references',
    text: `select ${inboundPayments.listOf('i')} from directory d
        join inbound_payments i on i.entity_id = d.entity_id and i.bank_reference = d.key
      where d.kind = 'bankReference' and d.key = any ($1)`,
    values: [bankReferences],
  })
  return rows
}

/** Money of some entities that was not returned, and whose entry named one of these ids: the oldest. */
export async function findNaming(
  db: Queryable,
  wanted: { entityIds: string[]; currency: string; amountMinor: bigint; ids: string[]; since: Date },
): Promise<InboundRow | undefined> {
  const { rows } = await db.query<InboundRow>({
    name: 'find-inbound-naming-ids', // inbound_payments_naming_ids
    text: `select ${COLUMNS} from inbound_payments
      where entity_id = any ($1) and currency = $2 and amount_minor = $3 and named_ids && $4 and received_at >= $5
        and status in ('Credited', 'Held', 'Unidentified')
      order by received_at, inbound_payment_id limit 1`,
    values: [wanted.entityIds, wanted.currency, wanted.amountMinor, wanted.ids, wanted.since],
  })
  return rows[0]
}

/** Returns the number and sum of the parts of an entry that are booked, of any entity, and not by its own reference; on its value date, if it has one. */
export async function sumOfEntry(
  db: Queryable,
  entry: { entryReference: string; entryAccount: string | null; currency: string; valueDate: Day | null },
): Promise<{ count: number; amountMinor: bigint }> {
  const { rows } = await db.query<{ count: number; amountMinor: bigint }>({
    name: 'sum-inbound-of-entry', // inbound_payments_of_entries
    text: `select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint as "amountMinor" from inbound_payments
      where entry_reference = $1 and entry_account is not distinct from $2 and currency = $3 and bank_reference <> $1
        and not starts_with(bank_reference, $1 || ' ') and ($4::date is null or value_date = $4)`,
    values: [entry.entryReference, entry.entryAccount, entry.currency, entry.valueDate],
  })
  return rows[0]!
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

const insertStatement = inboundPayments.insert({
  name: 'insert-inbound-payment',
  except: ['returnedAt', 'releaseJournalId', 'returnJournalId'],
})

export async function insertInbound(tx: Tx, row: InboundRow): Promise<InboundRow> {
  await tx.query(insertStatement(row))
  return row
}

/** Columns of money that a file of a bank reported. */
const FROM_FILES = ['namedIds', 'entryReference', 'entryAccount', 'hasDetails'] as const

const insertSetStatement = inboundPayments.insertMany({ name: 'insert-inbound-payments', except: FROM_FILES })

/** Stores several rows. */
export async function insertInbounds(
  tx: Tx,
  rows: readonly Omit<InboundRow, (typeof FROM_FILES)[number]>[],
): Promise<void> {
  await tx.query(insertSetStatement(rows))
}

/** Change of an inbound payment; what it leaves out stays, except the instants: a status has only its own. */
type InboundChange = { status: InboundStatus } & Partial<
  Pick<
    InboundRow,
    'creditedAt' | 'returnedAt' | 'statusReason' | 'creditedSequence' | 'releaseJournalId' | 'returnJournalId'
  >
>

const changeStatement = inboundPayments.update({
  name: 'update-inbound-payment',
  key: ['entityId', 'inboundPaymentId'],
  set: [
    'status',
    'creditedAt',
    'returnedAt',
    'statusReason',
    'creditedSequence',
    'releaseJournalId',
    'returnJournalId',
    'version',
  ],
})

/** Moves a locked row on. */
export async function updateInbound(tx: Tx, row: InboundRow, change: InboundChange): Promise<InboundRow> {
  const after = { ...row, creditedAt: null, returnedAt: null, ...change, version: row.version + 1 }
  await tx.query(changeStatement(after))
  return after
}

export interface InboundFilter {
  status?: InboundStatus | undefined
  virtualAccountId?: string | undefined
  currency?: string | undefined
  valueDateFrom?: Day | undefined
  valueDateTo?: Day | undefined
  receivedFrom?: Date | undefined
  receivedTo?: Date | undefined
  /** Parts of the texts, in any case. */
  debtorName?: string | undefined
  reference?: string | undefined
  debtorIban?: string | undefined
}

const part = (column: string) => (value: string) => `position(lower(${value}) in lower(${column})) > 0`

/** Conditions that end with their value, or are made of it. */
const CONDITIONS: Readonly<Record<keyof InboundFilter, string | ((value: string) => string)>> = {
  status: 'status =',
  virtualAccountId: 'virtual_account_id =',
  currency: 'currency =',
  valueDateFrom: 'value_date >=',
  valueDateTo: 'value_date <=',
  receivedFrom: 'received_at >=',
  receivedTo: 'received_at <=',
  debtorName: part('debtor_name'),
  reference: part('reference'),
  debtorIban: 'debtor_iban =',
}

/**
 * Returns inbound payments on some accounts of some entities, newest first. The primary key, or the index of the account
 * or virtual account, serves the order, as ids ascend.
 */
export async function listInbound(
  db: Queryable,
  entityIds: readonly string[],
  accountIds: readonly string[],
  filter: InboundFilter,
  page: { limit: number; before: string | undefined },
): Promise<InboundRow[]> {
  const values: unknown[] = [entityIds, accountIds]
  const conditions: string[] = []
  const add = (condition: string | ((value: string) => string), value: unknown) => {
    const parameter = `$${values.push(value)}`
    conditions.push(typeof condition === 'string' ? `${condition} ${parameter}` : condition(parameter))
  }
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) add(CONDITIONS[name as keyof InboundFilter], value)
  }
  if (page.before !== undefined) add('inbound_payment_id <', page.before)
  const limit = `$${values.push(page.limit)}`
  const query = `select ${COLUMNS} from inbound_payments i where i.entity_id = member.entity_id
        and ${['account_id = any($2::uuid[])', ...conditions].join(' and ')}
      order by inbound_payment_id desc limit ${limit}`
  const { rows } = await db.query<InboundRow>(acrossEntities(query, '"inboundPaymentId" desc', limit), values)
  return rows
}
