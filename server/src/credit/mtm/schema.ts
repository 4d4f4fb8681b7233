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
  MoneyOut,
  Nullable,
  OneOf,
  Output,
  ReasonOut,
  Resource,
  paging,
  Rate,
  Text,
} from '../../kernel/http/wire.ts'

const filters = {
  entityId: EntityId,
  facilityId: Type.Optional(AnyId('a facility')),
  currencyPair: Type.Optional(Text(7, { examples: ['EUR/USD', 'EURUSD'] })),
  asAt: Type.Optional(
    Type.Unsafe<string>({
      ...Instant,
      description: 'An instant in the past, RFC 3339. Default: now, at the current market.',
    }),
  ),
}

export const MtmTradesQuery = Input({
  ...paging,
  ...filters,
  entityId: EntityId,
  tradeId: Type.Optional(AnyId('one trade')),
})

export type MtmTradesQuery = Static<typeof MtmTradesQuery>

export const MtmPairsQuery = Input(filters)
export type MtmPairsQuery = Static<typeof MtmPairsQuery>

const Percent = Type.String({ description: 'Percentage with four decimals; negative is against the client.' })

export const MtmTradeOut = Resource('TradeMtm', {
  tradeId: Type.String(),
  facilityId: Type.String(),
  currencyPair: Type.String(),
  clientBuys: CurrencyCode,
  outstandingBuyAmount: AmountOut,
  buyCurrency: CurrencyCode,
  outstandingSellAmount: AmountOut,
  sellCurrency: CurrencyCode,
  contractRate: Rate,
  accessDate: DayText,
  valueDate: DayText,
  spotRate: Rate,
  forwardPoints: Type.String({ description: 'Pips from spot to the pricing date.' }),
  marketForwardRate: Type.String({ description: 'Forward rate for a close-out, without mark-up.' }),
  pricedAtDate: Type.String({
    description:
      'Valuation date: the value date of a fixed forward, otherwise its pricing date, but not before the spot date.',
    format: 'date',
  }),
  datedBy: OneOf(['Calendar', 'LastKnownDate'], {
    description:
      'LastKnownDate: the holidays of a currency of the pair are not known far enough ahead to date the deal, so it is valued at the spot price for the last known business day.',
  }),
  discountFactor: Type.String({ description: 'Discount factor of the counter currency from the value date to today.' }),
  quoteCurrency: CurrencyCode,
  mtmQuote: Type.String({
    description: 'Undiscounted close-out value in the counter currency.',
  }),
  conversionRate: Type.String({ description: 'mtmCurrency per unit of quoteCurrency, at spot mid.' }),
  mtm: Type.String({ description: 'Discounted; negative if closing out the deal would be a loss for the client.' }),
  mtmUndiscounted: AmountOut,
  mtmCurrency: CurrencyCode,
  notional: Type.String({ description: 'Outstanding base amount, converted into mtmCurrency.' }),
  mtmPercentOfNotional: Percent,
  rateMovePercent: Percent,
  initialMarginHeld: MoneyOut,
  variationMarginHeld: MoneyOut,
  callDistance: Nullable(
    Type.String({
      description:
        'Percentage by which it may still move against the client before the next call; null for a net position.',
    }),
  ),
  snapshotId: Type.String(),
  asAt: Instant,
})
export type MtmTradeOut = Static<typeof MtmTradeOut>

const TotalsOut = Resource('MtmTotal', {
  currency: CurrencyCode,
  tradeCount: Type.Integer(),
  mtm: AmountOut,
  mtmUndiscounted: AmountOut,
  notional: AmountOut,
})

export const MtmTradesOut = Resource('TradeMtmList', {
  data: Type.Array(MtmTradeOut),
  nextCursor: Nullable(Type.String()),
  totals: Type.Array(TotalsOut, {
    description: 'Totals by currency over all trades of the list, including other pages.',
  }),
  snapshotId: Type.String(),
  asAt: Instant,
})

