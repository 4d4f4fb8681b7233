import { type Static, Type } from 'typebox'
import {
  Amount,
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  EntityId,
  Input,
  Instant,
  ZonedTime,
  MoneyOut,
  Nullable,
  OneOf,
  Output,
  ReasonOut,
  Resource,
  Rate,
  VisibleText,
} from '../../../kernel/http/wire.ts'
import { PriceView, SpotQuote, SpotQuoteOrder } from '../../quotes/index.ts'
import { amendmentFields, type PayoutPort, payoutsOf, Trade, TradeApproval } from '../../trades/index.ts'
import { ACTIONS } from './lifecycle.ts'
import { REASON_CODES } from './reasons.ts'

const FORWARD_TYPES = ['Fixed', 'Window', 'Open', 'Variable'] as const
const ForwardType = OneOf(FORWARD_TYPES, {
  description:
    'Days on which it can be drawn. Fixed: the value date. Window and Variable: from the access date to the value ' +
    'date. Open: from spot to the value date.',
})
const Reason = OneOf(REASON_CODES, { description: 'GET /v1/fx/trades/forwards/reasons lists them.' })
/** NonDeliverable: nothing is drawn; when the value date is over the difference to the market is settled in cash. */
const FUNDS_DELIVERY = ['Deliverable', 'NonDeliverable'] as const
const MARGIN_STATUSES = ['NotRequired', 'Due', 'Received', 'Overdue', 'Released'] as const
const FUNDING_METHODS = ['CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit'] as const

export const ForwardQuoteOrder = Input({
  ...SpotQuoteOrder.properties,
  valueDate: Type.Optional(
    Nullable({ ...DayText, description: 'Last day to draw the forward. Default for a fixed forward: spot.' }),
  ),
  forwardType: Type.Optional(ForwardType),
  accessDate: Type.Optional({
    ...DayText,
    description:
      'First day of the window; required for Window and Variable. If the pair does not settle on it, the forward can be drawn from the next day on which it does.',
  }),
  reason: Type.Optional(Reason),
  creditTermId: Type.Optional(AnyId('the credit term. Default: the first that fits')),
  marginSide: Type.Optional(
    OneOf(['Buy', 'Sell'], { description: 'Side in whose currency the margin is paid. Default: Sell.' }),
  ),
  defaultBeneficiaryId: Type.Optional(AnyId('the default beneficiary of drawdown payments')),
})
export type ForwardQuoteOrder = Static<typeof ForwardQuoteOrder>

const { kind: _kind, tenor: _tenor, price: _price, ...quoteFields } = SpotQuote.properties

const Credit = Output({
  facilityId: Type.String(),
  termId: Type.String(),
  currency: CurrencyCode,
  utilisedBefore: AmountOut,
  utilisedAfter: AmountOut,
  availableAfter: AmountOut,
})

const PricedAt = Output({ ...PriceView.properties, pricedAtDate: DayText })

export const ForwardQuote = Resource('ForwardQuote', {
  ...quoteFields,
  kind: OneOf(['Forward']),
  forwardType: ForwardType,
  accessDate: DayText,
  tenor: Type.String({
    description: 'Tenor by which the value date is priced; a broken date has the next longer tenor.',
  }),
  price: PricedAt,
  spotRate: Rate,
  forwardPoints: Type.String({
    description: 'Forward points in pips to the day least favourable to the client: price.pricedAtDate.',
  }),
  reason: Nullable(Type.String()),
  defaultBeneficiaryId: Nullable(Type.String()),
  initialMargin: Output({
    required: Type.Boolean(),
    percent: Type.String({ description: 'Percentage of the notional; 0 if the credit term waives it.' }),
    amount: AmountOut,
    currency: CurrencyCode,
    dueAt: Nullable(Instant),
    payFromAccountId: Nullable(Type.String({ description: 'Default account of the margin currency.' })),
  }),
  credit: Credit,
})

