import type { EntityProfile } from '../../entities/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { checkOffered, checkValueDate, parsePair } from '../calendar/index.ts'
import {
  type ApprovedProduct,
  executeTrade,
  moveTrade,
  type PendingApproval,
  recheckDeal,
  type RecheckDeps,
  tradeMoves,
  type TradeRow,
} from '../trades/index.ts'
import { enqueue } from './book.ts'
import { datesOf } from './offered-dates.ts'
import { findBooking, findHeldRate } from './queries.ts'
import { checkHeldRatesEnabled } from './rules.ts'
import { queuedMoves } from './work.ts'

/**
 * Deals an approved held-rate trade, or queues it for the market's opening if it was booked for that. Its use of the
 * held rate remains, regardless of the decision.
 *
 * @throws as `recheckDeal`; value_date_unavailable, held_rate_dates_unavailable, daily_limit_exceeded, insufficient_funds
 */
export const approvedHeldRate = (deps: RecheckDeps): ApprovedProduct => ({
  approved: async ({ tx }, trade, pending, act) => {
    const isQueued = trade.subtype === 'MarketOpenOrder' // has no price yet
    const priced = isQueued ? undefined : await pricedAt(deps, tx, trade, pending, act.at)
    const checkProduct = ({ settings }: EntityProfile) => void checkHeldRatesEnabled(settings)
    const profile = await recheckDeal(deps, { trade, checkProduct, isNewDeal: true, priced }, act.at)
    if (isQueued) return enqueue(tx, await moveTrade(tx, trade, queuedMoves.queue, act), act.at)
    await executeTrade(tx, profile, await moveTrade(tx, trade, tradeMoves.approve, act), pending.limitMinor, act.at)
  },
})

/**
 * Returns the rate compared with the market; undefined while the held rate is still valid, since its price is
 * guaranteed. Until then the trade can settle on the dates of the held rate only.
 *
 * @throws value_date_unavailable, held_rate_dates_unavailable
 */
async function pricedAt(
  { sources }: Pick<RecheckDeps, 'sources'>,
  db: Queryable,
  trade: TradeRow,
  { referenceRate }: PendingApproval,
  now: Date,
) {
  const { calendars } = sources
  const pair = parsePair(trade.currencyPair)
  const booking = await findBooking(db, trade.entityId, trade.tradeId)
  invariant(booking, 'a held-rate trade has its booking')
  const used = booking.usedQuoteId && (await findHeldRate(db, trade.entityId, booking.usedQuoteId))
  if (used && now < used.expiresAt) {
    checkOffered({ calendars, pair, at: now }, trade.valueDate, datesOf(calendars, used, now))
    return undefined
  }
  const dates = checkValueDate(calendars, pair, now, trade.valueDate)
  return { costRate: referenceRate ?? trade.costRate, dates }
}
