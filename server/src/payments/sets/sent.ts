import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { postAtCommit } from '../../ledger/index.ts'
import { type CrossingMove, recordMoves, sentMove } from '../lifecycle/money.ts'
import type { PaymentRow } from '../record/queries.ts'

/**
 * Books debits that banks have confirmed: one journal and one crossing for the payments of a rail, a currency and a date.
 * The journal names its payments. It is on internal accounts only, so no statement shows it.
 */
export async function crossSent(tx: Tx, payments: readonly PaymentRow[], at: Date): Promise<void> {
  const groups = new Map<string, PaymentRow[]>()
  for (const payment of payments) {
    const key = `${payment.rail} ${payment.currency} ${payment.paymentDate}`
    groups.set(key, [...(groups.get(key) ?? []), payment])
  }
  const moves = [...groups.values()].map((group) => (group.length === 1 ? sentMove(group[0]!) : netMove(group)))
  postAtCommit(tx, await recordMoves(tx, moves, at), at)
}

/** Returns the movement of several payments of an entity, on one rail, in one currency and for one date. */
function netMove(payments: readonly PaymentRow[]): CrossingMove {
  const { entityId, currency, paymentDate } = payments[0]!
  const { house, leg, journal } = sentMove(payments[0]!)
  const reference = `${payments.length} payments`
  return {
    payment: { entityId, currency, reference },
    journal: {
      entityId,
      kind: journal.kind,
      type: 'Payment',
      source: { type: 'paymentSet', id: newUuid() },
      valueDate: paymentDate,
      description: reference,
      detail: { payments: payments.map(({ paymentId }) => paymentId) },
    },
    house,
    leg: { ...leg, amountMinor: -payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) },
  }
}
