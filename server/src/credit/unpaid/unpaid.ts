import type { Queryable } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Refusal, refusals } from '../../kernel/values/refusals.ts'

/** The rejection of a new deal on credit while something is unpaid. */
const refuse = refusals({
  unpaid_amounts_outstanding: {
    status: 422,
    message: 'Trade {tradeId} has {amount} {currency} unpaid since {dueAt}. {remedy} before a new deal on credit.',
  },
})

/**
 * Remedies of an unpaid trade by kind. Money does not settle an overdue forward, which can no longer be drawn; a loss of a
 * close-out and an overdue drawdown require it.
 */
const REMEDIES: Record<UnpaidTrade['kind'], string> = {
  Spot: 'Fund its account or close it out',
  Forward: 'Extend it or close it out',
  HeldRate: 'Fund its account',
  Drawdown: 'Fund its account',
  CloseOut: 'Fund its account',
}

/** A trade that the entity still has to pay for; minor units of its currency. */
export interface UnpaidTrade {
  entityId: string
  tradeId: string
  kind: 'Spot' | 'Forward' | 'HeldRate' | 'Drawdown' | 'CloseOut'
  status: 'Executed' | 'AwaitingFunds' | 'Overdue' | 'SettlementFailed'
  /** The facility it counts in; null where the entity has none. */
  facilityId: string | null
  currency: string
  amountMinor: bigint
  /** Business time by which it had or has to be paid. */
  dueAt: Date
  /** Its amount is an exposure of the facility already. */
  isExposure: boolean
}

/**
 * Returns an entity's debts for its deals with their due time, longest overdue first: losses of close-outs from their
 * booking on, and trades without money. Uses the view unpaid_trades and the index fx_trades_unpaid.
 */
export async function unpaidTrades(db: Queryable, entityId: string): Promise<UnpaidTrade[]> {
  const { rows } = await db.query<UnpaidTrade & Record<string, unknown>>({
    name: 'unpaid-trades',
    text: `select entity_id as "entityId", trade_id as "tradeId", kind, status, facility_id as "facilityId", currency,
        amount_minor as "amountMinor", due_at as "dueAt", is_exposure as "isExposure"
      from unpaid_trades where entity_id = $1 order by due_at, trade_id`,
    values: [entityId],
  })
  return rows
}

/** Returns true if the payment deadline has passed. */
export const isPastDue = ({ status, dueAt }: Pick<UnpaidTrade, 'status' | 'dueAt'>, at: Date): boolean =>
  status === 'Overdue' || dueAt <= at

/** Returns true if an unpaid trade uses additional credit: every loss, and overdue spot trades. */
export const usesCredit = ({ kind, status, isExposure }: UnpaidTrade): boolean =>
  !isExposure && (kind === 'CloseOut' || status !== 'AwaitingFunds')

/**
 * Rejects a new deal on credit while the entity has a loss past its due date or an overdue trade.
 *
 * @param exceptTradeId a trade that the deal itself takes care of: an overdue forward that is extended
 * @throws unpaid_amounts_outstanding
 */
export async function checkNothingUnpaid(
  db: Queryable,
  entityId: string,
  at: Date,
  exceptTradeId?: string,
): Promise<void> {
  checkUnpaid(await unpaidTrades(db, entityId), at, exceptTradeId)
}

/** Does the same for trades that were already read. @throws unpaid_amounts_outstanding */
export function checkUnpaid(unpaid: readonly UnpaidTrade[], at: Date, exceptTradeId?: string): void {
  const overdue = unpaid.find((trade) => isPastDue(trade, at) && trade.tradeId !== exceptTradeId)
  if (overdue) throw unpaidRefusal(overdue)
}

/** Fields named in the rejection of a new deal. */
type UnpaidAmount = Pick<UnpaidTrade, 'tradeId' | 'kind' | 'amountMinor' | 'currency' | 'dueAt'>

/** Returns the rejection that names an unpaid trade. */
export const unpaidRefusal = ({ tradeId, kind, amountMinor, currency, dueAt }: UnpaidAmount): Refusal =>
  refuse.unpaid_amounts_outstanding({
    tradeId: formatId('trd', tradeId),
    amount: formatAmount(amountMinor, currency),
    currency,
    dueAt: dueAt.toISOString(),
    remedy: REMEDIES[kind],
  })
