import { type Details, detailsOf } from '../../approvals/index.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { RailInstruction } from '../rails/index.ts'

/** What a rail would be told about a payment; its payee is frozen, or is the one that would be paid now. */
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

/** Returns the instruction to the rail: the only source of what leaves, and of what an approval binds. */
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

/** Returns the payee without what only we keep about it. A field that is added to payees later is sent, and so is bound. */
function creditorOf(payee: Record<string, unknown>): Record<string, unknown> {
  const { beneficiaryId: _id, version: _version, nickname: _nickname, email: _email, ...known } = payee
  const { isDefaultForCurrency: _default, externalReference: _external, clientReference: _client, ...creditor } = known
  const { defaultPurposeCode: _purpose, defaultReference: _reference, ...sent } = creditor
  return sent
}

/**
 * Returns what an approval of a payment binds: its whole instruction but the date, which no command changes and which moves
 * to the next possible day by itself. The database compares the same when the instruction is written.
 */
export function boundDetails(row: Payable, payee: Record<string, unknown>): Details {
  const { paymentDate: _moves, ...bound } = instructionOf(row, payee)
  return detailsOf(bound)
}
