import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Act } from '../../kernel/values/act.ts'
import { inSavepoint, type Tx } from '../../kernel/db/db.ts'
import { type FieldError, fieldError, Refusal } from '../../kernel/values/refusals.ts'
import { assess } from '../orders/assess.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { errorsBeyondShape } from '../orders/judge.ts'
import { asFieldErrors } from '../../kernel/checks.ts'
import { planToAccept, type PaymentAcceptance } from '../acceptance/accept.ts'
import type { PlainPayment } from '../acceptance/plain.ts'
import type { Created, makePayment, Origin } from '../lifecycle/service.ts'
import type { PaymentOrder } from '../record/schema.ts'
import type { BatchRow, ItemRow } from './queries.ts'
import { readItem } from './read-item.ts'
import { contextOf, makerContext, makerOf } from './service.ts'
import { verificationErrors, type VerifiedItem, withVerification } from './verify.ts'

/** Items worked off in one transaction, and payees asked about at a time: so few that others of the lane do not wait long. */
export const CHUNK = 32

/** Collects all errors of an item: from reading, its shape, its payee's verification and its order. */
export async function errorsOf(
  tx: Tx,
  deps: OrderDeps,
  batch: BatchRow,
  item: VerifiedItem,
  { at }: Act,
): Promise<FieldError[]> {
  const read = readItem(item, batch.format)
  if ('errors' in read) {
    const beyond = await errorsBeyondShape(tx, deps, makerOf(batch), { body: read.body, errors: read.errors, at })
    // Once it can be read, the service verifies its payee.
    return [...item.errors, ...read.errors, ...beyond.filter(({ code }) => code !== 'verification_required')]
  }
  const inPackage = batch.itemCount > 1
  const options = { at, inPackage, verifiesLater: item.question !== undefined, ...read.origin }
  const { errors } = await assess(tx, deps, makerOf(batch), withVerification(read.order, item), options)
  return [...item.errors, ...verificationErrors(item), ...asFieldErrors(errors)]
}

/** Reads an item as an order with its origin; undefined if anything about it is wrong. */
function orderOf(batch: BatchRow, item: VerifiedItem): { order: PaymentOrder; origin: Origin } | undefined {
  const read = readItem(item, batch.format)
  const isRefused = item.errors.length > 0 || verificationErrors(item).length > 0
  if ('errors' in read || isRefused) return undefined
  const origin = {
    batchId: batch.batchId,
    isPackage: batch.itemCount > 1,
    verifiesLater: item.question !== undefined,
    ...read.origin,
  }
  return { order: withVerification(read.order, item), origin }
}

/** An item and the plan of its payment; undefined if it is made alone. */
interface PlannedItem {
  item: VerifiedItem
  plan: PlainPayment | undefined
}

/** Items planned in one turn of the event loop: planning computes, and requests wait meanwhile. */
const PLANNED_AT_ONCE = 8

/** Plans the payments of items that nothing stops. */
export async function planItems(
  deps: OrderDeps & { acceptance: PaymentAcceptance },
  batch: BatchRow,
  items: readonly VerifiedItem[],
  step: Act,
): Promise<PlannedItem[]> {
  const planned: PlannedItem[] = []
  for (let from = 0; from < items.length; from += PLANNED_AT_ONCE) {
    if (from > 0) await nextTurn()
    const part = items.slice(from, from + PLANNED_AT_ONCE).map(async (item) => {
      const read = orderOf(batch, item)
      const plan = read && (await planToAccept(deps.acceptance, deps, makerContext(batch, step), read))
      return { item, plan }
    })
    planned.push(...(await Promise.all(part)))
  }
  return planned
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
  const read = orderOf(batch, item)
  if (!read) return invalid(await errorsOf(tx, deps, batch, item, step))
  try {
    return await inSavepoint(tx, async () => {
      const { row, warnings, refusal } = await make(contextOf(tx, batch, step), deps, read.order, read.origin)
      // All or none: a payment that comes to nothing for want of money is none.
      if (row.status === 'Rejected' && batch.mode === 'Strict') throw refusal
      return { status: 'Created', errors: [], warnings: [...item.warnings, ...warnings], payment: row }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return invalid(error.errors.length > 0 ? error.errors : [fieldError('', error)])
  }
}
