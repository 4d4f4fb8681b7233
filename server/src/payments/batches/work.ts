import type { Act } from '../../kernel/values/act.ts'
import { getProfile, readUsage } from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { lockAccounts, lockForOrders, lockNamed } from '../lifecycle/locks.ts'
import { acceptAll, findOutdated, type PaymentAcceptance } from '../acceptance/accept.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { paymentCan } from '../record/lifecycle.ts'
import { heldBackBy, undoableOf } from '../record/batch-queries.ts'
import { lockPayments, type PaymentRow } from '../record/queries.ts'
import { makePayment, undoPayment } from '../lifecycle/service.ts'
import { SCREEN_WORK } from '../lifecycle/transitions.ts'
import { CHUNK, errorsOf, makeItem, planItems } from './items.ts'
import {
  type BatchRow,
  lockBatch,
  markUndone,
  moveItems,
  nextItems,
  storeVerifications,
  updateItem,
  updateItems,
} from './queries.ts'
import type { ItemStatus } from './schema.ts'
import { BATCH_WORK, contextOf, moveBatch } from './service.ts'
import { askBanks, type VerifiedItem, withAnswers } from './verify.ts'

export { BATCH_WORK }

interface BatchWorkDeps extends OrderDeps {
  acceptance: PaymentAcceptance
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
    if (unanswered) return askBanks(tx, deps.verification!, batch, unanswered, step)
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

async function check(tx: Tx, deps: BatchWorkDeps, batch: BatchRow, step: Act): Promise<Turn> {
  const { items, unanswered } = await nextVerified(tx, deps, batch, ['Pending'], step)
  if (unanswered) return { batch, unanswered }
  await lockNamed(
    tx,
    batch.entityId,
    items.map(({ body }) => body),
  )
  const checked: VerifiedItem[] = []
  const leftMinor = await leftOfDay(tx, batch.entityId, step.at)
  const planned = await planItems(deps, batch, items, step)
  const plans = planned.map(({ plan }) => plan).filter((plan) => plan !== undefined)
  const outdated = await findOutdated(deps.acceptance, tx, batch.entityId, plans)
  for (const { item, plan } of planned) {
    const isValid = plan && plan.row.baseMinor <= leftMinor && !outdated.has(plan)
    const errors = isValid ? [] : await errorsOf(tx, deps, batch, item, step)
    checked.push({ ...item, status: errors.length > 0 ? 'Invalid' : 'Checked', errors })
  }
  await updateItems(tx, batch, checked)
  if (items.length === CHUNK) return { batch }
  const [invalid] = await nextItems(tx, batch, ['Invalid'], 1)
  if (!invalid) return { batch: await moveBatch(tx, batch, 'Processing', step) }
  await moveItems(tx, batch, ['Checked'], 'Skipped')
  return { batch: await moveBatch(tx, batch, 'Rejected', step) }
}

/** Returns the amount that the entity's daily limit still allows, in its base currency. */
async function leftOfDay(tx: Tx, entityId: string, at: Date): Promise<bigint> {
  const profile = await getProfile(tx, entityId)
  invariant(profile, 'a batch belongs to an entity')
  const { usedMinor } = await readUsage(tx, profile.entity, at)
  return profile.settings.limits.dailyPaymentMinor - usedMinor.payment
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

// ---- payments are made: those that nothing stops together, the others one by one

async function make(tx: Tx, deps: BatchWorkDeps, batch: BatchRow, step: Act): Promise<Turn> {
  const { items, unanswered } = await nextVerified(tx, deps, batch, ['Pending', 'Checked'], step)
  if (unanswered) return { batch, unanswered }
  await lockForOrders(
    tx,
    batch.entityId,
    items.map(({ body }) => body),
  )
  let hasFailed = false
  for (const { together, alone } of turnsOf(await planItems(deps, batch, items, step))) {
    const left = await makeTogether(tx, deps, batch, together, step)
    for (const item of [...left, ...alone]) {
      const { payment, ...made } = await makeItem(tx, { deps, make: makePayment }, batch, item, step)
      await updateItem(tx, batch, { ...item, ...made, paymentId: payment?.paymentId ?? null })
      if (payment) await holdBack(tx, batch, [payment])
      hasFailed ||= made.status === 'Invalid'
    }
  }
  if (hasFailed && batch.mode === 'Strict') return { batch: await moveBatch(tx, batch, 'Undoing', step) }
  if (items.length === CHUNK) return { batch }
  await releaseForScreening(tx, batch, step)
  return { batch: await moveBatch(tx, batch, 'Completed', step) }
}

type PlannedItem = Awaited<ReturnType<typeof planItems>>[number]

/** Items whose payments are made together, and then one that is made alone. */
interface MakingTurn {
  together: PlannedItem[]
  alone: VerifiedItem[]
}

/** Divides items so that their payments are made in their order: an earlier one takes money before a later one. */
function turnsOf(planned: readonly PlannedItem[]): MakingTurn[] {
  const turns: MakingTurn[] = [{ together: [], alone: [] }]
  for (const each of planned) {
    const turn = turns.at(-1)!
    if (each.plan) turn.together.push(each)
    else {
      turn.alone.push(each.item)
      turns.push({ together: [], alone: [] })
    }
  }
  return turns
}

/** Makes planned payments together, and stores their items. @returns the items whose payments could not be made so */
async function makeTogether(
  tx: Tx,
  deps: BatchWorkDeps,
  batch: BatchRow,
  planned: readonly PlannedItem[],
  step: Act,
): Promise<VerifiedItem[]> {
  if (planned.length === 0) return []
  const plans = planned.map(({ plan }) => plan!)
  if (!(await acceptAll(deps.acceptance, contextOf(tx, batch, step), plans))) return planned.map(({ item }) => item)
  const created = { status: 'Created' as const, errors: [] }
  const items = planned.map(({ item, plan }) => ({ ...item, ...created, paymentId: plan!.row.paymentId }))
  await updateItems(tx, batch, items)
  await holdBack(
    tx,
    batch,
    plans.map(({ row }) => row),
  )
  return []
}

/** Takes back the screening that payments of a strict batch begin with: they wait until all are made. */
async function holdBack(tx: Tx, batch: BatchRow, payments: readonly PaymentRow[]): Promise<void> {
  if (batch.mode !== 'Strict') return
  for (const { entityId, paymentId: resourceId, status } of payments)
    if (status === 'Screening') await cancelWork(tx, { entityId, kind: SCREEN_WORK, resourceId })
}

/** All payments of a strict batch are made: now screening, and with it their release, is due. */
async function releaseForScreening(tx: Tx, batch: BatchRow, { at }: Act): Promise<void> {
  if (batch.mode !== 'Strict') return
  const { entityId, batchId } = batch
  for (const { paymentId: resourceId, accountId: partition } of await heldBackBy(tx, entityId, batchId))
    await scheduleWork(tx, { entityId, kind: SCREEN_WORK, resourceId, partition, dueAt: at })
}

// ---- undoing what was made: of a strict batch with a failure, or of one that is cancelled. The references of the payments are
// free again; the items keep theirs

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
    await undoPayment(contextOf(tx, batch, step), paymentId, reason)
    await markUndone(tx, batch, line)
  }
  if (items.length === CHUNK) return { batch }
  return { batch: await moveBatch(tx, batch, batch.status === 'Undoing' ? 'Rejected' : 'Cancelled', step) }
}
