import { formatId } from '../kernel/ids.ts'
import { formatAmount } from '../kernel/money.ts'
import type { Principal } from '../kernel/principal.ts'
import type { Assessment } from './assess.ts'
import { lifecycle, paymentCan } from './lifecycle.ts'
import type { HistoryRow, PaymentRow, PaymentWithHistory } from './queries.ts'
import { asFieldErrors } from './rules.ts'
import type { Payment, PaymentOrder } from './schema.ts'
import { presentReason } from './status-reasons.ts'

const optionalId = <P extends string>(prefix: P, uuid: string | null) => (uuid === null ? null : formatId(prefix, uuid))
const instant = (at: Date | null) => at?.toISOString() ?? null

/** A payment as it is answered to a client of its entity. */
export function presentPayment(row: PaymentWithHistory, viewer: Pick<Principal, 'clientId' | 'scopes'>): Payment {
  const { currency, paymentId, entityId, accountId, beneficiaryId, tradeId } = row
  return {
    paymentId: formatId('pay', paymentId),
    entityId: formatId('ent', entityId),
    accountId: formatId('acc', accountId),
    status: row.status,
    isoStatus: lifecycle[row.status].iso,
    statusReason: presentReason(row.statusReason),
    paymentDate: row.paymentDate,
    amount: formatAmount(row.amountMinor, currency),
    currency,
    fee: {
      amount: formatAmount(row.feeMinor, currency),
      currency,
    },
    beneficiaryId: optionalId('ben', beneficiaryId),
    beneficiarySnapshot: row.beneficiarySnapshot,
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
    approval: approvalOf(row, viewer),
    cutOffAt: row.cutOffAt.toISOString(),
    scheduledFor: instant(row.scheduledFor),
    submittedAt: instant(row.submittedAt),
    sentAt: instant(row.sentAt),
    completedAt: instant(row.completedAt),
    expectedArrival: row.expectedArrival,
    returned: returnedOf(row),
    batchId: null,
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

/** The one step: approved or rejected, by whom; the history says when. */
function approvalOf(row: PaymentWithHistory, viewer: Pick<Principal, 'clientId' | 'scopes'>): Payment['approval'] {
  const { decidedBy, approvalRequired: required, history } = row
  const decided = history.find((entry) => decidedBy !== null && entry.actorId === decidedBy)
  const steps = decided
    ? [
        {
          decision: decided.reason === 'ApprovalRejected' ? 'Rejected' : 'Approved',
          by: formatId('cli', decidedBy!),
          at: new Date(decided.at).toISOString(),
        },
      ]
    : []
  return { required, steps, canApprove: mayDecide(row, viewer) }
}

const mayDecide = (row: PaymentRow, { clientId, scopes }: Pick<Principal, 'clientId' | 'scopes'>): boolean =>
  paymentCan.approve.includes(row.status) && row.createdBy !== clientId && scopes.has('payments:approve')

function actionsOf(row: PaymentRow, viewer: Pick<Principal, 'clientId' | 'scopes'>): Payment['allowedActions'] {
  const mayCancel = paymentCan.cancel.includes(row.status) && viewer.scopes.has('payments:write')
  return [
    ...(mayCancel ? (['Cancel'] as const) : []),
    ...(mayDecide(row, viewer) ? (['Approve', 'Reject'] as const) : []),
  ]
}

/** What validating an order found. */
export function presentAssessment(
  order: PaymentOrder,
  { faults, warnings, checked }: Assessment,
  approvalRequired: boolean,
) {
  const { currency, paymentDate: executionDate } = order
  return {
    valid: faults.length === 0,
    errors: asFieldErrors(faults),
    warnings,
    normalised: checked ? normalisedOf(order, checked) : null,
    route: checked
      ? {
          rail: checked.route.rail,
          chargeBearer: checked.route.chargeBearer,
          fee: {
            amount: formatAmount(checked.route.feeMinor, currency),
            currency,
          },
          executionDate,
          expectedArrival: checked.route.expectedArrival,
          cutOffAt: checked.route.cutOffAt.toISOString(),
        }
      : null,
    verification: { required: false, reason: null },
    approval: { required: approvalRequired, policyId: null, stepsRequired: approvalRequired ? 1 : 0 },
    purposeCode: { required: false, options: [] },
  }
}

/** The order as it would be stored: exact decimals, what was left out filled in. */
function normalisedOf(order: PaymentOrder, checked: NonNullable<Assessment['checked']>): Record<string, unknown> {
  const { creditorAccountId: _alias, creditorAccount, ...rest } = order
  const { payee, route, amountMinor } = checked
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
  }
}
