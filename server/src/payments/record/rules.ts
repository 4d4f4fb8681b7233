import { asFieldErrors, type FailedCheck } from '../../kernel/checks.ts'
import { Refusal, refusals } from '../../kernel/values/refusals.ts'
import type { Day } from '../../kernel/values/days.ts'
import { refuseAll } from '../../kernel/http/validation.ts'
import type { DateError } from '../validation/index.ts'
import type { Rail } from '../schemes/index.ts'

export const refuse = refusals({
  payment_not_found: { status: 404, message: 'The payment does not exist or is not visible to this client.' },
  payment_not_cancellable: {
    status: 409,
    message: 'A payment that is {status} can no longer be cancelled. It must be one of: {allowed}.',
  },
  payment_not_payable: {
    status: 422,
    message:
      'The payment cannot be paid now ({reason}), so it cannot be approved. Correct the cause first, or reject it.',
  },
  payment_details_changed: {
    status: 409,
    message: 'The payee was changed after approval was requested. Read the payment and its payee again, then approve.',
  },
  payment_version_conflict: {
    status: 412,
    message: 'The payment has changed since version {given}; it is at version {current}. Read it, then decide.',
  },
  payment_not_awaiting_approval: {
    status: 409,
    message: 'The payment is {status}; only one that is PendingApproval can be approved or rejected.',
  },
  approval_incomplete: {
    status: 409,
    message: 'The payment still needs {missing} approval(s); approve it as other clients of the entity.',
  },
  approval_not_recallable: {
    status: 409,
    message: 'The payment is {status}. An approval can be recalled while it is one of: {allowed}.',
  },
  approval_not_given: {
    status: 409,
    message: 'This client has not approved the payment. These clients have: {approvers}.',
  },
  approval_not_recalled: {
    status: 409,
    message: 'The payment is {status}. Only a payment that is ApprovalRecalled can be submitted for approval again.',
  },
  payment_not_held: {
    status: 409,
    message: 'The payment is {status}. Only a payment that is Held can be reviewed.',
  },
  review_self_not_allowed: {
    status: 403,
    message: 'The maker of a payment cannot review it. Another person must decide.',
  },
  contradiction_not_found: {
    status: 404,
    message: 'The contradictory report does not exist. List the reports with list-contradictions.',
  },
  contradiction_cleared: { status: 409, message: 'The contradictory report was already cleared by {decision}.' },
  contradiction_decision: {
    status: 422,
    message: 'The decision {decision} does not apply to this contradictory report. Use one of: {allowed}.',
  },
  payment_not_recallable: {
    status: 409,
    message: 'A payment that is {status} cannot be recalled. It must be one of: {allowed}.',
  },
  recall_exists: {
    status: 409,
    message:
      'The payment was already recalled at {requestedAt}; that recall is {recallStatus}. A payment can be recalled only once.',
  },
  purpose_code_required: {
    status: 422,
    message: 'A payment in {currency} to a bank in {country} needs one of these purpose codes: {options}.',
  },
  purpose_code_invalid: {
    status: 422,
    message:
      'The purpose code {purposeCode} is not valid for a payment in {currency} to {country}. Valid codes: {options}.',
  },
  payer_details_required: {
    status: 422,
    message: 'A payment in {currency} to {country} names its payer; missing in `payer`: {missing}.',
  },
  payment_transition_not_allowed: {
    status: 409,
    message: 'A payment that is {status} does not become {wanted}; it can become: {allowed}.',
  },
  beneficiary_choice_invalid: {
    status: 400,
    message: 'Name the payee exactly once: beneficiaryId (or its alias creditorAccountId), or creditorAccount.',
  },
  beneficiary_not_active: { status: 422, message: 'The beneficiary is {status}; a payment needs one that is Active.' },
  beneficiary_blocked: {
    status: 422,
    message: 'The beneficiary is blocked. Pay another one or have this one unblocked.',
  },
  beneficiary_currency_mismatch: {
    status: 422,
    message: 'The beneficiary receives {expected}, the payment is in {actual}. Use a beneficiary in {actual}.',
  },
  payment_date_unavailable: {
    status: 422,
    message: 'A payment by {rail} cannot be dated {paymentDate} ({reason}). Use {nextAvailable}.',
  },
  payment_date_too_far_ahead: {
    status: 422,
    message: 'A payment by {rail} can be dated up to {latest}, not {paymentDate}.',
  },
  notify_emails_not_available: {
    status: 422,
    message: 'This service sends no payment advice by e-mail. Leave `notifyEmails` out.',
  },
  payment_before_trade_value_date: {
    status: 422,
    message: 'The trade delivers on {valueDate}. Use that payment date or a later one.',
  },
  amount_exceeds_trade: {
    status: 422,
    message:
      'The trade buys {bought} {currency}, of which {remaining} are not yet paid out. Send at most that amount out of the trade. To pay from the account, leave out `tradeId`.',
  },
  trade_currency_mismatch: {
    status: 422,
    message: 'The trade buys {expected}, the payment is in {actual}; link a trade that buys {actual}.',
  },
  trade_not_payable: {
    status: 422,
    message:
      'Payments are made from spot trades, drawdowns and held-rate trades; this {kind} is {status}. Name another trade, or leave out `tradeId` to pay from the account.',
  },
  charge_bearer_not_available: {
    status: 422,
    message: '{chargeBearer} is not available for this payment; available: {available}.',
  },
  speed_not_available: {
    status: 422,
    message: 'No rail to this payee is {speed}; its rails are {rails}. Leave the speed out or choose another.',
  },
  amount_above_rail_limit: {
    status: 422,
    message: '{rails} carry at most {most} per payment at speed {speed}. Split the payment or choose another speed.',
  },
  payments_not_enabled: {
    status: 403,
    message: 'Payments are not enabled for this entity; an operator can enable them.',
  },
  amount_not_countable: {
    status: 422,
    message:
      '{currency} has no reference rate, so the limits cannot be checked. Ask the operator to set one (operator set-reference-rate --currency {currency}).',
  },
  rail_not_available: {
    status: 422,
    message: 'The rail {rail} does not carry {currency}; rails that do: {available}.',
  },
})

/** The order in which stages refuse (interface 0): rights, shape, resources, state, rules. */
const STAGES = [403, 400, 404, 409, 422]

/** Combines all errors into one rejection: the first failed stage, listing its errors. */
export function refuseErrors(failed: readonly FailedCheck[]): Refusal {
  const stage = STAGES.find((status) => failed.some((error) => error.refusal.status === status))
  const own = failed.filter((error) => error.refusal.status === stage)
  const first = own[0]!.refusal
  const errors = asFieldErrors(own)
  if (first.status === 400) return refuseAll(errors)
  return new Refusal(first.code, { status: first.status, message: first.message }, first.params, { errors })
}

/** Rejects a payment date with the reason and the next possible date. */
export function rejectDate(rail: Rail, paymentDate: Day, { reason, nextAvailable }: DateError): Refusal {
  return reason === 'TooFarAhead'
    ? refuse.payment_date_too_far_ahead({ paymentDate, rail, latest: nextAvailable })
    : refuse.payment_date_unavailable({ paymentDate, rail, reason, nextAvailable })
}
