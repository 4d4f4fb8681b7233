import { type Act, actOf } from '../../../kernel/values/act.ts'
import { lockFacilities } from '../../../credit/facilities/index.ts'
import type { EntityProfile } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { checkMarketOpen, earliestValueDate, endOfTradingDay, parsePair } from '../../calendar/index.ts'
import { checkFirm } from '../../pricing/index.ts'
import { approvedSpotAmendment, type AmendDeps } from '../../spot/index.ts'
import {
  activeProfile,
  approvedBy,
  type ApprovedProduct,
  awaitAmendment,
  checkNotMoved,
  closeOutTrade,
  type DealDemand,
  fixedOf,
  lockAmendmentOf,
  pendingAmendmentOf,
  priceKeptUntil,
  sizeOfContinued,
  type TradeRow,
} from '../../trades/index.ts'
import { approvedForward, getLocked, type OpenDeps } from '../booking/book.ts'
import { marketExit } from '../closing/close-out.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import { baseAndCounter, shareOf } from '../record/parts.ts'
import { type Forward, leftOf, lockForward } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import { insertForwards } from '../record/new-forwards.ts'
import { amend, type Amending, atQuoted, checkAmendable, REASON, toForward } from './amendment-making.ts'
import { LIMIT_USE } from './amendment-size.ts'
import { movedCost } from './moved-price.ts'

/**
 * Stores the trade that an amendment will make, as PendingApproval: the opposite deal of a close-out, or the forward that
 * continues. Its approvals are those of the amendment. Meanwhile the forward stays as it is, with its credit and margin; the
 * part is reserved (`freeOf`) as long as the trade waits.
 *
 * @param next the forward that continues; absent for a close-out
 * @throws forward_matured if its cut-off has passed, so that it could never be approved
 */
export async function awaitPart(
  deps: OpenDeps,
  context: CommandContext,
  amending: Amending,
  next: TradeRow | undefined,
  demand: DealDemand,
): Promise<AmendmentRow> {
  const { tx, at: now } = context
  const { row, forward, limitMinor } = amending
  const making = { row, trade: next ?? closeOutOf(deps, amending, actOf(context)), reason: REASON[row.type] }
  const pair = parsePair(forward.trade.currencyPair)
  const dayEndsAt = endOfTradingDay(pair.turn, earliestValueDate(deps.sources.calendars, pair, now).tradeDate).at
  const { cutOffAt } = making.trade
  const lapsesAt = priceKeptUntil(now, cutOffAt < dayEndsAt ? cutOffAt : dayEndsAt)
  if (lapsesAt <= now) throw refuse.forward_matured({ valueDate: forward.trade.valueDate })
  const waiting = await awaitAmendment(context, making, demand, { lapsesAt, limitMinor })
  if (next) await insertForwards(tx, [toForward(waiting.trade, forward.facts, forward.facts, row)])
  return waiting.row
}

function closeOutOf(deps: OpenDeps, { row, forward, part }: Amending, act: Act): TradeRow {
  const closing = atQuoted(deps, forward, part, row, act.at)
  const shareMinor = shareOf(forward.facts.openRevenueMinor, part, leftOf(forward))
  const deal = { ...closing, revenueMinor: shareMinor + closing.price.revenueMinor }
  return closeOutTrade(deps.sources.calendars, forward.trade, deal, { reason: REASON.CloseOut, act })
}

/**
 * Makes an amendment that was approved. Everything is checked again under the locks of a booking: the entity, the state and
 * the remaining amount of the forward, what `checkContinues` checks, and the market, which may have moved by no more than the
 * entity's tolerance for each rate of the amendment. Credit, margin and the daily limit are decided as it is made.
 *
 * @throws entity_not_active, trade_price_moved, outside_trading_hours, price_unavailable; as `checkAmendable` and `amend`
 */
const approvedAmendment = (deps: OpenDeps): ApprovedProduct => ({
  async lock(tx, trade) {
    await lockFacilities(tx, trade.entityId)
    await lockAmendmentOf(tx, trade)
    await lockForward(tx, trade.entityId, trade.parentTradeId!)
  },
  async approved({ tx }, trade, { limitMinor }, act) {
    const row = await pendingAmendmentOf<AmendmentRow['type']>(tx, trade)
    const forward = await getLocked(tx, trade.entityId, row.tradeId)
    const profile = await activeProfile(deps, trade.entityId)
    const part = await checkAmendable(deps, tx, profile, { forward, row, isReserved: true }, act.at)
    checkPrices(deps, profile, { forward, row }, act.at)
    const made = row.type === 'CloseOut' ? { closeOut: trade } : { next: trade }
    await amend(deps, tx, { row, forward, part, profile, limitMinor }, { ...made, isWaiting: true }, act)
  },
})

/**
 * Checks the rate at which the part is closed, and that of the part that continues, against the market now. A split keeps its
 * rate.
 */
function checkPrices(
  deps: OpenDeps,
  profile: EntityProfile,
  { forward, row }: { forward: Forward; row: AmendmentRow },
  now: Date,
): void {
  const { type, nearRate, nearCostRate, newRate, newCostRate } = row
  if (type === 'Split') return
  invariant(nearRate !== null, 'a closed part has a rate')
  checkMarketOpen(now)
  const { pair } = baseAndCounter(forward, row)
  const tolerance = profile.settings.approvalPriceToleranceBps
  const { exit } = marketExit(deps, forward, now)
  checkFirm(deps.sources.market, pair, exit.outright.asOf, now)
  const costThen = new Decimal(nearCostRate ?? nearRate)
  checkNotMoved(tolerance, { pair, rate: nearRate, costThen, cost: exit.costRate })
  if (type === 'CloseOut') return
  invariant(newRate !== null && newCostRate !== null, 'a part that continues has a rate')
  const pricedAt = row.newPricedAtDate ?? row.newValueDate!
  const { cost } = movedCost(deps, forward, { from: pricedAt, to: pricedAt }, now)
  checkNotMoved(tolerance, { pair, rate: newRate, costThen: new Decimal(newCostRate), cost })
  sizeOfContinued(deps, profile, { amount: fixedOf(forward.trade, row), use: LIMIT_USE[type] }, now)
}

/** Steps after the approval of a new forward, and of one that an amendment makes. */
export function approvedForwards(deps: OpenDeps): ApprovedProduct {
  const [booked, amended] = [approvedForward(deps), approvedAmendment(deps)]
  return approvedBy(({ parentTradeId }) => (parentTradeId === null ? booked : amended))
}

/** Steps after the approval of a close-out that an amendment makes: of a forward, or of a spot trade. */
export function approvedCloseOuts(deps: OpenDeps & AmendDeps): ApprovedProduct {
  const [ofForward, ofSpot] = [approvedAmendment(deps), approvedSpotAmendment(deps)]
  return approvedBy(({ subtype }) => (subtype === 'Spot' ? ofSpot : ofForward))
}
