import { type Finding, finding } from '../findings.ts'
import type { Trade } from '../read/resources.ts'
import type { Books } from './books.ts'
import { absolute, convert, decimalsOf, minorOf, rateOf } from './money.ts'

/** Internal cost data of a trade, not shown to the client. */
export interface Cost {
  tradeId: string
  costRate: string
  /** Counter currency, minor units. */
  revenue: bigint
}

/**
 * Returns the rounding tolerance: a minor unit of the counter amount, plus the value of half a minor unit of the base.
 */
function roundingOf({ rate, buyAmount, sellAmount, buyCurrency, currencyPair }: Trade): bigint {
  const [base, counter] = currencyPair.startsWith(buyCurrency) ? [buyAmount, sellAmount] : [sellAmount, buyAmount]
  return 1n + convert(1n, rateOf(rate), decimalsOf(base), decimalsOf(counter))
}

/**
 * Returns the signed revenue: the client's amount against the cost of the base amount. Counter currency, minor units.
 */
export function revenueOf(trade: Trade, costRate: string): bigint {
  const [base] = trade.currencyPair.split('/')
  const buysBase = trade.buyCurrency === base
  const [baseAmount, counterAmount] = buysBase
    ? [trade.buyAmount, trade.sellAmount]
    : [trade.sellAmount, trade.buyAmount]
  const cost = convert(minorOf(baseAmount), rateOf(costRate), decimalsOf(baseAmount), decimalsOf(counterAmount))
  return buysBase ? minorOf(counterAmount) - cost : cost - minorOf(counterAmount)
}

/** Revenue of each deal is its price against its cost, signed. Drawdowns and close-outs take the forward's along. */
export function compareRevenue({ trades }: Books, costs: readonly Cost[]): Finding[] {
  const findings: Finding[] = []
  for (const { tradeId, costRate, revenue } of costs) {
    const trade = trades.get(tradeId)
    if (!trade || !['Spot', 'HeldRate', 'Forward'].includes(trade.kind) || trade.status === 'QueuedForOpen') continue
    const expected = revenueOf(trade, costRate)
    if (absolute(expected - revenue) > roundingOf(trade))
      findings.push(finding('revenue is the price against the cost', `${trade.kind} ${tradeId}`, expected, revenue))
  }
  return findings
}

/**
 * Returns true if a deal's revenue is in the ledger: for spot and held rates from execution on, for others at
 * settlement. A spot deal that ends before settlement passes its revenue to its close-out.
 */
const isEarned = ({ kind, status }: Trade): boolean => {
  if (kind === 'Forward') return false
  if (kind === 'Drawdown' || kind === 'CloseOut') return status === 'Settled'
  return !['PendingApproval', 'QueuedForOpen', 'Cancelled', 'ClosedOut', 'Rejected'].includes(status)
}

/** The ledger's revenue, by entity and currency, is that of the deals. */
export function compareRevenueAccounts(
  { trades }: Books,
  costs: readonly Cost[],
  stored: ReadonlyMap<string, bigint>,
): Finding[] {
  const earned = new Map<string, bigint>()
  for (const { tradeId, revenue } of costs) {
    const trade = trades.get(tradeId)
    if (!trade || !isEarned(trade)) continue
    const key = `${trade.entityId} ${trade.currencyPair.split('/')[1]}`
    earned.set(key, (earned.get(key) ?? 0n) + revenue)
  }
  return [...new Set([...earned.keys(), ...stored.keys()])]
    .filter((key) => (earned.get(key) ?? 0n) !== (stored.get(key) ?? 0n))
    .map((key) =>
      finding('the ledger’s revenue is that of the deals', key, earned.get(key) ?? 0n, stored.get(key) ?? 0n),
    )
}
