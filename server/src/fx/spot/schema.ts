import { type Static, Type } from 'typebox'
import { AnyId, Input, Text } from '../../kernel/wire.ts'
import { type PayoutPort, payoutsOf } from '../trades/index.ts'

/** @param payouts whose orders `payments[]` takes */
export const spotBooking = (payouts: Pick<PayoutPort, 'order'>) =>
  Input({
    entityId: AnyId('the entity'),
    quoteId: AnyId('the quote to be booked'),
    buyAccountId: Type.Optional(AnyId('the account that is credited; the quote’s when absent')),
    sellAccountId: Type.Optional(AnyId('the account that is debited; the quote’s when absent')),
    clientReference: Type.Optional(Text(64, { description: 'Unique among the entity’s trades.' })),
    payments: payoutsOf(payouts),
  })
export type SpotBooking = Static<ReturnType<typeof spotBooking>>
