import { type Finding, finding } from '../findings.ts'
import type { Balance, Payment, Trade } from '../read/resources.ts'
import { type Books, isPendingDrawdown, OVER } from './books.ts'
import { minorOf } from './money.ts'

/** A hold as the ledger stores it, ids as on the wire. */
export interface Hold {
  accountId: string
  relatedId: string
  minor: bigint
}

/** States in which a fund's trade holds its sell amount. */
const HOLDING = new Set([
  'PendingApproval',
  'QueuedForOpen',
  'Executed',
  'AwaitingFunds',
  'Settling',
  'SettlementFailed',
])

/** Returns the hold of a prefunded deal: its sell amount, or the loss of a spot close-out. */
function holdOf(trade: Trade, { accounts }: Books): Hold[] {
  const { tradeId: relatedId, kind, subtype, sellAccountId, buyAccountId, sellAmount, settlement } = trade
  const { net } = settlement
  if (kind === 'Spot' || kind === 'HeldRate')
    return [{ accountId: sellAccountId, relatedId, minor: minorOf(sellAmount) }]
  if (kind !== 'CloseOut' || subtype !== 'Spot' || net?.chargeOrCredit !== 'Charge') return []
  const accountId = accounts.get(buyAccountId)?.currency === net.currency ? buyAccountId : sellAccountId
  return [{ accountId, relatedId, minor: minorOf(net.amount) }]
}

/**
 * Returns the money on hold for trades: received wires of waiting drawdowns, and proceeds of sold margin for a loss.
 */
function putAside(trade: Trade, { trades, wired }: Books): Hold[] {
  const { tradeId: relatedId, subtype, parentTradeId, status, sellAccountId, buyAccountId, buyAmount } = trade
  const minor = wired.get(relatedId) ?? 0n
  if (isPendingDrawdown(trade) && minor > 0n) return [{ accountId: sellAccountId, relatedId, minor }]
  const loss = parentTradeId === null ? undefined : trades.get(parentTradeId)
  const isKept = subtype === 'LossCover' && status === 'Settled' && loss && !OVER.has(loss.status)
  return isKept ? [{ accountId: buyAccountId, relatedId, minor: minorOf(buyAmount) }] : []
}

/** Returns true if a delayed payment still holds its money because its day turned out closed. */
const isOnHold = ({ paymentId, status, statusReason }: Payment, found: ReadonlySet<string>): boolean =>
  status === 'Screening' ||
  status === 'Held' ||
  (status === 'Scheduled' && statusReason?.code === 'DateMoved' && found.has(paymentId))

/**
 * Returns the holds explained by open resources. A corporate's deal is prefunded while the corporate has another debt;
 * before its approval only the ledger shows this.
 */
function expectedHolds(books: Books, stored: readonly Hold[]): Hold[] {
  const { payments, trades, transfers, prefunded } = books
  const found = new Set(stored.map(({ relatedId }) => relatedId))
  const holds: Hold[] = []
  for (const payment of payments.values()) {
    const { paymentId, accountId, amount, fee } = payment
    if (isOnHold(payment, found))
      holds.push({ accountId, relatedId: paymentId, minor: minorOf(amount) + minorOf(fee.amount) })
  }
  for (const trade of trades.values()) {
    const isPrefunded = prefunded.has(trade.entityId) || trade.settlement.funded || found.has(trade.tradeId)
    if (isPrefunded && HOLDING.has(trade.status)) holds.push(...holdOf(trade, books))
    holds.push(...putAside(trade, books))
  }
  for (const { internalAccountTransferId, debitAccountId, status, amount } of transfers.values()) {
    const isHeld = status === 'PendingApproval'
    if (isHeld) holds.push({ accountId: debitAccountId, relatedId: internalAccountTransferId, minor: minorOf(amount) })
  }
  return holds
}

/** Every hold is explained by an open resource, every resource that holds has its hold, and balances show both. */
export function compareHolds(books: Books, stored: readonly Hold[]): Finding[] {
  const byResource = (holds: readonly Hold[]) => {
    const all = new Map<string, bigint>()
    for (const { accountId, relatedId, minor } of holds) {
      const key = `${accountId} ${relatedId}`
      all.set(key, (all.get(key) ?? 0n) + minor)
    }
    return all
  }
  const [expected, actual] = [byResource(expectedHolds(books, stored)), byResource(stored)]
  const findings = [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((key) => expected.get(key) !== actual.get(key))
    .map((key) => {
      const trade = books.trades.get(key.split(' ')[1]!)
      const subject = trade ? `${key} ${trade.kind} ${trade.status}` : key
      return finding('holds follow from open resources', subject, expected.get(key) ?? 0n, actual.get(key) ?? 0n)
    })
  for (const [accountId, balance] of books.balances) {
    const held = stored.filter((hold) => hold.accountId === accountId).reduce((total, { minor }) => total + minor, 0n)
    if (held !== shownAsHeld(balance))
      findings.push(finding('a balance shows what is held', accountId, held, JSON.stringify(balance.held)))
    const available = minorOf(balance.booked) - held
    if (available !== minorOf(balance.available))
      findings.push(finding('available is booked less held', accountId, available, balance.available))
  }
  return findings
}

const shownAsHeld = ({ held }: Balance): bigint => minorOf(held.payments) + minorOf(held.trades)
