import { type Static, Type } from 'typebox'
import {
  AmountOut,
  CurrencyCode,
  DayText,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  Output,
  Resource,
  paging,
  Rate,
  Text,
  UpdatedSince,
} from '../../kernel/http/wire.ts'
import { ApprovalOut } from '../../approvals/index.ts'
import { FundingCutOff, PriceView } from '../quotes/index.ts'
import { TRADE_STATUSES } from './lifecycle.ts'

const TRADE_KINDS = ['Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut'] as const
export type TradeKind = (typeof TRADE_KINDS)[number]

/** Subtypes: the forward's type for forwards, drawdowns and close-outs; the execution for held-rate trades. */
const TRADE_SUBTYPES = [
  'Fixed',
  'Window',
  'Open',
  'Variable',
  'Held',
  'Spot',
  'NextQuote',
  'MarketOpenOrder',
  'LossCover',
] as const

const HistoryEntry = Resource('TradeHistoryEntry', {
  status: Type.String(),
  at: Instant,
  by: Type.String({ description: 'client, system or operator.' }),
  reason: Nullable(Type.String()),
})

const Settlement = Resource('TradeSettlement', {
  funded: Type.Boolean({ description: 'True once the sell amount is held or debited.' }),
  fundedAt: Nullable(Instant),
  settledAt: Nullable(Instant),
  failureReason: Nullable(Type.String({ description: 'Code of the error that stopped the settlement.' })),
  net: Nullable(
    Output(
      { amount: AmountOut, currency: CurrencyCode, chargeOrCredit: OneOf(['Charge', 'Credit']) },
      { description: 'Cash amount of a close-out, paid instead of the two amounts.' },
    ),
  ),
})

export const Trade = Resource('Trade', {
  tradeId: Type.String(),
  kind: OneOf(TRADE_KINDS),
  subtype: Nullable(Type.String()),
  entityId: Type.String(),
  status: Type.String({ description: TRADE_STATUSES.join(', ') }),
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  rate: Rate,
  inverseRate: Type.String({ description: 'Inverse of the rate, for display only.' }),
  buyCurrency: CurrencyCode,
  buyAmount: AmountOut,
  buyAccountId: Type.String(),
  sellCurrency: CurrencyCode,
  sellAmount: AmountOut,
  sellAccountId: Type.String(),
  fixedSide: OneOf(['Buy', 'Sell']),
  tradeDate: DayText,
  valueDate: DayText,
  tenor: Nullable(Type.String()),
  ...FundingCutOff,
  quoteId: Nullable(Type.String()),
  orderId: Nullable(Type.String({ description: 'Limit or stop order that the trade fills.' })),
  clientReference: Nullable(Type.String()),
  price: PriceView,
  settlement: Settlement,
  parentTradeId: Nullable(Type.String()),
  paymentIds: Type.Array(Type.String()),
  confirmationDocumentId: Nullable(Type.String({ description: 'Null until the confirmation is first requested.' })),
  history: Type.Array(HistoryEntry),
  createdAt: Instant,
  updatedAt: Instant,
})

/** Approvals of a deal or of an amendment, and when it lapses. */
export const TradeApproval = Resource('TradeApproval', {
  ...ApprovalOut.properties,
  lapsesAt: Nullable({ ...Instant, description: 'Cancelled if it is not approved by then.' }),
})
export type TradeApproval = Static<typeof TradeApproval>

export const TradeFilter = Input({
  entityId: EntityIds,
  tradeType: Type.Optional(OneOf(TRADE_KINDS)),
  tradeSubtype: Type.Optional(OneOf(TRADE_SUBTYPES)),
  status: Type.Optional(OneOf(TRADE_STATUSES)),
  currencyPair: Type.Optional(Text(7, { examples: ['EUR/USD', 'EURUSD'] })),
  tradeDateFrom: Type.Optional(DayText),
  tradeDateTo: Type.Optional(DayText),
  valueDateFrom: Type.Optional(DayText),
  valueDateTo: Type.Optional(DayText),
  clientReference: Type.Optional(Text(64)),
  drawable: Type.Optional(Type.Boolean({ description: 'True: only forwards with a remainder to draw.' })),
  updatedSince: Type.Optional(UpdatedSince),
  ...paging,
})
export type TradeFilter = Static<typeof TradeFilter>
