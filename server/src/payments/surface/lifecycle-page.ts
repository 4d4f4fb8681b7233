import {
  entryStatuses,
  lifecycle,
  type Money,
  nextOf,
  PAYMENT_STATUSES,
  paymentCan,
  type PaymentStatus,
} from '../record/lifecycle.ts'
import { recallable } from '../reports/recalls.ts'
import { REASONS } from '../record/status-reasons.ts'

const MONEY: Readonly<Record<Money, string>> = {
  Free: 'free: the account is untouched, or whole again',
  Held: 'held: amount and fee are put aside on the account',
  Clearing: 'with the rail: the account is debited, the bank has not confirmed yet',
  Paid: 'paid: the bank has confirmed the debit',
  Returned: 'returned: the payment stays booked, what came back is a credit of its own',
}

const may = (list: readonly PaymentStatus[], status: PaymentStatus, what: string) =>
  list.includes(status) ? [what] : []

const actionsIn = (status: PaymentStatus) =>
  [
    ...may(paymentCan.approve, status, 'approve'),
    ...may(paymentCan.reject, status, 'reject'),
    ...may(paymentCan.cancel, status, 'cancel'),
    ...may(recallable, status, 'recall'),
  ].join(', ')

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const stateRow = (status: PaymentStatus) => {
  const { meaning, money, iso, v31 } = lifecycle[status]
  const next = nextOf(status).join(', ') || 'none: the end'
  return row([`\`${status}\``, meaning, money, iso, v31, next, actionsIn(status)])
}

/** The life cycle and its reasons as a page of the documentation: the same table that decides what a payment may do. */
export function lifecyclePage(): string {
  return [
    '# The life of a payment',
    '',
    'Printed from the table in `server/src/payments/record/lifecycle.ts`, which the service and the database go by; a test keeps this page equal to it.',
    '',
    `A payment begins as one of: ${entryStatuses.map((status) => `\`${status}\``).join(', ')}.`,
    '',
    row(['State', 'Meaning', 'Money', 'ISO 20022', 'Open banking v3.1', 'May become', 'What a client can do']),
    row(Array.from({ length: 7 }, () => '---')),
    ...PAYMENT_STATUSES.map(stateRow),
    '',
    'Money is:',
    '',
    ...Object.values(MONEY).map((text) => `- ${text}.`),
    '',
    '`Completed` means sent on and taken by the payee’s bank; that the payee was credited only the payee’s bank can say: the payment stays `Completed`,',
    'its ISO 20022 code is then `ACCC` (open banking v3.1 AcceptedCreditSettlementCompleted), and its tracking shows `creditedAt`. A payment that has left is',
    'asked back by a recall, once; the banks on its way may refuse. More than was paid never comes back to the account: the rest waits in suspense.',
    '',
    '## Reasons',
    '',
    'In `statusReason`. Codes of four characters come from the rails (ISO 20022); one that is not listed is shown as the bank gave it.',
    '',
    row(['Code', 'Meaning', 'What to do']),
    row(['---', '---', '---']),
    ...Object.entries(REASONS).map(([code, { message, nextAction }]) => row([`\`${code}\``, message, nextAction])),
    '',
  ].join('\n')
}
