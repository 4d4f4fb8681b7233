import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { lockBook } from './movements.ts'
import { findMovement } from './same-movement.ts'
import { listWithOpenLines } from './statements.ts'
import { type BookKey, lines, type LineRow } from './tables.ts'

/**
 * Matches lines of a bank's statements with the movements that its other messages have booked. A match is final: its lines and its movements
 * have the same sum.
 *
 * - Lines of an entry and the movements of this entry, by the reference of the bank, with and without details.
 * - Lines that name a payment of ours and its movements, by amount.
 * - Other lines, each with the movement that is the same money (`findMovement`).
 */
export async function matchLines(db: Db, key: BookKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockBook(tx, key)
    // Statistics of a long history count hardly any open line, and each open line would be compared with each open movement.
    await tx.query('set local enable_nestloop = off')
    for (const statement of [NAME_ENTRIES, BY_ENTRY, BY_PAYMENT, BY_SUM_OF_PAYMENT])
      await tx.query({ ...statement, values: valuesOf(key) })
  })
  for (const statementId of await listWithOpenLines(db.pool, key)) {
    for (let after: Place | undefined = START; after !== undefined; ) {
      const from: Place = after
      after = await inTransaction(db, (tx) => matchEach(tx, key, statementId, from))
    }
  }
}

const valuesOf = ({ bank, currency }: BookKey) => [HOUSE_ENTITY_ID, bank, currency]

const OPEN_LINES = `bank_statement_lines l join bank_statements s on s.entity_id = l.entity_id and s.statement_id = l.statement_id
    where l.entity_id = $1 and s.bank = $2 and s.currency = $3 and s.is_complete and l.match_id is null`

const OPEN_MOVEMENTS =
  'bank_movements m where m.entity_id = $1 and m.bank = $2 and m.currency = $3 and m.match_id is null'

/** Names the entry by which the bank booked the debit or the return of a payment, as it may have come later than its status. */
const NAME_ENTRIES = {
  name: 'name-entries-of-bank-movements',
  text: `update bank_movements m set entry_reference = (
        select r.entry_reference from rail_messages r
          where r.entity_id = m.client_entity_id and r.payment_id = m.source_id and r.entry_reference is not null
            and r.status = case when m.amount_minor < 0 then 'Sent' else 'Returned' end
            and coalesce(r.amount_minor, abs(m.amount_minor)) = abs(m.amount_minor)
          order by r.received_at, r.message_id limit 1)
      where m.entity_id = $1 and m.bank = $2 and m.currency = $3 and m.match_id is null and m.source_type = 'payment'
        and m.entry_reference is null`,
}

const BY_ENTRY = {
  name: 'match-bank-lines-by-entry',
  text: `with wanted as (
      select l.statement_id, l.entry, l.entry_reference, sum(l.amount_minor) as minor from ${OPEN_LINES} group by 1, 2, 3
    ), booked as (
      select m.entry_reference, sum(m.amount_minor) as minor from ${OPEN_MOVEMENTS} and m.entry_reference is not null group by 1
    ), pairs as materialized (
      select distinct on (entry_reference) statement_id, entry, entry_reference, gen_random_uuid() as match_id
        from wanted join booked using (entry_reference, minor) order by entry_reference, statement_id, entry
    ), of_bank as (
      update bank_statement_lines l set match_id = p.match_id from pairs p
        where l.entity_id = $1 and l.statement_id = p.statement_id and l.entry = p.entry and l.match_id is null
    )
    update bank_movements m set match_id = p.match_id from pairs p
      where m.entity_id = $1 and m.bank = $2 and m.currency = $3 and m.match_id is null and m.entry_reference = p.entry_reference`,
}

const BY_PAYMENT = {
  name: 'match-bank-lines-by-payment',
  text: `with wanted as (
      select l.line_id, l.uetr, l.amount_minor, row_number() over (partition by l.uetr, l.amount_minor order by l.booked_on, l.line_id) as place
        from ${OPEN_LINES} and l.uetr is not null
    ), booked as (
      select m.journal_id, m.uetr, m.amount_minor, row_number() over (partition by m.uetr, m.amount_minor order by m.posted_at, m.journal_id) as place
        from ${OPEN_MOVEMENTS} and m.uetr is not null
    ), pairs as materialized (
      select line_id, journal_id, gen_random_uuid() as match_id from wanted join booked using (uetr, amount_minor, place)
    ), of_bank as (
      update bank_statement_lines l set match_id = p.match_id from pairs p where l.entity_id = $1 and l.line_id = p.line_id and l.match_id is null
    )
    update bank_movements m set match_id = p.match_id from pairs p where m.entity_id = $1 and m.journal_id = p.journal_id and m.bank = $2 and m.currency = $3 and m.match_id is null`,
}

