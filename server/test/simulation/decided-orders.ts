/**
 * Independent model of orders under approval policies while approvers lose and regain their right: who may decide, what a
 * decision makes of an order, and what the entity's money and forwards come to. It knows what was asked and answered and
 * reads nothing from the service. Amounts are minor units; instants are of the caller's steady clock.
 */

export type OrderKind = 'Payment' | 'Spot' | 'Forward' | 'Drawdown' | 'Amendment'

/** Approvals that the stage's policies require, by amount: of the first bound reached. Payments in GBP, the others in EUR. */
export const POLICIES: Record<'Payment' | 'Trade' | 'Drawdown', readonly { from: string; steps: 1 | 2 }[]> = {
  Payment: [
    { from: '90.00', steps: 2 },
    { from: '45.00', steps: 1 },
  ],
  Trade: [
    { from: '60000.00', steps: 2 },
    { from: '20000.00', steps: 1 },
  ],
  Drawdown: [{ from: '5000.00', steps: 1 }],
}

/** Returns the approvals that an order requires. */
export function approvalsFor(kind: OrderKind, minor: bigint): number {
  const resource = kind === 'Payment' || kind === 'Drawdown' ? kind : 'Trade'
  return POLICIES[resource].find(({ from }) => minor >= minorOf(from))?.steps ?? 0
}

export const minorOf = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''))

export interface Decision {
  by: string
  verb: 'approve' | 'reject' | 'cancel'
  sentAt: number
  answeredAt: number
  isAccepted: boolean
  /** True if the order waits for no further decision, as the answer shows it. */
  isFinal: boolean
}

export interface Order {
  id: string
  kind: OrderKind
  /** Amount that policies judge. */
  minor: bigint
  required: number
  /** Terms as answered when it was made; what is executed must have the same. */
  terms: Record<string, unknown>
  /** Forward that a drawdown or an amendment takes its part of. */
  forwardId?: string
  /** True for a payment that is made on a later day. */
  isLater?: boolean
  /** Amendment that only divides a forward. */
  isSplit?: boolean
  /** Amendment that only reduces what is open: it counts towards the daily limit, which does not stop it. */
  isReduction?: boolean
  decisions: Decision[]
}

/** Times in which clients are known to be without the right to approve. */
export class Rights {
  readonly #lost = new Map<string, { since: number; until: number }[]>()

  lose(who: string, since: number): void {
    this.#lost.set(who, [...(this.#lost.get(who) ?? []), { since, until: Number.POSITIVE_INFINITY }])
  }

  regain(who: string, at: number): void {
    this.#lost.get(who)!.at(-1)!.until = at
  }

  /** Returns true if a client may have been without the right at some moment after a time. */
  mayLackAfter(who: string, at: number): boolean {
    return (this.#lost.get(who) ?? []).some(({ until }) => until >= at)
  }

  /** Returns true if a client did not get its right back. */
  isGone(who: string): boolean {
    return this.#lost.get(who)?.at(-1)?.until === Number.POSITIVE_INFINITY
  }

  /** Returns true if a client may have had the right at some moment of a time. */
  mayHave(who: string, { sentAt, answeredAt }: Pick<Decision, 'sentAt' | 'answeredAt'>): boolean {
    return !(this.#lost.get(who) ?? []).some(({ since, until }) => since <= sentAt && answeredAt <= until)
  }
}

/** Returns how far the decisions so far have brought an order, as its callers know. */
export function stateOf({ required, decisions }: Order): 'Waits' | 'Approved' | 'Called off' {
  const accepted = decisions.filter(({ isAccepted }) => isAccepted)
  if (accepted.some(({ verb }) => verb !== 'approve')) return 'Called off'
  return accepted.length < required ? 'Waits' : 'Approved'
}

export type End = 'Executed' | 'Called off'

/** Returns what is wrong with the end of an order; undefined if the decisions on it explain it. */
export function errorOf(order: Order, end: End, rights: Rights): string | undefined {
  const accepted = order.decisions.filter(({ isAccepted }) => isAccepted)
  const given = accepted.filter(({ verb }) => verb === 'approve')
  const ended = accepted.filter(({ verb }) => verb !== 'approve')
  const unlawful = accepted.filter((each) => each.verb !== 'cancel' && !rights.mayHave(each.by, each))
  if (unlawful.length > 0) return 'decided by a client without the right'
  if (order.required === 0 && given.length > 0) return 'approved without a policy'
  if (ended.length > 1) return 'ended twice'
  // A client whose approval is given already may complete the approvals once another has its right back.
  const stepwise = given.filter(({ isFinal }) => !isFinal)
  if (new Set(stepwise.map(({ by }) => by)).size < stepwise.length) return 'approved twice by one client'
  const last = given.filter(({ isFinal }) => isFinal).toSorted((one, other) => other.answeredAt - one.answeredAt)
  // A payment waits again if an approver loses its right before the payment is made.
  if (last.length > 1 && order.kind !== 'Payment') return 'executed twice'
  const counts = (by: string) => (order.isLater ? !rights.isGone(by) : last[0] && rights.mayHave(by, last[0]))
  const counted = [...new Set(given.map(({ by }) => by))].filter(counts)
  if (end === 'Called off') {
    if (last.length === 0 || ended.length > 0) return undefined
    // A payment is judged again when it is made: an approval counts while its client may approve.
    const isDoubtful = (by: string) =>
      order.kind === 'Payment' && !order.isLater && rights.mayLackAfter(by, last[0]!.sentAt)
    const due = counted.filter((by) => !isDoubtful(by))
    return due.length >= order.required ? 'not executed although it was approved' : undefined
  }
  if (ended.length > 0) return 'executed although it was rejected or cancelled'
  if (order.required === 0) return undefined
  if (last.length === 0) return 'executed without an approval'
  return counted.length < order.required ? 'executed with too few approvals' : undefined
}

type Ends = ReadonlyMap<string, End>

/** Returns what is left of each executed forward: its amount less what was drawn and amended. */
export function leftOf(orders: readonly Order[], ends: Ends): Record<string, bigint> {
  const left: Record<string, bigint> = {}
  const executed = orders.filter(({ id }) => ends.get(id) === 'Executed')
  for (const { id, kind, minor } of executed) if (kind === 'Forward') left[id] = minor
  for (const { forwardId, minor } of executed) if (forwardId) left[forwardId]! -= minor
  return left
}

/** Returns what counts towards the daily limit: deals and amendments that were made, except those that only divide a forward. */
export function dealtMinor(orders: readonly Order[], ends: Ends): bigint {
  const counts = ({ id, kind, isSplit }: Order) =>
    ends.get(id) === 'Executed' && (kind === 'Spot' || kind === 'Forward' || (kind === 'Amendment' && !isSplit))
  return orders.filter(counts).reduce((sum, { minor }) => sum + minor, 0n)
}

/** Returns the part of `dealtMinor` that the daily limit stops. */
export const limitedMinor = (orders: readonly Order[], ends: Ends): bigint =>
  dealtMinor(
    orders.filter(({ isReduction }) => !isReduction),
    ends,
  )
