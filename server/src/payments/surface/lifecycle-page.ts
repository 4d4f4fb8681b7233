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
  Free: 'free: the account is untouched or fully restored',
  Held: 'held: amount and fee are on hold on the account',
  Clearing: 'clearing: the account is debited, the bank has not confirmed yet',
  Paid: 'paid: the bank has confirmed the debit',
  Returned: 'returned: the payment stays booked, the return is a separate credit',
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
  const next = nextOf(status).join(', ') || 'none (final)'
  return row([`\`${status}\``, meaning, money, iso, v31, next, actionsIn(status)])
}

/** States outside the diagram: they can follow each state before submission. */
const ASIDE: readonly PaymentStatus[] = ['ApprovalRecalled', 'Rejected', 'Cancelled']

/** Returns the steps forward, as lines of a Mermaid diagram. */
function arrows(): string[] {
  const shown = PAYMENT_STATUSES.filter((status) => !ASIDE.includes(status))
  const isForward = (from: PaymentStatus, to: PaymentStatus) => shown.indexOf(to) > shown.indexOf(from)
  return [
    ...entryStatuses.filter((status) => shown.includes(status)).map((status) => `  [*] --> ${status}`),
    ...shown.flatMap((from) =>
      nextOf(from)
        .filter((to) => isForward(from, to))
        .map((to) => `  ${from} --> ${to}`),
    ),
  ]
}

/**
 * Renders the life cycle and its reasons as a documentation page, from the same table that decides the permitted
 * actions.
 */
export function lifecyclePage(): string {
  return [
    '# The life of a payment',
    '',
    'Printed from the table in `server/src/payments/record/lifecycle.ts`, which the service and the database use. A test keeps this page up to date.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  accTitle: Life cycle of a payment',
    '  accDescr: A payment waits for approval, its date or money, is screened, submitted, sent and completed. It can be held by screening, fail at the rail or be returned.',
    ...arrows(),
    '```',
    '',
    'The diagram shows the way forward. Until it is submitted, a payment can also be rejected or cancelled, or wait for approval again.',
    '',
    `A payment begins as one of: ${entryStatuses.map((status) => `\`${status}\``).join(', ')}.`,
    '',
    row(['State', 'Meaning', 'Money', 'ISO 20022', 'Open banking v3.1', 'May become', 'Client actions']),
    row(Array.from({ length: 7 }, () => '---')),
    ...PAYMENT_STATUSES.map(stateRow),
    '',
    'Money is:',
    '',
    ...Object.values(MONEY).map((text) => `- ${text}.`),
    '',
    '`Completed` means accepted by the payee’s bank. Only that bank can confirm the credit to the payee: the payment then stays `Completed`,',
    'its ISO 20022 code becomes `ACCC` (open banking v3.1 AcceptedCreditSettlementCompleted), and its tracking shows `creditedAt`. A sent payment can be',
    'recalled once; the banks in the chain may decline. Returns never credit more than the amount paid: any excess waits in suspense.',
    '',
    '## Reasons',
    '',
    'Reason codes appear in `statusReason`. Four-character codes come from the rails (ISO 20022); unlisted ones are shown unchanged.',
    '',
    row(['Code', 'Meaning', 'Next action']),
    row(['---', '---', '---']),
    ...Object.entries(REASONS).map(([code, { message, nextAction }]) => row([`\`${code}\``, message, nextAction])),
    '',
  ].join('\n')
}
