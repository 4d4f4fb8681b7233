import type { Issuer } from '../../documents/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { postingsPage } from '../../ledger/index.ts'
import type { TransactionOut } from '../schema.ts'
import { presentPosting } from '../transactions.ts'

export const PERIODS = ['Month', 'Day'] as const
export type Period = (typeof PERIODS)[number]

/** Issuer and recipient of a statement with their names at its creation. */
export interface StatementParties {
  /** Names of the institution, not its look; earlier statements lack some. */
  issuer: Issuer
  holder: { name: string; address: string[] }
  account: { name: string; iban: string; bic: string }
}

/** A statement without its lines. Amounts are minor units of its currency. */
export interface StatementHead {
  entityId: string
  accountId: string
  currency: string
  /** Null: an interim statement of any range of days, which is not stored and has no number. */
  stored: { statementId: string; period: Period; year: number; sequenceNumber: number; digest: string } | null
  fromDate: Day
  toDate: Day
  /** Time zone of the days. */
  timeZone: string
  /** The lines are the account's postings after the first up to the second. */
  afterSequence: bigint
  lastSequence: bigint
  openingMinor: bigint
  creditsMinor: bigint
  creditCount: number
  debitsMinor: bigint
  debitCount: number
  closingMinor: bigint
  /** Closing balance less holds at that time. */
  availableMinor: bigint
  /** Part of the debits. */
  feesMinor: bigint
  parties: StatementParties
  /** Business time. */
  createdAt: Date
}

/** The head in the words of the wire. */
export function presentHead(head: StatementHead) {
  const { stored, currency } = head
  const amount = (minor: bigint) => formatAmount(minor, currency)
  return {
    statementId: stored ? formatId('sta', stored.statementId) : null,
    accountId: formatId('acc', head.accountId),
    statementFromDate: head.fromDate,
    statementToDate: head.toDate,
    createdAt: head.createdAt.toISOString(),
    reference: stored ? referenceOf(stored) : null,
    sequenceNumber: stored?.sequenceNumber ?? null,
    period: stored?.period ?? null,
    interim: stored === null,
    currency,
    openingBalance: amount(head.openingMinor),
    closingBalance: amount(head.closingMinor),
    totals: {
      credits: amount(head.creditsMinor),
      creditCount: head.creditCount,
      debits: amount(head.debitsMinor),
      debitCount: head.debitCount,
      fees: amount(head.feesMinor),
    },
  }
}

/** "2026-M-0011": the eleventh month's statement of 2026. Fits the 16 characters that MT940 has for it. */
export const referenceOf = ({ year, period, sequenceNumber }: NonNullable<StatementHead['stored']>): string =>
  `${year}-${period.charAt(0)}-${String(sequenceNumber).padStart(4, '0')}`

const CHUNK = 100

/**
 * Reads a statement's lines, oldest first, in chunks of bounded size: a long statement is never in memory as a whole. A
 * line shows its own booking; a later reversal is a separate entry.
 */
export async function* linesOf(db: Queryable, head: StatementHead): AsyncGenerator<TransactionOut[]> {
  for (let after = head.afterSequence; after < head.lastSequence; after += BigInt(CHUNK)) {
    const end = after + BigInt(CHUNK)
    const before = (end < head.lastSequence ? end : head.lastSequence) + 1n
    const { rows } = await postingsPage(db, head, { after, before, limit: CHUNK })
    yield rows.map((row) => presentPosting({ ...row, reversed: false })).reverse()
  }
}

/** Presents a stored statement without its transactions. */
export const presentSummary = (head: StatementHead & { stored: { digest: string } }) => ({
  ...presentHead(head),
  digest: head.stored.digest,
})
