import type { Act } from '../../kernel/values/act.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { inRolledBackSavepoint, type Tx } from '../../kernel/db/db.ts'
import type { OrderDeps } from '../orders/deps.ts'
import type { PaymentStatus } from '../record/lifecycle.ts'
import { predictPayment, type makePayment } from '../lifecycle/service.ts'
import { lockNamed } from '../lifecycle/locks.ts'
import { createTaken, type Taken } from '../record/taken.ts'
import { verificationToCome } from '../vop/index.ts'
import { CHUNK, errorsOf, makeItem, type Outcome } from './items.ts'
import { addPayments, type BatchRow, type ItemRow, nextItems, type Tally } from './queries.ts'
import type { BatchStatus, ItemStatus } from './schema.ts'
import { createBatch, type NewBatch } from './service.ts'
import { type VerifiedItem, withAnswers } from './verify.ts'

/** Items tried between two releases of the locks: each is made alone, and others of the entity wait meanwhile. */
const TRIED_AT_ONCE = 25

/** A batch as sending it would leave it. */
export interface Trial {
  batch: BatchRow
  items: TriedItem[]
  tally: Tally
}
type TriedItem = ItemRow & Pick<Outcome, 'payment'>
type TrialDeps = OrderDeps & { taken: Taken }

/**
 * Runs a batch without storing it: each item is checked as if the payments before it had been made. Sends no request to
 * banks. Locks are released after each chunk so that other requests of the entity can proceed.
 *
 * @throws duplicate_client_reference
 */
export async function tryBatch(context: CommandContext, deps: OrderDeps, order: NewBatch): Promise<Trial> {
  const { tx, at: now, wall } = context
  const step = { actor: { type: 'system' as const }, at: now, wall }
  const trial = await begin(context, order)
  const trying = { ...deps, taken: createTaken() }
  if (trial.batch.status === 'Checking') await check(tx, trying, trial, step)
  if (trial.batch.status === 'Processing') await make(tx, trying, trial, step)
  const { payments, totals } = addPayments(paymentsOf(trial))
  return { ...trial, tally: { items: countOf(trial.items), payments, totals } }
}

type Begun = Omit<Trial, 'tally'>

/** The batch as it is stored, read back and taken away again. */
const begin = (context: CommandContext, order: NewBatch): Promise<Begun> =>
  inRolledBackSavepoint(context.tx, async () => {
    const batch = await createBatch(context, order)
    return { batch, items: await nextItems(context.tx, batch, ['Pending', 'Invalid'], batch.itemCount) }
  })

/** Checks all items first, like the job of a strict batch. */
async function check(tx: Tx, deps: TrialDeps, trial: Begun, step: Act): Promise<void> {
  for (const chunk of chunksOf(trial.items, TRIED_AT_ONCE, 'Pending')) {
    await judge(tx, deps, trial.batch, { chunk, step }, async (item) => {
      const errors = await errorsOf(tx, deps, trial.batch, item, step)
      return { status: errors.length > 0 ? 'Invalid' : 'Checked', errors, warnings: item.warnings }
    })
  }
  const isFit = trial.items.every(({ status }) => status === 'Checked')
  move(trial, isFit ? 'Processing' : 'Rejected', step)
}

/** Makes payments like the batch job; in a strict batch, one failure undoes the others. */
async function make(tx: Tx, deps: TrialDeps, trial: Begun, step: Act): Promise<void> {
  const { batch, items } = trial
  const predict: typeof makePayment = (context, _deps, order, origin) => predictPayment(context, deps, order, origin)
  const outcomeOf = (item: VerifiedItem) => makeItem(tx, { deps, make: predict }, batch, item, step)
  // The job looks for failures after each of its pieces, so that the items of a piece all have an outcome.
  for (const piece of chunksOf(items, CHUNK, 'Pending', 'Checked')) {
    for (const chunk of chunksOf(piece, TRIED_AT_ONCE, 'Pending', 'Checked'))
      await judge(tx, deps, batch, { chunk, step }, outcomeOf)
    const hasFailed = piece.some(({ status }) => status === 'Invalid')
    if (!hasFailed || batch.mode === 'Partial') continue
    move(trial, 'Undoing', step)
    return move(trial, 'Rejected', step)
  }
  move(trial, 'Completed', step)
}

/** Divides the items in these states into chunks, in their order. */
function chunksOf(items: readonly TriedItem[], size: number, ...statuses: ItemStatus[]): TriedItem[][] {
  const open = items.filter(({ status }) => statuses.includes(status))
  return Array.from({ length: Math.ceil(open.length / size) }, (_, i) => open.slice(i * size, (i + 1) * size))
}

const judge = (
  tx: Tx,
  deps: TrialDeps,
  batch: BatchRow,
  { chunk, step }: { chunk: readonly TriedItem[]; step: Act },
  outcomeOf: (item: VerifiedItem) => Promise<Outcome>,
): Promise<void> =>
  inRolledBackSavepoint(tx, async () => {
    const answered = await withAnswers(tx, deps, batch, chunk, step)
    await lockNamed(
      tx,
      batch.entityId,
      answered.map(({ body }) => body),
    )
    for (const [i, item] of answered.entries()) Object.assign(chunk[i]!, await outcomeOf(withPredictedWarning(item)))
  })

/** Adds a warning to an item whose payee's bank would be asked. */
const withPredictedWarning = (item: VerifiedItem): VerifiedItem =>
  item.question && !item.warnings.some(({ code }) => code === verificationToCome.code)
    ? { ...item, warnings: [...item.warnings, verificationToCome] }
    : item

const UNDONE: Partial<Record<ItemStatus, ItemStatus>> = { Pending: 'Skipped', Checked: 'Skipped', Created: 'Undone' }

/** Moves the batch to another state. A rejected batch undoes its payments and skips the remaining items. */
function move(trial: Begun, status: BatchStatus, { at }: Act): void {
  const { batch, items } = trial
  const finishedAt = status === 'Processing' || status === 'Undoing' ? null : at
  trial.batch = { ...batch, status, updatedAt: at, finishedAt, version: batch.version + 1 }
  if (status !== 'Rejected') return
  for (const item of items) item.status = UNDONE[item.status] ?? item.status
}

function paymentsOf({ items }: Begun): Parameters<typeof addPayments>[0] {
  return items.flatMap(({ status, payment }) =>
    payment === undefined
      ? []
      : [{ ...payment, status: status === 'Undone' ? ('Cancelled' as PaymentStatus) : payment.status, count: 1 }],
  )
}

function countOf(items: readonly TriedItem[]): Tally['items'] {
  const counts: Tally['items'] = {}
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
