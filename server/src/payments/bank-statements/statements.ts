import type { Queryable } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type BookKey, type StatementRow, statements } from './tables.ts'

/** Returns the banks and currencies with statements, in their order. */
export async function listBooks(db: Queryable): Promise<BookKey[]> {
  const { rows } = await db.query<BookKey>({
    name: 'list-banks-with-statements',
    text: `select distinct bank, currency from bank_statements where entity_id = $1 and is_complete order by 1, 2`,
    values: [HOUSE_ENTITY_ID],
  })
  return rows
}

/** Returns the statements of a bank and currency that were read to the end and have open lines, the oldest first. */
export async function listWithOpenLines(db: Queryable, { bank, currency }: BookKey): Promise<string[]> {
  const { rows } = await db.query<{ statementId: string }>({
    name: 'list-statements-with-open-lines', // bank_statements_in_order, bank_statement_lines_open
    text: `select statement_id as "statementId" from bank_statements s
      where entity_id = $1 and bank = $2 and currency = $3 and is_complete and exists (
        select from bank_statement_lines l where l.entity_id = s.entity_id and l.statement_id = s.statement_id and l.match_id is null)
      order by closing_day, to_at, statement_id`,
    values: [HOUSE_ENTITY_ID, bank, currency],
  })
  return rows.map(({ statementId }) => statementId)
}

/** Returns the latest statements of all banks, newest first; at most `limit`. */
export async function listStatements(db: Queryable, limit: number): Promise<StatementRow[]> {
  const { rows } = await db.query<StatementRow>({
    name: 'list-bank-statements',
    text: `select ${statements.list} from bank_statements where entity_id = $1 and is_complete
      order by closing_day desc, bank, account, currency, to_at desc limit $2`,
    values: [HOUSE_ENTITY_ID, limit],
  })
  return rows
}

/** One as an operator sees it. */
export function presentStatement(row: StatementRow) {
  const { bank, account, currency, identification, closingDay, lineCount } = row
  return {
    bank,
    account,
    currency,
    identification,
    sequence: row.sequenceNumber === null ? null : String(row.sequenceNumber),
    closingDay,
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    opening: formatAmount(row.openingMinor, currency),
    closing: formatAmount(row.closingMinor, currency),
    lines: lineCount,
    readAt: row.readAt.toISOString(),
  }
}
