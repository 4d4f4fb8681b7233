import { type Act, actOf } from '../../../kernel/values/act.ts'
import { termsOf } from '../../../credit/facilities/index.ts'
import { checkNoOverdueCall, type CreditFacts, openCalls } from '../../../credit/margin/index.ts'
import { emit } from '../../../events/index.ts'
import type { EntityProfile } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { formatId, parseId } from '../../../kernel/values/ids.ts'
import { amountErrors, parseAmount } from '../../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import type { Parts } from '../../../kernel/http/readable.ts'
import { type FieldError, fieldError, invariant, type Refusal } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { scheduleWork } from '../../../kernel/jobs/work.ts'
import {
  type ApprovedProduct,
  awaitApproval,
  checkPayouts,
  checkReferenceUnused,
  checkWithPayees,
  type DealDemand,
  demandOnDeal,
  findTrade,
  moveTrade,
  moveUnstored,
  type Payout,
  payoutErrors,
  recheckDeal,
  type PayoutOrder,
  scheduleSettlement,
  settlementDueAt,
  storeTrade,
  type TradeRow,
  valueForLimits,
} from '../../trades/index.ts'
import { drawdownDate } from '../record/dates.ts'
import type { ForwardDeps, ForwardPolicy } from '../record/deps.ts'
import { drawdownMoves } from '../record/lifecycle.ts'
import {
  changeForward,
  type DrawdownRow,
  findDrawdown,
  findForward,
  type Forward,
  insertDrawdown,
  lockForwards,
} from '../record/queries.ts'
import { withChange } from '../record/with-change.ts'
import { reconcileForward } from '../closing/reconcile.ts'
import { refuse } from '../record/rules.ts'
import type { DrawdownOrder } from '../record/schema.ts'
import { allot, type Cut, type Decided, decideDrawdown, type Details } from './decide.ts'

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
  const { tx, at: now } = context
  const { profile, entityId, ids, amountMinor } = await checkOrder(deps, context, order)
  const payments = order.payments ?? []
  await deps.payouts.checkNamed(context, payments)
  const [found, overdueCalls, terms] = await Promise.all([
    lockForwards(tx, entityId, ids),
    openCalls(tx, entityId, undefined, 'Overdue'),
    termsOf(tx, entityId),
  ])
  const forwards = await checkForwards(tx, entityId, ids, found)
  checkFunding(deps, profile, order)
  const credit = { overdueCalls, terms }
  const cuts = await allot(deps, tx, { forwards, credit }, { ...order, amountMinor }, now)
  const accounts = await deps.accounts.ofEntity(entityId)
  const bought = cuts.reduce((sum, { part }) => sum + part.buyMinor, 0n)
  const amounts = checkPayouts(payments, cuts[0]!.forward.trade.buyCurrency, bought)
  const places = place(amounts, cuts)
  const demand = await demandOn(deps, tx, profile, cuts, now)

  const drawn: Drawn[] = []
  for (const [index, cut] of cuts.entries()) {
    const decided = decideDrawdown(context, { accounts, credit }, cut, detailsOf(order, index, demand))
    drawn.push(await book(deps, context, cut, { decided, demand }))
  }
  if (payments.length === 0) return drawn
  await deps.payouts.create(context, toPayouts(payments, places, drawn))
  return Promise.all(
    drawn.map(async (each) => ({ ...each, trade: (await findTrade(tx, entityId, each.trade.tradeId))! })),
  )
}

/**
 * Returns the drawdowns that an order without payments would book, decided by the functions of `drawDown` on the image of credit facts. Nothing is
 * locked or written.
 *
 * @throws as `drawDown`
 */
