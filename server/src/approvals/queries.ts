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

const COLUMNS = `policy_id as "policyId", resource, currency, from_minor as "fromMinor", below_minor as "belowMinor",
  new_payee_only as "newPayeeOnly", daily_sum as "dailySum", steps`

/** The policies of an entity, oldest first. */
export async function findPolicies(db: Queryable, entityId: string, resource?: ApprovalResource): Promise<Policy[]> {
  const { rows } = await db.query<Policy>({
    name: 'approval-policies', // approval_policies_pkey
    text: `select ${COLUMNS} from approval_policies where entity_id = $1 and ($2::text is null or resource = $2) order by policy_id`,
    values: [entityId, resource ?? null],
  })
  return rows
}

export async function insertPolicy(tx: Tx, entityId: string, policy: Policy, at: Date): Promise<void> {
  await tx.query(
    `insert into approval_policies (entity_id, policy_id, resource, currency, from_minor, below_minor, new_payee_only, daily_sum,
       steps, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entityId,
      policy.policyId,
      policy.resource,
      policy.currency,
      policy.fromMinor,
      policy.belowMinor,
      policy.newPayeeOnly,
      policy.dailySum ?? false,
      policy.steps,
      at,
    ],
  )
}

/** Deletes a policy; returns true if it existed. */
export async function deletePolicy(tx: Tx, entityId: string, policyId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from approval_policies where entity_id = $1 and policy_id = $2', [
    entityId,
    policyId,
  ])
  return rowCount === 1
}

/** Stores a decision; the database refuses that of the maker, and a second one of the same client. */
export async function insertDecision(
  tx: Tx,
  subject: Subject,
  row: { clientId: string; decision: Decision; bound: Details | null; at: Date },
): Promise<void> {
  await tx.query({
    name: 'insert-approval',
    text: `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      subject.entityId,
      subject.resourceType,
      subject.resourceId,
      subject.round,
      row.clientId,
      row.decision,
      row.bound === null ? null : JSON.stringify(row.bound),
      row.at,
    ],
  })
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
