import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../kernel/module.ts'
import type { EventType } from '../kernel/values/emitted.ts'
import type { Act } from '../kernel/values/act.ts'
import {
  announceDecision,
  type ApprovalSubject,
  decide,
  type Demand,
  demandOf,
  requestApproval,
  stricterOf,
} from '../approvals/index.ts'
import { findAccount, isOpenForCredit } from '../accounts/index.ts'
import { getProfile, localDay } from '../entities/index.ts'
import { emit } from '../events/index.ts'
import type { CommandContext } from '../kernel/http/command.ts'
import type { Db, Tx } from '../kernel/db/db.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { invariant, Refusal } from '../kernel/values/refusals.ts'
import { scheduleWork, type WorkHandler } from '../kernel/jobs/work.ts'
import { placeHold, postJournal, releaseHold } from '../ledger/index.ts'
import {
  type CancelReason,
  claimReference,
  insertOrder,
  lockOrder,
  type OrderRow,
  raiseOrderVersion,
  storeCompleted,
  updateOrder,
} from './order-queries.ts'
import { findByReference } from './queries.ts'
import { checkEnabled, checkUsable, refuse } from './rules.ts'
import type { TransferOrder } from './schema.ts'
import { duplicate, type Plan, type PlanDeps, planTransfer, transferCommand } from './service.ts'

/** Events of internal transfers. */
export const internalTransferEvents = {
  'internalTransfer.completed': defineEvent('An internal transfer was booked.', 'internalTransfer'),
  'internalTransfer.failed': defineEvent('An internal transfer ended without a booking.', 'internalTransfer', {
    reason: Type.String(),
  }),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof internalTransferEvents, true> {}
}

type Context = Omit<CommandContext, 'dryRun'>

interface DemandDeps extends PlanDeps {
  db: Pick<Db, 'reader'>
}

/**
 * Approvals the transfer requires, or undefined if none. An entity without such a policy in its cached settings needs
 * no lookup. Rejections of the order itself are left to the caller.
 */