export async function previewDrawdown(
  deps: DrawdownDeps,
  { db, credit: facts }: { db: Queryable; credit: CreditFacts },
  asker: Pick<CommandContext, 'at' | 'principal'>,
  order: DrawdownOrder,
): Promise<Drawn[]> {
  const { at: now } = asker
  const { profile, entityId, ids, amountMinor } = await checkOrder(deps, asker, order)
  const found = await Promise.all([...new Set(ids)].sort().map((id) => findForward(db, entityId, id)))
  const forwards = await checkForwards(
    db,
    entityId,
    ids,
    found.filter((forward) => forward !== undefined),
  )
  checkFunding(deps, profile, order)
  const credit = { overdueCalls: facts.overdueCalls, terms: facts.book.terms }
  const cuts = await allot(deps, db, { forwards, credit }, { ...order, amountMinor }, now)
  const accounts = await deps.accounts.ofEntity(entityId)
  const demand = await demandOn(deps, db, profile, cuts, now)
  const { clientReference: reference } = order
  if (reference !== undefined) await checkReferenceUnused(db, entityId, reference)
  return cuts.map((cut, index): Drawn => {
    const { trade, drawdown, change } = decideDrawdown(
      asker,
      { accounts, credit },
      cut,
      detailsOf(order, index, demand),
    )
    const isWaiting = !demand && awaitsWire(drawdown)
    const act = { actor: { type: 'client' as const, id: asker.principal.clientId }, at: now, wall: now }
    return {
      trade: isWaiting ? moveUnstored(trade, drawdownMoves.awaitWire, act).moved : trade,
      drawdown,
      forward: withChange(cut.forward, change),
    }
  })
}

const detailsOf = (order: DrawdownOrder, index: number, demand: DealDemand | undefined): Details => ({
  ...order,
  clientReference: index === 0 ? (order.clientReference ?? null) : null,
  isPending: demand !== undefined,
})

/** Checks an order by itself. */
async function checkOrder(
  deps: DrawdownDeps,
  { principal, at: now }: Pick<CommandContext, 'at' | 'principal'>,
  order: DrawdownOrder,
) {
  checkWithPayees(deps.payouts, order, drawdownErrors(order), now, PAYEES)
  const entityId = ownEntity(principal, order.entityId)
  const amountMinor = parseAmount(order.amount, order.currency)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const ids = (order.tradeIds ?? [order.tradeId!]).map((wireId) => parseId('trd', wireId))
  if (ids.includes(undefined)) throw refuseShared.trade_not_found()
  return { profile, entityId, ids: ids as string[], amountMinor }
}

/** Returns the approvals required for the whole drawdown, if any. Without any rate, of the strictest policy of the base currency. */
async function demandOn(
  deps: DrawdownDeps,
  db: Queryable,
  profile: EntityProfile,
  cuts: readonly Cut[],
  now: Date,
): Promise<DealDemand | undefined> {
  if (!profile.settings.approvalPolicies.some(({ resource }) => resource === 'Drawdown')) return undefined
  const { buyCurrency, sellCurrency } = cuts[0]!.forward.trade
  const buyMinor = cuts.reduce((sum, { part }) => sum + part.buyMinor, 0n)
  const sellMinor = cuts.reduce((sum, { part }) => sum + part.sellMinor, 0n)
  const limitMinor = sizeOfCuts(deps, profile, cuts, now)
  return demandOnDeal(db, profile, 'Drawdown', { buyCurrency, buyMinor, sellCurrency, sellMinor, limitMinor })
}

/** Returns the size of a whole drawdown in the entity's base currency, minor units; undefined without any rate. */
function sizeOfCuts(
  deps: DrawdownDeps,
  { entity }: EntityProfile,
  cuts: readonly Cut[],
  now: Date,
): bigint | undefined {
  const minor = cuts.reduce((sum, { part }) => sum + part.sellMinor, 0n)
  return valueForLimits(deps, { minor, currency: cuts[0]!.forward.trade.sellCurrency }, entity.baseCurrency, now)
}

/** Payee rule: a payment without a payee goes to the forward's default beneficiary, if it has one. */
export const PAYEES = { mayOmitPayee: true }

