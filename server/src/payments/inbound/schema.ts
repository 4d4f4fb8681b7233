import { type Static, Type } from 'typebox'
import {
  AmountOut,
  AnyId,
  CurrencyCode,
  DayText,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  paging,
  Text,
  Output,
  Resource,
} from '../../kernel/http/wire.ts'
import { INBOUND_REASONS } from './reasons.ts'

const InboundStatus = OneOf(['Credited', 'Held', 'Unidentified', 'Assigned', 'Returned'])

export const InboundPayment = Resource('InboundPayment', {
  inboundPaymentId: Type.String(),
  entityId: Nullable(Type.String({ description: 'Null while the money is unidentified.' })),
  accountId: Nullable(Type.String({ description: 'Null while the money is unidentified.' })),
  virtualAccountId: Nullable(Type.String({ description: 'The virtual account to which the payer sent the money.' })),
  transactionId: Nullable(Type.String({ description: 'The credit on the account; null until it is credited.' })),
  amount: AmountOut,
  currency: CurrencyCode,
  status: InboundStatus,
  statusReason: Nullable(Output({ code: OneOf(INBOUND_REASONS), message: Type.String() })),
  reference: Nullable(Type.String()),
  debtorName: Nullable(Type.String()),
  debtorIban: Nullable(Type.String()),
  valueDate: {
    ...DayText,
    description: 'Value date of the bank, or the day of receipt in the time zone of the entity.',
  },
  receivedAt: Instant,
  creditedAt: Nullable(Instant),
  returnedAt: Nullable(Instant),
})

export const InboundPaymentsQuery = Input({
  ...paging,
  entityId: EntityIds,
  accountId: Type.Optional(AnyId('an account')),
  virtualAccountId: Type.Optional(AnyId('a virtual account')),
  status: Type.Optional(InboundStatus),
  currency: Type.Optional(CurrencyCode),
  valueDateFrom: Type.Optional(DayText),
  valueDateTo: Type.Optional(DayText),
  receivedFrom: Type.Optional(Instant),
  receivedTo: Type.Optional(Instant),
  debtorName: Type.Optional(Text(140, { description: 'Part of the name of the payer.' })),
  debtorIban: Type.Optional(Type.String({ minLength: 5, maxLength: 42, description: 'Spaces are allowed.' })),
  reference: Type.Optional(Text(140, { description: 'Part of the reference.' })),
})
export type InboundPaymentsQuery = Static<typeof InboundPaymentsQuery>
