import { type CreditFacts, checkNoneOverdue, findInitialMargin } from '../../../credit/margin/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { formatId, newUuid } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { parsePair, settlementCutOff, tradeDateOf } from '../../calendar/index.ts'
import { type DealAccount, pickAccount } from '../../quotes/index.ts'
import type { TradeRow } from '../../trades/index.ts'
import { drawdownDate } from '../record/dates.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { forwardCan } from '../record/lifecycle.ts'
import { marginShareOf } from '../record/margin.ts'
import { isNothing, type Legs, type Part, shareOf } from '../record/parts.ts'
import { cutFree, freeOf } from '../record/free.ts'
import { type DrawdownRow, type Forward, leftOf } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import type { DrawdownOrder } from '../record/schema.ts'

/** Credit facts that decide on a drawdown: overdue margin calls and terms of the entity. */
interface DrawdownCredit {
  overdueCalls: CreditFacts['overdueCalls']
  terms: CreditFacts['book']['terms']
}

/** A part of a forward that will be drawn, and when. */
export interface Cut {
  forward: Forward
  part: Part
  valueDate: string
}

/** Splits the amount over the forwards. @throws exceeds_balance with the total remaining amount */
export async function allot(
  { sources }: Pick<ForwardDeps, 'sources'>,
  db: Queryable,
  { forwards, credit }: { forwards: readonly Forward[]; credit: DrawdownCredit },
  order: Pick<DrawdownOrder, 'currency' | 'valueDate'> & { amountMinor: bigint },
  now: Date,
): Promise<Cut[]> {
  const { currency } = order
  const leftIn = (forward: Forward) =>
    currency === forward.trade.buyCurrency ? freeOf(forward).buyMinor : freeOf(forward).sellMinor
  const total = forwards.reduce((sum, forward) => sum + leftIn(forward), 0n)
  const cuts: Cut[] = []
  let wanted = order.amountMinor
  for (const forward of forwards) {
    if (wanted === 0n) break
    if (forwards.length > 1 && isNothing(freeOf(forward))) continue // one that is used up is passed over
    await checkDrawable(db, forward, credit)
    const valueDate = drawdownDate(sources.calendars, forward, now, order.valueDate)
    const isEnough = forwards.length === 1 || wanted < leftIn(forward)
    const part = cutFree(forward, currency, isEnough ? wanted : leftIn(forward))
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
export async function checkDrawable(
  db: Queryable,
  forward: Forward,
  credit: Pick<DrawdownCredit, 'overdueCalls'>,
): Promise<void> {
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
  if (isNothing(freeOf(forward))) throw refuse.exceeds_balance({ remaining: formatAmount(0n, currency), currency })
  if (!forwardCan.drawdown.includes(status)) throw refuse.forward_not_open({ status, allowed: forwardCan.drawdown })
  checkNoneOverdue(credit, forward.facts.facilityId)
}

/** Details of a drawdown that its order names. */
export type Details = Pick<DrawdownOrder, 'currency' | 'fundingMethod'> & {
  clientReference: string | null
  isPending: boolean
}

/** A drawdown as it will be booked, and the change of its forward's figures. */
export interface Decided {
  trade: TradeRow
  drawdown: DrawdownRow
  change: { drawn: Part; openRevenueMinor: bigint; openMarginMinor: bigint }
}

/**
 * Decides what one forward's part is booked as: a trade of its own with its shares of revenue and initial margin. A preview
 * shows the same.
 *
 * @param facts.accounts all accounts of the entity
 * @throws account_permission_missing, account_blocked
 */
export function decideDrawdown(
  context: Pick<CommandContext, 'at' | 'principal'>,
  facts: { accounts: readonly DealAccount[]; credit: DrawdownCredit },
  { forward, part, valueDate }: Cut,
  order: Details,
): Decided {
  const { trade } = forward
  const revenueMinor = shareOf(forward.facts.openRevenueMinor, part, leftOf(forward))
  pickAccount(facts.accounts, formatId('acc', trade.buyAccountId), trade.buyCurrency)
  pickAccount(facts.accounts, formatId('acc', trade.sellAccountId), trade.sellCurrency)
  const marginAppliedMinor = marginShareOf(facts.credit.terms, forward, part)
  const booked = toTrade(context, forward, { ...part, valueDate, revenueMinor }, order)
  return {
    trade: booked,
    drawdown: {
      entityId: trade.entityId,
      tradeId: booked.tradeId,
      forwardId: trade.tradeId,
      fundingMethod: order.fundingMethod,
      marginAppliedMinor,
      wiredMinor: 0n,
    },
    change: { drawn: part, openRevenueMinor: -revenueMinor, openMarginMinor: -marginAppliedMinor },
  }
}

function toTrade(
  { at: now, principal }: Pick<CommandContext, 'at' | 'principal'>,
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
    status: order.isPending ? 'PendingApproval' : 'Booked',
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
      { status: order.isPending ? 'PendingApproval' : 'Booked', at: now.toISOString(), by: 'client', reason: null },
    ],
    createdAt: now,
    updatedAt: now,
  }
}
