import { type EntityDirectory, type EntityProfile, readUsage, refuseEntities } from '../../entities/index.ts'
import { refusePricing } from '../../fx/pricing/index.ts'
import { lockTrade, type TradeRow } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { formatAmount, toDecimal } from '../../kernel/values/money.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { availableOf, getBalance, refuseLedger } from '../../ledger/index.ts'
import { inBase } from './base-amount.ts'
import type { OrderDeps, PayingAccount } from './deps.ts'
import { findByClientReference } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { paidOutOfTrade, paysOut } from '../record/trade-use.ts'

/** The trade that the order pays out, locked, so that payments out of it are counted one after the other. */
export async function lockNamedTrade(
  tx: Tx,
  entityId: string,
  { tradeId: wireId }: Pick<PaymentOrder, 'tradeId'>,
): Promise<TradeRow | undefined> {
  const tradeId = wireId === undefined ? undefined : parseId('trd', wireId)
  return tradeId === undefined ? undefined : lockTrade(tx, entityId, tradeId)
}

/**
 * Checks that the order can be paid out of its trade, which is locked.
 *
 * @param amountMinor undefined where it cannot be read: then only what it takes from the trade is not judged
 * @throws trade_not_found, trade_not_payable, trade_currency_mismatch, payment_before_trade_value_date, amount_exceeds_trade
 */
export async function checkTrade(
  tx: Tx,
  { taken }: Pick<OrderDeps, 'taken'>,
  trade: TradeRow | undefined,
  order: PaymentOrder,
  amountMinor: bigint | undefined,
): Promise<TradeRow> {
  if (!trade) throw refuseShared.trade_not_found()
  const { buyCurrency: currency, valueDate, kind, status } = trade
  if (!paysOut(trade)) throw refuse.trade_not_payable({ kind, status })
  if (currency !== order.currency) throw refuse.trade_currency_mismatch({ expected: currency, actual: order.currency })
  if (order.paymentDate < valueDate) throw refuse.payment_before_trade_value_date({ valueDate })
  if (amountMinor === undefined) return trade
  const tried = taken?.fromTrades.get(trade.tradeId) ?? 0n
  const remaining = trade.buyMinor - (await paidOutOfTrade(tx, trade.entityId, trade.tradeId)) - tried
  if (amountMinor > remaining) {
    const bought = formatAmount(trade.buyMinor, currency)
    throw refuse.amount_exceeds_trade({ bought, currency, remaining: formatAmount(remaining, currency) })
  }
  return trade
}

/** @throws duplicate_client_reference, naming the payment that has it */
export async function checkClientReference(tx: Tx, entityId: string, { clientReference }: PaymentOrder): Promise<void> {
  if (clientReference === undefined) return
  const existing = await findByClientReference(tx, entityId, clientReference)
  if (existing)
    throw refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('pay', existing) })
}

/**
 * The amount in the entity's base currency, within the limits. The daily one is looked at here and counted when the
 * payment is made.
 *
 * @throws amount_below_minimum, amount_above_maximum, daily_limit_exceeded, amount_not_countable
 */
export async function checkLimits(
  tx: Tx,
  { counting, taken }: Pick<OrderDeps, 'counting' | 'taken'>,
  { entity, settings }: EntityProfile,
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
  at: Date,
): Promise<bigint> {
  const { baseCurrency } = entity
  const { minPaymentMinor, singlePaymentMinor, dailyPaymentMinor } = settings.limits
  const baseMinor = inBase(counting, { amountMinor, currency, baseCurrency }, at)
  const shown = (minor: bigint) => formatAmount(minor, baseCurrency)
  // The same figure is the minimum in every currency, unless the amount is worth it in the base currency.
  const isSmall = toDecimal(amountMinor, currency).lt(toDecimal(minPaymentMinor, baseCurrency))
  if (isSmall && baseMinor < minPaymentMinor) {
    throw refusePricing.amount_below_minimum({ min: shown(minPaymentMinor), currency: baseCurrency })
  }
  if (baseMinor > singlePaymentMinor) {
    throw refusePricing.amount_above_maximum({ max: shown(singlePaymentMinor), currency: baseCurrency })
  }
  const usage = await readUsage(tx, entity, at)
  const used = usage.usedMinor.payment + (taken?.baseMinor ?? 0n)
  if (used + baseMinor > dailyPaymentMinor) {
    throw refuseEntities.daily_limit_exceeded({
      kind: 'payment',
      currency: baseCurrency,
      limit: shown(dailyPaymentMinor),
      used: shown(used),
      resetsAt: usage.resetsAt.toISOString(),
    })
  }
  return baseMinor
}

/**
 * Checks an amount whose payer is not known yet: some entity may pay it at once. Discloses no entity's own limit.
 *
 * @throws amount_above_maximum, amount_not_countable
 */
export async function checkSomeoneMayPay(
  { counting }: Pick<OrderDeps, 'counting'>,
  entities: Pick<EntityDirectory, 'largestPayments'>,
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
  at: Date,
): Promise<void> {
  const limits = await entities.largestPayments()
  const isWithin = limits.some(
    ({ baseCurrency, mostMinor }) => inBase(counting, { amountMinor, currency, baseCurrency }, at) <= mostMinor,
  )
  const [first] = limits
  if (isWithin || !first) return
  const { baseCurrency, mostMinor } = first
  throw refusePricing.amount_above_maximum({ max: formatAmount(mostMinor, baseCurrency), currency: baseCurrency })
}

/**
 * Warns of missing money, which is not an error of an order: the entity's kind and the payment date decide the outcome.
 */
export async function fundsWarning(
  tx: Tx,
  entityId: string,
  { accountId, currency }: PayingAccount,
  neededMinor: bigint,
) {
  const balance = await getBalance(tx, entityId, accountId)
  const availableMinor = availableOf(balance)
  if (availableMinor >= neededMinor) return []
  const refusal = refuseLedger.insufficient_funds({
    available: formatAmount(availableMinor, currency),
    missing: formatAmount(neededMinor - availableMinor, currency),
    currency,
  })
  return [{ pointer: '/amount', code: refusal.code, message: refusal.message }]
}
