import { type Static, Type } from 'typebox'
import {
  AnyId,
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

const RATE_ALERT_STATUSES = ['Active', 'Triggered', 'Cancelled', 'Expired'] as const
export type RateAlertStatus = (typeof RATE_ALERT_STATUSES)[number]

/** Days after which an alert expires unless the client names an expiry, and the most that it can name. */
export const DEFAULT_DAYS = 90
export const MAX_DAYS = 366

const Direction = OneOf(['AtOrAbove', 'AtOrBelow'], {
  description: 'Side on which the middle has reached the rate.',
})
const note = { description: 'A note for yourself. It appears in the e-mail.', examples: ['Pay the June invoices'] }

export const RateAlertOrder = Input({
  entityId: EntityId,
  currencyPair: Text(7, {
    description: 'Pair in market convention, the base currency first.',
    examples: ['EUR/USD', 'EURUSD'],
  }),
  rate: Type.String({
    pattern: '^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?$',
    maxLength: 19,
    description: 'Counter currency per unit of base, with at most the decimals in which the pair is quoted.',
    examples: ['1.18000'],
  }),
  direction: Direction,
  expiresAt: Type.Optional({
    ...Instant,
    description: `RFC 3339, UTC; at most ${MAX_DAYS} days ahead. Default: ${DEFAULT_DAYS} days.`,
  }),
  note: Type.Optional(VisibleText(140, note)),
  clientReference: Type.Optional(VisibleText(64, { description: 'Unique among the entity’s rate alerts.' })),
})
export type RateAlertOrder = Static<typeof RateAlertOrder>

export const RateAlert = Resource('RateAlert', {
  rateAlertId: Type.String(),
  entityId: Type.String(),
  status: OneOf(RATE_ALERT_STATUSES),
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  rate: Rate,
  direction: Direction,
  note: Nullable(Type.String(note)),
  clientReference: Nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  expiresAt: Instant,
  triggeredAt: Nullable({ ...Instant, description: 'Time at which the market’s middle had reached the rate.' }),
  triggeredRate: Nullable(
    Type.String({
      description: 'The market’s middle at that time, with one decimal more than rates of the pair have.',
      examples: ['1.180104'],
    }),
  ),
  source: Nullable(
    Type.String({
      description:
        'Source of the market’s rates. Without a dealing feed these are the reference rates of the ECB, which change once a business day.',
    }),
  ),
})

export const RateAlertFilter = Input({
  entityId: EntityIds,
  status: Type.Optional(OneOf(RATE_ALERT_STATUSES, { description: 'Default: Active.' })),
  currencyPair: Type.Optional(Text(7, { examples: ['EUR/USD', 'EURUSD'] })),
  ...paging,
})

export const RateAlertParams = Input({ rateAlertId: AnyId('the rate alert') })
