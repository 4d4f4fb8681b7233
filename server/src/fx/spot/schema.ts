import { type Static, Type } from 'typebox'
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
  Output,
  Text,
} from '../../kernel/wire.ts'
import { type PayoutPort, payoutsOf, Trade } from '../trades/index.ts'
import { SPOT_AMENDMENTS } from './rules.ts'

/** @param payouts whose orders `payments[]` takes */
export const spotBooking = (payouts: Pick<PayoutPort, 'order'>) =>
  Input({
    entityId: EntityId,
    quoteId: AnyId('the quote to be booked'),
    buyAccountId: Type.Optional(AnyId('the account that is credited; the quote’s when absent')),
    sellAccountId: Type.Optional(AnyId('the account that is debited; the quote’s when absent')),
    clientReference: Type.Optional(Text(64, { description: 'Unique among the entity’s trades.' })),
    payments: payoutsOf(payouts),
  })
export type SpotBooking = Static<ReturnType<typeof spotBooking>>

export const SpotParams = Input({ tradeId: AnyId('the spot trade') })

export const SpotAmendmentOrder = Input({
  entityId: EntityId,
  type: OneOf(SPOT_AMENDMENTS),
  newValueDate: Type.Optional({ ...DayText, description: 'Needed for Move: a spot value date that can be dealt now.' }),
})
export type SpotAmendmentOrder = Static<typeof SpotAmendmentOrder>

const amendmentFields = {
  quoteId: Type.String(),
  tradeId: Type.String(),
  type: OneOf(SPOT_AMENDMENTS),
  buyCurrency: CurrencyCode,
  buyAmount: AmountOut,
  sellCurrency: CurrencyCode,
  sellAmount: AmountOut,
  valueDate: DayText,
  newValueDate: Nullable(DayText),
  nearRate: Type.String({ description: 'The rate at which the trade is closed.' }),
  swapPoints: Type.String({ description: 'The market’s pips between the old and the new value date.' }),
  newRate: Nullable(Type.String({ description: 'Of the trade that goes on; null unless it is moved.' })),
  newBuyAmount: Nullable(AmountOut),
  newSellAmount: Nullable(AmountOut),
  settlementAmount: { ...AmountOut, description: 'Paid in cash: a charge at once, a credit on the value date.' },
  chargeOrCredit: OneOf(['Charge', 'Credit']),
  currency: CurrencyCode,
  createdAt: Instant,
  expiresAt: Instant,
}
export const SpotAmendmentQuote = Output(amendmentFields)

export const SpotAmendmentBooking = Input({
  entityId: EntityId,
  quoteId: AnyId('the quote to be booked'),
  clientReference: Type.Optional(Text(64, { description: 'Of the trade that goes on.' })),
})

export const SpotAmendment = Output({
  ...amendmentFields,
  bookedAt: Instant,
  closeOutTradeId: Type.String(),
  newTradeId: Nullable(Type.String()),
  trade: Trade,
  closeOut: Trade,
  newTrade: Nullable(Trade),
})
