import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { legAccountId } from '../../ledger/index.ts'
import type { BookKey } from './tables.ts'

/** Postings that are taken in one transaction. */
const POSTINGS = 2000

/** Time before the first statement from which movements are stored: the bank may book them in it. */
const BEFORE = "interval '3 days'"

/**
 * Takes new postings of the house's safeguarding account as movements of a bank: those of payments that it carried out and of
 * incoming funds that it reported. An older statement than the first one begins anew.
 */
export async function catchUp(db: Db, key: BookKey): Promise<void> {
  await inTransaction(db, (tx) => openBook(tx, key))
  while ((await inTransaction(db, (tx) => takePostings(tx, key))) === POSTINGS);
}

async function openBook(tx: Tx, { bank, currency }: BookKey): Promise<void> {
  await tx.query({
    name: 'open-bank-book',
    text: `insert into bank_books (entity_id, bank, currency, from_at)
      select entity_id, bank, currency, min(from_at) from bank_statements
        where entity_id = $1 and bank = $2 and currency = $3 and is_complete group by 1, 2, 3
      on conflict (entity_id, bank, currency) do update
        set from_at = excluded.from_at, seq = 0, balance_minor = 0, before_minor = 0 where excluded.from_at < bank_books.from_at`,
    values: [HOUSE_ENTITY_ID, bank, currency],
  })
}

/** Locks the book of a bank until the transaction ends: one process at a time matches its money. */
export async function lockBook(tx: Tx, { bank, currency }: BookKey): Promise<void> {
  await tx.query({
    name: 'lock-bank-book',
    text: 'select 1 from bank_books where entity_id = $1 and bank = $2 and currency = $3 for update',
    values: [HOUSE_ENTITY_ID, bank, currency],
  })
}

/** References of a bank as they are stored: with its id, or as it gave them if it is the one without an id. */
const isOfBank = (reference: string) =>
  `(starts_with(${reference}, $4 || ': ') or ($4 = 'file' and ${reference} ~ '^(camt|pacs)[.]'))`

/** Reference without the id of the bank; an operator may have entered it without an entry. */
const ofBank = (reference: string) =>
  `case when starts_with(${reference}, $4 || ': ') then substr(${reference}, length($4) + 3) else ${reference} end`

async function takePostings(tx: Tx, key: BookKey): Promise<number> {
  await lockBook(tx, key)
  const { rows } = await tx.query<{ count: number }>({
    name: 'take-bank-movements',
    text: `with book as materialized (
        select seq, from_at - ${BEFORE} as since from bank_books where entity_id = $1 and bank = $4 and currency = $3
      ), posted as materialized (
        select p.journal_id, p.seq, p.posted_at, - p.amount_minor as minor, j.source_type, j.source_id, j.kind,
            coalesce(c.entity_id, p.entity_id) as client_entity_id
          from postings p join journals j on j.entity_id = p.entity_id and j.journal_id = p.journal_id
            left join book_crossings c on c.crossing_id = p.journal_id and c.house_kind = 'safeguarding'
          where p.entity_id = $1 and p.account_id = $2 and p.seq > (select seq from book) and p.seq <= (select seq from book) + ${POSTINGS}
      ), found as materialized (
        select p.*, i.uetr, null::text as entry_reference
          from posted p join rail_instructions i on i.entity_id = p.client_entity_id and i.payment_id = p.source_id
          where p.source_type = 'payment' and i.adapter = $4
        union all
        select p.*, null, ${ofBank('coalesce(f.entry_reference, f.bank_reference)')}
          from posted p join inbound_payments f on f.entity_id = p.client_entity_id and f.inbound_payment_id = p.source_id
            left join inbound_payments o on o.entity_id = $1 and o.inbound_payment_id = f.assigned_from
          where p.source_type = 'inboundPayment' and ${isOfBank('coalesce(f.bank_reference, o.bank_reference)')}
      ), added as (
        insert into bank_movements (entity_id, journal_id, bank, currency, amount_minor, client_entity_id, source_type, source_id, kind,
            posted_at, uetr, entry_reference)
          select $1, journal_id, $4, $3, minor, client_entity_id, source_type, source_id, kind, posted_at, uetr, entry_reference
            from found where posted_at >= (select since from book)
          on conflict (entity_id, journal_id) do nothing
      ), moved as (
        update bank_books set seq = coalesce((select max(seq) from posted), seq),
            balance_minor = balance_minor + (select coalesce(sum(minor), 0) from found),
            before_minor = before_minor + (select coalesce(sum(minor), 0) from found where posted_at < (select since from book))
          where entity_id = $1 and bank = $4 and currency = $3
      )
      select count(*)::int as count from posted`,
    values: [
      HOUSE_ENTITY_ID,
      legAccountId(HOUSE_ENTITY_ID, { account: { kind: 'safeguarding' }, currency: key.currency }),
      key.currency,
      key.bank,
    ],
  })
  return rows[0]!.count
}