const BY_SUM_OF_PAYMENT = {
  name: 'match-bank-lines-by-sum-of-payment',
  text: `with wanted as (
      select distinct on (l.uetr, sign(l.amount_minor)) l.line_id, l.uetr, l.amount_minor::numeric as minor, sign(l.amount_minor) as direction
        from ${OPEN_LINES} and l.uetr is not null order by l.uetr, sign(l.amount_minor), l.booked_on, l.line_id
    ), booked as (
      select m.uetr, sign(m.amount_minor) as direction, sum(m.amount_minor) as minor from ${OPEN_MOVEMENTS} and m.uetr is not null group by 1, 2
    ), pairs as materialized (
      select line_id, uetr, direction, gen_random_uuid() as match_id from wanted join booked using (uetr, direction, minor)
    ), of_bank as (
      update bank_statement_lines l set match_id = p.match_id from pairs p where l.entity_id = $1 and l.line_id = p.line_id and l.match_id is null
    )
    update bank_movements m set match_id = p.match_id from pairs p
      where m.entity_id = $1 and m.bank = $2 and m.currency = $3 and m.match_id is null and m.uetr = p.uetr and sign(m.amount_minor) = p.direction`,
}

const START: Place = { entry: 0, line: 0 }

/** Lines that are looked at in one transaction. */
const LINES = 500

/** Place of a line in its statement. */
interface Place {
  entry: number
  line: number
}

/**
 * Matches the open lines of a statement after a place, for whose amount there is a movement, one by one. Returns the place of the last one;
 * undefined if there are no more. By bank_statement_lines_open and bank_movements_open.
 */
async function matchEach(tx: Tx, key: BookKey, statementId: string, after: Place): Promise<Place | undefined> {
  await lockBook(tx, key)
  const { rows } = await tx.query<LineRow>({
    name: 'list-open-bank-lines',
    text: `select ${lines.list} from bank_statement_lines
      where entity_id = $1 and statement_id = $2 and match_id is null and (entry, line) > ($3, $4) order by entry, line limit ${LINES}`,
    values: [HOUSE_ENTITY_ID, statementId, after.entry, after.line],
  })
  const amounts = await amountsInBooks(tx, key, rows)
  for (const line of rows.filter(({ amountMinor }) => amounts.has(amountMinor))) {
    const journalId = await findMovement(tx, key, line)
    if (journalId !== undefined) await matchPair(tx, line.lineId, journalId)
  }
  return rows.length < LINES ? undefined : rows.at(-1)!
}

/** Returns which amounts of lines a movement without a match has. */
async function amountsInBooks(tx: Tx, key: BookKey, rows: readonly LineRow[]): Promise<ReadonlySet<bigint>> {
  const wanted = [...new Set(rows.map(({ amountMinor }) => amountMinor))]
  if (wanted.length === 0) return new Set()
  const { rows: found } = await tx.query<{ amountMinor: bigint }>({
    name: 'list-amounts-of-bank-movements',
    text: `select amount as "amountMinor" from unnest($4::bigint[]) amount
      where exists (select from ${OPEN_MOVEMENTS} and m.amount_minor = amount)`,
    values: [...valuesOf(key), wanted],
  })
  return new Set(found.map(({ amountMinor }) => amountMinor))
}

async function matchPair(tx: Tx, lineId: string, journalId: string): Promise<void> {
  await tx.query({
    name: 'match-bank-line',
    text: `with made as (select gen_random_uuid() as match_id),
        of_bank as (update bank_statement_lines set match_id = (select match_id from made) where entity_id = $1 and line_id = $2)
      update bank_movements set match_id = (select match_id from made) where entity_id = $1 and journal_id = $3`,
    values: [HOUSE_ENTITY_ID, lineId, journalId],
  })
}
