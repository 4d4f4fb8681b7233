import type { Tx } from '../../kernel/db.ts'
import { parseId } from '../../kernel/ids.ts'
import { type FieldError, fieldError, Refusal } from '../../kernel/refusals.ts'
import { scheduleAll, scheduleWork, type WorkHandler } from '../../kernel/work.ts'
import { accountBlocked, getBalance, insufficientFunds, lockBalances } from '../../ledger/index.ts'
import { assess } from '../assess.ts'
import type { OrderDeps } from '../deps.ts'
import { faultsBeyondShape } from '../judge.ts'
import { paymentCan } from '../lifecycle.ts'
import { heldBackBy, type PaymentRow, undoableOf } from '../queries.ts'
import { asFieldErrors } from '../rules.ts'
import { cancelPayment, makePayment } from '../service.ts'
import { SCREEN_WORK } from '../transitions.ts'
import { verificationToCome } from '../vop/index.ts'
import { type BatchRow, type ItemRow, lockBatch, markUndone, moveItems, nextItems, updateItem } from './queries.ts'
import { readItem } from './read-item.ts'
import type { ItemStatus } from './schema.ts'
import { BATCH_WORK, type BatchStep, contextOf, makerOf, moveBatch } from './service.ts'
import { askBanks, verificationFaults, type VerifiedItem, withAnswers, withVerification } from './verify.ts'

export { BATCH_WORK }

/** Items worked off in one transaction: short enough that others of the lane do not wait long. */
const CHUNK = 25

export interface BatchWorkDeps extends OrderDeps {
  clock: { wall(): Date }
}

/**
 * Works a batch off, some items at a time. Repeated after a crash it goes on with the first item that has no outcome. Banks
 * that must be asked about payees are asked between two turns.
 */
export const batchWork =
  (deps: BatchWorkDeps): WorkHandler =>
  async (tx, work, at) => {
    const batch = await lockBatch(tx, work.entityId, work.resourceId)
    if (!batch || !(batch.status in STEPS)) return
    const step = { actor: { type: 'system' as const }, at, wall: deps.clock.wall() }
    const { batch: after, unanswered } = await workOff(tx, deps, batch, step)
    if (unanswered) return askBanks(deps.verification!, batch, unanswered, step)
    if (!isUnfinished(after)) return
    await scheduleWork(tx, { entityId: work.entityId, kind: BATCH_WORK, resourceId: work.resourceId, dueAt: at })
  }

interface Turn {
  /** As it is then. */
  batch: BatchRow
  /** Items whose payees' banks must be asked before any of them goes on. */
  unanswered?: VerifiedItem[]
}

/** One piece of a batch's work. A dry run asks no bank: it goes on, and notes what would be asked. */
export const workOff = (tx: Tx, deps: OrderDeps, batch: BatchRow, step: BatchStep): Promise<Turn> =>
  STEPS[batch.status as keyof typeof STEPS](tx, deps, batch, step)

/** Whether there is more to do. */
export const isUnfinished = ({ status }: BatchRow): boolean => status in STEPS

const STEPS = { Checking: check, Processing: make, Undoing: undo, Cancelling: undo }

// ---- strict mode looks at all items before it makes one

