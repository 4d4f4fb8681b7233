import { type TProperties, Type } from 'typebox'
import type { EventCatalogue, EventDefinition } from '../kernel/module.ts'
import type { EventType } from '../kernel/values/emitted.ts'
import type { Act } from '../kernel/values/act.ts'
import { getProfile, lockEntity, showApprovalPolicies } from '../entities/index.ts'
import { emit } from '../events/index.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { refuseAccess } from '../kernel/http/http.ts'
import { refuseEntity } from '../kernel/http/principal.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { changedFields, detailsOf } from './details.ts'
import {
  type Decision,
  type DecisionRow,
  decisionsOf,
  deletePolicy,
  findPolicies,
  insertDecision,
  insertPolicy,
  isApprover,
  type Subject,
} from './queries.ts'
import {
  type Amounts,
  APPROVAL_RESOURCES,
  type ApprovalResource,
  type Demand,
  type Judged,
  type Policy,
  refuse,
  strictest,
  summaryOf,
} from './rules.ts'

const APPROVABLE = ['payment', 'trade', 'order', 'internalTransfer', 'beneficiary']

const approvalEvent = (title: string, detail: TProperties): EventDefinition => ({
  title,
  resources: APPROVABLE,
  detail: Type.Object(detail, { additionalProperties: false }),
})

/** Events of four-eyes approvals; each is about the resource to approve. */
export const approvalEvents = {
  'approval.requested': approvalEvent('An order requires approval.', {
    stepsRequired: Type.Integer({ minimum: 1 }),
    changes: Type.Optional(Type.Array(Type.String())),
    policyId: Type.Optional(Type.String()),
    lapsesAt: Type.Optional(Type.String()),
  }),
  'approval.granted': approvalEvent('A client granted an approval.', { stepsMissing: Type.Optional(Type.Integer()) }),
  'approval.rejected': approvalEvent('A client rejected an approval.', { stepsMissing: Type.Optional(Type.Integer()) }),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof approvalEvents, true> {}
}

/** Adds a policy to an entity's, and its settings show it; an equal one is kept and returned. @throws entity_not_found */
export async function setPolicy(tx: Tx, entityId: string, order: Omit<Policy, 'policyId'>, act: Act): Promise<Policy> {
  await lockPolicies(tx, entityId)
  const known = (await findPolicies(tx, entityId, order.resource)).find((policy) => areEqual(policy, order))
  if (known) return known
  const policy = { ...order, policyId: newUuid() }
  await insertPolicy(tx, entityId, policy, act.at)
  await showInSettings(tx, entityId, act)
  return policy
}

const areEqual = (a: Omit<Policy, 'policyId'>, b: Omit<Policy, 'policyId'>): boolean =>
  a.resource === b.resource &&
  a.currency === b.currency &&
  a.fromMinor === b.fromMinor &&
  a.belowMinor === b.belowMinor &&
  a.newPayeeOnly === b.newPayeeOnly &&
  (a.dailySum ?? false) === (b.dailySum ?? false) &&
  a.steps === b.steps

/** Holds back other changes of an entity's policies: each change reads all of them. @throws entity_not_found */
async function lockPolicies(tx: Tx, entityId: string): Promise<void> {
  if (!(await lockEntity(tx, entityId))) throw refuseEntity.entity_not_found()
}

/** Removes a policy. Pending approvals stay pending. @throws approval_policy_not_found, entity_not_found */
export async function removePolicy(tx: Tx, entityId: string, policyId: string, act: Act): Promise<void> {
  await lockPolicies(tx, entityId)
  if (!(await deletePolicy(tx, entityId, policyId))) {
    throw refuse.approval_policy_not_found({ policyId: formatId('apl', policyId) })
  }
  await showInSettings(tx, entityId, act)
}

