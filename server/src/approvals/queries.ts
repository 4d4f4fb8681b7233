import { bool, instant, json, minor, nullable, oneOf, smallint, table, text, uuid } from '../kernel/db/table.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { Details } from './details.ts'
import type { ApprovalResource, Policy } from './rules.ts'

type ResourceType = 'payment' | 'internalTransfer' | 'trade'
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
}

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

const newApproval = approvals.insert({ name: 'insert-approval', except: ['fingerprint'] })

/** Stores a decision; the database refuses that of the maker, and a second one of the same client. */
export async function insertDecision(
  tx: Tx,
  subject: Subject,
  row: { clientId: string; decision: Decision; bound: Details | null; at: Date },
): Promise<void> {
  await tx.query(newApproval({ ...subject, ...row }))
}

/** The decisions of one round, oldest first. */
export async function decisionsOf(db: Queryable, subject: Subject): Promise<DecisionRow[]> {
  const { rows } = await db.query<DecisionRow>({
    name: 'approvals-of', // approvals_pkey
    text: `select client_id as "clientId", decision, at, bound from approvals
      where entity_id = $1 and resource_type = $2 and resource_id = $3 and round = $4 order by at, client_id`,
    values: [subject.entityId, subject.resourceType, subject.resourceId, subject.round],
  })
  return rows
}
