import type { Act } from '../../../kernel/values/act.ts'
import { findAccount } from '../../../accounts/index.ts'
import { findExposure, positionOfPart, type ReplacedPart } from '../../../credit/facilities/index.ts'
import { divideVariationMargin, findInitialMargin } from '../../../credit/margin/index.ts'
import { emit } from '../../../events/index.ts'
import type { EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { type BaseSide, costAgainstMid, exitAmounts, revenueOf } from '../../pricing/index.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import {
  announceTrade,
  countAmendment,
  markAmended,
  moveTrade,
  setPendingRevenue,
  storeTrade,
  tradeMoves,
  type TradeRow,
} from '../../trades/index.ts'
import { checkCan, checkExtendable, checkLeavesSome } from './amendment-quote.ts'
import { LIMIT_USE } from './amendment-size.ts'
import { checkContinues } from './continuing.ts'
import { getLocked, type OpenDeps } from '../booking/book.ts'
import { askMargin, reserve } from '../booking/open.ts'
import { bookCloseOut, type CloseOut, closeOutPart, payDate, takeOff } from '../closing/close-out.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { forwardMoves } from '../record/lifecycle.ts'
import { accessOf } from './moved-price.ts'
import { baseAndCounter, isNothing, minus, type Part, plus, shareOf } from '../record/parts.ts'
import { freeOf } from '../record/free.ts'
import { changeForward, type Forward, type ForwardRow, leftOf, sumChildren } from '../record/queries.ts'
import { insertForwards, unused, withTerm } from '../record/new-forwards.ts'
import { reconcileForward } from '../closing/reconcile.ts'
import { refuse } from '../record/rules.ts'
import type { AmendmentType } from '../record/schema.ts'

/** An amendment that is being booked, its forward and its size; all locked. */
export interface Amending {
  row: AmendmentRow
  forward: Forward
  part: Part
  profile: EntityProfile
  /** Minor units of the entity's base currency. */
  limitMinor: bigint
}

/**
 * Checks that an amendment can be made of its forward as it is now; at booking, and again at the last approval.
 *
 * @param amending.isReserved true if the part was put aside when the amendment began to wait
 * @returns the part
 * @throws as `checkCan` and `checkExtendable`; exceeds_balance, amendment_quote_outdated,
 *   split_leaves_nothing; as `checkContinues`
 */
export async function checkAmendable(
  deps: OpenDeps,
  tx: Tx,
  profile: EntityProfile,
  { forward, row, isReserved = false }: Pick<Amending, 'forward' | 'row'> & { isReserved?: boolean },
  now: Date,
): Promise<Part> {
  checkCan(forward, row.type, now)
  if (row.type === 'Extend') await checkExtendable(tx, forward, now)
  if (row.type === 'Extend' || row.type === 'BringForward') {
    await checkContinues(deps, profile, forward, row.newValueDate!, now)
  }
  const reserved = forward.reserved ?? NOTHING
  const part = stillLeft(isReserved ? { ...forward, reserved: minus(reserved, row) } : forward, row)
  if (row.type === 'Split') checkLeavesSome(forward.trade, part)
  return part
}
const NOTHING = { buyMinor: 0n, sellMinor: 0n }

/** The trade that an amendment makes. */
interface Making {
  /** The part that continues; absent for a close-out. */
  next?: TradeRow | undefined
  /** The opposite deal of a close-out that has waited for approval. */
  closeOut?: TradeRow | undefined
  /** True if the trade is stored and has waited for approval. */
  isWaiting: boolean
}

/** Makes an amendment that was checked, and counts it towards the daily limit. @throws as `bookAmendment` */
export async function amend(
  deps: OpenDeps,
  tx: Tx,
  amending: Amending,
  making: Making,
  act: Act,
): Promise<AmendmentRow> {
  const { row, forward, part } = amending
  const made = making.next
    ? await continuePart(deps, tx, amending, { next: making.next, isWaiting: making.isWaiting }, act)
    : await closeForGood(deps, tx, amending, making.closeOut, act)
  const booked = { ...row, ...made, bookedAt: act.at }
  await markAmended(tx, booked)
  const { entityId, tradeId } = forward.trade
  if (!part.isLast) await announceAmended(tx, act, await getLocked(tx, entityId, tradeId), row)
  await countAmendment(tx, amending.profile, { use: LIMIT_USE[row.type], limitMinor: amending.limitMinor }, act.at)
  return booked
}

