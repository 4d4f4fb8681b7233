import type { Queryable, Tx } from '../kernel/db/db.ts'
import { date, instant, integer, json, type Row, table, uuid } from '../kernel/db/table.ts'
import type { Day } from '../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'

/** Comparison of a bank and currency with the books. */
export interface BankFigures {
  /** Id of the bank. */
  bank: string
  currency: string
  /** Day of the latest statement; of several accounts, of the one that is furthest behind. */
  closingDay: Day
  /** Closing booked balances of all accounts. */
  bankBalance: string
  /** Safeguarding of the bank's movements at the end of the statements. */
  bookBalance: string
  /** Balance at the bank less that of the books: the sum of `atStart`, `openAmount` and `explainedAmount`. */
  difference: string
  /** Part of the difference from before the first statement. */
  atStart: string
  openBreaks: number
  openAmount: string
  explainedBreaks: number
  explainedAmount: string
  /** Age of the oldest open break in days, 0 without any. */
  oldestDays: number
  /** Accounts whose statement is overdue, with the day of the last one. */
  missing: { account: string; lastDay: Day }[]
}

/** Report as it is stored and printed: amounts are decimal texts in the currency. */
export interface Report {
  currencies: ({ currency: string } & Record<
    'clients' | 'clearing' | 'suspense' | 'own' | 'safeguarding' | 'inTransit' | 'difference',
    string
  >)[]
  findings: {
    check: string
    /** Wire id, or "house". */
    entityId: string
    currency: string
    /** Wire id of a client's account; stored id of an internal one. */
    accountId: string | null
    kind: string | null
    expected: string
    stored: string
  }[]
  /** Absent if they could not be compared, and in reports of earlier releases. */
  banks?: BankFigures[]
}

const reconciliations = table('reconciliations', {
  entityId: uuid,
  reconciliationId: uuid,
  day: date,
  asAt: instant,
  differenceCount: integer,
  report: json<Report>(),
  version: integer,
})

export type ReconciliationRow = Row<typeof reconciliations>

const upsert = reconciliations.insert({
  name: 'store-reconciliation',
  ending: `on conflict (entity_id, day) do update set as_at = excluded.as_at, difference_count = excluded.difference_count,
    report = excluded.report, version = reconciliations.version + 1
    returning reconciliation_id as "reconciliationId", version`,
})

/** Stores the reconciliation of a day in the place of an earlier one. Returns it with the id and the version that it has. */
export async function storeReconciliation(tx: Tx, row: ReconciliationRow): Promise<ReconciliationRow> {
  const { rows } = await tx.query<Pick<ReconciliationRow, 'reconciliationId' | 'version'>>(upsert(row))
  return { ...row, ...rows[0]! }
}

/** Returns the reconciliation of a day; undefined if none ran. */
export async function findReconciliation(db: Queryable, day: Day): Promise<ReconciliationRow | undefined> {
  const { rows } = await db.query<ReconciliationRow>({
    name: 'find-reconciliation',
    text: `select ${reconciliations.list} from reconciliations where entity_id = $1 and day = $2`,
    values: [HOUSE_ENTITY_ID, day],
  })
  return rows[0]
}

/**
 * Returns the latest reconciliation: for readiness, metrics and reports. Its `differenceCount` is 0 if the books agree.
 */
export async function latestReconciliation(db: Queryable): Promise<ReconciliationRow | undefined> {
  const { rows } = await db.query<ReconciliationRow>({
    name: 'latest-reconciliation', // reconciliations_entity_id_day_key
    text: `select ${reconciliations.list} from reconciliations where entity_id = $1 order by day desc limit 1`,
    values: [HOUSE_ENTITY_ID],
  })
  return rows[0]
}

/** Returns the last day before `day` on which the books agreed. */
export async function lastAgreedDay(db: Queryable, day: Day): Promise<Day | undefined> {
  const { rows } = await db.query<{ day: Day }>({
    name: 'last-agreed-day', // reconciliations_entity_id_day_key
    text: `select day from reconciliations where entity_id = $1 and day < $2 and difference_count = 0
      order by day desc limit 1`,
    values: [HOUSE_ENTITY_ID, day],
  })
  return rows[0]?.day
}
