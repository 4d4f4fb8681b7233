import type { Tx } from '../../kernel/db/db.ts'
import { emit } from '../../events/index.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { followUp, notBefore, recordBooking, stamps, type Step, stepEvent } from '../lifecycle/transitions.ts'
import { mayGo, type PaymentStatus } from '../record/lifecycle.ts'
import {
  findParts,
  insertHistories,
  type PaymentParts,
  type PaymentRow,
  type PaymentWithHistory,
  updatePayments,
} from '../record/queries.ts'

/** A payment that moves with others of its entity. */
interface Move {
  payment: PaymentRow
  /** States that it takes, in their order. */
  path: readonly PaymentStatus[]
  /** Changes of the row that the money's movement, or the freezing of the payee, makes. */
  changes?: Partial<PaymentRow>
}

/**
 * Takes several payments of an entity along their life cycle, as `advance` does for one step of one payment: rows,
 * history, events, audit and the work that follows, in the caller's transaction, which holds their locks. A payment that
 * takes several steps is written once. The caller moves the money, and instructs the rail.
 *
 * @returns the payments in their last state, in the given order
 */
export async function advanceAll(tx: Tx, moves: readonly Move[], step: Step): Promise<PaymentRow[]> {
  const steps = moves.map(stepsOf(step))
  const rows = steps.map((taken) => taken.at(-1)!)
  const [, , parts] = await Promise.all([
    updatePayments(
      tx,
      rows,
      moves.every(({ changes }) => changes === undefined),
    ),
    insertHistories(tx, steps.flat(), { actorType: step.actor.type, actorId: step.actor.id ?? null }),
    findParts(tx, rows[0]!.entityId, paymentIds(rows)), // with the new entries: statements run in the order sent
  ]) // one round trip
  for (const [i, taken] of steps.entries()) {
    let before = moves[i]!.payment
    for (const row of taken) {
      const own = { ...step, at: row.updatedAt }
      const isFinal = row === taken.at(-1)
      const source = isFinal ? withParts(row, parts.get(row.paymentId)!) : row
      await emit(tx, own, { ...stepEvent(row, own, before.status), source, isFinal })
      await recordBooking(tx, row, own, before)
      if (row.status !== 'Submitted') await followUp(tx, row, own.at)
      before = row
    }
  }
  return rows
}

/** Returns a payment as a read of it returns it; its frozen payee has the order of members that is stored. */
const withParts = (row: PaymentRow, parts: PaymentParts): PaymentWithHistory => ({
  ...row,
  ...parts,
  beneficiarySnapshot: row.beneficiarySnapshot && parts.payee,
})

const paymentIds = (rows: readonly PaymentRow[]): string[] => rows.map(({ paymentId }) => paymentId)

/** Returns the payment after each step of its path. */
const stepsOf =
  (step: Step) =>
  ({ payment, path, changes }: Move): PaymentRow[] => {
    let row: PaymentRow = { ...payment, ...changes }
    return path.map((to) => {
      invariant(mayGo(row.status, to), `a payment in ${row.status} may become ${to}`)
      const at = notBefore(row.updatedAt, step.at)
      const entered = { status: to, statusReason: null, updatedAt: at, version: row.version + 1 }
      row = { ...row, ...stamps(row, to, at), ...entered }
      return row
    })
  }