/**
 * Returns the part exactly as quoted, taken from the amounts that no other pending amendment reserves. These may have
 * changed since the quote: the part fits if an amount of both currencies or of neither remains.
 *
 * @throws exceeds_balance, amendment_quote_outdated
 */
function stillLeft(forward: Forward, { buyMinor, sellMinor }: AmendmentRow): Part {
  const { buyCurrency, sellCurrency } = forward.trade
  const left = freeOf(forward)
  if (left.buyMinor < buyMinor) {
    throw refuse.exceeds_balance({ remaining: formatAmount(left.buyMinor, buyCurrency), currency: buyCurrency })
  }
  const rest = minus(left, { buyMinor, sellMinor })
  if (!isNothing(rest) && (rest.buyMinor <= 0n || rest.sellMinor <= 0n)) {
    throw refuse.amendment_quote_outdated({
      remainingBuy: formatAmount(left.buyMinor, buyCurrency),
      buyCurrency,
      remainingSell: formatAmount(left.sellMinor, sellCurrency),
      sellCurrency,
    })
  }
  return { buyMinor, sellMinor, isLast: isNothing(minus(leftOf(forward), { buyMinor, sellMinor })) }
}

interface Booked {
  closeOutId: string | null
  newTradeId: string | null
}

async function closeForGood(
  deps: OpenDeps,
  tx: Tx,
  { forward, part, row }: Amending,
  waiting: TradeRow | undefined,
  act: Act,
): Promise<Booked> {
  const order = { reason: REASON.CloseOut, act, waiting }
  const trade = await closeOutPart(deps, tx, forward, atQuoted(deps, forward, part, row, act.at), order)
  return { closeOutId: trade.tradeId, newTradeId: null }
}

/** The close-out as it was quoted: rate and cash are the quote's. */
export function atQuoted(deps: ForwardDeps, forward: Forward, part: Part, row: AmendmentRow, now: Date): CloseOut {
  const { pair, isBaseBought, baseMinor } = baseAndCounter(forward, part)
  invariant(row.nearRate !== null, 'a closed part has a rate')
  const rate = new Decimal(row.nearRate)
  const side: BaseSide = isBaseBought ? 'Sell' : 'Buy'
  // A quote of an earlier release has neither the cost nor the middle of the day that is closed.
  const rates = { side, rate, cost: new Decimal(row.nearCostRate ?? row.nearRate) }
  const mid = new Decimal(row.nearMidRate ?? row.newMidRate)
  const amounts = exitAmounts(pair, rates, baseMinor)
  const { counterMinor } = amounts
  const [buyMinor, sellMinor] = isBaseBought ? [counterMinor, baseMinor] : [baseMinor, counterMinor]
  return {
    part,
    netMinor: row.settlementMinor,
    valueDate: payDate(deps, forward, now),
    price: {
      pair,
      baseSide: side,
      mid,
      spotRate: new Decimal(row.spotRate),
      forwardPoints: new Decimal(0),
      costRate: rates.cost,
      rate,
      markupBps: new Decimal(0),
      asOf: now,
      ...amounts,
      buyMinor,
      sellMinor,
      revenueMinor: revenueOf(pair, rates, amounts),
      costInSellMinor: costAgainstMid(pair, side, mid, amounts),
    },
  }
}

/** Extends, brings forward or splits: the part ends here and continues as another forward with its margin. */
async function continuePart(
  deps: OpenDeps,
  tx: Tx,
  amending: Amending,
  { next: asked, isWaiting }: { next: TradeRow; isWaiting: boolean },
  act: Act,
): Promise<Booked> {
  const { forward, part, row } = amending
  const margin = await findInitialMargin(tx, forward.trade.entityId, forward.trade.tradeId)
  const replaces = await replacedBy(tx, amending)
  const ends = row.type === 'BringForward' ? forwardMoves.bringForward : forwardMoves.extend
  const reason = REASON[row.type]
  const revenueMinor = revenueOfNext(amending)
  let closeOutId: string | null = null
  if (row.type === 'Split') {
    await takeOff(tx, forward, part, { revenueMinor, ends, reason, act })
  } else {
    const closing = atQuoted(deps, forward, part, row, act.at)
    closeOutId = (await bookCloseOut(deps, tx, forward, closing, { reason, act, ends })).trade.tradeId
  }
  await reconcileForward(deps, tx, forward, act) // the part that continues can use what this one frees
  const trade = isWaiting
    ? await moveTrade(tx, await setPendingRevenue(tx, asked, revenueMinor), tradeMoves.approve, act, { reason })
    : await storeTrade(tx, { ...asked, revenueMinor })
  if (!isWaiting) await announceTrade(tx, act, trade, 'trade.executed')
  const { forwardType, termId } = forward.facts
  const accessDate = accessOf(forward.facts, trade.valueDate)
  const terms = {
    forwardType,
    accessDate,
    pricedAtDate: pricedAtOf(row, trade),
    replaces,
    ...(row.type === 'Split' ? { termId } : {}),
  }
  const credit = await reserve(deps, tx, trade, terms, act)
  if (!isWaiting) await insertForwards(tx, [toForward(trade, forward.facts, credit.term, row)])
  const begun = await withRevenue(tx, await getLocked(tx, trade.entityId, trade.tradeId), revenueMinor)
  const next = isWaiting ? await withTerm(tx, begun, credit.term) : begun
  const side = margin?.side ?? 'Sell'
  const from = margin && (await findAccount(tx, trade.entityId, margin.accountId))
  await askMargin(deps, tx, next, { credit, side, from }, act)
  if (row.type === 'Split') await divideMargin(tx, amending, trade.tradeId, act)
  return { closeOutId, newTradeId: trade.tradeId }
}

