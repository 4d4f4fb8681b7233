import type { Day } from '../../kernel/values/days.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { table, uuid, text, oneOf, integer, date, minor, json, hex, instant, type Row } from '../../kernel/db/table.ts'
import type { Account } from '../queries.ts'
import type { Period, StatementHead } from './statement.ts'

type Stored = NonNullable<StatementHead['stored']>

const statements = table('statements', {
  entityId: uuid,
  statementId: uuid,
  accountId: uuid,
  currency: text,
  period: oneOf<Period>(),
  year: integer,
  sequenceNumber: integer,
  fromDate: date,
  toDate: date,
  timeZone: text,
  afterSequence: minor,
  lastSequence: minor,
  openingMinor: minor,
  creditsMinor: minor,
  creditCount: integer,
  debitsMinor: minor,
  debitCount: integer,
  closingMinor: minor,
  availableMinor: minor,
  feesMinor: minor,
  parties: json<StatementHead['parties']>(),
  digest: hex,
  createdAt: instant,
})
type StatementRow = Row<typeof statements>
const COLUMNS = statements.list

export type StoredStatement = StatementHead & { stored: Stored }

function asHead({ statementId, period, year, sequenceNumber, digest, ...head }: StatementRow): StoredStatement {
  return { ...head, stored: { statementId, period, year, sequenceNumber, digest } }
}

/** A stored statement of the entity by its stored id. */
export async function findStatement(
  db: Queryable,
  entityId: string,
  statementId: string,
): Promise<StoredStatement | undefined> {
  const { rows } = await db.query<StatementRow>({
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
  const { rows } = await db.query<StatementRow>({
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

const insertPrepared = statements.insert({ name: 'insert-statement' })

export async function insertStatement(tx: Tx, { stored, ...head }: StoredStatement): Promise<void> {
  await tx.query(insertPrepared({ ...head, ...stored }))
}
