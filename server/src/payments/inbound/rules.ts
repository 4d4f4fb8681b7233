import { refusals } from '../../kernel/values/refusals.ts'
import type { InboundStatus } from './queries.ts'

export const refuse = refusals({
  inbound_payment_not_found: { status: 404, message: 'The inbound payment does not exist.' },
  inbound_payment_known: {
    status: 409,
    message: 'The payment with the bank reference {bankReference} is already booked.',
  },
  inbound_account_closed: {
    status: 409,
    message: 'The account is closed. Assign the money to an open account or send it back.',
  },
  inbound_payment_under_review: {
    status: 409,
    message: 'The inbound payment has an open screening case. Decide it with review-screening-case.',
  },
  inbound_payment_state: {
    status: 409,
    message: 'The inbound payment is {status}; only one that is {required} can be {wanted}.',
  },
})

/** Permitted actions on an inbound payment by status. */
const inboundCan = {
  release: ['Held'],
  assign: ['Unidentified'],
  return: ['Held', 'Unidentified'],
} as const satisfies Record<string, readonly InboundStatus[]>
const DONE = { release: 'released', assign: 'assigned', return: 'sent back' } as const

/** @throws inbound_payment_not_found, inbound_payment_state */
export function checkState<T extends { status: InboundStatus }>(row: T | undefined, act: keyof typeof inboundCan): T {
  if (!row) throw refuse.inbound_payment_not_found()
  const allowed: readonly InboundStatus[] = inboundCan[act]
  if (!allowed.includes(row.status)) {
    throw refuse.inbound_payment_state({ status: row.status, required: allowed.join(' or '), wanted: DONE[act] })
  }
  return row
}