/** Returns the part with the credit that it has before it ends. */
async function replacedBy(tx: Tx, { forward, part, row }: Amending): Promise<ReplacedPart> {
  const exposure = await findExposure(tx, forward.trade.entityId, forward.trade.tradeId)
  invariant(exposure, 'the exposure of the deal is open')
  return { position: positionOfPart(exposure, baseAndCounter(forward, part)), isExtended: row.type === 'Extend' }
}

/** The part that was split off takes its share of the variation margin: of what was left and of unsettled drawdowns. */
async function divideMargin(tx: Tx, { forward, part }: Amending, partId: string, act: Act): Promise<void> {
  const { entityId, tradeId, facilityId } = forward.facts
  const { unsettledBuyMinor: buyMinor, unsettledSellMinor: sellMinor } = await sumChildren(tx, forward.facts)
  const open = plus(leftOf(forward), { buyMinor, sellMinor })
  const share = (amountMinor: bigint) => shareOf(amountMinor, part, open)
  await divideVariationMargin(tx, { entityId, facilityId, tradeId, partId, shareOf: share }, act)
}

/** Returns the revenue of the forward that continues; for a split, its share of what its origin has not earned yet. */
const revenueOfNext = ({ row, forward, part }: Amending): bigint =>
  row.type === 'Split' ? shareOf(forward.facts.openRevenueMinor, part, leftOf(forward)) : row.newRevenueMinor

/** Sets the revenue that a new forward has not earned yet. */
async function withRevenue(tx: Tx, forward: Forward, revenueMinor: bigint): Promise<Forward> {
  const openRevenueMinor = revenueMinor - forward.facts.openRevenueMinor
  return openRevenueMinor === 0n ? forward : changeForward(tx, forward, { openRevenueMinor })
}

export const REASON: Record<AmendmentType, string> = {
  Extend: 'Extended',
  BringForward: 'BroughtForward',
  CloseOut: 'ClosedOutByClient',
  Split: 'Split',
}

const pricedAtOf = (row: AmendmentRow, { valueDate }: TradeRow): string => row.newPricedAtDate ?? valueDate

export const toForward = (
  trade: TradeRow,
  old: ForwardRow,
  term: { facilityId: string; termId: string },
  row: AmendmentRow,
): ForwardRow => ({
  ...old,
  accessDate: accessOf(old, trade.valueDate),
  pricedAtDate: pricedAtOf(row, trade),
  spotRate: row.spotRate,
  facilityId: term.facilityId,
  termId: term.termId,
  ...unused(trade, trade.createdAt),
})

/**
 * Emits the amendment event of a forward with a remaining amount; a finished forward emits the event of its last move.
 */
async function announceAmended(tx: Tx, act: Act, { trade }: Forward, row: AmendmentRow): Promise<void> {
  const { entityId, tradeId, version, buyCurrency, sellCurrency } = trade
  await emit(tx, act, {
    entityId,
    type: 'forward.amended',
    resourceType: 'trade',
    resourceId: tradeId,
    resourceVersion: version,
    detail: {
      amendment: row.type,
      buyAmount: formatAmount(row.buyMinor, buyCurrency),
      buyCurrency,
      sellAmount: formatAmount(row.sellMinor, sellCurrency),
      sellCurrency,
    },
  })
}
