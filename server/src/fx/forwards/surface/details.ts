import { findInitialMargin, openCalls } from '../../../credit/margin/index.ts'
import { createValuer, snapshotOf } from '../../../credit/valuation/index.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { formatRate } from '../../../kernel/values/rates.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { listChildren, presentTrade } from '../../trades/index.ts'
import { checkAllowed, checkExtendable } from '../amendments/amendment-quote.ts'
import { deliveryOf } from '../closing/close-out.ts'
import { drawdownDate } from '../record/dates.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { checkDrawable } from '../drawdowns/decide.ts'
import { type Action, ACTIONS } from '../record/lifecycle.ts'
import { baseAndCounter, isNothing } from '../record/parts.ts'
import { presentFacts, presentLegs } from './present.ts'
import { amendedOf, type Forward, isLeft, leftOf, sumDrawdowns } from '../record/queries.ts'
import { freeOf } from '../record/free.ts'
import { refuse } from '../record/rules.ts'

type Deps = Pick<ForwardDeps, 'sources'>

/**
 * Returns a forward with all current data: remaining amounts, margin, value, available actions and resulting trades.
 */
export async function forwardDetails(deps: Deps, db: Queryable, forward: Forward, now: Date) {
  const { entityId, tradeId } = forward.trade
  const margin = await findInitialMargin(db, entityId, tradeId)
  const { count, appliedMinor } = await sumDrawdowns(db, entityId, tradeId)
  const children = await listChildren(db, entityId, tradeId)
  const currency = margin?.currency ?? forward.trade.sellCurrency
  return {
    ...presentTrade(forward.trade),
    forward: {
      ...presentFacts(forward, margin),
      drawdownCount: count,
      amended: presentLegs(forward.trade, amendedOf(forward.facts)),
      margin: {
        held: { amount: formatAmount(margin?.heldMinor ?? 0n, currency), currency },
        appliedToDrawdowns: { amount: formatAmount(appliedMinor, currency), currency },
      },
      mtm: mtmOf(deps, forward, now),
      permittedActions: await permittedActions(deps, db, forward, now),
      linkedTrades: children
        .filter(({ kind }) => kind !== 'Drawdown')
        .map((child) => ({ tradeId: formatId('trd', child.tradeId), kind: child.kind, status: child.status })),
    },
  }
}

/**
 * Returns the current close-out result of the remaining amount in the counter currency; null if nothing remains or no
 * price is available.
 */
function mtmOf({ sources }: Deps, forward: Forward, now: Date) {
  if (!isLeft(forward)) return null
  const { trade, facts } = forward
  const { pair, isBaseBought, baseMinor, counterMinor } = baseAndCounter(forward, leftOf(forward))
  const amounts = { baseMinor, counterMinor }
  const delivery = deliveryOf(facts, trade.valueDate)
  const deal = {
    currencyPair: pair.symbol,
    baseSide: isBaseBought ? ('Buy' as const) : ('Sell' as const),
    ...delivery,
    ...amounts,
  }
  try {
    const snapshot = snapshotOf(sources, { pairs: [pair.symbol], currencies: [pair.counter] }, now)
    const valuer = createValuer(snapshot, pair.counter)
    return {
      amount: formatAmount(valuer.value(deal).counterMinor, pair.counter),
      currency: pair.counter,
      marketForwardRate: formatRate(valuer.exit(deal).marketForwardRate, pair.quoteDp),
      asAt: now.toISOString(),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}

/** Every action with whether it can be done now, and the refusal that it would get. */
function permittedActions(deps: Deps, db: Queryable, forward: Forward, now: Date) {
  return Promise.all(
    ACTIONS.map(async (action) => {
      const reason = await whyNot(deps, db, forward, action, now)
      return { action, permitted: reason === undefined, reason: reason ?? null }
    }),
  )
}

async function whyNot(
  { sources }: Deps,
  db: Queryable,
  forward: Forward,
  action: Action,
  now: Date,
): Promise<{ code: string; message: string } | undefined> {
  try {
    if (action === 'drawdown') {
      const overdueCalls = await openCalls(db, forward.trade.entityId, undefined, 'Overdue')
      await checkDrawable(db, forward, { overdueCalls })
      drawdownDate(sources.calendars, forward, now)
      return undefined
    }
    checkAllowed(forward, action, now)
    if (isLeft(forward) && isNothing(freeOf(forward))) {
      const { buyCurrency: currency } = forward.trade
      throw refuse.exceeds_balance({ remaining: formatAmount(0n, currency), currency })
    } else if (action === 'extend') await checkExtendable(db, forward, now)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message }
  }
}
