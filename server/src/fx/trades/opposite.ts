import type { Act } from '../../kernel/values/act.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import {
  type Calendars,
  earliestValueDate,
  nextGoodDay,
  type Pair,
  settlementCutOff,
  spotDate,
  tradeDateOf,
} from '../calendar/index.ts'
import type { DealPrice } from '../pricing/index.ts'
import { dayOf } from '../../kernel/values/days.ts'
import type { TradeRow } from './queries.ts'

/** The opposite deal that closes a trade, or a part of it. */
export interface OppositeDeal {
  price: DealPrice
  /** Closed part, in the amounts of the trade. */
  part: Pick<TradeRow, 'buyMinor' | 'sellMinor'>
  /** Counter currency; positive is the client's gain. */
  netMinor: bigint
  /** Value date of the opposite deal's price. */
  valueDate: string
  /** Revenue of the deal and the closed part, counter currency. */
  revenueMinor: bigint
}

/**
 * Returns the close-out of a trade, or of a part of it: the opposite deal, settled in cash in the counter currency. A loss
 * is due at once, on a day on which both currencies can be paid and never before the trade date; a gain is paid on the
 * value date.
 */
export function closeOutTrade(
  calendars: Calendars,
  trade: TradeRow,
  deal: OppositeDeal,
  { reason, act }: { reason: string; act: Act },
): TradeRow {
  const { price, part, netMinor, valueDate, revenueMinor } = deal
  const { pair } = price
  const isLoss = netMinor < 0n
  const isBaseBought = trade.buyCurrency === pair.base
  const tradeDate = tradeDateOf(pair, act.at)
  const today = dayOf(act.at)
  const due = isLoss ? nextGoodDay(calendars, pair, tradeDate > today ? tradeDate : today) : valueDate
  return {
    ...trade,
    tradeId: newUuid(),
    kind: 'CloseOut',
    subtype: trade.kind === 'Spot' ? 'Spot' : trade.subtype,
    status: 'Executed',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    orderId: null,
    clientReference: null,
    fixedSide: isBaseBought ? 'Sell' : 'Buy',
    buyCurrency: trade.sellCurrency,
    buyMinor: isBaseBought ? price.counterMinor : part.sellMinor,
    buyAccountId: trade.sellAccountId,
    sellCurrency: trade.buyCurrency,
    sellMinor: isBaseBought ? part.buyMinor : price.counterMinor,
    sellAccountId: trade.buyAccountId,
    rate: formatRate(price.rate, pair.quoteDp),
    costRate: price.costRate.toFixed(),
    midRate: price.mid.toFixed(),
    forwardPoints: price.forwardPoints.toFixed(),
    costMinor: price.costInSellMinor,
    revenueMinor,
    netMinor,
    settlementMinor: null,
    tenor: null,
    tradeDate,
    valueDate: due,
    cutOffAt: isLoss ? payBy(calendars, pair, due, act.at) : settlementCutOff(pair, due).at,
    holdId: null,
    settlementJournalId: null,
    fundedAt: null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    confirmationDocumentId: null,
    history: [{ status: 'Executed', at: act.at.toISOString(), by: act.actor.type, reason }],
    createdAt: act.at,
    updatedAt: act.at,
  }
}

/** Returns the deadline of a loss: the cut-off of its due date, at the earliest that of the first dealable date. */
function payBy(calendars: Calendars, pair: Pair, due: string, now: Date): Date {
  const [own, dealt] = [settlementCutOff(pair, due).at, earliestValueDate(calendars, pair, now).cutOff.at]
  return own > dealt ? own : dealt
}

/** Returns the dates of a deal that is priced for a day. */
export function datesFor(calendars: Calendars, pair: Pair, date: string, now: Date) {
  const { tradeDate } = earliestValueDate(calendars, pair, now)
  return { date, tradeDate, spotDate: spotDate(calendars, pair, tradeDate) }
}

/** Zero mark-up: a close-out is priced at the market's side. */
export const NO_MARKUP = new Decimal(0)