/** Returns the errors of a drawdown order that depend only on the order, as far as it is readable. */
export const drawdownErrors = (
  order: Parts<DrawdownOrder>,
  isRead: (pointer: string) => boolean = () => true,
): FieldError[] => [
  ...(isRead('/tradeIds') ? choiceErrors(order) : []),
  ...amountErrors(order.amount, order.currency, '/amount'),
  ...payoutErrors(order.payments),
]

/** forward_choice_invalid, unless exactly one of the two ways to name forwards is used. */
function choiceErrors({ tradeId, tradeIds }: Parts<DrawdownOrder>): FieldError[] {
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

/** Returns the forwards that were found, if they are all that were asked for and alike. @throws trade_not_found, trade_not_forward, forwards_differ */
async function checkForwards(
  db: Queryable,
  entityId: string,
  ids: readonly string[],
  forwards: readonly Forward[],
): Promise<readonly Forward[]> {
  const missing = ids.find((id) => !forwards.some(({ trade }) => trade.tradeId === id))
  if (missing !== undefined) throw await notForward(db, entityId, missing)
  const [first] = forwards
  const other = forwards.find(
    ({ trade }) => trade.buyCurrency !== first!.trade.buyCurrency || trade.sellCurrency !== first!.trade.sellCurrency,
  )
  if (other) throw refuse.forwards_differ({ tradeId: formatId('trd', other.trade.tradeId) })
  return forwards
}

/** Rejects a trade that is not a forward: an existing trade by its kind, others as not found. */
async function notForward(db: Queryable, entityId: string, tradeId: string): Promise<Refusal> {
  const trade = await findTrade(db, entityId, tradeId)
  return trade
    ? refuse.trade_not_forward({ tradeId: formatId('trd', tradeId), kind: trade.kind })
    : refuseShared.trade_not_found()
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

/** Books one forward's part, which settles on its value date, once it is approved where it must be. */
async function book(
  deps: DrawdownDeps,
  context: CommandContext,
  { forward }: Cut,
  { decided, demand }: { decided: Decided; demand: DealDemand | undefined },
): Promise<Drawn> {
  const { tx } = context
  const act = actOf(context)
  const { drawdown, change } = decided
  const booked = await storeTrade(tx, decided.trade)
  const { entityId, tradeId } = booked
  await insertDrawdown(tx, drawdown)
  if (!demand) await emit(tx, act, { entityId, type: 'drawdown.booked', resourceType: 'trade', resourceId: tradeId })
  await changeForward(tx, forward, change)
  const facts = { lapsesAt: booked.cutOffAt, limitMinor: demand?.whole.limitMinor ?? 0n }
  if (demand) await awaitApproval(tx, booked, demand, facts, act)
  const trade = demand ? booked : await begin(deps, tx, booked, drawdown, act)
  return { trade, drawdown, forward: await reconcileForward(deps, tx, forward, act, {}) }
}

/** Returns true if a drawdown waits for its own wire from the moment of its booking. */
const awaitsWire = ({ fundingMethod }: Pick<DrawdownRow, 'fundingMethod'>): boolean => fundingMethod === 'WireTransfer'

/** Has a drawdown settle on its value date, and cancelled when its money does not come. */
async function begin(
  { policy }: Pick<DrawdownDeps, 'policy'>,
  tx: Tx,
  booked: TradeRow,
  drawdown: Pick<DrawdownRow, 'fundingMethod'>,
  act: Act,
): Promise<TradeRow> {
  const { entityId, tradeId, valueDate, cutOffAt } = booked
  await scheduleSettlement(tx, booked, settlementDueAt(valueDate, act.at))
  const lapsesAt = new Date(cutOffAt.getTime() + policy.overdueGraceHours * 3_600_000)
  await scheduleWork(tx, { entityId, kind: LAPSE_DRAWDOWN, resourceId: tradeId, dueAt: lapsesAt })
  return awaitsWire(drawdown) ? moveTrade(tx, booked, drawdownMoves.awaitWire, act) : booked
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
