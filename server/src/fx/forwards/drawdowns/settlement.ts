import { findInitialMargin, withdrawNetCalls } from '../../../credit/margin/index.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { ProductSettlement, ProductSettlements, TradeRow } from '../../trades/index.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { releaseProceeds, scheduleCover } from '../closing/loss-cover.ts'
import { paidByMargin } from '../record/margin.ts'
import { type DrawdownRow, findDrawdown, type Forward, lockForward } from '../record/queries.ts'
import { type ReconcileDeps, reconcileForward, releaseForSettlement } from '../closing/reconcile.ts'
import { checkWire, releaseWires } from './wires.ts'

type SettlementDeps = ReconcileDeps & Pick<ForwardDeps, 'debits'>

/**
 * Settlement extension of drawdowns and close-outs, in the settlement's transaction: locks the forward before the deal,
 * first releases margin of the deal so that it pays for it, and reconciles the forward last.
 */
export function forwardSettlements(deps: SettlementDeps): ProductSettlements {
  const ofForward = {
    lock: async (tx, trade) => void (await lockParent(tx, trade)),
    before: async (tx, trade, act) => releaseForSettlement(tx, await lockParent(tx, trade), trade, act),
    settled: async (tx, trade, act) => {
      const { facts } = await reconcileForward(deps, tx, await lockParent(tx, trade), act)
      await withdrawNetCalls(tx, facts, act)
    },
  } satisfies ProductSettlement
  return {
    Drawdown: {
      ...ofForward,
      before: async (tx, trade, act) => {
        const toCollect = await debitOf(deps, tx, trade)
        await checkWire(tx, trade, await getDrawdown(tx, trade))
        await ofForward.before(tx, trade, act)
        await releaseWires(tx, trade, act.at)
        if (toCollect > 0n) await deps.debits.collect(tx, trade, toCollect, act)
      },
    },
    CloseOut: {
      lock: async (tx, trade) => (isOfSpot(trade) ? undefined : ofForward.lock(tx, trade)),
      before: async (tx, trade, act) => {
        if (isOfSpot(trade)) return
        await releaseProceeds(tx, trade, act.at)
        await ofForward.before(tx, trade, act)
      },
      overdue: async (tx, trade, { at }) => (isOfSpot(trade) ? undefined : scheduleCover(tx, trade, at)),
      settled: async (tx, trade, act) => (isOfSpot(trade) ? undefined : ofForward.settled(tx, trade, act)),
    },
  }
}

/** The close-out of a spot trade has neither forward nor margin. */
const isOfSpot = ({ subtype }: TradeRow): boolean => subtype === 'Spot'

/** Returns the amount a drawdown collects by pre-authorized debit: the part its margin does not cover. */
async function debitOf({ debits }: SettlementDeps, tx: Tx, trade: TradeRow): Promise<bigint> {
  const { entityId, forwardId, fundingMethod, marginAppliedMinor } = await getDrawdown(tx, trade)
  if (fundingMethod !== 'PreAuthorizedDebit' || !debits.isConnected) return 0n
  const margin = marginAppliedMinor > 0n ? await findInitialMargin(tx, entityId, forwardId) : undefined
  return trade.sellMinor - (margin ? paidByMargin(trade, marginAppliedMinor, margin.currency) : 0n)
}

/** Locks the forward that a drawdown or a close-out came out of. */
export async function lockParent(tx: Tx, { entityId, parentTradeId }: TradeRow): Promise<Forward> {
  invariant(parentTradeId, 'a drawdown or close-out comes out of a forward')
  const forward = await lockForward(tx, entityId, parentTradeId)
  invariant(forward, 'the forward exists')
  return forward
}

async function getDrawdown(tx: Tx, { entityId, tradeId }: TradeRow): Promise<DrawdownRow> {
  const drawdown = await findDrawdown(tx, entityId, tradeId)
  invariant(drawdown, 'a trade of kind Drawdown has its drawdown')
  return drawdown
}
