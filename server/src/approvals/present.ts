import { formatId } from '../kernel/values/ids.ts'
import { hasRole, type Principal } from '../kernel/http/principal.ts'
import type { DecisionRow } from './queries.ts'
import type { ApprovalOut } from './schema.ts'
import { countedApprovals } from './service.ts'

/** A thing that may need approval, as its module stores it. */
export interface Approvable {
  /** 0: needs none. */
  approvalsRequired: number
  approvalPolicyId: string | null
  /** API client; null: the system made it. */
  createdBy: string | null
  isPending: boolean
  /** Decisions of the present round. */
  decisions: readonly DecisionRow[]
}
type ApprovalView = ApprovalOut
type Viewer = Pick<Principal, 'clientId' | 'scopes' | 'roles'>

const SCOPE = 'payments:approve'
const ROLE = 'approver'

/** Returns true if the client may reject it now, whether or not it has approved it. */
export const mayReject = (thing: Approvable, viewer: Viewer): boolean =>
  thing.isPending && viewer.scopes.has(SCOPE) && hasRole(viewer, ROLE) && thing.createdBy !== viewer.clientId

/** Returns true if the client may approve it now, or confirm its approval if the order has all its approvals. */
export const mayApprove = (thing: Approvable, viewer: Viewer): boolean =>
  mayReject(thing, viewer) && !exceptedBy(thing).includes(viewer.clientId)

/** Returns the clients whose approvals exclude them from approving: none while no approval is missing. */
const exceptedBy = ({ decisions, approvalsRequired }: Approvable): string[] =>
  countedApprovals(decisions).length >= approvalsRequired ? [] : decisions.map(({ clientId }) => clientId)

/** Returns the approvals given: of a pending thing those that count now, of a decided one all of them. */
export const approvalsGiven = ({ decisions, isPending }: Pick<Approvable, 'decisions' | 'isPending'>): DecisionRow[] =>
  isPending ? countedApprovals(decisions) : decisions.filter(({ decision }) => decision === 'Approved')

/** Presents the required, given and missing approvals. */
export function approvalViewOf(thing: Approvable, viewer: Viewer): ApprovalView {
  const { decisions, approvalPolicyId, approvalsRequired, createdBy, isPending } = thing
  const except = [createdBy, ...exceptedBy(thing)].filter((id) => id !== null)
  return {
    required: approvalsRequired > 0,
    policyId: approvalPolicyId === null ? null : formatId('apl', approvalPolicyId),
    stepsRequired: approvalsRequired,
    stepsGiven: approvalsGiven(thing).length,
    steps: decisions.map(({ decision, clientId, at, counts }) => ({
      decision,
      by: formatId('cli', clientId),
      at: new Date(at).toISOString(),
      counts: counts || !isPending || decision === 'Rejected',
    })),
    canApprove: mayApprove(thing, viewer),
    approvers: isPending ? { scope: SCOPE, role: ROLE, except: except.map((id) => formatId('cli', id)) } : null,
  }
}
