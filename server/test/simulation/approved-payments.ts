/**
 * Independent model of payments under approval policies: who may approve, what counts, and what becomes of each payment. It reads
 * nothing from the service. Amounts are minor units of EUR.
 */

export type Approver = 'approver' | 'second'

export type Act =
  | { do: 'approve' | 'reject'; payment: number; who: Approver | 'dual' }
  | { do: 'cancel'; payment: number }
  | { do: 'block' | 'unblock'; who: Approver }
  | { do: 'set'; fromMinor: bigint; steps: 1 | 2 }
  | { do: 'remove'; policy: number }

interface Policy {
  fromMinor: bigint
  steps: number
}

interface Payment {
  minor: bigint
  status: 'PendingApproval' | 'Scheduled' | 'Cancelled' | 'Rejected' | 'Completed'
  required: number
  given: Set<Approver>
  /** The payee was changed, and no approval was required then: policies judge the payment again when it is released. */
  isChanged: boolean
}

export class ApprovedPayments {
  payments: Payment[] = []
  policies: Policy[] = []
  blocked = new Set<Approver>()

  copy(): ApprovedPayments {
    const other = new ApprovedPayments()
    other.payments = this.payments.map((each) => ({ ...each, given: new Set(each.given) }))
    other.policies = [...this.policies]
    other.blocked = new Set(this.blocked)
    return other
  }

  create(minor: bigint): void {
    const required = this.asked(minor)
    const status = required > 0 ? 'PendingApproval' : 'Scheduled'
    this.payments.push({ minor, status, required, given: new Set(), isChanged: false })
  }

  /** Does an act; returns whether the service must accept it. */
  play(act: Act): boolean {
    switch (act.do) {
      case 'block':
        this.blocked.add(act.who)
        return true
      case 'unblock':
        this.blocked.delete(act.who)
        return true
      case 'set':
        this.policies.push(act)
        return true
      case 'remove':
        return this.policies.splice(act.policy, 1).length === 1
      case 'approve':
      case 'reject':
      case 'cancel': {
        const payment = this.payments[act.payment]
        return payment !== undefined && this.decide(payment, act)
      }
    }
  }

  private decide(payment: Payment, act: Extract<Act, { payment: number }>): boolean {
    const isPending = payment.status === 'PendingApproval'
    if (act.do === 'cancel') {
      if (!isPending && payment.status !== 'Scheduled') return false
      payment.status = 'Cancelled'
      return true
    }
    if (!isPending || act.who === 'dual' || this.blocked.has(act.who)) return false
    if (act.do === 'reject') {
      payment.status = 'Rejected'
      return true
    }
    const required = Math.max(payment.required, this.asked(payment.minor))
    const isGiven = payment.given.has(act.who)
    if (isGiven && this.counted(payment) < required) return false
    payment.required = required
    payment.given.add(act.who)
    if (this.counted(payment) >= required) payment.status = 'Scheduled'
    return true
  }

  /** The payee changes: every approval is void, and policies judge the payment anew. */
  changePayee(): void {
    for (const payment of this.payments) {
      if (payment.status !== 'PendingApproval' && payment.status !== 'Scheduled') continue
      payment.required = Math.max(payment.required, this.asked(payment.minor))
      payment.given.clear()
      payment.isChanged = payment.required === 0
      if (payment.required > 0) payment.status = 'PendingApproval'
    }
  }

  /** The payment date passes: what is approved then is paid, and nothing else waits any longer. */
  end(): void {
    for (const payment of this.payments) {
      const asked = payment.isChanged ? this.asked(payment.minor) : 0
      const required = Math.max(payment.required, asked)
      if (payment.status === 'Scheduled') payment.status = this.counted(payment) >= required ? 'Completed' : 'Rejected'
      if (payment.status === 'PendingApproval') payment.status = 'Rejected'
    }
  }

  shown() {
    return this.payments.map((payment) => ({
      status: payment.status,
      given: payment.status === 'PendingApproval' ? this.counted(payment) : undefined,
    }))
  }

  paidMinor(): bigint {
    return this.payments.reduce((sum, { status, minor }) => (status === 'Completed' ? sum + minor : sum), 0n)
  }

  private asked(minor: bigint): number {
    return Math.max(0, ...this.policies.filter(({ fromMinor }) => minor >= fromMinor).map(({ steps }) => steps))
  }

  private counted({ given }: Payment): number {
    return [...given].filter((who) => !this.blocked.has(who)).length
  }
}
