import { announceEntries, openForCredit } from '../../../accounts/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { newUuid } from '../../../kernel/values/ids.ts'
import type { SetHandler } from '../../../kernel/jobs/work.ts'
import { postJournals, recordCrossings } from '../../../ledger/index.ts'
import { tradeMoves } from '../lifecycle.ts'
import { announceMove } from '../moves.ts'
import type { TradeRow } from '../queries.ts'
import { creditedAccount, settlementJournal } from './journals.ts'
import { lockTrades, markSettled } from './settlement-queries.ts'
import { crossingsOf, type ProductSettlement, type SettlementDeps, stepsOf } from './settlement.ts'

/**
 * Settles trades whose money is held, as `settleTrade` does with one: those that their product adds no steps to, before their
 * cut-off and without payments. It leaves all others.
 */
export const settlementSet =
  ({ products = {} }: SettlementDeps): SetHandler =>
  async (tx, works, act) => {
    const [{ entityId }] = works as [(typeof works)[number]]
    const due = works.map(({ resourceId }) => resourceId)
    const kinds = Object.entries(products).flatMap(([kind, product]) => (mayBePlain(product) ? [kind] : []))
    const locked = await lockTrades(tx, entityId, due, kinds)
    const plain = locked.filter((trade) => !hasSteps(products[trade.kind]!, trade) && isPlain(trade, act.at))
    const credited = [...new Set(plain.map(creditedAccount))]
    const open = credited.length > 0 ? await openForCredit(tx, entityId, credited) : new Set<string>()
    const trades = plain.filter((trade) => open.has(creditedAccount(trade)))
    if (trades.length > 0) await settleAll(tx, trades, act)
    return new Set(trades.map(({ tradeId }) => tradeId))
  }

/** Returns true if some trades of a product may settle without a step or a lock of the product. */
const mayBePlain = (product: ProductSettlement): boolean =>
  !product.lock && ((!product.before && !product.settled) || product.appliesTo !== undefined)

function hasSteps(product: ProductSettlement, trade: TradeRow): boolean {
  const steps = stepsOf(product, trade)
  return steps.before !== undefined || steps.settled !== undefined
}

const isPlain = ({ status, holdId, paymentIds, cutOffAt, updatedAt }: TradeRow, at: Date): boolean =>
  status === 'Executed' && holdId !== null && paymentIds.length === 0 && at < cutOffAt && at >= updatedAt

/** @throws account_blocked: then each trade is settled alone */
async function settleAll(tx: Tx, trades: readonly TradeRow[], act: Act): Promise<void> {
  const journals = trades.map((trade) => ({
    ...settlementJournal(trade, trade.valueDate),
    journalId: newUuid(),
  }))
  const settling = trades.map(({ tradeId }, i) => ({ tradeId, journalId: journals[i]!.journalId }))
  const crossings = trades.flatMap((trade, i) => crossingsOf(trade, journals[i]!.journalId, trade.valueDate))
  const [settled] = await Promise.all([
    markSettled(tx, trades[0]!.entityId, settling, { at: act.at, by: act.actor.type }),
    postJournals(tx, journals, act.at),
    recordCrossings(tx, crossings, act.at),
  ]) // one round trip
  for (const [i, trade] of trades.entries()) {
    await announceEntries(tx, act, journals[i]!)
    await announceMove(tx, act, { trade, moved: settled.get(trade.tradeId)!, move: tradeMoves.settle }, true)
  }
}
