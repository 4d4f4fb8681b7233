import { type Static, Type } from 'typebox'
import {
  Amount,
  AnyId,
  CurrencyCode,
  DayText,
  EntityId,
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
  VisibleText,
} from '../../kernel/http/wire.ts'
import { FixedSide } from '../quotes/index.ts'
import { Trade } from '../trades/index.ts'

const HELD_RATE_STATUSES = ['Active', 'PartlyUsed', 'Booked', 'Exhausted', 'Expired', 'Cancelled'] as const
export type HeldRateStatus = (typeof HELD_RATE_STATUSES)[number]

const PostExpiryAction = OneOf(['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen'], {
  description: 'Action for a booking received after the expiry.',
})
const Direction = OneOf(['OneWay', 'TwoWay'], {
  description: 'TwoWay: either currency may be bought when it is booked.',
})
const Usage = OneOf(['Single', 'Multiple'])
const Tenor = Type.String({
  pattern: '^P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$',
  maxLength: 20,
  description: 'Duration of the hold in ISO 8601, at most PT24H.',
  examples: ['PT4H'],
})

export const HeldRateOrder = Input({
  entityId: EntityId,
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  fixedSide: FixedSide,
  estimatedAmount: Amount,
  tenor: Tenor,
  postExpiryAction: PostExpiryAction,
  direction: Type.Optional(Direction),
  usage: Type.Optional(Usage),
})
export type HeldRateOrder = Static<typeof HeldRateOrder>

const inFixed = { description: 'Amount in the currency of the fixed side.' }

export const HeldRate = Resource('HeldRate', {
  quoteId: Type.String(),
  kind: OneOf(['HeldRate']),
  status: OneOf(HELD_RATE_STATUSES),
  entityId: Type.String(),
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  direction: Direction,
  usage: Usage,
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  fixedSide: FixedSide,
  rate: Nullable(Type.String({ description: 'Rate of a OneWay held rate; a TwoWay one has bid and ask.' })),
  bid: Nullable(Type.String({ description: 'Rate at which the client sells the base; TwoWay only.' })),
  ask: Nullable(Type.String({ description: 'Rate at which the client buys the base; TwoWay only.' })),
  mid: Rate,
  holdPremium: Type.String({ description: 'Cost of the hold in units of the rate; already included in the rate.' }),
  holdPremiumBps: Type.String({ description: 'The hold premium in basis points of the rate.' }),
  estimatedAmount: Type.String(inFixed),
  maxAmount: Type.String({ description: 'Limit for all bookings together: 110 % of the estimate.' }),
  utilisedAmount: Type.String(inFixed),
  remainingAmount: Type.String(inFixed),
  tenor: Type.String(),
  postExpiryAction: PostExpiryAction,
  createdAt: Instant,
  expiresAt: Instant,
  expiresAtLocal: Type.String({
    description: 'The same instant in the time zone of the entity.',
    examples: ['2026-11-20T17:00:00+01:00'],
  }),
  deliveryDates: Type.Array(DayText, { description: 'Possible value dates until the hold ends.' }),
  tradeIds: Type.Array(Type.String()),
})

export const HeldRateFilter = Input({
  entityId: EntityIds,
  status: Type.Optional(
    OneOf(HELD_RATE_STATUSES, { description: 'Default: those that can be booked (Active, PartlyUsed).' }),
  ),
  currencyPair: Type.Optional(Text(7, { examples: ['EUR/USD', 'EURUSD'] })),
  expiringBefore: Type.Optional(Instant),
  ...paging,
})
export type HeldRateFilter = Static<typeof HeldRateFilter>

export const HeldRateBooking = Input({
  entityId: EntityId,
  quoteId: AnyId('the held rate'),
  sellAccountId: AnyId('the account to debit. For a TwoWay held rate it decides which currency is sold'),
  buyAccountId: AnyId('the account to credit'),
  amount: Amount,
  valueDate: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 40,
        description: 'If the date cannot be dealt, the earliest settlement date is used instead.',
        examples: ['2026-11-24'],
      }),
    ),
  ),
  clientReference: Type.Optional(
    VisibleText(64, {
      description: 'Prevents duplicates: the same value is rejected for another held-rate booking within 24 hours.',
    }),
  ),
})
export type HeldRateBooking = Static<typeof HeldRateBooking>

const ExecutionMode = OneOf(['Held', 'Spot', 'NextQuote', 'MarketOpenOrder'])
export type ExecutionMode = Static<typeof ExecutionMode>

export const HeldRateTrade = Resource('HeldRateTrade', {
  ...Trade.properties,
  valueDateAdjusted: Type.Boolean({
    description: 'True if we chose the value date: the request named none, or one that is not available.',
  }),
  execution: Output({
    mode: ExecutionMode,
    quoteIdUsed: Nullable(Type.String({ description: 'Held rate of the deal, if any.' })),
  }),
})
