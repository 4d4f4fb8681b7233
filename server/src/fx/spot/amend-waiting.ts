import { lockSettlementLimit } from '../../entities/index.ts'
import { actOf } from '../../kernel/values/act.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { checkMarketOpen } from '../calendar/index.ts'
import {
  activeProfile,
  type ApprovedProduct,
  awaitAmendment,
  checkNotMoved,
  type DealDemand,
  fixedOf,
  lockAmendmentOf,
  lockTrade,
  pendingAmendmentOf,
  priceKeptUntil,
  sizeOfContinued,
  type TradeRow,
} from '../trades/index.ts'
import {
  type AmendDeps,
  type AmendedSpot,
  type Amending,
  checkAmendable,
  lockSpot,
  makeAmendment,
  REASON_OF_MOVE,
  spotCloseOut,
} from './amend-making.ts'
import { limitUseOf, movedCost, priceExit, quotedExit, sidesOf } from './amend-price.ts'
import type { SpotAmendment } from './rules.ts'

/** An amendment that will be made after its approval. */
interface Waiting {
  next: TradeRow | undefined
  reason: string
  /** Size in the entity's base currency. */
  limitMinor: bigint
  /** End of the time in which it can be dealt. */
  lapsesNoLater: Date
}

/**
 * Stores the trade that an amendment will make, as PendingApproval: the close-out, or the trade that continues. Meanwhile the
 * amended trade stays as it is, with its hold or its use of the settlement limit, and settles when it is due; a client cannot
 * amend it a second time.
 */
export async function awaitSpotAmendment(
  { sources }: Pick<AmendDeps, 'sources'>,
  context: CommandContext,
  { row, trade }: Amending,
  { next, reason, limitMinor, lapsesNoLater }: Waiting,
  demand: DealDemand,
): Promise<AmendedSpot> {
  const act = actOf(context)
  const made = next ?? spotCloseOut(sources, trade, quotedExit(sources, trade, row, act.at), { reason, act })
  const pending = { ...made, settlementMinor: null, fundedAt: null }
  const facts = { lapsesAt: priceKeptUntil(act.at, lapsesNoLater), limitMinor }
  const waiting = await awaitAmendment(context, { row, trade: pending, reason }, demand, facts)
  const isNext = next !== undefined
  const [closeOut, continuing] = isNext ? [undefined, waiting.trade] : [waiting.trade, undefined]
  return { row: waiting.row, trade, closeOut, next: continuing }
}

/**
 * Makes an amendment that was approved. Everything is checked again under the locks of a booking: the entity, what
 * `checkAmendable` checks, and the market, which may have moved by no more than the entity's tolerance for each rate of the
 * amendment. Credit, holds and the daily limit are decided as it is made.
 *
 * @throws entity_not_active, trade_price_moved, outside_trading_hours, price_unavailable; as `checkAmendable` and
 *   `makeAmendment`
 */
export const approvedSpotAmendment = (deps: AmendDeps): ApprovedProduct => ({
  async lock(tx, trade) {
    await lockSettlementLimit(tx, trade.entityId)
    await lockAmendmentOf(tx, trade)
    await lockTrade(tx, trade.entityId, trade.parentTradeId!)
  },
  async approved({ tx }, made, { limitMinor }, act) {
    const row = await pendingAmendmentOf<SpotAmendment>(tx, made)
    const trade = await lockSpot(tx, made.entityId, row.tradeId)
    const profile = await activeProfile(deps, made.entityId)
    const settlementLimitMinor = await lockSettlementLimit(tx, made.entityId)
    const amending = { row, trade, profile, settlementLimitMinor }
    await checkAmendable(deps, tx, amending, act.at)
    checkPrices(deps, amending, act.at)
    const making =
      row.type === 'Move'
        ? { next: made, reason: REASON_OF_MOVE }
        : { next: undefined, closeOut: made, reason: 'EndedByClient' }
    await makeAmendment(deps, tx, amending, { ...making, limitMinor }, act)
  },
})

/** Checks the rate at which the trade is closed, and that of the trade that continues, against the market now. */
function checkPrices(
  deps: Pick<AmendDeps, 'sources' | 'counting'>,
  { row, trade, profile }: Amending,
  now: Date,
): void {
  checkMarketOpen(now)
  const { pair } = sidesOf(trade)
  const tolerance = profile.settings.approvalPriceToleranceBps
  const exit = priceExit(deps.sources, trade, now)
  const costThen = new Decimal(row.nearCostRate!)
  checkNotMoved(tolerance, { pair, rate: row.nearRate!, costThen, cost: exit.price.costRate })
  if (row.type !== 'Move') return
  const { cost } = movedCost(deps.sources, trade, exit, row.newValueDate!, now)
  checkNotMoved(tolerance, { pair, rate: row.newRate!, costThen: new Decimal(row.newCostRate!), cost })
  sizeOfContinued(deps, profile, { amount: fixedOf(trade, trade), use: limitUseOf(row, trade) }, now)
}
