import { findFacility, termsOf } from '../../../credit/facilities/index.ts'
import { findInitialMargin } from '../../../credit/margin/index.ts'
import { localStamp, longDate, moneyText } from '../../../documents/index.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { parsePair } from '../../calendar/index.ts'
import type { ConfirmationFacts, TradeRow } from '../../trades/index.ts'
import { minus } from '../record/parts.ts'
import { contractOf, findDrawdown, findForward, type Forward, takenUpTo } from '../record/queries.ts'

/** Returns the facts of a forward for its confirmation: drawing dates, credit and purpose. */
export async function forwardConfirmation(db: Queryable, { entityId, tradeId }: TradeRow): Promise<ConfirmationFacts> {
  const forward = await forwardOf(db, entityId, tradeId)
  const { trade, facts } = forward
  const { base, counter, quoteDp } = parsePair(trade.currencyPair)
  const margin = await findInitialMargin(db, entityId, tradeId)
  return [
    ['Kind of forward', facts.forwardType],
    ['Spot rate', `${formatRate(new Decimal(facts.spotRate), quoteDp)} ${counter} per ${base}`],
    ['Access date', longDate(facts.accessDate)],
    ['Last day to draw', longDate(trade.valueDate)],
    ['Priced for', longDate(facts.pricedAtDate)],
    [
      'Initial margin',
      margin
        ? `${moneyText(margin.requiredMinor, margin.currency)} (${new Decimal(margin.percent).toFixed()} %)`
        : 'None',
    ],
    ['Margin due', margin && localStamp(margin.dueAt, 'UTC')],
    ...(await contractTerms(db, forward)),
  ]
}

/** Returns the facts of a drawdown for its confirmation: the remaining forward and the margin. */
export async function drawdownConfirmation(db: Queryable, trade: TradeRow): Promise<ConfirmationFacts> {
  const { entityId, tradeId, parentTradeId, buyCurrency, sellCurrency } = trade
  const forward = await parentOf(db, trade)
  const [drawdown, taken, margin] = await Promise.all([
    findDrawdown(db, entityId, tradeId),
    takenUpTo(db, trade),
    findInitialMargin(db, entityId, parentTradeId!),
  ])
  invariant(drawdown, 'a drawdown has its row')
  const both = ({ buyMinor, sellMinor }: { buyMinor: bigint; sellMinor: bigint }) =>
    `${moneyText(buyMinor, buyCurrency)} for ${moneyText(sellMinor, sellCurrency)}`
  const released = margin && moneyText(drawdown.marginAppliedMinor, margin.currency)
  return [
    ['Contract', both(contractOf(forward.facts))],
    ['Contract window', `${longDate(forward.facts.accessDate)} to ${longDate(forward.trade.valueDate)}`],
    ['Drawn now', both(trade)],
    ['Remaining after it', both(minus(contractOf(forward.facts), taken))],
    ['Margin released to it', released ?? 'None'],
    ['Kind of forward', forward.facts.forwardType],
    ...(await contractTerms(db, forward)),
  ]
}

/** Returns the facts of a close-out for its confirmation; empty for the close-out of a spot deal. */
export const closeOutConfirmation = async (db: Queryable, trade: TradeRow): Promise<ConfirmationFacts> =>
  trade.subtype === 'Spot' ? [] : contractTerms(db, await parentOf(db, trade))

/** The credit, the purpose and the regulatory class of a forward. */
async function contractTerms(db: Queryable, { facts }: Forward): Promise<ConfirmationFacts> {
  const { entityId, facilityId, termId, fundsDelivery, reason } = facts
  const [facility, terms] = await Promise.all([
    findFacility(db, entityId, facilityId),
    termsOf(db, entityId, facilityId),
  ])
  const term = terms.find((each) => each.termId === termId)
  const isDelivered = fundsDelivery === 'Deliverable'
  return [
    ['Delivery', isDelivered ? 'Both amounts are delivered' : 'The difference is settled in cash'],
    ['Purpose declared', reason],
    ['Facility', facility?.name ?? formatId('fac', facilityId)],
    ['Credit term', term?.name],
    ['MiFID II', isDelivered ? 'Exempt: means of payment' : 'Not exempt: settled in cash'],
  ]
}

async function parentOf(db: Queryable, { entityId, parentTradeId }: TradeRow): Promise<Forward> {
  invariant(parentTradeId, 'a deal under a forward names it')
  return forwardOf(db, entityId, parentTradeId)
}

async function forwardOf(db: Queryable, entityId: string, tradeId: string): Promise<Forward> {
  const forward = await findForward(db, entityId, tradeId)
  invariant(forward, 'a forward has its facts')
  return forward
}
