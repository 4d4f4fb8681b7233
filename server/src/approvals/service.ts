import { getProfile, showApprovalPolicies } from '../entities/index.ts'
import { type Actor, recordChange } from '../events/index.ts'
import type { Queryable, Tx } from '../kernel/db.ts'
import { formatId, newUuid } from '../kernel/ids.ts'
import { refuseEntity } from '../kernel/principal.ts'
import {
  type Decision,
  decisionsOf,
  deletePolicy,
  findPolicies,
  insertDecision,
  insertPolicy,
  type Subject,
} from './queries.ts'
import {
  APPROVAL_RESOURCES,
  type ApprovalResource,
  type Demand,
  type Judged,
  type Policy,
  refuse,
  strictest,
  summaryOf,
} from './rules.ts'

/** Who does it and when. */
export interface Act {
  actor: Actor
  /** Business time. */
  now: Date
  /** Wall time. */
  wall: Date
}

/** Adds a policy to an entity's; its settings show it at once. @throws entity_not_found */
export async function setPolicy(tx: Tx, entityId: string, order: Omit<Policy, 'policyId'>, act: Act): Promise<Policy> {
  const policy = { ...order, policyId: newUuid() }
  await insertPolicy(tx, entityId, policy, act.now)
  await showInSettings(tx, entityId, act)
  return policy
}

/** Takes a policy back. What waits already goes on waiting. @throws approval_policy_not_found, entity_not_found */
export async function removePolicy(tx: Tx, entityId: string, policyId: string, act: Act): Promise<void> {
  if (!(await deletePolicy(tx, entityId, policyId))) {
    throw refuse.approval_policy_not_found({ policyId: formatId('apl', policyId) })
  }
  await showInSettings(tx, entityId, act)
}

/** An entity's policies with what they say. @throws entity_not_found */
export async function listPolicies(tx: Tx, entityId: string): Promise<(Policy & { summary: string })[]> {
  const profile = await getProfile(tx, entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const policies = await findPolicies(tx, entityId)
  return policies.map((policy) => ({ ...policy, summary: summaryOf(policy, profile.entity.baseCurrency) }))
}

/** The settings repeat the policies: clients read them there, and whoever needs none is spared the look-up. */
async function showInSettings(tx: Tx, entityId: string, act: Act): Promise<void> {
  const shown = (await listPolicies(tx, entityId)).map(({ resource, policyId, summary }) => ({
    resource,
    policyId: formatId('apl', policyId),
    summary,
  }))
  await showApprovalPolicies(tx, entityId, APPROVAL_RESOURCES, shown, act)
}

/** What the entity's policies ask of an order; undefined when nothing. `isNewPayee` is asked only where one depends on it. */
export async function demandOf(
  db: Queryable,
  entityId: string,
  resource: ApprovalResource,
  order: Omit<Judged, 'isNewPayee'>,
  isNewPayee: () => Promise<boolean> = async () => false,
): Promise<Demand | undefined> {
  const policies = await findPolicies(db, entityId, resource)
  if (policies.length === 0) return undefined
  const asksForNew = policies.some(({ newPayeeOnly }) => newPayeeOnly)
  const found = strictest(policies, { ...order, isNewPayee: asksForNew && (await isNewPayee()) })
  return found && { policyId: found.policyId, steps: found.steps }
}

const recordApproval = (tx: Tx, type: string, subject: Subject, act: Act, detail: Record<string, unknown>) =>
  recordChange(tx, {
    entityId: subject.entityId,
    type,
    resourceType: subject.resourceType,
    resourceId: subject.resourceId,
    actor: act.actor,
    at: act.now,
    wall: act.wall,
    detail,
  })

/** Tells that something waits for approval. */
export const requestApproval = (tx: Tx, subject: Subject, demand: Demand, act: Act): Promise<void> =>
  recordApproval(tx, 'approval.requested', subject, act, {
    stepsRequired: demand.steps,
    ...(demand.policyId === null ? {} : { policyId: formatId('apl', demand.policyId) }),
  })

/**
 * Records a client's decision on something that is locked and waits for it. Its event follows, by `announceDecision`.
 *
 * @param thing.fingerprint of what the approval is about; it is void when that changes
 * @returns approvals still missing; 0 after a rejection
 * @throws approval_self_not_allowed, approval_already_given
 */
export async function decide(
  tx: Tx,
  subject: Subject,
  thing: { createdBy: string | null; approvalsRequired: number; fingerprint?: string | null },
  by: { clientId: string; decision: Decision; at: Date },
): Promise<number> {
  const { clientId, decision, at } = by
  if (thing.createdBy === clientId) throw refuse.approval_self_not_allowed()
  const before = await decisionsOf(tx, subject)
  const missing = thing.approvalsRequired - before.length
  if (before.some((given) => given.clientId === clientId)) throw refuse.approval_already_given({ missing })
  await insertDecision(tx, subject, { clientId, decision, fingerprint: thing.fingerprint ?? null, at })
  return decision === 'Approved' ? Math.max(0, missing - 1) : 0
}

/** Tells what was decided. Called last: the event's lock follows those on balances. */
export const announceDecision = (
  tx: Tx,
  subject: Subject,
  { decision, missing }: { decision: Decision; missing: number },
  act: Act,
): Promise<void> =>
  recordApproval(tx, decision === 'Approved' ? 'approval.granted' : 'approval.rejected', subject, act, {
    stepsMissing: missing,
  })
