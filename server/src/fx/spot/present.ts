import { formatId } from '../../kernel/values/ids.ts'
import { presentAmendment, presentTrade, type TradeRow } from '../trades/index.ts'
import type { AmendedSpot, AmendmentRow } from './amend.ts'

/** Presents the quote of a spot amendment, which always closes the trade. */
export const presentSpotAmendment = (row: AmendmentRow, trade: TradeRow) => ({
  ...presentAmendment(row, trade),
  nearRate: row.nearRate!,
})

/** Presents a booked amendment with the trades that it changed and made. */
export const presentAmendedSpot = ({ row, trade, closeOut, next }: AmendedSpot) => ({
  ...presentSpotAmendment(row, trade),
  bookedAt: row.bookedAt!.toISOString(),
  closeOutTradeId: formatId('trd', closeOut.tradeId),
  newTradeId: next ? formatId('trd', next.tradeId) : null,
  trade: presentTrade(trade),
  closeOut: presentTrade(closeOut),
  newTrade: next ? presentTrade(next) : null,
})
