import { type Static, Type } from 'typebox'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import {
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  EntityId,
  Input,
  Instant,
  Nullable,
  OneOf,
  VisibleText,
} from '../../kernel/http/wire.ts'
import { parsePair } from '../calendar/index.ts'
import type { AmendmentRow, AmendmentType } from './amendments.ts'
import type { TradeRow } from './queries.ts'

/**
 * The fields of a priced amendment, for every product.
 *
 * @param types the product's amendments
 */
export const amendmentFields = <const T extends string[]>(types: readonly [...T]) => ({
  quoteId: Type.String(),
  tradeId: Type.String(),
  type: OneOf(types),
  buyCurrency: CurrencyCode,
  buyAmount: AmountOut,
  sellCurrency: CurrencyCode,
  sellAmount: AmountOut,
  valueDate: DayText,
  newValueDate: Nullable(DayText),
  nearRate: Nullable(Type.String({ description: 'Rate at which the part is closed; null for a split.' })),
  swapPoints: Type.String({ description: 'Forward points, in pips, between the old and the new value date.' }),
  newRate: Nullable(Type.String({ description: 'Rate of the continuing trade; null without one.' })),
  newBuyAmount: Nullable(AmountOut),
  newSellAmount: Nullable(AmountOut),
  settlementAmount: AmountOut,
  chargeOrCredit: OneOf(['Charge', 'Credit']),
  currency: CurrencyCode,
  createdAt: Instant,
  expiresAt: Instant,
})

/** The booking of a priced amendment. */
export const AmendmentBooking = Input({
  entityId: EntityId,
  quoteId: AnyId('the quote to book'),
  clientReference: Type.Optional(VisibleText(64, { description: 'Your reference for the trade that continues.' })),
})
export type AmendmentBooking = Static<typeof AmendmentBooking>

/** Presents the quote of an amendment under the names of `amendmentFields`. */
export function presentAmendment<T extends AmendmentType>(row: AmendmentRow<T>, trade: TradeRow) {
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
    nearRate: row.nearRate,
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
