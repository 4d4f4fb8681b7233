import { countTowardsDailyLimit, type EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { type JournalCommand, legAccountId, postForeseen } from '../../../ledger/index.ts'
import { bookingJournal } from './journals.ts'
import type { TradeRow } from '../queries.ts'
import { scheduleSettlement, settlementDueAt } from './settlement.ts'

/** Returns the accounts on which `executeTrade` posts, for a transaction that posts more than that. */
export function bookingAccounts(trade: TradeRow): string[] {
  const journal = bookingJournal(trade, trade.tradeDate)
  return journal ? accountsOf(journal) : []
}

/** Returns the accounts whose balances a journal changes. */
export function accountsOf({ entityId, hold, release, legs }: JournalCommand): string[] {
  const held = [hold, release].flatMap((each) => (each ? [each.accountId] : []))
  return [...held, ...legs.map((leg) => legAccountId(entityId, leg))]
}

/**
 * Executes a deal that settles by itself: uses the daily limit, books revenue, holds the sell amount, and schedules its
 * settlement. The caller emits its event.
 *
 * @param limitMinor the deal's size, minor units of the entity's base currency
 * @throws daily_limit_exceeded, insufficient_funds
 */
export async function executeTrade(
  tx: Tx,
  { entity }: Pick<EntityProfile, 'entity'>,
  trade: TradeRow,
  limitMinor: bigint,
  now: Date,
): Promise<void> {
  const journal = bookingJournal(trade, trade.tradeDate)
  if (journal) await postForeseen(tx, journal, now)
  await countTowardsDailyLimit(tx, { entity, kind: 'trade', amountMinor: limitMinor, now })
  await scheduleSettlement(tx, trade, settlementDueAt(trade.valueDate, now))
}