export const ForwardBooking = Input({
  entityId: EntityId,
  quoteId: AnyId('the quote to book'),
  forwardReasoning: Reason,
  fundsDelivery: OneOf(FUNDS_DELIVERY, {
    description: 'NonDeliverable: settled in cash against the market after the value date, without drawdowns.',
  }),
  clientReference: Type.Optional(VisibleText(64, { description: 'Unique among the entity’s trades.' })),
  payInitialMarginFromAccountId: Type.Optional(
    AnyId('the account that pays it now. Without it, the service waits for a wire'),
  ),
})
export type ForwardBooking = Static<typeof ForwardBooking>

const Balance = Resource('TradeAmounts', { buyAmount: AmountOut, sellAmount: AmountOut })

const forward = {
  type: ForwardType,
  accessDate: DayText,
  valueDate: DayText,
  balance: Balance,
  drawnPercent: Type.String(),
  initialMarginStatus: OneOf(MARGIN_STATUSES),
  forwardReasoning: Type.String(),
  fundsDelivery: OneOf(FUNDS_DELIVERY),
  facilityId: Type.String(),
  creditTermId: Type.String(),
  defaultBeneficiaryId: Nullable(Type.String()),
  spotRate: Rate,
  pricedAtDate: DayText,
}
export const ForwardTrade = Resource('ForwardTrade', { ...Trade.properties, forward: Output(forward) })

const Mtm = Output({
  amount: Type.String({ description: 'Undiscounted close-out result now; negative is a loss.' }),
  currency: CurrencyCode,
  marketForwardRate: Rate,
  asAt: Instant,
})
const PermittedAction = Output({
  action: OneOf(ACTIONS),
  permitted: Type.Boolean(),
  reason: Nullable(ReasonOut),
})
const Link = Output({ tradeId: Type.String(), kind: Type.String(), status: Type.String() })

export const ForwardDetails = Resource('ForwardDetails', {
  ...Trade.properties,
  forward: Output({
    ...forward,
    drawdownCount: Type.Integer(),
    amended: Balance,
    margin: Output({ held: MoneyOut, appliedToDrawdowns: MoneyOut }),
    mtm: Nullable(Mtm),
    permittedActions: Type.Array(PermittedAction),
    linkedTrades: Type.Array(Link, { description: 'Its close-outs, and the forwards that its amendments opened.' }),
  }),
})

export const InitialMargin = Resource('InitialMargin', {
  tradeId: Type.String(),
  required: Type.Boolean(),
  percent: Type.String({ description: 'Percentage of the notional; 0 if the credit term waives it.' }),
  amount: AmountOut,
  currency: CurrencyCode,
  side: OneOf(['Buy', 'Sell']),
  dueAt: Nullable(Instant),
  status: OneOf(MARGIN_STATUSES),
  received: AmountOut,
  outstanding: AmountOut,
  released: AmountOut,
  appliedToDrawdowns: AmountOut,
  accountId: Nullable(Type.String({ description: 'Account that receives the wire, and to which margin is released.' })),
  ledgerTransactionIds: Type.Array(Type.String(), {
    description: 'Ledger transactions for margin posted and released.',
  }),
})

/** @param payouts whose orders `payments[]` takes */
export const drawdownOrder = (payouts: Pick<PayoutPort, 'order'>) =>
  Input({
    entityId: EntityId,
    tradeId: Type.Optional(AnyId('the forward')),
    tradeIds: Type.Optional(
      Type.Array(AnyId('a forward'), {
        minItems: 1,
        maxItems: 50,
        description: 'Drawn one after the other, oldest first.',
      }),
    ),
    currency: { ...CurrencyCode, description: 'Currency of the amount: buy or sell currency.' },
    amount: Amount,
    valueDate: Type.Optional(
      Nullable({ ...DayText, description: 'Default: the earliest day on which the drawdown can settle.' }),
    ),
    fundingMethod: OneOf(FUNDING_METHODS),
    clientReference: Type.Optional(
      VisibleText(64, {
        description: 'Unique among the entity’s trades. With several forwards, the first drawdown gets it.',
      }),
    ),
    payments: payoutsOf(payouts),
  })
export type DrawdownOrder = Static<ReturnType<typeof drawdownOrder>>

