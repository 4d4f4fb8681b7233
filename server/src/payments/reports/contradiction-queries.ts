import { instant, minor, nullable, oneOf, table, text, uuid } from '../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'

/** Reason why a bank's report is on the work list. */
export type ContradictionKind =
  | 'ReturnAboveAmount'
  | 'ReturnOfUnsent'
  | 'ReturnOfRejected'
  | 'ReturnBookedAsFunds'
  | 'ReturnInOtherCurrency'
  | 'ReferenceUsedAgain'
  | 'DebitAfterRejection'
  | 'DebitOfUnsent'
  | 'DebitOfOtherAmount'
  | 'DebitRepeated'
  | 'DebitReversed'
  | 'RejectionAfterSettlement'
  | 'EntryRejected'

export const CLEARINGS = ['BookToClient', 'ReturnToBank', 'WriteOff', 'Dismiss'] as const
export type Clearing = (typeof CLEARINGS)[number]

/** Money of a report that contradicts its payment's state. In: the bank reports a credit to us; Out: a debit. */
export interface ContradictedMoney {
  paymentId: string
  direction: 'In' | 'Out'
  currency: string
  /** Minor units, positive. */
  amountMinor: bigint
  /** The journal that booked it to suspense. */
  journalId: string
}

/** A report or an entry that an operator must clear. */
export interface ContradictionRow {
  /** The payment's, or the house of an entry that was rejected. */
  entityId: string
  contradictionId: string
  kind: ContradictionKind
  bankReference: string
  reportKey: string
  explanation: string
  /** Null: nothing was booked. */
  money: ContradictedMoney | null
  reportedAt: Date
  status: 'Open' | 'Cleared'
  decision: Clearing | null
  decidedBy: string | null
  decisionReason: string | null
  decidedAt: Date | null
}

const COLUMNS = `entity_id as "entityId", contradiction_id as "contradictionId", kind, bank_reference as "bankReference",
  report_key as "reportKey", explanation, payment_id as "paymentId", direction, currency, amount_minor as "amountMinor",
  journal_id as "journalId", reported_at as "reportedAt", status, decision, decided_by as "decidedBy",
  decision_reason as "decisionReason", decided_at as "decidedAt"`

type Stored = Omit<ContradictionRow, 'money'> & { [K in keyof ContradictedMoney]: ContradictedMoney[K] | null }

const rowOf = ({ paymentId, direction, currency, amountMinor, journalId, ...row }: Stored): ContradictionRow => ({
  ...row,
  money:
    paymentId && direction && currency && amountMinor && journalId
      ? { paymentId, direction, currency, amountMinor, journalId }
      : null,
})

type NewContradiction = Pick<
  ContradictionRow,
  'entityId' | 'contradictionId' | 'kind' | 'bankReference' | 'reportKey' | 'explanation' | 'money' | 'reportedAt'
>

const reports = table('contradictory_reports', {
  entityId: uuid,
  contradictionId: uuid,
  paymentId: nullable(uuid),
  kind: oneOf<ContradictionKind>(),
  bankReference: text,
  reportKey: text,
  explanation: text,
  direction: nullable(oneOf<ContradictedMoney['direction']>()),
  currency: nullable(text),
  amountMinor: nullable(minor),
  journalId: nullable(uuid),
  reportedAt: instant,
  status: oneOf<ContradictionRow['status']>(),
  decision: nullable(oneOf<Clearing>()),
  decidedBy: nullable(text),
  decisionReason: nullable(text),
  decidedAt: nullable(instant),
  accountId: nullable(uuid),
  clearingJournalId: nullable(uuid),
})

const newReport = reports.insert({
  name: 'insert-contradictory-report',
  except: ['status', 'decision', 'decidedBy', 'decisionReason', 'decidedAt', 'accountId', 'clearingJournalId'],
  ending: 'on conflict (entity_id, report_key) do nothing',
})

const decideReport = reports.update({
  name: 'decide-contradictory-report',
  key: ['entityId', 'contradictionId'],
  set: ['status', 'decision', 'decidedBy', 'decisionReason', 'decidedAt', 'accountId', 'clearingJournalId'],
})

