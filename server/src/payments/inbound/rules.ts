import { refusals } from '../../kernel/refusals.ts'
import type { InboundStatus } from './queries.ts'

export const refuse = refusals({
  inbound_payment_not_found: { status: 404, message: 'There is no such inbound payment.' },
  inbound_payment_known: {
    status: 409,
    message: 'The money with the bank reference {bankReference} is booked already.',
  },
  inbound_payment_state: {
    status: 409,
    message: 'The inbound payment is {status}; only one that is {required} can be {wanted}.',
  },
})

/** What may be done to an inbound payment in which status. */
export const inboundCan = { release: 'Held', assign: 'Unidentified' } as const satisfies Record<string, InboundStatus>

/** @throws inbound_payment_not_found, inbound_payment_state */
export function checkState<T extends { status: InboundStatus }>(row: T | undefined, act: keyof typeof inboundCan): T {
  if (!row) throw refuse.inbound_payment_not_found()
  if (row.status !== inboundCan[act]) {
    throw refuse.inbound_payment_state({
      status: row.status,
      required: inboundCan[act],
      wanted: act === 'release' ? 'released' : 'assigned',
    })
  }
  return row
}
