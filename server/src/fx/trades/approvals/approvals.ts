import { decimal, instant, minor, nullable, smallint, table, uuid } from '../../../kernel/db/table.ts'
import { type Act, actOf } from '../../../kernel/values/act.ts'
import {
  announceDecision,
  type Approvable,
  approvalViewOf,
  type ApprovalSubject,
  decide,
  type Decision,
  decisionsOf,
  type Demand,
  demandOf,
  requestApproval,
  stricterOf,
} from '../../../approvals/index.ts'
import { type EntityProfile, getProfile } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import type { Principal } from '../../../kernel/http/principal.ts'
import { invariant, refusals } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../../kernel/jobs/work.ts'
import { tradeMoves } from '../lifecycle.ts'
import { moveTrade } from '../moves.ts'
import type { PayoutPort } from '../settlement/payouts.ts'
import { findTrade, lockInOrder, type TradeRow } from '../queries.ts'
import type { TradeKind } from '../schema.ts'

const tradeApprovals = table('fx_trade_approvals', {
  entityId: uuid,
  tradeId: uuid,
  approvalsRequired: smallint,
  approvalPolicyId: uuid,
  lapsesAt: instant,
  limitMinor: minor,
  marginAccountId: nullable(uuid),
  referenceRate: nullable(decimal),
  wholeBuyMinor: nullable(minor),
  wholeSellMinor: nullable(minor),
  wholeBaseMinor: nullable(minor),
})

const newTradeApproval = tradeApprovals.insert({ name: 'insert-trade-approval' })

const raiseTradeApprovals = tradeApprovals.update({
  name: 'raise-trade-approvals',
  key: ['entityId', 'tradeId'],
  set: ['approvalsRequired', 'approvalPolicyId'],
})

const refuse = refusals({
  trade_not_awaiting_approval: {
    status: 409,
    message: 'The trade is {status}; only one that is PendingApproval, before its approval lapses, can be decided on.',
  },
})

/** Kind of the job that calls off a deal without timely approval; the resource is the trade. */
export const LAPSE_TRADE_APPROVAL = 'trade.lapseApproval'

const KEPT_MS = 15 * 60_000

/** Returns the end of a price kept for approval: 15 minutes, and no longer than the deal's cut-off. */
export const priceKeptUntil = (now: Date, dealtUntil: Date): Date =>
  new Date(Math.min(now.getTime() + KEPT_MS, dealtUntil.getTime()))

/** A deal that waits. */
export interface PendingApproval {
  entityId: string
  tradeId: string
  approvalsRequired: number
  approvalPolicyId: string
  /** Business time from which it can no longer be approved. */
  lapsesAt: Date
  /** Size of the deal, minor units of the entity's base currency; zero if nothing has valued it. */
  limitMinor: bigint
  /** Account that pays a forward's initial margin after approval. */
  marginAccountId: string | null
  /** Market rate at the booking of a held-rate deal, decimal text. */
  referenceRate: string | null
  /** Amounts of the order that policies judge, of which the deal may be a part; null for one that an earlier release stored. */
  wholeBuyMinor: bigint | null
  wholeSellMinor: bigint | null
  /** Their size in the entity's base currency; null if nothing valued them. */
  wholeBaseMinor: bigint | null
}

/** An order as policies look at it: the whole of it, also if the service books it as several deals. */
interface OrderToApprove extends Pick<TradeRow, 'buyCurrency' | 'buyMinor' | 'sellCurrency' | 'sellMinor'> {
  /** Size in the entity's base currency; undefined if nothing values the order in it. */
  limitMinor: bigint | undefined
}

/** Approvals that an order of deals requires, and the amounts that policies judged: they judge the same again. */
export interface DealDemand extends Demand {
  whole: Pick<OrderToApprove, 'buyMinor' | 'sellMinor' | 'limitMinor'>
}

/**
 * Returns the approvals that the entity's policies require for an order, checked in both currencies; undefined if none.
 * An entity without such a policy in its cached settings needs no lookup.
 */
