import { type Act, actOf } from '../../../kernel/values/act.ts'
import type { Demand } from '../../../approvals/index.ts'
import { checkNoOverdueCall, findInitialMargin } from '../../../credit/margin/index.ts'
import { emit } from '../../../events/index.ts'
import type { EntityProfile } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../../kernel/values/ids.ts'
import { amountFaults, formatAmount, parseAmount } from '../../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import type { Parts } from '../../../kernel/http/readable.ts'
import { type FieldError, fieldError, invariant, type Refusal } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { scheduleWork } from '../../../kernel/jobs/work.ts'
import { parsePair, settlementCutOff, tradeDateOf } from '../../calendar/index.ts'
import { pickAccount, valueIn } from '../../quotes/index.ts'
import {
  type ApprovedProduct,
  awaitApproval,
  checkPayouts,
  checkWithPayees,
  demandOnDeal,
  findTrade,
  moveTrade,
  type Payout,
  payoutFaults,
  recheckDeal,
  type PayoutOrder,
  scheduleSettlement,
  settlementDueAt,
  storeTrade,
  type TradeRow,
} from '../../trades/index.ts'
import { drawdownDate } from '../record/dates.ts'
import type { ForwardDeps, ForwardPolicy } from '../record/deps.ts'
import { drawdownMoves, forwardCan } from '../record/lifecycle.ts'
import { marginShare } from '../record/margin.ts'
import { cutPart, type Legs, type Part, shareOf } from '../record/parts.ts'
import {
  changeForward,
  type DrawdownRow,
  findDrawdown,
  findForward,
  type Forward,
  insertDrawdown,
  isLeft,
  leftOf,
  lockForwards,
} from '../record/queries.ts'
import { reconcileForward } from '../closing/reconcile.ts'
import { refuse } from '../record/rules.ts'
import type { DrawdownOrder } from '../record/schema.ts'

/** Booked drawdown of a forward with the remaining amounts. */
export interface Drawn {
  trade: TradeRow
  drawdown: DrawdownRow
  forward: Forward
}

/** Kind of the job that cancels a drawdown without timely funds; the resource is the drawdown. */
export const LAPSE_DRAWDOWN = 'drawdown.lapse'

export interface DrawdownDeps extends ForwardDeps {
  policy: ForwardPolicy
}

/**
 * Draws an amount from one or several forwards, oldest first, until the amount is reached. The forwards are locked, so
 * concurrent drawdowns cannot exceed the remaining amount. Attached payments are created in the same transaction. If a
 * policy requires approval, the drawn amount is reserved and settles after the approval.
 *
 * @throws trade_not_found; forward_not_open, initial_margin_outstanding, margin_call_overdue, exceeds_balance and the
 *   refusals of `drawdownDate` and `cutPart`; pad_not_approved; what is wrong with the attached payments
 */
export async function drawDown(deps: DrawdownDeps, context: CommandContext, order: DrawdownOrder): Promise<Drawn[]> {
  const { tx, principal, at: now } = context
  checkWithPayees(deps.payouts, order, drawdownFaults(order), now, PAYEES)
  const ids = order.tradeIds ?? [order.tradeId!]
  const entityId = ownEntity(principal, order.entityId)
  const amountMinor = parseAmount(order.amount, order.currency)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkFunding(deps, profile, order)
  const forwards = await lockInOrder(tx, entityId, ids)
  const cuts = await allot(deps, context, forwards, { ...order, amountMinor })
  const payments = order.payments ?? []
  const bought = cuts.reduce((sum, { part }) => sum + part.buyMinor, 0n)
  const amounts = checkPayouts(payments, cuts[0]!.forward.trade.buyCurrency, bought)
  const places = place(amounts, cuts)
  const demand = await demandOn(deps, context, profile, cuts)

  const drawn: Drawn[] = []
  for (const [index, cut] of cuts.entries()) {
    const reference = index === 0 ? (order.clientReference ?? null) : null
    drawn.push(await book(deps, context, cut, { ...order, clientReference: reference, demand }))
  }
  if (payments.length === 0) return drawn
  await deps.payouts.create(context, toPayouts(payments, places, drawn))
  return Promise.all(
    drawn.map(async (each) => ({ ...each, trade: (await findTrade(tx, entityId, each.trade.tradeId))! })),
  )
}

/**
 * Returns the approvals required for the whole drawdown, if any. @throws price_unavailable if a policy needs a value
 */
