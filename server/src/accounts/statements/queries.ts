import type { Day } from '../../kernel/values/days.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Account } from '../queries.ts'
import type { Period, StatementHead } from './statement.ts'

type Stored = NonNullable<StatementHead['stored']>
type Row = Omit<StatementHead, 'stored'> & Stored

const COLUMNS = `entity_id as "entityId", statement_id as "statementId", account_id as "accountId", currency, period, year,
  sequence_number as "sequenceNumber", from_date as "fromDate", to_date as "toDate", time_zone as "timeZone",
  after_sequence as "afterSequence", last_sequence as "lastSequence", opening_minor as "openingMinor",
  credits_minor as "creditsMinor", credit_count as "creditCount", debits_minor as "debitsMinor",
  debit_count as "debitCount", closing_minor as "closingMinor", available_minor as "availableMinor",
  fees_minor as "feesMinor", parties, encode(digest, 'hex') as digest, created_at as "createdAt"`

export type StoredStatement = StatementHead & { stored: Stored }

function asHead({ statementId, period, year, sequenceNumber, digest, ...head }: Row): StoredStatement {
  return { ...head, stored: { statementId, period, year, sequenceNumber, digest } }
}

/** A stored statement of the entity by its stored id. */
export async function findStatement(
  db: Queryable,
  entityId: string,
  statementId: string,
): Promise<StoredStatement | undefined> {
  const { rows } = await db.query<Row>({
    name: 'find-statement',
    text: `select ${COLUMNS} from statements where entity_id = $1 and statement_id = $2`,
    values: [entityId, statementId],
  })
  return rows[0] && asHead(rows[0])
}

export interface StatementPage {
  period: Period
  /** Statements of which at least one day is in this range. */
  from?: Day | undefined
  to?: Day | undefined
  /** Those that ended before this day. */
  before?: Day | undefined
  limit: number
}

/** Stored statements of an account, newest first. Index: unique (entity_id, account_id, period, to_date). */
export async function listStatements(
  db: Queryable,
  { entityId, accountId }: Pick<Account, 'entityId' | 'accountId'>,
  { period, from, to, before, limit }: StatementPage,
): Promise<StoredStatement[]> {
  const { rows } = await db.query<Row>({
    name: 'list-statements',
    text: `select ${COLUMNS} from statements where entity_id = $1 and account_id = $2 and period = $3
        and ($4::date is null or to_date >= $4) and ($5::date is null or from_date <= $5)
        and ($6::date is null or to_date < $6)
      order by to_date desc limit $7`,
    values: [entityId, accountId, period, from ?? null, to ?? null, before ?? null, limit],
  })
  return rows.map(asHead)
}

/** Issues of one account wait for one another here. */
export async function lockIssuing(
  tx: Tx,
  { entityId, accountId }: Pick<Account, 'entityId' | 'accountId'>,
): Promise<void> {
  await tx.query({
    name: 'lock-statements-of-account',
    text: 'select 1 from accounts where entity_id = $1 and account_id = $2 for no key update',
    values: [entityId, accountId],
  })
}

export async function insertStatement(tx: Tx, { stored, ...head }: StoredStatement): Promise<void> {
  await tx.query({
    name: 'insert-statement',
    text: `insert into statements (entity_id, statement_id, account_id, currency, period, year, sequence_number, from_date,
        to_date, time_zone, after_sequence, last_sequence, opening_minor, credits_minor, credit_count, debits_minor,
        debit_count, closing_minor, available_minor, fees_minor, parties, digest, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
        decode($22, 'hex'), $23)`,
    values: [
      head.entityId,
      stored.statementId,
      head.accountId,
      head.currency,
      stored.period,
      stored.year,
      stored.sequenceNumber,
      head.fromDate,
      head.toDate,
      head.timeZone,
      head.afterSequence,
      head.lastSequence,
      head.openingMinor,
      head.creditsMinor,
      head.creditCount,
      head.debitsMinor,
      head.debitCount,
      head.closingMinor,
      head.availableMinor,
      head.feesMinor,
      JSON.stringify(head.parties),
      stored.digest,
      head.createdAt,
    ],
  })
}