export async function demandOnDeal(
  db: Queryable,
  { entity, settings }: EntityProfile,
  resource: 'Trade' | 'Drawdown',
  order: OrderToApprove,
): Promise<DealDemand | undefined> {
  if (!settings.approvalPolicies.some((policy) => policy.resource === resource)) return undefined
  const { entityId } = entity
  const { buyCurrency, buyMinor, sellCurrency, sellMinor, limitMinor } = order
  const baseMinor = limitMinor ?? 'Unknown'
  const of = (currency: string, amountMinor: bigint) =>
    demandOf(db, entityId, resource, { currency, amountMinor, baseMinor })
  const [bought, sold] = [await of(buyCurrency, buyMinor), await of(sellCurrency, sellMinor)]
  const demand = bought && sold && sold.steps > bought.steps ? sold : (bought ?? sold)
  return demand && { ...demand, whole: { buyMinor, sellMinor, limitMinor } }
}

const subjectOf = ({ entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>): ApprovalSubject => ({
  entityId,
  resourceType: 'trade',
  resourceId: tradeId,
  round: 1,
})

/** Returns the details an approval of a deal binds: its terms and its debit and credit accounts. */
const boundOf = (trade: TradeRow, { marginAccountId }: PendingApproval) => ({
  tradeId: trade.tradeId,
  kind: trade.kind,
  subtype: trade.subtype,
  parentTradeId: trade.parentTradeId,
  heldRateId: trade.heldRateId,
  fixedSide: trade.fixedSide,
  buyCurrency: trade.buyCurrency,
  buyMinor: trade.buyMinor,
  buyAccountId: trade.buyAccountId,
  sellCurrency: trade.sellCurrency,
  sellMinor: trade.sellMinor,
  sellAccountId: trade.sellAccountId,
  rate: trade.rate,
  valueDate: trade.valueDate,
  marginAccountId,
  netMinor: trade.netMinor ?? undefined,
})

/** Requests the approvals for a trade stored as PendingApproval and schedules its lapse. */
export async function awaitApproval(
  tx: Tx,
  { entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>,
  demand: DealDemand,
  facts: Pick<PendingApproval, 'lapsesAt' | 'limitMinor'> &
    Partial<Pick<PendingApproval, 'marginAccountId' | 'referenceRate'>>,
  act: Act,
): Promise<void> {
  invariant(demand.policyId !== null, 'a policy of the entity asks for approval of deals')
  await tx.query(
    newTradeApproval({
      entityId,
      tradeId,
      approvalsRequired: demand.steps,
      approvalPolicyId: demand.policyId,
      lapsesAt: facts.lapsesAt,
      limitMinor: facts.limitMinor,
      marginAccountId: facts.marginAccountId ?? null,
      referenceRate: facts.referenceRate ?? null,
      wholeBuyMinor: demand.whole.buyMinor,
      wholeSellMinor: demand.whole.sellMinor,
      wholeBaseMinor: demand.whole.limitMinor ?? null,
    }),
  )
  await scheduleWork(tx, { entityId, kind: LAPSE_TRADE_APPROVAL, resourceId: tradeId, dueAt: facts.lapsesAt })
  await requestApproval(tx, subjectOf({ entityId, tradeId }), demand, act)
}

/** Returns the approval details of a trade; undefined if it required no approval. */
async function findPendingApproval(
  db: Queryable,
  entityId: string,
  tradeId: string,
): Promise<PendingApproval | undefined> {
  const { rows } = await db.query<PendingApproval & Record<string, unknown>>({
    name: 'find-trade-approval',
    text: `select entity_id as "entityId", trade_id as "tradeId", approvals_required as "approvalsRequired",
        approval_policy_id as "approvalPolicyId", lapses_at as "lapsesAt", limit_minor as "limitMinor",
        margin_account_id as "marginAccountId", reference_rate as "referenceRate", whole_buy_minor as "wholeBuyMinor",
        whole_sell_minor as "wholeSellMinor", whole_base_minor as "wholeBaseMinor"
      from fx_trade_approvals where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

/** Returns the approvals that a deal was made or queued with; zero if it needed none. */
export async function approvalsOf(db: Queryable, { entityId, tradeId }: ApprovedDeal): Promise<number> {
  return (await findPendingApproval(db, entityId, tradeId))?.approvalsRequired ?? 0
}
type ApprovedDeal = Pick<TradeRow, 'entityId' | 'tradeId'>

/** Stores the approvals that a trade needs if they are more than before: they stay when their policy is removed. */
async function storeRaised(tx: Tx, before: PendingApproval, raised: PendingApproval): Promise<void> {
  if (raised.approvalsRequired > before.approvalsRequired) await tx.query(raiseTradeApprovals({ ...raised }))
}

/** Returns a pending deal with the approvals it needs now: those that it was booked with, or more by a policy set since. */
async function underPoliciesNow(db: Queryable, trade: TradeRow, pending: PendingApproval): Promise<PendingApproval> {
  const profile = await getProfile(db, trade.entityId)
  invariant(profile, 'a trade has its entity')
  const resource = trade.kind === 'Drawdown' ? 'Drawdown' : 'Trade'
  const demand = await demandOnDeal(db, profile, resource, { ...trade, ...wholeOf(trade, pending) })
  const { approvalsRequired, approvalPolicyId } = stricterOf(pending, demand)
  return { ...pending, approvalsRequired, approvalPolicyId: approvalPolicyId ?? pending.approvalPolicyId }
}

/** Returns the amounts of a pending deal's order; of one that an earlier release stored, those of the deal. */
const wholeOf = (trade: TradeRow, { wholeBuyMinor, wholeSellMinor, wholeBaseMinor, limitMinor }: PendingApproval) =>
  wholeBuyMinor === null || wholeSellMinor === null
    ? { buyMinor: trade.buyMinor, sellMinor: trade.sellMinor, limitMinor: limitMinor || undefined }
    : { buyMinor: wholeBuyMinor, sellMinor: wholeSellMinor, limitMinor: wholeBaseMinor ?? undefined }

/** Product-specific steps after a deal's approval; each runs with the trade locked. */
export interface ApprovedProduct {
  /** Locks the rows that precede the trade in the lock order. */
  lock?(tx: Tx, trade: TradeRow): Promise<void>
  /** Executes the approved deal. @throws current rejections; the trade then stays pending */
  approved(context: CommandContext, trade: TradeRow, pending: PendingApproval, act: Act): Promise<void>
  /** Calls the deal off; where absent, all there is to do is to cancel it and the payments attached to it. */
  calledOff?(tx: Tx, trade: TradeRow, reason: string, act: Act): Promise<void>
}
export type ApprovedProducts = Partial<Record<TradeKind, ApprovedProduct>>

/** Steps of a kind of trade that is made in more than one way. @param of the way in which a trade is made */
export const approvedBy = (of: (trade: TradeRow) => ApprovedProduct): ApprovedProduct => ({
  lock: async (tx, trade) => of(trade).lock?.(tx, trade),
  approved: (context, trade, pending, act) => of(trade).approved(context, trade, pending, act),
})

/** Dependencies of calling off a deal, as available in jobs. */
interface CallOffDeps {
  products: Partial<Record<TradeKind, Pick<ApprovedProduct, 'calledOff' | 'lock'>>>
  payouts: Pick<PayoutPort, 'withdraw'>
}
export interface DecideDeps extends CallOffDeps {
  products: ApprovedProducts
}

/**
 * Approves or rejects a trade that waits for it. With the last approval that it needs the deal is made, as it was booked;
 * a rejection calls it off.
 *
 * @throws trade_not_found, trade_not_awaiting_approval, approval_self_not_allowed, approval_already_given, and what the
 *   deal would be refused for now: see `recheckDeal`; limits, credit, money
 */
export async function decideTrade(
  deps: DecideDeps,
  context: CommandContext,
  wireId: string,
  decision: Decision,
): Promise<TradeRow> {
  const { tx, principal, at: now } = context
  const { entityId, clientId } = principal
  const tradeId = parseId('trd', wireId)
  const trade = tradeId && (await lockInOrder(tx, deps.products, entityId, tradeId))
  if (!trade) throw refuseShared.trade_not_found()
  const pending = await findPendingApproval(tx, entityId, tradeId)
  if (trade.status !== 'PendingApproval' || !pending || now >= pending.lapsesAt) {
    throw refuse.trade_not_awaiting_approval({ status: trade.status, lapsesAt: pending?.lapsesAt.toISOString() })
  }
  const asked = await underPoliciesNow(tx, trade, pending)
  const { approvalsRequired } = asked
  const act = actOf(context)
  const maker = { createdBy: trade.clientId, approvalsRequired, bound: boundOf(trade, pending) }
  const missing = await decide(tx, subjectOf(trade), maker, { clientId, decision, at: now })
  if (decision === 'Rejected') await callOff(deps, tx, trade, 'ApprovalRejected', act)
  else await storeRaised(tx, pending, asked)
  if (decision === 'Approved' && missing === 0) await make(deps, context, trade, pending, act)
  await announceDecision(tx, subjectOf(trade), { decision, missing }, act)
  return (await findTrade(tx, entityId, tradeId))!
}

async function make(
  { products }: DecideDeps,
  context: CommandContext,
  trade: TradeRow,
  pending: PendingApproval,
  act: Act,
): Promise<void> {
  const product = products[trade.kind]
  invariant(product, 'a product that requires approval handles the decision')
  await cancelWork(context.tx, workOf(trade))
  await product.approved(context, trade, pending, act)
}

const workOf = ({ entityId, tradeId }: TradeRow) => ({ entityId, kind: LAPSE_TRADE_APPROVAL, resourceId: tradeId })

async function callOff(deps: CallOffDeps, tx: Tx, trade: TradeRow, reason: string, act: Act): Promise<void> {
  await cancelWork(tx, workOf(trade))
  const product = deps.products[trade.kind]
  if (product?.calledOff) return product.calledOff(tx, trade, reason, act)
  await moveTrade(tx, trade, tradeMoves.callOff, act, { reason })
  await deps.payouts.withdraw(tx, trade, act)
}

/** Handles the job `trade.lapseApproval`: calls off a deal without timely approval. */
export const lapseApprovalHandler =
  (deps: CallOffDeps): WorkHandler =>
  async (tx, { entityId, resourceId }, act) => {
    const trade = await lockInOrder(tx, deps.products, entityId, resourceId)
    if (trade?.status !== 'PendingApproval') return
    await callOff(deps, tx, trade, 'ApprovalLapsed', act)
  }

/** Returns a trade's approval details, the approvals given and the permitted approvers. @throws trade_not_found */
export async function approvalOfTrade(db: Queryable, principal: Principal, wireId: string) {
  const { entityId } = principal
  const tradeId = parseId('trd', wireId)
  const trade = tradeId && (await findTrade(db, entityId, tradeId))
  if (!trade) throw refuseShared.trade_not_found()
  const pending = await findPendingApproval(db, entityId, tradeId)
  const thing = { ...(await askedFor(db, trade, pending)), createdBy: trade.clientId }
  return { ...approvalViewOf(thing, principal), lapsesAt: pending?.lapsesAt.toISOString() ?? null }
}

/** Required and given approvals of a deal. */
export type DealApproval = Pick<Approvable, 'approvalsRequired' | 'isPending' | 'decisions'>

/** Returns the approvals of a deal that needs or needed them; undefined for any other. */
export async function approvalOfDeal(
  db: Queryable,
  entityId: string,
  tradeId: string,
): Promise<DealApproval | undefined> {
  const pending = await findPendingApproval(db, entityId, tradeId)
  const trade = pending && (await findTrade(db, entityId, tradeId))
  if (!trade) return undefined
  const { approvalsRequired, isPending, decisions } = await askedFor(db, trade, pending)
  return { approvalsRequired, isPending, decisions }
}

/** Returns the approvals that a deal requires now, or required when it was decided, and the decisions. */
async function askedFor(
  db: Queryable,
  trade: TradeRow,
  pending: PendingApproval | undefined,
): Promise<DealApproval & { approvalPolicyId: string | null }> {
  const isPending = trade.status === 'PendingApproval'
  const asked = pending && isPending ? await underPoliciesNow(db, trade, pending) : pending
  return {
    approvalsRequired: asked?.approvalsRequired ?? 0,
    approvalPolicyId: asked?.approvalPolicyId ?? null,
    isPending,
    decisions: await decisionsOf(db, subjectOf(trade)),
  }
}