async function demandOn(
  { sources }: DrawdownDeps,
  { tx, at: now }: CommandContext,
  profile: EntityProfile,
  cuts: readonly Cut[],
): Promise<Demand | undefined> {
  if (!profile.settings.approvalPolicies.some(({ resource }) => resource === 'Drawdown')) return undefined
  const { buyCurrency, sellCurrency } = cuts[0]!.forward.trade
  const buyMinor = cuts.reduce((sum, { part }) => sum + part.buyMinor, 0n)
  const sellMinor = cuts.reduce((sum, { part }) => sum + part.sellMinor, 0n)
  const sold = { minor: sellMinor, currency: sellCurrency }
  const limitMinor = valueIn(sources.market, sold, profile.entity.baseCurrency, now)
  return demandOnDeal(tx, profile, 'Drawdown', { buyCurrency, buyMinor, sellCurrency, sellMinor, limitMinor })
}

/** Payee rule: a payment without a payee goes to the forward's default beneficiary, if it has one. */
export const PAYEES = { mayNameNobody: true }

/** Returns the errors of a drawdown order that depend only on the order, as far as it is readable. */
export const drawdownFaults = (
  order: Parts<DrawdownOrder>,
  isRead: (pointer: string) => boolean = () => true,
): FieldError[] => [
  ...(isRead('/tradeIds') ? choiceFaults(order) : []),
  ...amountFaults(order.amount, order.currency, '/amount'),
  ...payoutFaults(order.payments),
]

/** forward_choice_invalid, unless exactly one of the two ways to name forwards is used. */
function choiceFaults({ tradeId, tradeIds }: Parts<DrawdownOrder>): FieldError[] {
  const isOne = (tradeId === undefined) !== (tradeIds === undefined)
  return isOne ? [] : [fieldError('/tradeId', refuse.forward_choice_invalid())]
}

/** @throws drawdowns_not_enabled, pad_not_approved */
function checkFunding(
  { debits }: ForwardDeps,
  { settings }: EntityProfile,
  order: Pick<DrawdownOrder, 'fundingMethod'>,
): void {
  if (!settings.features.drawdowns) throw refuse.drawdowns_not_enabled()
  const isApproved = settings.preAuthorizedDebit.enabled && debits.isConnected
  if (order.fundingMethod === 'PreAuthorizedDebit' && !isApproved) throw refuse.pad_not_approved()
}

/** The forwards, each once, locked in order of their ids: the oldest first. @throws trade_not_found, forwards_differ */
async function lockInOrder(tx: Tx, entityId: string, wireIds: readonly string[]): Promise<Forward[]> {
  const ids = wireIds.map((wireId) => parseId('trd', wireId))
  if (ids.includes(undefined)) throw refuseShared.trade_not_found()
  const wanted = new Set(ids as string[])
  const forwards = await lockForwards(tx, entityId, [...wanted])
  const missing = [...wanted].find((id) => !forwards.some(({ trade }) => trade.tradeId === id))
  if (missing !== undefined) throw await notForward(tx, entityId, missing)
  const [first] = forwards
  const other = forwards.find(
    ({ trade }) => trade.buyCurrency !== first!.trade.buyCurrency || trade.sellCurrency !== first!.trade.sellCurrency,
  )
  if (other) throw refuse.forwards_differ({ tradeId: formatId('trd', other.trade.tradeId) })
  return forwards
}

/** Rejects a trade that is not a forward: an existing trade by its kind, others as not found. */
async function notForward(tx: Tx, entityId: string, tradeId: string): Promise<Refusal> {
  const trade = await findTrade(tx, entityId, tradeId)
  return trade
    ? refuse.trade_not_forward({ tradeId: formatId('trd', tradeId), kind: trade.kind })
    : refuseShared.trade_not_found()
}

/** A part of a forward that will be drawn, and when. */
interface Cut {
  forward: Forward
  part: Part
  valueDate: string
}

