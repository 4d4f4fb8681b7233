import { formatId } from '../../kernel/ids.ts'
import { formatAmount } from '../../kernel/money.ts'
import { Decimal } from '../../kernel/rates.ts'
import { parsePair } from '../calendar/index.ts'
import { presentTrade, type TradeRow } from '../trades/index.ts'
import type { AmendedSpot, AmendmentRow } from './amend.ts'

/** The quote of a spot amendment as the wire shows it. */
export function presentSpotAmendment(row: AmendmentRow, trade: TradeRow) {
  const currency = parsePair(trade.currencyPair).counter
  const isCharge = row.settlementMinor < 0n
  return {
    quoteId: formatId('amq', row.amendmentId),
    tradeId: formatId('trd', row.tradeId),
    type: row.type,
    buyCurrency: trade.buyCurrency,
    buyAmount: formatAmount(row.buyMinor, trade.buyCurrency),
    sellCurrency: trade.sellCurrency,
    sellAmount: formatAmount(row.sellMinor, trade.sellCurrency),
    valueDate: trade.valueDate,
    newValueDate: row.newValueDate,
    nearRate: row.nearRate!,
    swapPoints: new Decimal(row.swapPoints).toFixed(4),
    newRate: row.newRate,
    newBuyAmount: row.newBuyMinor === null ? null : formatAmount(row.newBuyMinor, trade.buyCurrency),
    newSellAmount: row.newSellMinor === null ? null : formatAmount(row.newSellMinor, trade.sellCurrency),
    settlementAmount: formatAmount(isCharge ? -row.settlementMinor : row.settlementMinor, currency),
    chargeOrCredit: isCharge ? ('Charge' as const) : ('Credit' as const),
    currency,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** A booked amendment with the trades that it changed and made. */
export const presentAmendedSpot = ({ row, trade, closeOut, next }: AmendedSpot) => ({
  ...presentSpotAmendment(row, trade),
  bookedAt: row.bookedAt!.toISOString(),
  closeOutTradeId: formatId('trd', closeOut.tradeId),
  newTradeId: next ? formatId('trd', next.tradeId) : null,
  trade: presentTrade(trade),
  closeOut: presentTrade(closeOut),
  newTrade: next ? presentTrade(next) : null,
})
