/**
 * Four-eyes approvals. An operator defines policies by resource, currency, amount band and new payee. Each decision is
 * a row; makers never decide on their own requests, which the database enforces too. An approval counts while its client
 * may approve for the entity: the database function `is_approver` decides it for every kind of order, here and in the triggers.
 * Modules with pending objects (payments, internal transfers, trades) look up the applicable policy and the given approvals here.
 */
export { approvalsModule } from './module.ts'
export { approvalsGiven, approvalViewOf, type Approvable, mayApprove, mayReject } from './present.ts'
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
export {
  type Decision,
  DECISION_JSON,
  type DecisionRow,
  decisionsOf,
  type Subject as ApprovalSubject,
} from './queries.ts'
export { ApprovalOut } from './schema.ts'
export {
  announceDecision,
  approves,
  checkApprover,
  countedApprovals,
  decide,
  demandOf,
  listPolicies,
  type PayeeFacts,
  removePolicy,
  requestApproval,
  setPolicy,
  stricterOf,
  validApprovals,
} from './service.ts'