/** Splits the amount over the forwards. @throws exceeds_balance with the total remaining amount */
async function allot(
  deps: DrawdownDeps,
  { tx, at: now }: CommandContext,
  forwards: readonly Forward[],
  order: Pick<DrawdownOrder, 'currency' | 'valueDate'> & { amountMinor: bigint },
): Promise<Cut[]> {
  const { currency } = order
  const leftIn = (forward: Forward) =>
    currency === forward.trade.buyCurrency ? leftOf(forward).buyMinor : leftOf(forward).sellMinor
  const total = forwards.reduce((sum, forward) => sum + leftIn(forward), 0n)
  const cuts: Cut[] = []
  let wanted = order.amountMinor
  for (const forward of forwards) {
    if (wanted === 0n) break
    if (forwards.length > 1 && !isLeft(forward)) continue // one that is used up is passed over
    await checkDrawable(tx, forward)
    const valueDate = drawdownDate(deps.sources.calendars, forward, now, order.valueDate)
    const isEnough = forwards.length === 1 || wanted < leftIn(forward)
    const part = cutPart(forward.trade, leftOf(forward), currency, isEnough ? wanted : leftIn(forward))
    cuts.push({ forward, part, valueDate })
    wanted -= currency === forward.trade.buyCurrency ? part.buyMinor : part.sellMinor
  }
  if (wanted > 0n) throw refuse.exceeds_balance({ remaining: formatAmount(total, currency), currency })
  return cuts
}

/**
 * @throws forward_not_deliverable, initial_margin_outstanding, forward_matured, exceeds_balance, forward_not_open,
 *   margin_call_overdue
 */
export async function checkDrawable(db: Queryable, forward: Forward): Promise<void> {
  const { entityId, tradeId, status, valueDate, buyCurrency: currency } = forward.trade
  if (forward.facts.fundsDelivery === 'NonDeliverable') throw refuse.forward_not_deliverable({ valueDate })
  if (status === 'AwaitingInitialMargin') {
    const margin = await findInitialMargin(db, entityId, tradeId)
    throw refuse.initial_margin_outstanding({
      outstanding: margin && formatAmount(margin.outstandingMinor, margin.currency),
      currency: margin?.currency,
      dueAt: margin?.dueAt.toISOString(),
    })
  }
  if (status === 'Overdue') throw refuse.forward_matured({ valueDate })
  if (!isLeft(forward)) throw refuse.exceeds_balance({ remaining: formatAmount(0n, currency), currency })
  if (!forwardCan.drawdown.includes(status)) throw refuse.forward_not_open({ status, allowed: forwardCan.drawdown })
  await checkNoOverdueCall(db, entityId, forward.facts.facilityId)
}

/** Assigns payments to drawdowns, largest payment first. @throws payment_fits_no_drawdown */
function place(amounts: readonly bigint[], cuts: readonly Cut[]): number[] {
  const room = cuts.map(({ part }) => part.buyMinor)
  const places: number[] = []
  const bySize = amounts.map((amount, index) => ({ amount, index })).sort((a, b) => (a.amount > b.amount ? -1 : 1))
  for (const { amount, index } of bySize) {
    const found = room.findIndex((left) => left >= amount)
    if (found < 0) {
      const refusal = refuse.payment_fits_no_drawdown({ index })
      refusal.errors.push(fieldError(`/payments/${index}/amount`, refusal))
      throw refusal
    }
    room[found]! -= amount
    places[index] = found
  }
  return places
}

const toPayouts = (orders: readonly PayoutOrder[], places: readonly number[], drawn: readonly Drawn[]): Payout[] =>
  orders.map((order, index) => {
    const { trade, forward } = drawn[places[index]!]!
    return { trade, index, order, beneficiaryId: forward.facts.defaultBeneficiaryId }
  })

type Details = Pick<DrawdownOrder, 'currency' | 'fundingMethod'> & {
  clientReference: string | null
  demand: Demand | undefined
}

/** Books one forward's part as a trade of its own, which settles on its value date, once it is approved where it must be. */
async function book(
  deps: DrawdownDeps,
  context: CommandContext,
  { forward, part, valueDate }: Cut,
  order: Details,
): Promise<Drawn> {
  const { tx } = context
  const act = actOf(context)
  const revenueMinor = shareOf(forward.facts.openRevenueMinor, part, leftOf(forward))
  const accounts = await deps.accounts.ofEntity(forward.trade.entityId)
  pickAccount(accounts, formatId('acc', forward.trade.buyAccountId), forward.trade.buyCurrency)
  pickAccount(accounts, formatId('acc', forward.trade.sellAccountId), forward.trade.sellCurrency)
  const marginAppliedMinor = await marginShare(tx, forward, part)
  const booked = await storeTrade(tx, toTrade(context, forward, { ...part, valueDate, revenueMinor }, order))
  const { entityId, tradeId } = booked
  const { fundingMethod, demand } = order
  const drawdown = {
    entityId,
    tradeId,
    forwardId: forward.trade.tradeId,
    fundingMethod,
    marginAppliedMinor,
    wiredMinor: 0n,
  }
  await insertDrawdown(tx, drawdown)
  if (!demand) await emit(tx, act, { entityId, type: 'drawdown.booked', resourceType: 'trade', resourceId: tradeId })
  await changeForward(tx, forward, {
    drawn: part,
    openRevenueMinor: -revenueMinor,
    openMarginMinor: -marginAppliedMinor,
  })
  if (demand) await awaitApproval(tx, booked, demand, { lapsesAt: booked.cutOffAt, limitMinor: 0n }, act)
  const trade = demand ? booked : await begin(deps, tx, booked, drawdown, act)
  return { trade, drawdown, forward: await reconcileForward(deps, tx, forward, act, {}) }
}

