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
  return {
    uetr,
    endToEndId,
    rail,
    currency,
    paymentDate,
    reference,
    chargeBearer,
    details: without(NOT_SENT, row.details),
    amount: formatAmount(row.amountMinor, currency),
    purposeCode: row.purposeCode ?? undefined,
    debtor: row.debtor,
    creditor: without(INTERNAL, payee),
  }
}

/** Details of a payment that stay here. */
const NOT_SENT: ReadonlySet<string> = new Set(['metadata', 'notifyEmails', 'ifDateMissed'])

/** Fields of a payee that stay here. Fields added later are sent, and so are bound by approvals. */
const INTERNAL: ReadonlySet<string> = new Set([
  'beneficiaryId',
  'version',
  'nickname',
  'email',
  'isDefaultForCurrency',
  'externalReference',
  'clientReference',
  'defaultPurposeCode',
  'defaultReference',
])

/** Returns a copy of an object without some of its members. */
function without(names: ReadonlySet<string>, held: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(held)) if (!names.has(name)) kept[name] = value
  return kept
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
