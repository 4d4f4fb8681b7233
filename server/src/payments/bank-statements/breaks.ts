import { Type } from 'typebox'
import { emit } from '../../events/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import { type Day, daysBetween } from '../../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { refusals } from '../../kernel/values/refusals.ts'
import { type BreakKind, BREAKS } from './breaks-sql.ts'
import { listBooks } from './statements.ts'
import type { BookKey } from './tables.ts'

const refuse = refusals({
  bank_break_not_found: {
    status: 404,
    message: 'The break does not exist any more. Run list-bank-breaks: the bank or the books may have resolved it.',
  },
})

/** Events of breaks; clients do not see them. */
export const breakEvents = {
  'bankBreak.explained': defineEvent('An operator explained a difference between a bank and the books.', 'bankBreak', {
    bank: Type.String(),
    kind: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    by: Type.String(),
    reason: Type.String(),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof breakEvents, true> {}
}

interface FoundBreak {
  breakId: string
  kind: BreakKind
  account: string | null
  since: Day
  bankMinor: bigint
  bookMinor: bigint
  /** Balance at the bank less that of the books. */
  amountMinor: bigint
  reference: string | null
  description: string | null
  sourceType: string | null
  sourceId: string | null
  reason: string | null
  explainedBy: string | null
  explainedAt: Date | null
}

type BreakRow = FoundBreak & BookKey

/** Returns the breaks of all banks, the oldest first; at most `limit` of each bank and currency. */
export async function listBreaks(db: Queryable, limit: number): Promise<BreakRow[]> {
  const found: BreakRow[] = []
  for (const key of await listBooks(db)) {
    const { rows } = await db.query<FoundBreak>({
      name: 'list-bank-breaks',
      text: `select * from (${BREAKS}) breaks order by since, "breakId" limit $4`,
      values: [HOUSE_ENTITY_ID, key.bank, key.currency, limit],
    })
    found.push(...rows.map((row) => ({ ...row, ...key })))
  }
  return found.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
}

/** Returns number, sum and oldest day of the open breaks of a bank and currency, and of the explained ones. */
export async function sumBreaks(db: Queryable, { bank, currency }: BookKey) {
  const { rows } = await db.query<{
    open: number
    openMinor: bigint
    oldest: Day | null
    explained: number
    explainedMinor: bigint
  }>({
    name: 'sum-bank-breaks',
    text: `select count(*) filter (where reason is null)::int as open, coalesce(sum("amountMinor") filter (where reason is null), 0)::bigint as "openMinor",
        min(since) filter (where reason is null) as oldest, count(reason)::int as explained,
        coalesce(sum("amountMinor") filter (where reason is not null), 0)::bigint as "explainedMinor"
      from (${BREAKS}) breaks`,
    values: [HOUSE_ENTITY_ID, bank, currency],
  })
  return rows[0]!
}

/**
 * Marks a break as explained, with an event of the house. It stays in the figures as explained until the bank or the books resolve it,
 * or change its amount. A further explanation takes the place of the first.
 *
 * @throws bank_break_not_found
 */
export async function explainBreak(
  tx: Tx,
  breakId: string,
  { by, reason }: { by: string; reason: string },
  act: Act,
): Promise<BreakRow> {
  const found = await findBreak(tx, breakId)
  if (!found) throw refuse.bank_break_not_found()
  await tx.query({
    name: 'explain-bank-break',
    text: `insert into bank_break_explanations (entity_id, break_id, amount_minor, reason, explained_by, explained_at)
        values ($1, $2, $3, $4, $5, $6)
      on conflict (entity_id, break_id) do update set amount_minor = excluded.amount_minor, reason = excluded.reason,
        explained_by = excluded.explained_by, explained_at = excluded.explained_at`,
    values: [HOUSE_ENTITY_ID, breakId, found.amountMinor, reason, by, act.at],
  })
  const { bank, currency, kind, amountMinor } = found
  const amount = formatAmount(amountMinor, currency)
  await emit(tx, act, {
    entityId: HOUSE_ENTITY_ID,
    type: 'bankBreak.explained',
    resourceType: 'bankBreak',
    resourceId: breakId,
    detail: { bank, kind, amount, currency, by, reason },
  })
  return { ...found, reason, explainedBy: by, explainedAt: act.at }
}

async function findBreak(tx: Tx, breakId: string): Promise<BreakRow | undefined> {
  for (const key of await listBooks(tx)) {
    const { rows } = await tx.query<FoundBreak>({
      name: 'find-bank-break',
      text: `select * from (${BREAKS}) breaks where "breakId" = $4`,
      values: [HOUSE_ENTITY_ID, key.bank, key.currency, breakId],
    })
    if (rows[0]) return { ...rows[0], ...key }
  }
  return undefined
}

/** Prefixes of the sources that are shown. */
const SOURCES: Readonly<Record<string, string>> = { payment: 'pay', inboundPayment: 'inp' }

/** One as an operator sees it. */
export function presentBreak(row: BreakRow, today: Day) {
  const { bank, currency, kind, account, since, sourceType, sourceId } = row
  const prefix = sourceType === null ? undefined : SOURCES[sourceType]
  return {
    breakId: formatId('brk', row.breakId),
    kind,
    bank,
    account,
    currency,
    amount: formatAmount(row.amountMinor, currency),
    atBank: formatAmount(row.bankMinor, currency),
    inBooks: formatAmount(row.bookMinor, currency),
    since,
    ageDays: Math.max(0, daysBetween(since, today)),
    reference: row.reference,
    text: row.description,
    source: prefix === undefined || sourceId === null ? null : formatId(prefix, sourceId),
    status: row.reason === null ? 'Open' : 'Explained',
    reason: row.reason,
    explainedBy: row.explainedBy,
    explainedAt: row.explainedAt?.toISOString() ?? null,
  }
}