export async function demandOn(
  deps: DemandDeps,
  principal: Principal,
  order: TransferOrder,
): Promise<Demand | undefined> {
  const profile = await deps.entities.get(principal.entityId)
  if (!profile?.settings.approvalPolicies.some(({ resource }) => resource === 'InternalTransfer')) return undefined
  try {
    const { currency, amountMinor } = await planTransfer(deps, principal, order)
    return await demandOf(deps.db.reader, principal.entityId, 'InternalTransfer', { currency, amountMinor })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

/** Kind of the job that cancels a transfer which was not approved in time; the resource is the transfer. */
export const LAPSE_TRANSFER = 'internalTransfer.lapse'

/** Days a transfer waits with its money on hold: covers a weekend with holidays on both sides. */
const WAIT_DAYS = 5

const subjectOf = ({ entityId, internalTransferId }: OrderRow): ApprovalSubject => ({
  entityId,
  resourceType: 'internalTransfer',
  resourceId: internalTransferId,
  round: 1,
})

/**
 * Stores a transfer that waits for approval and holds its money.
 *
 * @throws as `planTransfer`; insufficient_funds, account_blocked, duplicate_client_reference
 */
export async function createOrder(
  context: Context,
  deps: PlanDeps,
  order: TransferOrder,
  demand: Demand,
): Promise<OrderRow> {
  const { tx, principal, at: now } = context
  const plan = await planTransfer(deps, principal, order)
  if (plan.clientReference !== null) await takeReference(tx, plan, plan.clientReference)
  const { entityId } = plan
  const lapsesAt = new Date(now.getTime() + WAIT_DAYS * 86_400_000)
  const holdId = await placeHold(
    tx,
    {
      entityId: plan.entityId,
      accountId: plan.debitAccountId,
      currency: plan.currency,
      amountMinor: plan.amountMinor,
      purpose: 'payment',
      source: { type: 'internalTransfer', id: plan.internalTransferId },
      description: 'Internal transfer that waits for approval',
      ...(plan.reference === null ? {} : { reference: plan.reference }),
    },
    now,
  )
  const row = await insertOrder(tx, {
    ...plan,
    status: 'PendingApproval',
    holdId,
    approvalsRequired: demand.steps,
    approvalPolicyId: demand.policyId,
    createdBy: principal.clientId,
    createdAt: now,
    decidedAt: null,
    lapsesAt,
    statusReason: null,
    version: 1,
  })
  await scheduleWork(tx, { entityId, kind: LAPSE_TRANSFER, resourceId: row.internalTransferId, dueAt: lapsesAt })
  await requestApproval(tx, subjectOf(row), demand, context)
  return row
}

/** @throws duplicate_client_reference */
async function takeReference(tx: Tx, plan: Plan, clientReference: string): Promise<void> {
  if (await claimReference(tx, plan)) return
  const existing = await findByReference(tx, plan.entityId, clientReference)
  throw duplicate(clientReference, existing!)
}

/**
 * Approves or rejects a transfer that waits for it. The last approval that it needs moves the money at once.
 *
 * @throws internal_account_transfer_not_found, transfer_not_awaiting_approval, approval_self_not_allowed,
 *   approval_already_given; internal_transfers_not_enabled, account_permission_missing, account_blocked, account_closed
 *   (what was so when the transfer was made may have changed)
 */
export async function decideOrder(
  context: Context,
  id: string | undefined,
  decision: 'Approved' | 'Rejected',
): Promise<OrderRow> {
  const { tx, principal, at: now } = context
  const pending = await getPending(context, id)
  const { entityId, currency, amountMinor } = pending
  const demand = await demandOf(tx, entityId, 'InternalTransfer', { currency, amountMinor })
  const order = { ...pending, ...stricterOf(pending, demand) }
  const subject = subjectOf(order)
  const missing = await decide(
    tx,
    subject,
    { ...order, bound: boundOf(order) },
    { clientId: principal.clientId, decision, at: now },
  )
  const row = await afterDecision(context, order, decision, missing)
  await announceDecision(tx, subject, { decision, missing }, context)
  return row
}

/** Returns the details an approval of a transfer binds. */
const boundOf = (order: OrderRow) => ({
  internalTransferId: order.internalTransferId,
  debitAccountId: order.debitAccountId,
  creditAccountId: order.creditAccountId,
  currency: order.currency,
  amountMinor: order.amountMinor,
  reference: order.reference,
  clientReference: order.clientReference,
})

function afterDecision(context: Context, order: OrderRow, decision: string, missing: number): Promise<OrderRow> {
  if (decision === 'Rejected') return end(context.tx, order, 'ApprovalRejected', context)
  return missing > 0 ? raiseOrderVersion(context.tx, order) : complete(context, order)
}

/** Cancels a transfer that waits for approval; its money is free again. @throws transfer_not_awaiting_approval */
export const cancelOrder = async (context: Context, id: string | undefined): Promise<OrderRow> =>
  end(context.tx, await getPending(context, id), 'CancelledByClient', context)

async function getPending({ tx, principal, at: now }: Context, id: string | undefined): Promise<OrderRow> {
  const order = id === undefined ? undefined : await lockOrder(tx, principal.entityId, id)
  if (order) {
    const hasLapsed = now >= order.lapsesAt
    if (order.status !== 'PendingApproval' || hasLapsed) {
      throw refuse.transfer_not_awaiting_approval({ status: order.status, lapsesAt: order.lapsesAt.toISOString() })
    }
    return order
  }
  throw refuse.internal_account_transfer_not_found()
}

/** The job `internalTransfer.lapse`: cancels a transfer that was not approved in time; its money is free again. */
export const lapseTransfer: WorkHandler = async (tx, { entityId, resourceId }, act) => {
  const order = await lockOrder(tx, entityId, resourceId)
  if (order?.status !== 'PendingApproval') return
  await end(tx, order, 'ApprovalLapsed', act)
}

async function end(tx: Tx, order: OrderRow, reason: CancelReason, act: Act): Promise<OrderRow> {
  const { entityId, holdId, debitAccountId: accountId } = order
  await releaseHold(tx, { entityId, holdId: holdId!, accountId }, act.at)
  const row = await updateOrder(tx, order, { status: 'Cancelled', reason, at: act.at })
  await recordOrder(tx, row, act, { type: 'internalTransfer.failed', detail: { reason } })
  return row
}

/** The money moves: the hold becomes a debit, and the transfer is one like any other, under the same id. */
async function complete(context: Context, order: OrderRow): Promise<OrderRow> {
  const { tx, at: now } = context
  const release = { holdId: order.holdId!, accountId: order.debitAccountId }
  await isOpenForCredit(tx, order.entityId, order.creditAccountId) // it stays open until commit, if it is
  const debit = await findAccount(tx, order.entityId, order.debitAccountId)
  const credit = await findAccount(tx, order.entityId, order.creditAccountId)
  const profile = await getProfile(tx, order.entityId)
  invariant(debit && credit && profile, 'accounts and entities are never deleted')
  checkEnabled(profile)
  checkUsable({ debit, credit })
  const valueDate = await localDay(tx, order.entityId, now)
  const posted = await postJournal(tx, { ...transferCommand(order, { debit, credit }, valueDate), release }, now)
  await storeCompleted(tx, order, posted)
  const row = await updateOrder(tx, order, { status: 'Completed', at: posted.postedAt })
  await recordOrder(tx, row, context, { type: 'internalTransfer.completed', detail: {} })
  return row
}

const recordOrder = (
  tx: Tx,
  row: OrderRow,
  act: Act,
  { type, detail }: { type: EventType; detail: Record<string, unknown> },
): Promise<void> =>
  emit(tx, act, {
    entityId: row.entityId,
    type,
    resourceType: 'internalTransfer',
    resourceId: row.internalTransferId,
    resourceVersion: row.version,
    previousStatus: 'PendingApproval',
    detail,
  })
