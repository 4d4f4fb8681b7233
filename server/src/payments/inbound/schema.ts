import { Type } from 'typebox'
import { AmountOut, CurrencyCode, DayText, Instant, Nullable, OneOf, Output, named } from '../../kernel/http/wire.ts'

export const InboundPayment = Output(
  {
    inboundPaymentId: Type.String(),
    entityId: Nullable(Type.String({ description: 'null while the money is unidentified.' })),
    accountId: Nullable(Type.String({ description: 'null while the money is unidentified.' })),
    amount: AmountOut,
    currency: CurrencyCode,
    status: OneOf(['Credited', 'Held', 'Unidentified', 'Assigned', 'Returned']),
    reference: Nullable(Type.String()),
    debtorName: Nullable(Type.String()),
    debtorIban: Nullable(Type.String()),
    valueDate: { ...DayText, description: 'The bank’s, or the day of receipt in the time zone of the entity.' },
    receivedAt: Instant,
    creditedAt: Nullable(Instant),
    returnedAt: Nullable(Instant),
  },
  named('InboundPayment'),
)