const NO_MONEY = { paymentId: null, direction: null, currency: null, amountMinor: null, journalId: null }

/** Stores a report on the work list. @returns whether it was not there yet */
export async function insertContradiction(tx: Tx, { money, ...row }: NewContradiction): Promise<boolean> {
  const { rowCount } = await tx.query(newReport({ ...row, ...(money ?? NO_MONEY) }))
  return rowCount === 1
}

/** Counts the reports on the work list. */
export async function countOpenContradictions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-open-contradictions', // contradictory_reports_open
    text: `select count(*)::int as count from contradictory_reports where status = 'Open'`,
  })
  return rows[0]!.count
}

/** Returns true if a report of this kind about a payment is on the list, open or cleared. */
export async function isListed(
  tx: Tx,
  { entityId, paymentId }: { entityId: string; paymentId: string },
  kind: ContradictionKind,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'is-contradiction-listed', // contradictory_reports_by_payment
    text: 'select 1 from contradictory_reports where entity_id = $1 and payment_id = $2 and kind = $3 limit 1',
    values: [entityId, paymentId, kind],
  })
  return rowCount === 1
}

/** Locks one until the transaction ends. */
export async function lockContradiction(tx: Tx, contradictionId: string): Promise<ContradictionRow | undefined> {
  const { rows } = await tx.query<Stored>({
    name: 'lock-contradictory-report',
    text: `select ${COLUMNS} from contradictory_reports where contradiction_id = $1 for update`,
    values: [contradictionId],
  })
  return rows[0] && rowOf(rows[0])
}

/** Locks the open ones of a payment, before the payment itself. */
export async function lockContradictionsOf(
  tx: Tx,
  { entityId, paymentId }: { entityId: string; paymentId: string },
): Promise<void> {
  await tx.query({
    name: 'lock-contradictory-reports-of-payment', // contradictory_reports_by_payment
    text: `select 1 from contradictory_reports where entity_id = $1 and payment_id = $2 and status = 'Open'
      order by contradiction_id for update`,
    values: [entityId, paymentId],
  })
}

/** Stores the decision on a locked row. */
export async function decideContradiction(
  tx: Tx,
  row: ContradictionRow,
  made: {
    decision: Clearing
    by: string
    reason: string
    at: Date
    accountId: string | null
    journalId: string | null
  },
): Promise<ContradictionRow> {
  const { decision, by: decidedBy, reason: decisionReason, at: decidedAt, accountId, journalId } = made
  const { entityId, contradictionId } = row
  const decided = { status: 'Cleared' as const, decision, decidedBy, decisionReason, decidedAt, accountId }
  await tx.query(decideReport({ ...decided, entityId, contradictionId, clearingJournalId: journalId }))
  return { ...row, status: 'Cleared', decision, decidedBy, decisionReason, decidedAt }
}

/** Those that wait for a decision, the oldest first; at most `limit`. */
export async function listOpenContradictions(db: Queryable, limit: number): Promise<ContradictionRow[]> {
  const { rows } = await db.query<Stored>({
    name: 'list-open-contradictory-reports', // contradictory_reports_open
    text: `select ${COLUMNS} from contradictory_reports where status = 'Open'
      order by reported_at, contradiction_id limit $1`,
    values: [limit],
  })
  return rows.map(rowOf)
}

/** One as an operator sees it. */
export function presentContradiction(row: ContradictionRow) {
  const { money } = row
  return {
    contradictionId: formatId('ctr', row.contradictionId),
    kind: row.kind,
    explanation: row.explanation,
    entityId: formatId('ent', row.entityId),
    paymentId: money && formatId('pay', money.paymentId),
    amount: money && `${formatAmount(money.amountMinor, money.currency)} ${money.currency}`,
    direction: money && (money.direction === 'In' ? 'paid to us' : 'debited'),
    bankReference: row.bankReference,
    reportedAt: row.reportedAt.toISOString(),
    status: row.status,
    decision: row.decision,
    decidedBy: row.decidedBy,
    reason: row.decisionReason,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}