const FundingInstructions = Resource('DrawdownFunding', {
  accountId: Type.String(),
  iban: Nullable(Type.String()),
  bic: Nullable(Type.String()),
  currency: CurrencyCode,
  amount: Type.String({ description: 'Amount required by the cut-off: the sell amount less the margin released.' }),
  received: Type.String({ description: 'Amount received so far, for a drawdown funded by wire.' }),
  reference: Type.String({ description: 'Reference to quote in the wire; it identifies the drawdown.' }),
  payBy: Instant,
  payByLocal: ZonedTime,
})

const drawdown = {
  drawdownId: Type.String({ description: 'A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles.' }),
  tradeId: Type.String({ description: 'The forward.' }),
  status: Type.String({ description: 'PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled.' }),
  currencyPair: Type.String(),
  buyCurrency: CurrencyCode,
  buyAmount: AmountOut,
  sellCurrency: CurrencyCode,
  sellAmount: AmountOut,
  rate: Type.String({ description: 'The contract rate.' }),
  valueDate: DayText,
  fundingMethod: OneOf(FUNDING_METHODS),
  fundingInstructions: Nullable(FundingInstructions),
  waitingFor: Nullable(
    OneOf(['Approval', 'ValueDate', 'Wire', 'Funds'], {
      description:
        'Wire: money that you wire by the cut-off, not money in the sell account. Funds: money in the sell account.',
    }),
  ),
  marginApplied: MoneyOut,
  clientReference: Nullable(Type.String()),
  paymentIds: Type.Array(Type.String()),
  createdAt: Instant,
}
const Drawdown = Resource('Drawdown', drawdown)
export const DrawdownBooked = Resource('BookedDrawdown', {
  ...drawdown,
  remaining: Balance,
  drawdowns: Type.Array(Resource('DrawdownOfForward', { ...drawdown, remaining: Balance }), {
    description: 'One drawdown for each forward; the fields above are those of the first.',
  }),
  totals: Balance,
})
export const DrawdownCancelled = Resource('CancelledDrawdown', { ...drawdown, remaining: Balance })

export const DrawdownList = Resource('DrawdownList', {
  data: Type.Array(Drawdown),
  nextCursor: Nullable(Type.String()),
  totals: Output({
    drawnBuy: AmountOut,
    drawnSell: AmountOut,
    amendedBuy: AmountOut,
    amendedSell: AmountOut,
    remainingBuy: AmountOut,
    remainingSell: AmountOut,
  }),
  marginImpact: Output({ released: MoneyOut, held: MoneyOut }),
})

const AMENDMENT_TYPES = ['Extend', 'BringForward', 'CloseOut', 'Split'] as const
export type AmendmentType = (typeof AMENDMENT_TYPES)[number]
export const AmendmentOrder = Input({
  entityId: EntityId,
  type: OneOf(AMENDMENT_TYPES),
  newValueDate: Type.Optional(DayText),
  currency: Type.Optional({ ...CurrencyCode, description: 'Currency of the amount. Default: the buy currency.' }),
  amount: Type.Optional({
    ...Amount,
    description: 'Amount to amend. Default: the whole remainder. Required for Split.',
  }),
})
export type AmendmentOrder = Static<typeof AmendmentOrder>

const quotedAmendment = amendmentFields(AMENDMENT_TYPES)
export const AmendmentQuote = Resource('ForwardAmendmentQuote', quotedAmendment)
export const Amendment = Resource('ForwardAmendment', {
  ...quotedAmendment,
  status: OneOf(['PendingApproval', 'Booked'], {
    description:
      'PendingApproval: `closeOutTradeId` or `newTradeId` names the trade to approve with POST /v1/fx/trades/{tradeId}/approve. Until then the forward stays as it is, and the part is reserved.',
  }),
  bookedAt: Nullable({ ...Instant, description: 'Null until it is approved.' }),
  approval: TradeApproval,
  closeOutTradeId: Nullable(Type.String()),
  newTradeId: Nullable(Type.String()),
  trade: ForwardTrade,
  newTrade: Nullable(ForwardTrade),
})

export const ReasonList = Resource('ForwardReasonList', {
  data: Type.Array(Resource('ForwardReason', { code: Type.String(), description: Type.String() })),
  nextCursor: Nullable(Type.String()),
})
export const OneParams = Input({ tradeId: AnyId('the forward') })
export const DrawdownParams = Input({ drawdownId: AnyId('the drawdown') })
