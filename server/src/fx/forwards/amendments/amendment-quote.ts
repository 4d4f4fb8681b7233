import { checkAnyActive } from '../../../credit/facilities/index.ts'
import { checkMayDeal, checkNoOverdueCall, type CreditFacts } from '../../../credit/margin/index.ts'
import { checkNothingUnpaid } from '../../../credit/unpaid/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { newUuid, parseId } from '../../../kernel/values/ids.ts'
import { amountErrors, formatAmount, parseAmount } from '../../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import { formatRate } from '../../../kernel/values/rates.ts'
import type { Parts } from '../../../kernel/http/readable.ts'
import { type FieldError, fieldError } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { checkFields, refuseShape } from '../../../kernel/http/validation.ts'
import { checkMarketOpen, earliestValueDate, endOfTradingDay } from '../../calendar/index.ts'
import { checkFirm } from '../../pricing/index.ts'
import { expiryOf } from '../../quotes/index.ts'
import { insertAmendment } from '../../trades/index.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import { priceCloseOut } from '../closing/close-out.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { maturityOf } from '../record/dates.ts'
import { type Action, forwardCan } from '../record/lifecycle.ts'
import { checkContinues } from './continuing.ts'
import { checkMoves, type Known, movedPrice, type Priced } from './moved-price.ts'
import { baseAndCounter, isNothing, type Part, shareOf } from '../record/parts.ts'
import { cutFree, freeOf } from '../record/free.ts'
import { type Forward, leftOf, lockForward } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import type { AmendmentOrder, AmendmentType } from '../record/schema.ts'

/**
 * Quotes a change of a forward. Credit is decided on facts read when the request arrived; the booking decides again under locks. The part is closed at the market of its value date and, unless it is closed out,
 * continues at the market of the new date: the new rate is the close-out rate plus the swap points between the two
 * dates on the client's side, with the client's mark-up. The close-out result is settled in cash; no loss is rolled
 * into the new rate. A split closes nothing and keeps its rate.
 *
 * @throws trade_not_found, forward_not_open, amendment_date_invalid, exceeds_balance; what is wrong with the new date;
 *   outside_trading_hours; the refusals of `checkContinues` and `findTerm` for what goes on; margin_call_overdue and
 *   unpaid_amounts_outstanding where it goes on for longer
 */
export async function quoteAmendment(
  deps: ForwardDeps & { credit: CreditFacts },
  context: CommandContext,
  wireId: string,
  order: AmendmentOrder,
): Promise<{ row: AmendmentRow; forward: Forward }> {
  const { tx, principal, at: now } = context
  checkFields(amendmentErrors(order))
  const entityId = ownEntity(principal, order.entityId)
  const forward = await lockByWireId(tx, entityId, wireId)
  checkCan(forward, order.type, now)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const { credit } = deps
  if (order.type === 'Extend') checkMayDeal(credit, forward.facts.facilityId, now, forward.trade.tradeId)
  const part = partMeant(forward, order)
  const priced = await price(deps, tx, { profile, credit }, { forward, part, order }, now)
  const { pair } = baseAndCounter(forward, part)
  const dealtUntil = endOfTradingDay(pair.turn, earliestValueDate(deps.sources.calendars, pair, now).tradeDate).at
  const row: AmendmentRow = {
    ...nothingNew,
    ...priced,
    entityId,
    amendmentId: newUuid(),
    tradeId: forward.trade.tradeId,
    clientId: principal.clientId,
    type: order.type,
    buyMinor: part.buyMinor,
    sellMinor: part.sellMinor,
    createdAt: now,
    expiresAt: expiryOf(now, profile.settings.quoteLifeSeconds.forward, dealtUntil),
    bookedAt: null,
    closeOutId: null,
    newTradeId: null,
  }
  await insertAmendment(tx, row)
  return { row, forward }
}

const nothingNew = {
  newValueDate: null,
  nearRate: null,
  nearMidRate: null,
  nearCostRate: null,
  newPricedAtDate: null,
  swapPoints: '0',
  newRate: null,
  newCostRate: null,
  newBuyMinor: null,
  newSellMinor: null,
  newRevenueMinor: 0n,
  newTenor: null,
}

/**
 * Returns the errors of an amendment order that depend only on the order, as far as it is readable. Only extend and
 * bring forward take a new date; a split needs an amount.
 */
export function amendmentErrors({ type, newValueDate, currency, amount }: Parts<AmendmentOrder>): FieldError[] {
  const movesDate = type === 'Extend' || type === 'BringForward'
  const missing = [
    ...(movesDate && newValueDate === undefined ? ['/newValueDate'] : []),
    ...(type === 'Split' && amount === undefined ? ['/amount'] : []),
  ].map((pointer) => fieldError(pointer, refuseShape.field_required()))
  const known = ['entityId', 'type', 'currency', 'amount']
  const isNeedless = type !== undefined && !movesDate && newValueDate !== undefined
  const needless = isNeedless ? [fieldError('/newValueDate', refuseShape.unknown_field({ known }))] : []
  return [...missing, ...needless, ...amountErrors(amount, currency, '/amount')]
}

