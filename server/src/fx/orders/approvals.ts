import {
  announceDecision,
  approvalViewOf,
  type ApprovalSubject,
  decide,
  type Decision,
  decisionsOf,
  requestApproval,
  stricterOf,
} from '../../approvals/index.ts'
import { getProfile } from '../../entities/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { checkIfMatch } from '../../kernel/http/routing/if-match.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import { type Act, actOf } from '../../kernel/values/act.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { type DealDemand, demandOnDeal } from '../trades/index.ts'
import { amountsAtRate } from './amounts.ts'
import { FILL_ORDER, moveOrder, orderMoves, unwatchOrder } from './lifecycle.ts'
import { changeOrder, findOrder, lockOrder, type OrderRow } from './queries.ts'
import { can, refuse, statusAt } from './rules.ts'

const subjectOf = ({ entityId, orderId }: OrderRow): ApprovalSubject => ({
  entityId,
  resourceType: 'order',
  resourceId: orderId,
  round: 1,
})

/** Requests the approvals for an order stored as PendingApproval. It lapses when it expires. */
export async function askForApproval(tx: Tx, order: OrderRow, demand: DealDemand, act: Act): Promise<void> {
  invariant(demand.policyId !== null, 'a policy of the entity asks for approval of deals')
  await requestApproval(tx, subjectOf(order), demand, act)
}

/** Returns the details that an approval of an order binds: its terms and its debit and credit accounts. */
const boundOf = (order: OrderRow) => ({
  orderId: order.orderId,
  type: order.type,
  fixedSide: order.fixedSide,
  amountMinor: order.amountMinor,
  buyCurrency: order.buyCurrency,
  buyAccountId: order.buyAccountId,
  sellCurrency: order.sellCurrency,
  sellAccountId: order.sellAccountId,
  rate: order.rate,
  markupBps: order.markupBps,
  expiresAt: order.expiresAt,
})

/** Returns the approvals that a pending order needs now: those that it was placed with, or more by a policy set since. */
async function underPoliciesNow(db: Queryable, order: OrderRow) {
  const profile = await getProfile(db, order.entityId)
  invariant(profile, 'an order has its entity')
  return stricterOf(order, await demandOnDeal(db, profile, 'Trade', { ...order, ...amountsAtRate(order) }))
}

/**
 * Approves or rejects an order that waits for it. With the last approval that it needs the order is active, and a job fills it if its
 * rate is reached, else has the market watched; a rejection cancels it.
 *
 * @throws order_not_found, order_version_conflict, order_not_awaiting_approval, approval_self_not_allowed, approval_already_given
 */
export async function decideOrder(
  context: CommandContext,
  wireId: string,
  decision: Decision,
  ifMatch: string | undefined,
): Promise<OrderRow> {
  const { tx, principal, at: now } = context
  const { entityId, clientId } = principal
  const orderId = parseId('ord', wireId)
  const order = orderId && (await lockOrder(tx, entityId, orderId))
  if (!order) throw refuse.order_not_found()
  checkIfMatch(ifMatch, order.version, refuse.order_version_conflict)
  const status = statusAt(order, now)
  if (!can('decide', status)) throw refuse.order_not_awaiting_approval({ status })
  const asked = await underPoliciesNow(tx, order)
  const maker = { createdBy: order.clientId, approvalsRequired: asked.approvalsRequired, bound: boundOf(order) }
  const missing = await decide(tx, subjectOf(order), maker, { clientId, decision, at: now })
  const decided = await carryOut(tx, order, { decision, missing, asked }, actOf(context))
  await announceDecision(tx, subjectOf(order), { decision, missing }, actOf(context))
  return decided
}

interface Outcome {
  decision: Decision
  /** Approvals still missing. */
  missing: number
  asked: Pick<OrderRow, 'approvalsRequired' | 'approvalPolicyId'>
}

async function carryOut(tx: Tx, order: OrderRow, { decision, missing, asked }: Outcome, act: Act): Promise<OrderRow> {
  if (decision === 'Rejected') {
    await unwatchOrder(tx, order)
    return moveOrder(tx, order, orderMoves.cancel, act, { reason: 'ApprovalRejected' })
  }
  const isRaised = asked.approvalsRequired > order.approvalsRequired
  const raised = isRaised ? await changeOrder(tx, order, { ...asked, updatedAt: order.updatedAt }) : order
  if (missing > 0) return raised
  const active = await moveOrder(tx, raised, orderMoves.activate, act)
  await scheduleWork(tx, { entityId: order.entityId, kind: FILL_ORDER, resourceId: order.orderId, dueAt: act.at })
  return active
}

/** Returns an order's approval details, the approvals given and the permitted approvers. @throws order_not_found */
export async function approvalOfOrder(db: Queryable, principal: Principal, wireId: string) {
  const orderId = parseId('ord', wireId)
  const order = orderId && (await findOrder(db, principal.entityId, orderId))
  if (!order) throw refuse.order_not_found()
  const isPending = order.status === 'PendingApproval'
  const asked = isPending ? await underPoliciesNow(db, order) : order
  const { approvalsRequired, approvalPolicyId } = asked
  const decisions = await decisionsOf(db, subjectOf(order))
  const thing = { approvalsRequired, approvalPolicyId, createdBy: order.clientId, isPending, decisions }
  const lapsesAt = approvalsRequired > 0 ? order.expiresAt.toISOString() : null
  return { ...approvalViewOf(thing, principal), lapsesAt }
}
