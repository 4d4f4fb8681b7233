import type { Books } from '../model/books.ts'
import type { World } from '../world.ts'

/** Records tonight's states, and the requests to an approver and a reviewer. */
export function noteStates(world: World, { trades, payments, transfers, calls }: Books): void {
  const { states, held, pending } = world
  for (const { kind, subtype, status } of trades.values())
    states.add(`${subtype === 'LossCover' ? subtype : kind} ${status}`)
  held.clear()
  const known = new Set(pending.map(({ id }) => id))
  for (const { paymentId, status, statusReason } of payments.values()) {
    states.add(`Payment ${status}`)
    if (statusReason) states.add(`Payment ${status} ${statusReason.code}`)
    if (status === 'Held') held.add(paymentId)
    const party = world.payments.get(paymentId)
    const isAsked = status === 'PendingApproval' && !known.has(paymentId) && party
    if (isAsked && Number.parseInt(paymentId.slice(-2), 36) % 3 > 0)
      pending.push({ kind: 'payment', id: paymentId, party })
  }
  for (const { status, statusReason } of transfers.values()) {
    states.add(statusReason ? `Transfer ${status} ${statusReason.code}` : `Transfer ${status}`)
  }
  for (const { type, status } of calls) states.add(`${type} call ${status}`)
}
