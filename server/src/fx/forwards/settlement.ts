import { reduceExposure } from '../../credit/facilities/index.ts'
import { findInitialMargin, releaseInitialMargin, releaseTradeMargin } from '../../credit/margin/index.ts'
import { invariant } from '../../kernel/refusals.ts'
import type { Tx } from '../../kernel/db.ts'
import { moveTrade, type ProductSettlements, type SettlementAct, type TradeRow } from '../trades/index.ts'
import { getLocked } from './book.ts'
import { baseAndCounter, giveMarginBack } from './close-out.ts'
import type { ForwardDeps } from './deps.ts'
import { forwardMoves } from './lifecycle.ts'
import { type DrawdownRow, findCloseOut, findDrawdown, pendingOf } from './queries.ts'

/**
 * What forwards add to the settlement of their drawdowns and close-outs, in its transaction: margin that was put aside for
 * them is released first, so that it pays for them; a settled drawdown takes its part off the credit that is used, and the
 * last one settles the forward.
 */
export function forwardSettlements(deps: Pick<ForwardDeps, 'debits'>): ProductSettlements {
  return {
    Drawdown: {
      before: (tx, trade, act) => beforeDrawdown(deps, tx, trade, act),
      settled: afterDrawdown,
    },
    CloseOut: {
      before: async (tx, { entityId, tradeId }, act) => {
        const closeOut = await findCloseOut(tx, entityId, tradeId)
        if (closeOut) await giveMarginBack(tx, closeOut, act)
      },
      settled: () => Promise.resolve(),
    },
  }
}

async function beforeDrawdown(
  { debits }: Pick<ForwardDeps, 'debits'>,
  tx: Tx,
  trade: TradeRow,
  act: SettlementAct,
): Promise<void> {
  const drawdown = await getDrawdown(tx, trade)
  const { entityId, forwardId: tradeId, marginAppliedMinor: amountMinor } = drawdown
  const margin = amountMinor > 0n ? await findInitialMargin(tx, entityId, tradeId) : undefined
  if (margin) await releaseInitialMargin(tx, { entityId, tradeId, amountMinor }, act)
  if (drawdown.fundingMethod !== 'PreAuthorizedDebit' || !debits.isConnected) return
  const byMargin = margin?.currency === trade.sellCurrency ? amountMinor : 0n
  if (trade.sellMinor > byMargin) await debits.collect(tx, trade, trade.sellMinor - byMargin, act)
}

async function getDrawdown(tx: Tx, { entityId, tradeId }: TradeRow): Promise<DrawdownRow> {
  const drawdown = await findDrawdown(tx, entityId, tradeId)
  invariant(drawdown, 'a trade of kind Drawdown has its drawdown')
  return drawdown
}

async function afterDrawdown(tx: Tx, trade: TradeRow, act: SettlementAct): Promise<void> {
  const { entityId, forwardId } = await getDrawdown(tx, trade)
  const forward = await getLocked(tx, entityId, forwardId)
  const { baseMinor, counterMinor } = baseAndCounter(forward, trade)
  await reduceExposure(tx, { entityId, tradeId: forwardId, baseMinor, counterMinor }, act.at)
  const { count } = await pendingOf(tx, entityId, forwardId)
  if (count > 0) return
  if (forward.trade.status === 'FullyDrawn') await moveTrade(tx, forward.trade, forwardMoves.settle, act)
  const isOver = ['FullyDrawn', 'ClosedOut', 'Extended'].includes(forward.trade.status)
  if (isOver) await releaseTradeMargin(tx, { entityId, tradeId: forwardId }, act)
}
