import type { Act } from '../../kernel/values/act.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { scheduleAll, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { lockAccounts, lockForOrders, lockNamed } from '../lifecycle/locks.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { paymentCan } from '../record/lifecycle.ts'
import { heldBackBy, undoableOf } from '../record/batch-queries.ts'
import { lockPayments } from '../record/queries.ts'
import { cancelPayment, makePayment } from '../lifecycle/service.ts'
import { SCREEN_WORK } from '../lifecycle/transitions.ts'
import { CHUNK, faultsOf, makeItem } from './items.ts'
import {
  type BatchRow,
  lockBatch,
  markUndone,
  moveItems,
  nextItems,
  storeVerifications,
  updateItem,
} from './queries.ts'
import type { ItemStatus } from './schema.ts'
import { BATCH_WORK, contextOf, moveBatch } from './service.ts'
import { askBanks, type VerifiedItem, withAnswers } from './verify.ts'

export { BATCH_WORK }

interface BatchWorkDeps extends OrderDeps {
  clock: { wall(): Date }
}

/**
 * Runs a batch in chunks of items. After a crash it resumes with the first item without an outcome. Banks are asked
 * about payees between two chunks.
 */
export const batchWork =
  (deps: BatchWorkDeps): WorkHandler =>
  async (tx, work, step) => {
    const { at } = step
    const batch = await lockBatch(tx, work.entityId, work.resourceId)
    if (!batch || !isUnfinished(batch)) return
    const { batch: after, unanswered } = await STEPS[batch.status as keyof typeof STEPS](tx, deps, batch, step)
    if (unanswered) return askBanks(deps.verification!, batch, unanswered, step)
    if (!isUnfinished(after)) return
    await scheduleWork(tx, { entityId: work.entityId, kind: BATCH_WORK, resourceId: work.resourceId, dueAt: at })
  }

interface Turn {
  /** Batch after the step. */
  batch: BatchRow
  /** Items that need an answer from a payee's bank before the batch continues. */
  unanswered?: VerifiedItem[]
}

/** Returns true while the batch has steps left. */
const isUnfinished = ({ status }: BatchRow): boolean => status in STEPS

const STEPS = { Checking: check, Processing: make, Undoing: undo, Cancelling: undo }

// ---- strict mode looks at all items before it makes one

async function check(tx: Tx, deps: OrderDeps, batch: BatchRow, step: Act): Promise<Turn> {
  const { items, unanswered } = await nextVerified(tx, deps, batch, ['Pending'], step)
  if (unanswered) return { batch, unanswered }
  await lockNamed(
    tx,
    batch.entityId,
    items.map(({ body }) => body),
  )
  for (const item of items) {
    const errors = await faultsOf(tx, deps, batch, item, step)
    await updateItem(tx, batch, { ...item, status: errors.length > 0 ? 'Invalid' : 'Checked', errors })
  }
  if (items.length === CHUNK) return { batch }
  const [invalid] = await nextItems(tx, batch, ['Invalid'], 1)
  if (!invalid) return { batch: await moveBatch(tx, batch, 'Processing', step) }
  await moveItems(tx, batch, ['Checked'], 'Skipped')
  return { batch: await moveBatch(tx, batch, 'Rejected', step) }
}

/** Returns the next items with stored verification results; `unanswered` lists those that need a request to a bank. */
async function nextVerified(
  tx: Tx,
  deps: OrderDeps,
  batch: BatchRow,
  statuses: readonly ItemStatus[],
  step: Act,
): Promise<{ items: VerifiedItem[]; unanswered?: VerifiedItem[] }> {
  const stored = await nextItems(tx, batch, statuses, CHUNK)
  const items = await withAnswers(tx, deps, batch, stored, step)
  await storeVerifications(
    tx,
    batch,
    items.filter(({ verificationId }, i) => verificationId !== stored[i]!.verificationId),
  )
  return { items, ...(items.some(({ question }) => question) ? { unanswered: items } : {}) }
}

// ---- payments are made one by one

async function make(tx: Tx, deps: OrderDeps, batch: BatchRow, step: Act): Promise<Turn> {
  const { items, unanswered } = await nextVerified(tx, deps, batch, ['Pending', 'Checked'], step)
  if (unanswered) return { batch, unanswered }
  await lockForOrders(
    tx,
    batch.entityId,
    items.map(({ body }) => body),
  )
  let hasFailed = false
  for (const item of items) {
    const { payment, ...made } = await makeItem(tx, { deps, make: makePayment }, batch, item, step)
    await updateItem(tx, batch, { ...item, ...made, paymentId: payment?.paymentId ?? null })
    hasFailed ||= made.status === 'Invalid'
  }
  if (hasFailed && batch.mode === 'Strict') return { batch: await moveBatch(tx, batch, 'Undoing', step) }
  if (items.length === CHUNK) return { batch }
  await releaseForScreening(tx, batch, step)
  return { batch: await moveBatch(tx, batch, 'Completed', step) }
}

/** Payments of a strict batch wait until all are made; now screening, and with it their release, is due. */
async function releaseForScreening(tx: Tx, batch: BatchRow, { at }: Act): Promise<void> {
  if (batch.mode !== 'Strict') return
  const resourceIds = await heldBackBy(tx, batch.entityId, batch.batchId)
  await scheduleAll(tx, { entityId: batch.entityId, kind: SCREEN_WORK, resourceIds, dueAt: at })
}

// ---- undoing what was made: of a strict batch with a failure, or of one that is cancelled

async function undo(tx: Tx, _deps: OrderDeps, batch: BatchRow, step: Act): Promise<Turn> {
  await moveItems(tx, batch, ['Pending', 'Checked'], 'Skipped')
  const items = await undoableOf(tx, batch.entityId, batch.batchId, paymentCan.cancel, CHUNK)
  const reason = batch.status === 'Undoing' ? 'BatchRejected' : 'BatchCancelled'
  await lockPayments(
    tx,
    batch.entityId,
    items.map(({ paymentId }) => paymentId),
  )
  await lockAccounts(tx, batch.entityId, items)
  for (const { line, paymentId } of items) {
    await cancelPayment(contextOf(tx, batch, step), paymentId, reason)
    await markUndone(tx, batch, line)
  }
  if (items.length === CHUNK) return { batch }
  return { batch: await moveBatch(tx, batch, batch.status === 'Undoing' ? 'Rejected' : 'Cancelled', step) }
}
