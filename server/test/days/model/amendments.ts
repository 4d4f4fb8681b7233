import { type Finding, finding } from '../findings.ts'
import { type Books, childrenOf } from './books.ts'

/** States of a trade that was asked for and never made. */
const NEVER_MADE = new Set(['PendingApproval', 'Cancelled', 'Rejected'])

/** A spot trade is amended once: it has one close-out if it was ended, and none while it can settle. */
export function compareAmendments(books: Books): Finding[] {
  const children = childrenOf(books)
  const findings: Finding[] = []
  for (const { tradeId, kind, subtype, status } of books.trades.values()) {
    if (kind !== 'Spot' || subtype === 'LossCover') continue
    const own = children.get(tradeId) ?? []
    const closeOuts = own.filter((child) => child.kind === 'CloseOut' && !NEVER_MADE.has(child.status)).length
    const most = status === 'Cancelled' || status === 'ClosedOut' ? 1 : 0
    if (closeOuts > most)
      findings.push(finding('a spot trade is amended once', `${tradeId} ${status}`, most, closeOuts))
    const next = own.filter((child) => child.kind === 'Spot' && !NEVER_MADE.has(child.status)).length
    if (next > closeOuts)
      findings.push(finding('a trade that continues another ends it', `${tradeId} ${status}`, closeOuts, next))
  }
  return findings
}