const MtmPairOut = Resource('CurrencyPairMtm', {
  currencyPair: Type.String(),
  tradeCount: Type.Integer(),
  longBase: AmountOut,
  shortBase: AmountOut,
  netBase: AmountOut,
  netQuote: Type.String({ description: 'Counter currency to be received less counter currency to be paid.' }),
  averageContractRate: Nullable(
    Type.String({ description: 'Weighted by base amount; null if the deals have both directions.' }),
  ),
  marketForwardRate: Type.String({
    description: 'Average close-out rate of the deals, weighted by base amount.',
  }),
  quoteCurrency: CurrencyCode,
  mtmQuote: Type.String({
    description: 'Undiscounted close-out value in the counter currency.',
  }),
  mtm: AmountOut,
  mtmUndiscounted: AmountOut,
  mtmCurrency: CurrencyCode,
  nearestValueDate: DayText,
  furthestValueDate: DayText,
  snapshotId: Type.String(),
  asAt: Instant,
})

export const MtmPairsOut = Resource('CurrencyPairMtmList', {
  data: Type.Array(MtmPairOut),
  nextCursor: Nullable(Type.String()),
  totals: Type.Array(TotalsOut),
  snapshotId: Type.String(),
  asAt: Instant,
})

const Shock = Input({
  currencyPair: Text(7, { examples: ['EUR/USD'] }),
  percent: Text(12, {
    pattern: '^-?\\d{1,3}(\\.\\d{1,6})?$',
    description: 'Percentage, with its sign.',
    examples: ['-5'],
  }),
})

const ProposedTrade = Input({
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  fixedSide: OneOf(['Buy', 'Sell']),
  amount: Amount,
  valueDate: Type.Optional(DayText),
})

export const SimulationOrder = Input(
  {
    entityId: EntityId,
    shocks: Type.Optional(Type.Array(Shock, { maxItems: 20 })),
    trade: Type.Optional(ProposedTrade),
  },
  { description: 'Rate shocks, a proposed forward, or both.' },
)
export type SimulationOrder = Static<typeof SimulationOrder>

const SimulatedCall = Output({
  tradeId: Nullable(
    Type.String({
      description:
        'Trade that the call is for. Null if it is for the proposed trade or for the net position; see `subject`.',
    }),
  ),
  subject: OneOf(['Trade', 'ProposedTrade', 'NetPosition']),
  amount: AmountOut,
  currency: CurrencyCode,
})

const SimulatedState = Resource('SimulatedFacility', {
  utilised: AmountOut,
  available: AmountOut,
  unpaidLosses: {
    ...AmountOut,
    description:
      'The part of `utilised` that comes from close-out losses not yet paid and from overdue spot trades, at mid.',
  },
  isLimitExceeded: Type.Boolean(),
  mtm: AmountOut,
  marginCallTotal: Type.String({ description: 'Amount that a margin run would call in addition to the open calls.' }),
  marginCallCount: Type.Integer(),
  marginCalls: Type.Array(SimulatedCall, { description: 'The largest calls, at most 100.' }),
})

export const SimulationOut = Resource('CreditSimulation', {
  facilities: Type.Array(
    Output({ facilityId: Type.String(), currency: CurrencyCode, before: SimulatedState, after: SimulatedState }),
  ),
  trade: Nullable(
    Output({
      currencyPair: Type.String(),
      rate: Type.String({ description: 'Market forward on the client’s side, without mark-up.' }),
      buyAmount: AmountOut,
      sellAmount: AmountOut,
      valueDate: DayText,
      isPossible: Type.Boolean(),
      facilityId: Nullable(Type.String()),
      creditTermId: Nullable(Type.String()),
      initialMargin: Nullable(Output({ percent: Type.String(), amount: AmountOut, currency: CurrencyCode })),
      refusal: Nullable(ReasonOut),
    }),
  ),
  asAt: Instant,
})