/** Has a drawdown settle on its value date, and cancelled when its money does not come. */
async function begin(
  { policy }: Pick<DrawdownDeps, 'policy'>,
  tx: Tx,
  booked: TradeRow,
  { fundingMethod }: Pick<DrawdownRow, 'fundingMethod'>,
  act: Act,
): Promise<TradeRow> {
  const { entityId, tradeId, valueDate, cutOffAt } = booked
  await scheduleSettlement(tx, booked, settlementDueAt(valueDate, act.at))
  const lapsesAt = new Date(cutOffAt.getTime() + policy.overdueGraceHours * 3_600_000)
  await scheduleWork(tx, { entityId, kind: LAPSE_DRAWDOWN, resourceId: tradeId, dueAt: lapsesAt })
  return fundingMethod === 'WireTransfer' ? moveTrade(tx, booked, drawdownMoves.awaitWire, act) : booked
}

/**
 * Has a drawdown that was approved settle. Its price is the contract's, so only the rest is checked again.
 *
 * @throws as `recheckDeal`; drawdowns_not_enabled, pad_not_approved, margin_call_overdue and the refusals of `drawdownDate`
 */
export const approvedDrawdown = (deps: DrawdownDeps): Pick<ApprovedProduct, 'approved'> => ({
  approved: async ({ tx }, trade, _pending, act) => {
    const { entityId, tradeId } = trade
    const drawdown = await findDrawdown(tx, entityId, tradeId)
    invariant(drawdown, 'a trade of kind Drawdown has its drawdown')
    const forward = await findForward(tx, entityId, drawdown.forwardId)
    invariant(forward, 'a drawdown has its forward')
    drawdownDate(deps.sources.calendars, forward, act.at, trade.valueDate)
    const checkProduct = (profile: EntityProfile) => checkFunding(deps, profile, drawdown)
    await recheckDeal(deps, { trade, checkProduct, isNewDeal: false }, act.at)
    await checkNoOverdueCall(tx, entityId, forward.facts.facilityId)
    await begin(deps, tx, await moveTrade(tx, trade, drawdownMoves.approve, act), drawdown, act)
    await reconcileForward(deps, tx, { trade: { ...trade, tradeId: drawdown.forwardId } }, act)
  },
})

function toTrade(
  { at: now, principal }: CommandContext,
  { trade, facts }: Forward,
  part: Legs & { valueDate: string; revenueMinor: bigint },
  order: Details,
): TradeRow {
  const pair = parsePair(trade.currencyPair)
  const { buyMinor, sellMinor, valueDate, revenueMinor } = part
  return {
    ...trade,
    tradeId: newUuid(),
    kind: 'Drawdown',
    subtype: facts.forwardType,
    status: order.demand ? 'PendingApproval' : 'Booked',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    clientId: principal.clientId,
    clientReference: order.clientReference,
    fixedSide: order.currency === trade.buyCurrency ? 'Buy' : 'Sell',
    buyMinor,
    sellMinor,
    costMinor: (trade.costMinor * buyMinor) / facts.contractBuyMinor,
    revenueMinor,
    tenor: null,
    tradeDate: tradeDateOf(pair, now),
    valueDate,
    cutOffAt: settlementCutOff(pair, valueDate).at,
    settlementJournalId: null,
    fundedAt: null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [
      { status: order.demand ? 'PendingApproval' : 'Booked', at: now.toISOString(), by: 'client', reason: null },
    ],
    createdAt: now,
    updatedAt: now,
  }
}
