import { formatId } from '../../kernel/values/ids.ts'
import { presentAmendment, presentTrade, type TradeRow } from '../trades/index.ts'
import type { AmendedSpot, AmendmentRow } from './amend-making.ts'

/** Presents the quote of a spot amendment, which always closes the trade. */
export const presentSpotAmendment = (row: AmendmentRow, trade: TradeRow) => ({
  ...presentAmendment(row, trade),
  nearRate: row.nearRate!,
})

/** Presents a booked amendment with the trades that it changed and made, or that wait for its approval. */
export const presentAmendedSpot = ({ row, trade, closeOut, next }: AmendedSpot) => ({
  ...presentSpotAmendment(row, trade),
  status: row.bookedAt === null ? ('PendingApproval' as const) : ('Booked' as const),
  bookedAt: row.bookedAt?.toISOString() ?? null,
  closeOutTradeId: closeOut ? formatId('trd', closeOut.tradeId) : null,
  newTradeId: next ? formatId('trd', next.tradeId) : null,
  trade: presentTrade(trade),
  closeOut: closeOut ? presentTrade(closeOut) : null,
  newTrade: next ? presentTrade(next) : null,
})
