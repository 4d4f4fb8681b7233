/**
 * Four eyes. An operator says what needs approval: by resource, currency, amount band and whether the payee is new. Each
 * decision is a row; whoever made a thing never decides on it, which the database refuses too. The modules whose things
 * wait (payments, internal transfers, trades) ask here which policy applies and how many approvals are there.
 */
export { approvalViewOf, type Approvable, mayDecide } from './present.ts'
export { changedFields, type Details, detailsOf, fingerprintOf } from './details.ts'
export {
  type Amounts,
  APPROVAL_RESOURCES,
  type ApprovalResource,
  type Demand,
  type Policy,
  summaryOf,
} from './rules.ts'
export { refuse as refuseApprovals } from './rules.ts'
export { type Decision, type DecisionRow, decisionsOf, type Subject as ApprovalSubject } from './queries.ts'
export { ApprovalOut } from './schema.ts'
export {
  announceDecision,
  decide,
  demandOf,
  listPolicies,
  type PayeeFacts,
  removePolicy,
  requestApproval,
  setPolicy,
  validApprovals,
} from './service.ts'
