import { type Approvable, approvalViewOf, mayApprove, mayReject } from '../../approvals/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { hasRole, type Principal } from '../../kernel/http/principal.ts'
import type { Assessment } from '../orders/assess.ts'
import type { PartialRoute, Route } from '../orders/assess-route.ts'
import { isoOf, mayGo, paymentCan } from '../record/lifecycle.ts'
import type { HistoryRow, PaymentRow, PaymentWithHistory } from '../record/queries.ts'
import { asFieldErrors } from '../../kernel/checks.ts'
import { recallable } from '../reports/recalls.ts'
import { type Payment, PAYMENT_ACTIONS, type PaymentOrder } from '../record/schema.ts'
import { presentReason } from '../record/status-reasons.ts'
import { fundsTexts, presentFunds, reasonOf } from '../record/way-back.ts'
import { carriedOn } from '../orders/texts.ts'
import { nameWarnings, sentOn } from '../validation/index.ts'

type Viewer = Pick<Principal, 'clientId' | 'scopes' | 'roles'>

const optionalId = <P extends string>(prefix: P, uuid: string | null) => (uuid === null ? null : formatId(prefix, uuid))
const instant = (at: Date | null) => at?.toISOString() ?? null

/** A payment as it is answered to a client of its entity. */
export function presentPayment(row: PaymentWithHistory, viewer: Viewer): Payment {
  const { currency, paymentId, entityId, accountId, beneficiaryId, tradeId } = row
  return {
    paymentId: formatId('pay', paymentId),
    entityId: formatId('ent', entityId),
    accountId: formatId('acc', accountId),
    status: row.status,
    isoStatus: isoOf(row.status, row.statusReason),
    statusReason: presentReason(reasonOf(row), row.approvalChanges, fundsTexts(row)),
    funds: presentFunds(row),
    paymentDate: row.paymentDate,
    amount: formatAmount(row.amountMinor, currency),
    currency,
    fee: {
      amount: formatAmount(row.feeMinor, currency),
      currency,
    },
    beneficiaryId: optionalId('ben', beneficiaryId),
    beneficiarySnapshot: row.beneficiarySnapshot,
    payee: presentPayee(row.payee),
    tradeId: optionalId('trd', tradeId),
    verificationId: row.verificationId,
    reference: row.reference,
    reason: row.reason,
    purposeCode: row.purposeCode,
    chargeBearer: row.chargeBearer,
    speed: row.speed,
    rail: row.rail,
    ...row.details,
    clientReference: row.clientReference,
    endToEndId: row.endToEndId,
    uetr: row.uetr,
    approval: approvalViewOf(approvableOf(row), viewer),
    cutOffAt: row.cutOffAt.toISOString(),
    scheduledFor: instant(row.scheduledFor),
    submittedAt: instant(row.submittedAt),
    sentAt: instant(row.sentAt),
    completedAt: instant(row.completedAt),
    expectedArrival: row.expectedArrival,
    returned: returnedOf(row),
    recall: recallOf(row),
    batchId: optionalId('bat', row.batchId),
    history: row.history.map(presentHistory),
    allowedActions: actionsOf(row, viewer),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const presentHistory = ({ status, at, actorType, actorId, reason }: HistoryRow) => ({
  status,
  at: new Date(at).toISOString(),
  by: actorId === null ? actorType : formatId('cli', actorId),
  reason,
})

const returnedOf = ({ returnedMinor, returnedReason, returnedAt, currency }: PaymentRow) =>
  returnedMinor === null || returnedAt === null
    ? null
    : { amount: formatAmount(returnedMinor, currency), reason: returnedReason, at: returnedAt.toISOString() }

const recallOf = ({ recall }: PaymentWithHistory): Payment['recall'] =>
  recall && {
    ...recall,
    requestedBy: recall.requestedBy === null ? 'operator' : formatId('cli', recall.requestedBy),
    requestedAt: new Date(recall.requestedAt).toISOString(),
    answeredAt: recall.answeredAt === null ? null : new Date(recall.answeredAt).toISOString(),
  }

const approvableOf = (row: PaymentWithHistory): Approvable => ({
  approvalsRequired: row.approvalsRequired,
  approvalPolicyId: row.approvalPolicyId,
  createdBy: row.createdBy,
  isPending: paymentCan.approve.includes(row.status),
  decisions: row.decisions,
})

/** Returns the actions available now to the requesting client. */
function actionsOf(row: PaymentWithHistory, viewer: Viewer): Payment['allowedActions'] {
  const { status, decisions, recall } = row
  const mayWrite = viewer.scopes.has('payments:write') && hasRole(viewer, 'maker')
  const approvable = approvableOf(row)
  const hasApproved = decisions.some(({ clientId }) => clientId === viewer.clientId)
  const allowed = {
    Cancel: mayWrite && paymentCan.cancel.includes(status),
    Approve: mayApprove(approvable, viewer),
    Reject: mayReject(approvable, viewer),
    RecallApproval: hasApproved && hasRole(viewer, 'approver') && mayGo(status, 'ApprovalRecalled'),
    RequestApproval: mayWrite && status === 'ApprovalRecalled',
    RequestRecall: mayWrite && recall === null && recallable.includes(status),
  }
  return PAYMENT_ACTIONS.filter((action) => allowed[action])
}

/** Presents the result of validating an order. */
export function presentAssessment(order: PaymentOrder, { errors, warnings, route, asks, checked }: Assessment) {
  const { verification, purposes, approval } = asks
  return {
    valid: errors.length === 0,
    errors: asFieldErrors(errors),
    warnings,
    normalised: checked ? normalisedOf(order, checked) : null,
    route: route ? presentRoute(order, route) : null,
    verification: { required: verification, reason: verification ? WHY_VERIFIED : null },
    approval: {
      required: approval !== undefined,
      policyId: approval ? optionalId('apl', approval.policyId) : null,
      stepsRequired: approval?.steps ?? 0,
    },
    purposeCode: {
      required: purposes?.isRequired ?? false,
      options: purposes?.purposes.map(({ code }) => code) ?? [],
    },
  }
}

const WHY_VERIFIED =
  'The payee is verified before the payment is authorised: POST /v1/payments/verification, then send its verificationId.'

const presentRoute = ({ currency, paymentDate }: PaymentOrder, route: PartialRoute) => ({
  rail: route.rail,
  chargeBearer: route.chargeBearer,
  fee: { amount: formatAmount(route.feeMinor, currency), currency },
  executionDate: route.cutOffAt ? paymentDate : null,
  expectedArrival: route.expectedArrival ?? null,
  cutOffAt: route.cutOffAt?.toISOString() ?? null,
})

/** Presents the order as it would be stored: exact decimals, with defaults filled in. */
function normalisedOf(order: PaymentOrder, checked: NonNullable<Assessment['checked']>): Record<string, unknown> {
  const { creditorAccountId: _alias, creditorAccount, ...rest } = order
  const { payee, route, amountMinor, purposeCode } = checked
  const named = payee.beneficiaryId === null ? {} : { beneficiaryId: formatId('ben', payee.beneficiaryId) }
  return {
    ...rest,
    ...named,
    ...(creditorAccount
      ? {
          creditorAccount: {
            ...creditorAccount,
            ...payee.details,
          },
        }
      : {}),
    amount: formatAmount(amountMinor, order.currency),
    chargeBearer: route.chargeBearer,
    speed: route.speed,
    purposeCode,
    sent: sentTexts(order, payee.details.name, route),
  }
}

/** Returns the texts as sent to the payee's bank, without those that are not sent. */
function sentTexts(order: PaymentOrder, name: string, { rail }: Route) {
  const { lost } = carriedOn(rail, order)
  const sent = (pointer: string, text: string | undefined) => {
    const found = lost.find((each) => each.pointer === pointer)
    return found || text === undefined ? found?.sent : sentOn(rail, text)
  }
  return {
    payeeName: nameWarnings(name, rail).at(-1)?.sent ?? name,
    reference: sent('/reference', order.reference),
    remittance: sent('/remittance/unstructured', order.remittance?.unstructured),
  }
}

/** The payee without its id and version, which the snapshot alone has: the same before and after release. */
function presentPayee(payee: PaymentWithHistory['payee']): PaymentWithHistory['payee'] {
  if (payee === null) return null
  const { beneficiaryId: _beneficiaryId, version: _version, ...details } = payee
  return details
}
