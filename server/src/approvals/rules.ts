import { refusals } from '../kernel/values/refusals.ts'
import { formatAmount } from '../kernel/values/money.ts'

export const refuse = refusals({
  approval_self_not_allowed: {
    status: 403,
    message: 'The client that created the order cannot approve or reject it; use another client of the entity.',
  },
  approval_already_given: {
    status: 409,
    message: 'This client has already approved the order; {missing} more approval(s) by other clients are needed.',
  },
  approval_policy_not_found: { status: 404, message: 'The entity has no approval policy {policyId}.' },
})

export const APPROVAL_RESOURCES = ['Payment', 'InternalTransfer', 'Trade', 'Drawdown'] as const
export type ApprovalResource = (typeof APPROVAL_RESOURCES)[number]

const PLURAL: Record<ApprovalResource, string> = {
  Payment: 'Payments',
  InternalTransfer: 'Internal transfers',
  Trade: 'Trades',
  Drawdown: 'Drawdowns of forwards',
}

/**
 * Approval policy of an operator. Amounts are minor units of `currency`, or of the entity's base currency if it is
 * null.
 */
export interface Policy {
  policyId: string
  resource: ApprovalResource
  currency: string | null
  /** The band's lower end, included. */
  fromMinor: bigint
  /** Its upper end, not included; null: none. */
  belowMinor: bigint | null
  newPayeeOnly: boolean
  /** The band is compared with all payments of the day to the payee's account, this one included. */
  dailySum?: boolean
  /** Number of different approvers. */
  steps: number
}

/** Approvals required for one order. */
export interface Demand {
  /** Null where no policy of the entity asks, but something else does. */
  policyId: string | null
  steps: number
}

/** Amounts that a band is compared with. */
export interface Amounts {
  amountMinor: bigint
  /** Amount in the entity's base currency; absent if the resource is not valued in it. */
  baseMinor?: bigint
}

/** One order as policies look at it. */
export interface Judged extends Omit<Amounts, 'baseMinor'> {
  currency: string
  /** Amount in the entity's base currency; `Unknown` if no rate values it, absent if the resource is not valued in it. */
  baseMinor?: bigint | 'Unknown'
  isNewPayee: boolean
  /** All payments of its day to its payee's account, itself included; absent where no policy counts them. */
  daySum?: Amounts | undefined
}

/** Returns true if a policy applies to an order. An amount that nothing values is in every band of the base currency. */
function applies(policy: Policy, order: Judged): boolean {
  if (policy.newPayeeOnly && !order.isNewPayee) return false
  if (policy.currency !== null && policy.currency !== order.currency) return false
  const { amountMinor, baseMinor = 0n } = (policy.dailySum ? order.daySum : undefined) ?? order
  const amount = policy.currency === null ? baseMinor : amountMinor
  if (amount === 'Unknown') return true
  return amount >= policy.fromMinor && (policy.belowMinor === null || amount < policy.belowMinor)
}

/** Returns the applicable policy with the most steps, the oldest of these; undefined if none applies. */
export function strictest(policies: readonly Policy[], order: Judged): Policy | undefined {
  return policies
    .filter((policy) => applies(policy, order))
    .sort((a, b) => b.steps - a.steps || (a.policyId < b.policyId ? -1 : 1))[0]
}

/** A policy in a sentence, as the entity's settings show it. */
export function summaryOf(policy: Omit<Policy, 'policyId'>, baseCurrency: string): string {
  const unit = policy.currency ?? baseCurrency
  const money = (minor: bigint) => `${formatAmount(minor, unit)} ${unit}`
  const parts = [
    PLURAL[policy.resource],
    policy.currency === null ? '' : `in ${policy.currency}`,
    policy.newPayeeOnly ? 'to an account never paid before' : '',
    policy.dailySum ? 'counted with all others of the day to the same account' : '',
    policy.fromMinor > 0n ? `of ${money(policy.fromMinor)} or more` : '',
    policy.belowMinor === null ? '' : `below ${money(policy.belowMinor)}`,
    `need ${policy.steps === 1 ? 'the approval of another client' : `the approval of ${policy.steps} other clients`}.`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}
