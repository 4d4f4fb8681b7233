import { createHash } from 'node:crypto'
import type { Day } from '../kernel/days.ts'
import type { Queryable } from '../kernel/db.ts'
import { formatId } from '../kernel/ids.ts'
import { formatAmount } from '../kernel/money.ts'
import { findPosting, postingsPage, sequenceAt, totalsBetween } from '../ledger/index.ts'
import type { Account } from './queries.ts'
import { checkPeriod, MAX_TRANSACTIONS, tooLong } from './rules.ts'
import type { StatementOut } from './schema.ts'
import { presentPosting } from './transactions.ts'

/**
 * An interim statement of any range of days (domain 7.2): opening, totals, transactions, closing. Nothing is stored and it
 * has no number. A holder's day is one of its time zone.
 *
 * @throws date_range_invalid, range_too_long
 */
export async function interimStatement(
  db: Queryable,
  account: Account,
  period: { from: Day; to: Day },
  zone: string,
  now: Date,
): Promise<StatementOut> {
  const { start, end } = checkPeriod(period.from, period.to, zone)
  const { entityId, accountId, currency } = account
  const [opening, closing] = await Promise.all([
    sequenceAt(db, entityId, accountId, justBefore(start)),
    sequenceAt(db, entityId, accountId, justBefore(end)),
  ])
  if (closing - opening > BigInt(MAX_TRANSACTIONS)) throw tooLong()
  const [openingMinor, closingMinor, totals, lines] = await Promise.all([
    balanceAfter(db, account, opening),
    balanceAfter(db, account, closing),
    totalsBetween(db, account, opening, closing),
    postingsPage(db, account, { after: opening, before: closing + 1n, limit: MAX_TRANSACTIONS }, {}, MAX_TRANSACTIONS),
  ])
  const amount = (minor: bigint) => formatAmount(minor, currency)
  const content = {
    statementId: null,
    accountId: formatId('acc', accountId),
    statementFromDate: period.from,
    statementToDate: period.to,
    reference: null,
    sequenceNumber: null,
    interim: true,
    currency,
    openingBalance: amount(openingMinor),
    closingBalance: amount(closingMinor),
    totals: {
      credits: amount(totals.creditsMinor),
      creditCount: totals.creditCount,
      debits: amount(totals.debitsMinor),
      debitCount: totals.debitCount,
    },
    transactions: lines.rows.map(presentPosting).reverse(),
  }
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return { ...content, createdAt: now.toISOString(), digest }
}

/** Instants are kept in milliseconds. */
const justBefore = (at: Date): Date => new Date(at.getTime() - 1)

async function balanceAfter(db: Queryable, account: Account, sequence: bigint): Promise<bigint> {
  if (sequence === 0n) return 0n
  return (await findPosting(db, account.entityId, account.accountId, sequence))!.balanceAfterMinor
}
