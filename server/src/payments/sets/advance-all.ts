import type { Tx } from '../../kernel/db/db.ts'
import { emit } from '../../events/index.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { instructionOf } from '../lifecycle/instruction.ts'
import { followUp, notBefore, recordBooking, stamps, type Step, stepEvent } from '../lifecycle/transitions.ts'
import { instructAll } from '../rails/index.ts'
import { mayGo, type PaymentStatus } from '../record/lifecycle.ts'
import { insertHistories, type PaymentRow, updatePayments } from '../record/queries.ts'

/** Changes of payments that move together. */
interface Moves {
  entityId: string
  to: PaymentStatus
  payments: readonly PaymentRow[]
  /** Changes of the row that the money's movement, or the freezing of the payee, makes; in the order of the payments. */
  changes?: readonly Partial<PaymentRow>[]
  /** Posts the money: last, so that other transactions wait for its balances as shortly as possible. */
  post?: () => Promise<unknown>
}

/**
 * Takes several payments of an entity one step along their life cycle, as `advance` does for one: rows, history, money,
 * events, audit and the work that follows, in the caller's transaction, which holds their locks.
 *
 * @returns the payments in the new state
 */
export async function advanceAll(tx: Tx, { entityId, to, payments, changes = [], post }: Moves, step: Step) {
  const next = payments.map((payment, i) => {
    invariant(mayGo(payment.status, to), `a payment in ${payment.status} may become ${to}`)
    const at = notBefore(payment.updatedAt, step.at)
    return { ...payment, ...stamps(payment, to, at), ...changes[i], status: to, statusReason: null, updatedAt: at }
  })
  const rows = await updatePayments(tx, next)
  await insertHistories(tx, rows, { actorType: step.actor.type, actorId: step.actor.id ?? null })
  for (const [i, row] of rows.entries()) {
    const own = { ...step, at: row.updatedAt }
    await emit(tx, own, stepEvent(row, own, payments[i]!.status))
    await recordBooking(tx, row, own, payments[i]!)
    if (to !== 'Submitted') await followUp(tx, row, own.at)
  }
  if (to === 'Submitted') {
    const instructions = rows.map((row) => ({
      paymentId: row.paymentId,
      instruction: instructionOf(row, row.beneficiarySnapshot!),
    }))
    await instructAll(tx, entityId, instructions, step.at)
  }
  await post?.()
  return rows
}
