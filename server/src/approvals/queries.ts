import { bool, instant, json, minor, nullable, oneOf, smallint, table, text, uuid } from '../kernel/db/table.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { Details } from './details.ts'
import type { ApprovalResource, Policy } from './rules.ts'

type ResourceType = 'payment' | 'internalTransfer' | 'trade' | 'order'
export type Decision = 'Approved' | 'Rejected'

export interface DecisionRow {
  clientId: string
  decision: Decision
  /** RFC 3339 as PostgreSQL writes it in JSON, or a Date. */
  at: string | Date
  /**
   * Approved details; null for a rejection, or for an approval given before details were stored, which approves
   * nothing.
   */
  bound?: Details | null
  /** True while the client may approve for the entity: it is Active and has the role and the scope there. */
  counts: boolean
}

/** The members of a `DecisionRow` but `bound`, for `json_build_object` over `approvals a`. */
export const DECISION_JSON = `'clientId', a.client_id, 'decision', a.decision, 'at', a.at,
    'counts', is_approver(a.entity_id, a.client_id)`

/** One thing to be decided on, in one round of deciding. */
export interface Subject {
  entityId: string
  resourceType: ResourceType
  resourceId: string
  round: number
}

const policies = table('approval_policies', {
  entityId: uuid,
  policyId: uuid,
  resource: oneOf<ApprovalResource>(),
  currency: nullable(text),
  fromMinor: minor,
  belowMinor: nullable(minor),
  newPayeeOnly: bool,
  dailySum: bool,
  steps: smallint,
  createdAt: instant,
})

const COLUMNS = `policy_id as "policyId", resource, currency, from_minor as "fromMinor", below_minor as "belowMinor",
  new_payee_only as "newPayeeOnly", daily_sum as "dailySum", steps`

const approvals = table('approvals', {
  entityId: uuid,
  resourceType: oneOf<ResourceType>(),
  resourceId: uuid,
  round: smallint,
  clientId: uuid,
  decision: oneOf<Decision>(),
  fingerprint: nullable(text),
  bound: nullable(json<Details>()),
  at: instant,
})

/** The policies of an entity, oldest first. */
export async function findPolicies(db: Queryable, entityId: string, resource?: ApprovalResource): Promise<Policy[]> {
  const { rows } = await db.query<Policy>({
    name: 'approval-policies', // approval_policies_pkey
    text: `select ${COLUMNS} from approval_policies where entity_id = $1 and ($2::text is null or resource = $2) order by policy_id`,
    values: [entityId, resource ?? null],
  })
  return rows
}

const newPolicy = policies.insert({ name: 'insert-approval-policy' })

/** Stores a policy. */
export async function insertPolicy(tx: Tx, entityId: string, policy: Policy, at: Date): Promise<void> {
  await tx.query(newPolicy({ ...policy, entityId, dailySum: policy.dailySum ?? false, createdAt: at }))
}

/** Deletes a policy; returns true if it existed. */
export async function deletePolicy(tx: Tx, entityId: string, policyId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from approval_policies where entity_id = $1 and policy_id = $2', [
    entityId,
    policyId,
  ])
  return rowCount === 1
}

const newApproval = approvals.insert({
  name: 'insert-approval',
  except: ['fingerprint'],
  ending: 'returning is_approver(entity_id, client_id) as counts',
})

/**
 * Stores a decision; the database refuses that of the maker, and a second approval or rejection of the same client.
 *
 * @returns whether the client may approve for the entity now
 */
export async function insertDecision(
  tx: Tx,
  subject: Subject,
  row: { clientId: string; decision: Decision; bound: Details | null; at: Date },
): Promise<boolean> {
  const { rows } = await tx.query<{ counts: boolean }>(newApproval({ ...subject, ...row }))
  return rows[0]!.counts
}

/** Returns whether a client may approve for an entity now. */
export async function isApprover(db: Queryable, entityId: string, clientId: string): Promise<boolean> {
  const { rows } = await db.query<{ counts: boolean }>({
    name: 'is-approver',
    text: 'select is_approver($1, $2) as counts',
    values: [entityId, clientId],
  })
  return rows[0]!.counts
}

/** The decisions of one round, oldest first. */
export async function decisionsOf(db: Queryable, subject: Subject): Promise<DecisionRow[]> {
  const { rows } = await db.query<DecisionRow>({
    name: 'approvals-of', // approvals_pkey
    text: `select client_id as "clientId", decision, at, bound, is_approver(entity_id, client_id) as counts from approvals
      where entity_id = $1 and resource_type = $2 and resource_id = $3 and round = $4 order by at, client_id`,
    values: [subject.entityId, subject.resourceType, subject.resourceId, subject.round],
  })
  return rows
}
