import { type Static, Type } from 'typebox'
import { ApprovalOut } from '../../approvals/index.ts'
import {
  Amount,
  AmountOut,
  AnyId,
  CurrencyCode,
  EntityId,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  paging,
  Rate,
  Resource,
  Text,
  VisibleText,
} from '../../kernel/http/wire.ts'
import { FixedSide } from '../quotes/index.ts'

const ORDER_TYPES = ['Limit', 'Stop'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

const ORDER_STATUSES = ['PendingApproval', 'Active', 'Filled', 'Cancelled', 'Expired', 'Rejected'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const OrderKind = OneOf(ORDER_TYPES, {
  description:
    'Limit: filled once your rate is the rate of the order or better, never at a worse one. Stop: filled once your rate is the rate of the order or worse, at your rate of that moment, which can be worse.',
})

/** Days from now to the latest expiry of an order, and to its expiry unless the client names one. */
export const MAX_DAYS = 366
export const DEFAULT_DAYS = 90

export const NewOrder = Input({
  entityId: EntityId,
  type: OrderKind,
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  fixedSide: FixedSide,
  amount: Amount,
  rate: Type.String({
    pattern: '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,12})?$',
    maxLength: 23,
    description:
      'Your rate, mark-up included: counter currency per unit of base, at most the decimals in which the pair is quoted.',
    examples: ['1.14500'],
  }),
  expiresAt: Type.Optional({
    ...Instant,
    description: `When the order ends if it is not filled: at most ${MAX_DAYS} days from now. Default: in ${DEFAULT_DAYS} days.`,
  }),
  buyAccountId: Type.Optional(AnyId('the account to credit. Default: the default account of its currency')),
  sellAccountId: Type.Optional(AnyId('the account to debit. Default: the default account of its currency')),
  clientReference: Type.Optional(VisibleText(64, { description: 'Unique among the entity’s orders.' })),
})
export type NewOrder = Static<typeof NewOrder>

export const Order = Resource('Order', {
  orderId: Type.String(),
  entityId: Type.String(),
  type: OrderKind,
  status: OneOf(ORDER_STATUSES),
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  rate: Rate,
  markupPercent: Type.String({ description: 'Mark-up that your rate contains, fixed when the order was placed.' }),
  fixedSide: FixedSide,
  buyCurrency: CurrencyCode,
  buyAmount: { ...AmountOut, description: 'Amount at the rate of the order; the trade shows the amount dealt.' },
  buyAccountId: Type.String(),
  sellCurrency: CurrencyCode,
  sellAmount: { ...AmountOut, description: 'Amount at the rate of the order; the trade shows the amount dealt.' },
  sellAccountId: Type.String(),
  clientReference: Nullable(Type.String()),
  expiresAt: Instant,
  triggeredAt: Nullable({ ...Instant, description: 'When its rate was reached and the order was filled or rejected.' }),
  filledRate: Nullable(Type.String({ description: 'Rate of the trade.' })),
  tradeId: Nullable(Type.String({ description: 'Trade that fills the order.' })),
  rejectionReason: Nullable(
    Type.String({ description: 'Code of the error that kept the order from being filled once its rate was reached.' }),
  ),
  history: Type.Array(
    Resource('OrderHistoryEntry', {
      status: Type.String(),
      at: Instant,
      by: Type.String({ description: 'client or system.' }),
      reason: Nullable(Type.String()),
    }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
})

export const OrderFilter = Input({
  entityId: EntityIds,
  status: Type.Optional(OneOf(ORDER_STATUSES)),
  type: Type.Optional(OneOf(ORDER_TYPES)),
  currencyPair: Type.Optional(Text(7, { examples: ['EUR/USD', 'EURUSD'] })),
  clientReference: Type.Optional(Text(64)),
  createdFrom: Type.Optional(Instant),
  createdTo: Type.Optional(Instant),
  ...paging,
})

export const OrderParams = Input({ orderId: AnyId('the order') })

/** Approvals of an order, and when it expires without them. */
export const OrderApproval = Resource('OrderApproval', {
  ...ApprovalOut.properties,
  lapsesAt: Nullable({ ...Instant, description: 'The order expires if it is not approved by then.' }),
})