async function check(tx: Tx, deps: OrderDeps, batch: BatchRow, step: BatchStep): Promise<Turn> {
  const { items, unanswered } = await nextVerified(tx, deps, batch, ['Pending'], step)
  if (unanswered) return { batch, unanswered }
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

/** The next items with the stored answers about their payees; `unanswered` is the same where banks must be asked first. */
async function nextVerified(
  tx: Tx,
  deps: OrderDeps,
  batch: BatchRow,
  statuses: readonly ItemStatus[],
  step: BatchStep,
): Promise<{ items: VerifiedItem[]; unanswered?: VerifiedItem[] }> {
  const items = await withAnswers(tx, deps, batch, await nextItems(tx, batch, statuses, CHUNK), step)
  const isOpen = !step.dryRun && items.some(({ question }) => question)
  return { items: items.map(foreseen), ...(isOpen ? { unanswered: items } : {}) }
}

/** An item that waits for an answer, which only a dry run takes further, says that it does. */
const foreseen = (item: VerifiedItem): VerifiedItem =>
  item.question && !item.warnings.some(({ code }) => code === verificationToCome.code)
    ? { ...item, warnings: [...item.warnings, verificationToCome] }
    : item

/** Everything that is wrong with an item: what was found when it was read, its shape, its payee's verification, its order. */
async function faultsOf(
  tx: Tx,
  deps: OrderDeps,
  batch: BatchRow,
  item: VerifiedItem,
  { at }: BatchStep,
): Promise<FieldError[]> {
  const read = readItem(item, batch.format)
  if ('errors' in read) {
    const beyond = await faultsBeyondShape(tx, deps, makerOf(batch), { body: read.body, errors: read.errors, at })
    // Once it can be read, the service verifies its payee.
    return [...item.errors, ...read.errors, ...beyond.filter(({ code }) => code !== 'verification_required')]
  }
  const options = { inPackage: batch.itemCount > 1, verifiesLater: item.question !== undefined }
  const { faults } = await assess(tx, deps, makerOf(batch), withVerification(read.order, item), at, options)
  return [...item.errors, ...verificationFaults(item), ...asFieldErrors(faults)]
}

// ---- payments are made one by one

async function make(tx: Tx, deps: OrderDeps, batch: BatchRow, step: BatchStep): Promise<Turn> {
  const { items, unanswered } = await nextVerified(tx, deps, batch, ['Pending', 'Checked'], step)
  if (unanswered) return { batch, unanswered }
  await lockPayingAccounts(tx, batch, items)
  let hasFailed = false
  for (const item of items) {
    const made = await makeItem(tx, deps, batch, item, step)
    await updateItem(tx, batch, { ...item, ...made })
    hasFailed ||= made.status === 'Invalid'
  }
  if (hasFailed && batch.mode === 'Strict') return { batch: await moveBatch(tx, batch, 'Undoing', step) }
  if (items.length === CHUNK) return { batch }
  await letGo(tx, batch, step)
  return { batch: await moveBatch(tx, batch, 'Completed', step) }
}

/** Each item records an event, and the next may hold money again: its account is locked before the first does. */
const lockPayingAccounts = (tx: Tx, { entityId }: BatchRow, items: readonly ItemRow[]): Promise<void> => {
  const wireIds = items.map(({ body }) => body['accountId']).filter((id) => typeof id === 'string')
  const accountIds = wireIds.map((id) => parseId('acc', id)).filter((id) => id !== undefined)
  return lockBalances(tx, entityId, [...new Set(accountIds)])
}

type Outcome = Pick<ItemRow, 'status' | 'errors' | 'paymentId'> & Partial<Pick<ItemRow, 'warnings'>>
const invalid = (errors: FieldError[]): Outcome => ({ status: 'Invalid', errors, paymentId: null })

/** Makes the payment of one item. What it did before it was refused is undone; the other items keep what they did. */
async function makeItem(
  tx: Tx,
  deps: OrderDeps,
  batch: BatchRow,
  item: VerifiedItem,
  step: BatchStep,
): Promise<Outcome> {
  const read = readItem(item, batch.format)
  const isRefused = item.errors.length > 0 || verificationFaults(item).length > 0
  if ('errors' in read || isRefused) return invalid(await faultsOf(tx, deps, batch, item, step))
  await tx.query('savepoint batch_item')
  try {
    const origin = {
      batchId: batch.batchId,
      isPackage: batch.itemCount > 1,
      verifiesLater: item.question !== undefined,
      ...read.origin,
    }
    const order = withVerification(read.order, item)
    const { row, warnings } = await makePayment(contextOf(tx, batch, step), deps, order, origin)
    // All or none: a payment that comes to nothing for want of money is none.
    if (row.status === 'Rejected' && batch.mode === 'Strict') throw await withoutFunds(tx, row)
    await tx.query('release savepoint batch_item')
    return { status: 'Created', errors: [], warnings: [...item.warnings, ...warnings], paymentId: row.paymentId }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.query('rollback to savepoint batch_item')
    return invalid(error.errors.length > 0 ? error.errors : [fieldError('', error)])
  }
}

/** Why a payment that was made and rejected at once is none of a strict batch. */
async function withoutFunds(tx: Tx, row: PaymentRow): Promise<Refusal> {
  const { entityId, accountId, currency, amountMinor, feeMinor } = row
  if (row.statusReason === 'AccountNotUsable') return accountBlocked(accountId)
  const balance = await getBalance(tx, entityId, accountId)
  const available = balance ? balance.balanceMinor - balance.heldMinor - (balance.floorMinor ?? 0n) : 0n
  const needed = amountMinor + feeMinor
  return insufficientFunds(accountId, currency, needed, needed - available)
}

/** Payments of a strict batch wait until all are made; now screening, and with it their release, is due. */
async function letGo(tx: Tx, batch: BatchRow, { at }: BatchStep): Promise<void> {
  if (batch.mode !== 'Strict') return
  const resourceIds = await heldBackBy(tx, batch.entityId, batch.batchId)
  await scheduleAll(tx, { entityId: batch.entityId, kind: SCREEN_WORK, resourceIds, dueAt: at })
}

// ---- undoing what was made: of a strict batch with a failure, or of one that is cancelled

async function undo(tx: Tx, _deps: OrderDeps, batch: BatchRow, step: BatchStep): Promise<Turn> {
  await moveItems(tx, batch, ['Pending', 'Checked'], 'Skipped')
  const items = await undoableOf(tx, batch.entityId, batch.batchId, paymentCan.cancel, CHUNK)
  const reason = batch.status === 'Undoing' ? 'BatchRejected' : 'BatchCancelled'
  await lockBalances(tx, batch.entityId, [...new Set(items.map(({ accountId }) => accountId))])
  for (const { line, paymentId } of items) {
    await cancelPayment(contextOf(tx, batch, step), paymentId, reason)
    await markUndone(tx, batch, line)
  }
  if (items.length === CHUNK) return { batch }
  return { batch: await moveBatch(tx, batch, batch.status === 'Undoing' ? 'Rejected' : 'Cancelled', step) }
}
