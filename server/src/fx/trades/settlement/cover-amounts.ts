import type { TradeRow } from '../queries.ts'
import { parsePair } from '../../calendar/index.ts'

/** Data of a trade that its journals and its cover need. */
export type DealToPost = Pick<
  TradeRow,
  | 'entityId'
  | 'tradeId'
  | 'kind'
  | 'netMinor'
  | 'currencyPair'
  | 'buyCurrency'
  | 'buyMinor'
  | 'buyAccountId'
  | 'sellCurrency'
  | 'sellMinor'
  | 'sellAccountId'
  | 'rate'
  | 'revenueMinor'
  | 'valueDate'
  | 'clientReference'
  | 'holdId'
>

/** Returns the amounts of the cover deal in minor units of the client's buy and sell currencies. */
export function coverAmounts({ currencyPair, buyCurrency, buyMinor, sellMinor, revenueMinor }: DealToPost) {
  return buyCurrency === parsePair(currencyPair).base
    ? { bought: buyMinor, sold: sellMinor - revenueMinor }
    : { bought: buyMinor + revenueMinor, sold: sellMinor }
}
