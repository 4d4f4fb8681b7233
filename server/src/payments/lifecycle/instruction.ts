import { type Details, detailsOf } from '../../approvals/index.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { RailInstruction } from '../rails/index.ts'

/** Fields of a payment for its rail instruction; its payee is frozen or the current one. */
type Payable = Pick<
  PaymentRow,
  | 'uetr'
  | 'endToEndId'
  | 'rail'
  | 'currency'
  | 'amountMinor'
  | 'paymentDate'
  | 'reference'
  | 'chargeBearer'
  | 'details'
  | 'purposeCode'
  | 'debtor'
>

/** Returns the instruction to the rail: the only source of outgoing data and of the details an approval binds. */
export function instructionOf(row: Payable, payee: Record<string, unknown>): RailInstruction {
  const { uetr, endToEndId, rail, currency, paymentDate, reference, chargeBearer } = row
  const { metadata: _ours, notifyEmails: _notSent, ifDateMissed: _decidedHere, ...details } = row.details
  return {
    uetr,
    endToEndId,
    rail,
    currency,
    paymentDate,
    reference,
    chargeBearer,
    details,
    amount: formatAmount(row.amountMinor, currency),
    purposeCode: row.purposeCode ?? undefined,
    debtor: row.debtor,
    creditor: creditorOf(payee),
  }
}

/**
 * Returns the payee without internal fields. Fields added to payees later are included by default, and so are bound by
 * approvals.
 */
function creditorOf(payee: Record<string, unknown>): Record<string, unknown> {
  const { beneficiaryId: _id, version: _version, nickname: _nickname, email: _email, ...known } = payee
  const { isDefaultForCurrency: _default, externalReference: _external, clientReference: _client, ...creditor } = known
  const { defaultPurposeCode: _purpose, defaultReference: _reference, ...sent } = creditor
  return sent
}

/**
 * Returns the details an approval of a payment binds: the whole instruction except the date, which no command changes
 * and which moves to the next possible day by itself. The database compares the same details when the instruction is
 * written.
 */
export function boundDetails(row: Payable, payee: Record<string, unknown>): Details {
  const { paymentDate: _moves, ...bound } = instructionOf(row, payee)
  return detailsOf(bound)
}