const ACTION: Record<AmendmentType, Action> = {
  Extend: 'extend',
  BringForward: 'bringForward',
  CloseOut: 'closeOut',
  Split: 'split',
}

/** The forward that is amended, locked. @throws trade_not_found */
export async function lockByWireId(tx: Tx, entityId: string, wireId: string): Promise<Forward> {
  const tradeId = parseId('trd', wireId)
  const forward = tradeId && (await lockForward(tx, entityId, tradeId))
  if (!forward) throw refuseShared.trade_not_found()
  return forward
}

/** @throws as `checkAllowed` */
export const checkCan = (forward: Forward, type: AmendmentType, now: Date): void =>
  checkAllowed(forward, ACTION[type], now)

/**
 * Rejects an amendment that the state of the forward does not allow. From its maturity on the service alone settles a
 * non-deliverable forward, in cash.
 *
 * @throws forward_not_open, forward_not_deliverable
 */
export function checkAllowed(forward: Forward, action: Action, now: Date): void {
  const { trade, facts } = forward
  const allowed = forwardCan[action]
  if (!allowed.includes(trade.status)) throw refuse.forward_not_open({ status: trade.status, allowed })
  if (facts.fundsDelivery !== 'NonDeliverable' || now < maturityOf(forward)) return
  throw refuse.forward_not_deliverable({ valueDate: trade.valueDate })
}

/**
 * Rejects an extension while no facility allows new deals, a margin call is overdue or another trade is unpaid; the forward itself may be
 * overdue.
 *
 * @throws credit_facility_not_active, margin_call_overdue, unpaid_amounts_outstanding
 */
export async function checkExtendable(db: Queryable, { trade, facts }: Forward, now: Date): Promise<void> {
  const { entityId, tradeId } = trade
  await checkAnyActive(db, facts, now)
  await checkNoOverdueCall(db, entityId, facts.facilityId)
  await checkNothingUnpaid(db, entityId, now, tradeId)
}

/** Returns the part of the order; default: the whole remaining amount. @throws as `cutFree`; split_leaves_nothing */
function partMeant(forward: Forward, { type, currency, amount }: AmendmentOrder): Part {
  const [left, of] = [freeOf(forward), currency ?? forward.trade.buyCurrency]
  if (isNothing(left)) throw refuse.exceeds_balance({ remaining: formatAmount(0n, of), currency: of })
  if (amount === undefined) return cutFree(forward, forward.trade.buyCurrency, left.buyMinor)
  const part = cutFree(forward, of, parseAmount(amount, of))
  if (type === 'Split') checkLeavesSome(forward.trade, part, of)
  return part
}

/** Rejects a split that takes all that is left. @throws split_leaves_nothing */
export function checkLeavesSome({ buyCurrency }: Forward['trade'], part: Part, currency = buyCurrency): void {
  if (!part.isLast) return
  const remaining = formatAmount(currency === buyCurrency ? part.buyMinor : part.sellMinor, currency)
  throw refuse.split_leaves_nothing({ remaining, currency })
}

async function price(
  deps: ForwardDeps,
  tx: Tx,
  known: Known,
  { forward, part, order }: { forward: Forward; part: Part; order: AmendmentOrder },
  now: Date,
): Promise<Priced> {
  if (order.type === 'Split') return splitPrice(forward, part)
  checkMarketOpen(now)
  if (order.type === 'CloseOut') return closePrice(deps, forward, part, now)
  const { type } = order
  const newValueDate = order.newValueDate!
  checkMoves(forward.trade.valueDate, type, newValueDate)
  await checkContinues(deps, known.profile, forward, newValueDate, now)
  return movedPrice(deps, tx, known, { type, forward, part, newValueDate }, now)
}

/** Both halves keep the contract's rate. */
function splitPrice({ trade, facts }: Forward, part: Part): Priced {
  return {
    newValueDate: trade.valueDate,
    newRate: trade.rate,
    newCostRate: trade.costRate,
    newMidRate: trade.midRate,
    newPricedAtDate: facts.pricedAtDate,
    spotRate: facts.spotRate,
    newBuyMinor: part.buyMinor,
    newSellMinor: part.sellMinor,
    newRevenueMinor: shareOf(facts.openRevenueMinor, part, leftOf({ facts })),
    newTenor: trade.tenor,
    settlementMinor: 0n,
  }
}

function closePrice(deps: ForwardDeps, forward: Forward, part: Part, now: Date): Priced {
  const { price: closing, netMinor } = priceCloseOut(deps, forward, part, now)
  checkFirm(deps.sources.market, closing.pair, closing.asOf, now)
  return {
    nearRate: formatRate(closing.rate, closing.pair.quoteDp),
    nearMidRate: closing.mid.toFixed(),
    nearCostRate: closing.costRate.toFixed(),
    newMidRate: closing.mid.toFixed(),
    spotRate: closing.spotRate.toFixed(),
    settlementMinor: netMinor,
  }
}
