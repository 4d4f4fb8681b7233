import type { Act } from '../../kernel/values/act.ts'
import { inSavepoint, type Tx } from '../../kernel/db/db.ts'
import { type FieldError, fieldError, Refusal } from '../../kernel/values/refusals.ts'
import { assess } from '../orders/assess.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { faultsBeyondShape } from '../orders/judge.ts'
import { asFieldErrors } from '../../kernel/checks.ts'
import type { Created, makePayment } from '../lifecycle/service.ts'
import type { BatchRow, ItemRow } from './queries.ts'
import { readItem } from './read-item.ts'
import { contextOf, makerOf } from './service.ts'
import { verificationFaults, type VerifiedItem, withVerification } from './verify.ts'

/** Items worked off in one transaction: short enough that others of the lane do not wait long. */
export const CHUNK = 25

/** Collects all errors of an item: from reading, its shape, its payee's verification and its order. */
export async function faultsOf(
  tx: Tx,
  deps: OrderDeps,
  batch: BatchRow,
  item: VerifiedItem,
  { at }: Act,
): Promise<FieldError[]> {
  const read = readItem(item, batch.format)
  if ('errors' in read) {
    const beyond = await faultsBeyondShape(tx, deps, makerOf(batch), { body: read.body, errors: read.errors, at })
    // Once it can be read, the service verifies its payee.
    return [...item.errors, ...read.errors, ...beyond.filter(({ code }) => code !== 'verification_required')]
  }
  const options = { at, inPackage: batch.itemCount > 1, verifiesLater: item.question !== undefined }
  const { faults } = await assess(tx, deps, makerOf(batch), withVerification(read.order, item), options)
  return [...item.errors, ...verificationFaults(item), ...asFieldErrors(faults)]
}

/** Outcome of an item: a payment, or the errors that prevented it. */
export type Outcome = Pick<ItemRow, 'status' | 'errors' | 'warnings'> & { payment?: Created['row'] }

/**
 * Makes the payment of one item. A rejected item is rolled back to its savepoint; other items keep their changes.
 *
 * @param options.make `makePayment`, or what only foresees the payment
 */
export async function makeItem(
  tx: Tx,
  { deps, make }: { deps: OrderDeps; make: typeof makePayment },
  batch: BatchRow,
  item: VerifiedItem,
  step: Act,
): Promise<Outcome> {
  const invalid = (errors: FieldError[]): Outcome => ({ status: 'Invalid', errors, warnings: item.warnings })
  const read = readItem(item, batch.format)
  const isRefused = item.errors.length > 0 || verificationFaults(item).length > 0
  if ('errors' in read || isRefused) return invalid(await faultsOf(tx, deps, batch, item, step))
  try {
    return await inSavepoint(tx, async () => {
      const origin = {
        batchId: batch.batchId,
        isPackage: batch.itemCount > 1,
        verifiesLater: item.question !== undefined,
        ...read.origin,
      }
      const order = withVerification(read.order, item)
      const { row, warnings, refusal } = await make(contextOf(tx, batch, step), deps, order, origin)
      // All or none: a payment that comes to nothing for want of money is none.
      if (row.status === 'Rejected' && batch.mode === 'Strict') throw refusal
      return { status: 'Created', errors: [], warnings: [...item.warnings, ...warnings], payment: row }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return invalid(error.errors.length > 0 ? error.errors : [fieldError('', error)])
  }
}
