import { type Static, Type } from 'typebox'
import {
  AmountOut,
  AnyId,
  DayText,
  EntityId,
  Input,
  Instant,
  Nullable,
  OneOf,
  Resource,
  VisibleText,
} from '../../kernel/http/wire.ts'
import { amendmentFields, type PayoutPort, payoutsOf, Trade, TradeApproval } from '../trades/index.ts'
import { SPOT_AMENDMENTS } from './rules.ts'

/** @param payouts whose orders `payments[]` takes */
export const spotBooking = (payouts: Pick<PayoutPort, 'order'>) =>
  Input({
    entityId: EntityId,
    quoteId: AnyId('the quote to book'),
    buyAccountId: Type.Optional(AnyId('the account to credit. Default: the account of the quote')),
    sellAccountId: Type.Optional(AnyId('the account to debit. Default: the account of the quote')),
    clientReference: Type.Optional(VisibleText(64, { description: 'Unique among the entity’s trades.' })),
    payments: payoutsOf(payouts),
  })
export type SpotBooking = Static<ReturnType<typeof spotBooking>>

export const SpotParams = Input({ tradeId: AnyId('the spot trade') })

export const SpotAmendmentOrder = Input({
  entityId: EntityId,
  type: OneOf(SPOT_AMENDMENTS),
  newValueDate: Type.Optional({
    ...DayText,
    description: 'Required for Move: a spot value date that can be dealt now.',
  }),
})
export type SpotAmendmentOrder = Static<typeof SpotAmendmentOrder>

const quotedAmendment = {
  ...amendmentFields(SPOT_AMENDMENTS),
  nearRate: Type.String({ description: 'The rate at which the trade is closed.' }),
  settlementAmount: { ...AmountOut, description: 'Paid in cash: a loss immediately, a gain on the value date.' },
}
export const SpotAmendmentQuote = Resource('SpotAmendmentQuote', quotedAmendment)

export const SpotAmendment = Resource('SpotAmendment', {
  ...quotedAmendment,
  status: OneOf(['PendingApproval', 'Booked'], {
    description:
      'PendingApproval: `newTradeId` of a move, else `closeOutTradeId`, names the trade to approve with POST /v1/fx/trades/{tradeId}/approve. Until then the trade stays as it is, and you cannot amend it again.',
  }),
  bookedAt: Nullable({ ...Instant, description: 'Null until it is approved.' }),
  approval: TradeApproval,
  closeOutTradeId: Nullable({ ...Type.String(), description: 'Null for a move until it is approved.' }),
  newTradeId: Nullable(Type.String()),
  trade: Trade,
  closeOut: Nullable(Trade),
  newTrade: Nullable(Trade),
})
