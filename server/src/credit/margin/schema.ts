import { type Static, Type } from 'typebox'
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
  Output,
  Resource,
  paging,
} from '../../kernel/http/wire.ts'
import { CALL_STATUSES } from './rules.ts'

export const CallsQuery = Input({
  ...paging,
  entityId: EntityIds,
  facilityId: Type.Optional(AnyId('a facility')),
  tradeId: Type.Optional(AnyId('a trade that a call was made for')),
  type: Type.Optional(OneOf(['Initial', 'Variation'])),
  status: Type.Optional(OneOf(CALL_STATUSES)),
})

export const CallParam = Input({ marginCallId: AnyId('the margin call') })

export const Settlement = Input({
  entityId: EntityId,
  accountId: AnyId('the account that pays, in the currency of the call'),
  amount: Type.Optional(Type.Unsafe<string>({ ...Amount, description: 'Default: the outstanding amount.' })),
})

export const MarginCallOut = Resource('MarginCall', {
  marginCallId: Type.String(),
  entityId: Type.String(),
  facilityId: Type.String(),
  type: OneOf(['Initial', 'Variation']),
  reasonTradeIds: Type.Array(Type.String()),
  amount: AmountOut,
  currency: CurrencyCode,
  outstanding: AmountOut,
  status: OneOf(CALL_STATUSES, {
    description: 'Released: the posted margin was returned. Cancelled: the call was withdrawn before it was paid.',
  }),
  issuedAt: Instant,
  dueAt: Instant,
  snapshotId: Nullable(Type.String({ description: 'Market snapshot of the call; null for initial margin.' })),
  explanation: Type.String(),
  collectedFrom: Nullable(
    Type.String({
      description:
        'Account from which the service collects the call, in parts if necessary, before payments. You can also pay ' +
        'it from another account. Null: the service does not collect the call; pay it with the action `settle`.',
    }),
  ),
  actions: Type.Array(OneOf(['settle']), { description: 'Actions available now.' }),
  updatedAt: Instant,
})
export type MarginCallOut = Static<typeof MarginCallOut>

export const MarginRunOut = Resource('MarginRun', {
  issued: Type.Array(MarginCallOut),
  released: Type.Array(MarginCallOut, { description: 'Cancelled and released calls.' }),
  runs: Type.Array(
    Output({
      facilityId: Type.String(),
      snapshotId: Nullable(Type.String({ description: 'Null without open deals and margin.' })),
      variationMarginReleased: AmountOut,
      currency: CurrencyCode,
    }),
  ),
})
