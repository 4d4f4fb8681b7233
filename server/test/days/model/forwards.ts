import { type Finding, finding } from '../findings.ts'
import type { Trade } from '../read/resources.ts'
import { type Books, childrenOf, isPendingDrawdown, OVER } from './books.ts'
import { minorOf } from './money.ts'

/** Amounts of a forward, in minor units. */
interface Legs {
  buy: bigint
  sell: bigint
}

/** Returns the undelivered amount of a forward: undrawn, or drawn and unsettled. */
export function outstandingOf(forward: Trade, children: readonly Trade[]): Legs {
  const { balance } = forward.forward!
  const legs = OVER.has(forward.status)
    ? { buy: 0n, sell: 0n }
    : { buy: minorOf(balance.buyAmount), sell: minorOf(balance.sellAmount) }
  for (const child of children.filter(isPendingDrawdown)) {
    legs.buy += minorOf(child.buyAmount)
    legs.sell += minorOf(child.sellAmount)
  }
  return legs
}

/** The forwards with something still to be delivered, and how much. */
export function openForwards(books: Books): Map<string, { forward: Trade; legs: Legs }> {
  const children = childrenOf(books)
  const open = new Map<string, { forward: Trade; legs: Legs }>()
  for (const forward of books.trades.values()) {
    if (forward.kind !== 'Forward' || !forward.forward) continue
    if (forward.status === 'PendingApproval') continue
    const legs = outstandingOf(forward, children.get(forward.tradeId) ?? [])
    if (legs.buy !== 0n || legs.sell !== 0n) open.set(forward.tradeId, { forward, legs })
  }
  return open
}

/** The exposures that mark-to-market values are the open positions. */
export function compareExposure(books: Books): Finding[] {
  const findings: Finding[] = []
  const open = openForwards(books)
  for (const [tradeId, { forward, legs }] of open) {
    const valued = books.mtm.get(tradeId)
    const actual = valued
      ? `${minorOf(valued.outstandingBuyAmount)} ${minorOf(valued.outstandingSellAmount)}`
      : 'not valued'
    const expected = `${legs.buy} ${legs.sell}`
    if (actual !== expected)
      findings.push(finding('exposure equals the open position', `${tradeId} ${forward.status}`, expected, actual))
  }
  for (const tradeId of books.mtm.keys())
    if (!open.has(tradeId))
      findings.push(finding('exposure equals the open position', tradeId, 'nothing open', 'valued'))
  return findings
}

/** A forward delivers no more and no less than its contract: drawn, closed and left add up to it, to the last minor unit. */
export function compareContracts(books: Books): Finding[] {
  const children = childrenOf(books)
  const findings: Finding[] = []
  for (const forward of books.trades.values()) {
    if (forward.kind !== 'Forward' || !forward.forward?.amended) continue
    const drawn = (children.get(forward.tradeId) ?? []).filter(
      ({ kind, status }) => kind === 'Drawdown' && status !== 'Cancelled' && status !== 'Rejected',
    )
    const { balance, amended } = forward.forward
    for (const side of ['buyAmount', 'sellAmount'] as const) {
      const parts = drawn.reduce(
        (total, child) => total + minorOf(child[side]),
        minorOf(balance[side]) + minorOf(amended[side]),
      )
      if (parts !== minorOf(forward[side]))
        findings.push(
          finding('the parts of a forward are the contract', `${forward.tradeId} ${side}`, forward[side], parts),
        )
    }
  }
  return findings
}
