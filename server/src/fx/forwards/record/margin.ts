import type { Act } from '../../../kernel/values/act.ts'
import {
  findInitialMargin,
  type InitialMargin,
  lowerInitialMargin,
  releaseInitialMargin,
  releaseTradeMargin,
} from '../../../credit/margin/index.ts'
import { type TermRow, termsOf } from '../../../credit/facilities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { parsePair } from '../../calendar/index.ts'
import { payingAccount, type TradeRow } from '../../trades/index.ts'
import { type Part, shareOf } from './parts.ts'
import { type ChildSums, type Forward, isLeft, leftOf } from './queries.ts'

/**
 * Returns the share of initial margin for a part of a locked forward. Under a term that keeps margin to the end, only
 * the last part gets any.
 *
 * @returns minor units of the margin's currency
 */
export async function marginShare(tx: Tx, forward: Forward, part: Part): Promise<bigint> {
  const { entityId, facilityId, openMarginMinor } = forward.facts
  return openMarginMinor === 0n ? 0n : marginShareOf(await termsOf(tx, entityId, facilityId), forward, part)
}

/** Does the same with terms of the entity that were already read. */
export function marginShareOf(terms: readonly TermRow[], { facts }: Forward, part: Part): bigint {
  const { termId, openMarginMinor } = facts
  if (openMarginMinor === 0n) return 0n
  const term = terms.find((each) => each.termId === termId)
  if (term?.marginRelease === 'AtEnd' && !part.isLast) return 0n
  return shareOf(openMarginMinor, part, leftOf({ facts }))
}

/**
 * Returns the account of a deal that margin in a currency is released to, so that it pays for the deal: the sell
 * account of a drawdown, or the account debited for a close-out's loss. Undefined if the deal pays in another currency:
 * margin then returns to the account that paid it.
 */
function accountFor(deal: TradeRow | undefined, currency: string): string | undefined {
  if (!deal) return undefined
  const paidIn = deal.kind === 'CloseOut' ? parsePair(deal.currencyPair).counter : deal.sellCurrency
  return paidIn === currency ? payingAccount(deal) : undefined
}

/** Returns the part of a drawdown's sell amount that its initial margin pays; minor units of the sell currency. */
export function paidByMargin(drawdown: TradeRow, marginMinor: bigint, marginCurrency: string): bigint {
  if (accountFor(drawdown, marginCurrency) !== drawdown.sellAccountId) return 0n
  return marginMinor < drawdown.sellMinor ? marginMinor : drawdown.sellMinor
}

/**
 * Lowers initial margin of a locked forward that is still to be paid to what the remaining amount needs. Held margin covers the
 * closed parts first whose losses are unpaid; no more is called for them.
 */
export async function lowerUnpaid(tx: Tx, { trade, facts }: Forward, children: ChildSums, act: Act): Promise<void> {
  const { entityId, tradeId } = trade
  const margin = await findInitialMargin(tx, entityId, tradeId)
  if (!margin || margin.outstandingMinor === 0n) return
  const spareMinor = margin.heldMinor > children.setAsideMinor ? margin.heldMinor - children.setAsideMinor : 0n
  const neededMinor = facts.openMarginMinor > spareMinor ? facts.openMarginMinor - spareMinor : 0n
  await lowerInitialMargin(tx, { entityId, tradeId, neededMinor }, act)
}

/**
 * Releases unneeded margin of a locked forward. While a deal is open, initial margin covers the remaining amount and
 * every unsettled deal; afterwards all of it is released.
 *
 * @param settling the deal that is about to settle: what belongs to it is released to where the deal pays from
 */
export async function releaseExcess(
  tx: Tx,
  forward: Forward,
  children: ChildSums,
  act: Act,
  settling?: TradeRow,
): Promise<void> {
  const { entityId, tradeId } = forward.trade
  const deal = { entityId, tradeId }
  if (settling?.kind !== 'Drawdown' && hasEnded(forward, children)) {
    await releaseTradeMargin(tx, { ...deal, accountFor: (currency) => accountFor(settling, currency) }, act)
    return
  }
  const margin = await findInitialMargin(tx, entityId, tradeId)
  const amountMinor = margin ? excessOf(margin, forward, children) : 0n
  if (!margin || amountMinor === 0n) return
  const accountId = accountFor(settling, margin.currency)
  await releaseInitialMargin(tx, { ...deal, amountMinor, ...(accountId ? { accountId } : {}) }, act)
}

function excessOf({ heldMinor }: InitialMargin, { facts }: Forward, { setAsideMinor }: ChildSums): bigint {
  const neededMinor = facts.openMarginMinor + setAsideMinor
  return heldMinor > neededMinor ? heldMinor - neededMinor : 0n
}

/**
 * Returns true if every deal of a forward has ended: nothing remains, all drawdowns are settled and all losses paid.
 */
export const hasEnded = (forward: Forward, { unsettledDrawdowns, unpaidLosses }: ChildSums): boolean =>
  !isLeft(forward) && unsettledDrawdowns === 0 && unpaidLosses === 0
