import { mayGo, nextOf, type PaymentStatus } from '../record/lifecycle.ts'

/**
 * Returns the steps that a report implies: one if the table allows it; a return of a payment not yet known as sent
 * implies that it was sent. Returns no steps if the payment is already past that state.
 */
export function pathTo(from: PaymentStatus, reported: PaymentStatus): PaymentStatus[] {
  if (mayGo(from, reported)) return [reported]
  const between = nextOf(from).find((status) => status === 'Sent' && mayGo(status, reported))
  return between ? [between, reported] : []
}