/** Lists an entity's policies with their summaries. @throws entity_not_found */
export async function listPolicies(tx: Tx, entityId: string): Promise<(Policy & { summary: string })[]> {
  const profile = await getProfile(tx, entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const policies = await findPolicies(tx, entityId)
  return policies.map((policy) => ({ ...policy, summary: summaryOf(policy, profile.entity.baseCurrency) }))
}

/** Copies the policies into the settings: clients read them there, and entities without policies need no lookup. */
async function showInSettings(tx: Tx, entityId: string, act: Act): Promise<void> {
  const shown = (await listPolicies(tx, entityId)).map(({ resource, policyId, summary }) => ({
    resource,
    policyId: formatId('apl', policyId),
    summary,
  }))
  await showApprovalPolicies(tx, entityId, APPROVAL_RESOURCES, shown, act)
}

/** Facts about a payee that policies may depend on; each is looked up only where one does. */
export interface PayeeFacts {
  isNew(): Promise<boolean>
  /** All payments of the order's day to the same account, the order included. */
  daySum(): Promise<Amounts>
}

/** Returns the approvals an entity's policies require for an order; undefined if none. */
export async function demandOf(
  db: Queryable,
  entityId: string,
  resource: ApprovalResource,
  order: Omit<Judged, 'isNewPayee' | 'daySum'>,
  payee?: PayeeFacts,
): Promise<Demand | undefined> {
  const policies = await findPolicies(db, entityId, resource)
  if (policies.length === 0) return undefined
  const asksForNew = policies.some(({ newPayeeOnly }) => newPayeeOnly)
  const isNewPayee = payee !== undefined && asksForNew && (await payee.isNew())
  const daySum = payee && policies.some((policy) => policy.dailySum) ? await payee.daySum() : undefined
  const found = strictest(policies, { ...order, isNewPayee, daySum })
  return found && { policyId: found.policyId, steps: found.steps }
}

/** Approvals that a pending order was made with, as its module stores them. */
interface Asked {
  approvalsRequired: number
  approvalPolicyId: string | null
}

/** Returns the approvals that a pending order needs now: those it was made with, or the larger number of a newer policy. */
export const stricterOf = ({ approvalsRequired, approvalPolicyId }: Asked, demand: Demand | undefined): Asked =>
  demand && demand.steps > approvalsRequired
    ? { approvalsRequired: demand.steps, approvalPolicyId: demand.policyId }
    : { approvalsRequired, approvalPolicyId }

const recordApproval = (tx: Tx, type: EventType, subject: Subject, act: Act, detail: Record<string, unknown>) =>
  emit(tx, act, {
    entityId: subject.entityId,
    type,
    resourceType: subject.resourceType,
    resourceId: subject.resourceId,
    detail,
  })

/** Emits the event of a requested approval. */
export const requestApproval = (
  tx: Tx,
  subject: Subject,
  demand: Demand & { changes?: readonly string[] },
  act: Act,
): Promise<void> =>
  recordApproval(tx, 'approval.requested', subject, act, {
    stepsRequired: demand.steps,
    ...(demand.changes?.length ? { changes: demand.changes } : {}),
    ...(demand.policyId === null ? {} : { policyId: formatId('apl', demand.policyId) }),
  })

/**
 * Records a client's decision on something that is locked and waits for it. Its event follows, by `announceDecision`.
 *
 * @param thing.bound everything that takes effect by the approval, in its stored form: the approval is void when one of
 *   these details changes. Earlier approvals of other details do not count. A rejection binds nothing
 * @returns approvals still missing; 0 after a rejection. Approvals of clients that may no longer approve do not count.
 *   If none is missing, because a client may approve again, an approval that counts is confirmed instead of stored again
 * @throws approval_self_not_allowed, approval_already_given; role_missing if the client may no longer decide
 */
export async function decide(
  tx: Tx,
  subject: Subject,
  thing: { createdBy: string | null; approvalsRequired: number; bound: object | undefined },
  by: { clientId: string; decision: Decision; at: Date },
): Promise<number> {
  const { clientId, decision, at } = by
  if (thing.createdBy === clientId) throw refuse.approval_self_not_allowed()
  const before = await decisionsOf(tx, subject)
  const { bound } = thing
  const missing = thing.approvalsRequired - validApprovals(before, bound)
  const own = before.find((given) => given.clientId === clientId && given.decision === decision)
  if (own) {
    if (missing > 0 || !approves(own, bound)) throw refuse.approval_already_given({ missing: Math.max(0, missing) })
    if (!own.counts) throw refuseAccess.role_missing({ role: 'approver' })
    return 0
  }
  invariant(decision === 'Rejected' || bound, 'an approval binds details')
  const stored = { clientId, decision, bound: bound ? detailsOf(bound) : null, at }
  if (!(await insertDecision(tx, subject, stored))) throw refuseAccess.role_missing({ role: 'approver' })
  return decision === 'Approved' ? Math.max(0, missing - 1) : 0
}

/** Rejects a decision of a client that was blocked or lost its right since it was authenticated. @throws role_missing */
export async function checkApprover(tx: Tx, entityId: string, clientId: string): Promise<void> {
  if (!(await isApprover(tx, entityId, clientId))) throw refuseAccess.role_missing({ role: 'approver' })
}

/** Returns the approvals whose clients may still approve for the entity. */
export const countedApprovals = (decisions: readonly DecisionRow[]): DecisionRow[] =>
  decisions.filter(({ decision, counts }) => decision === 'Approved' && counts)

/** Returns how many of the decisions approve exactly these details and count now. */
export const validApprovals = (decisions: readonly DecisionRow[], bound: object | undefined): number =>
  countedApprovals(decisions).filter((given) => isSame(given.bound, bound)).length

/** Returns true if a decision approves exactly these details, whether or not its client may still approve. */
export const approves = ({ decision, bound: approved }: DecisionRow, bound: object | undefined): boolean =>
  decision === 'Approved' && isSame(approved, bound)

const isSame = (approved: DecisionRow['bound'], bound: object | undefined): boolean =>
  approved != null && bound !== undefined && changedFields(approved, detailsOf(bound)).length === 0

/** Emits the event of a decision. Call it last: the event's lock follows those on balances. */
export const announceDecision = (
  tx: Tx,
  subject: Subject,
  { decision, missing }: { decision: Decision; missing: number },
  act: Act,
): Promise<void> =>
  recordApproval(tx, decision === 'Approved' ? 'approval.granted' : 'approval.rejected', subject, act, {
    stepsMissing: missing,
  })
