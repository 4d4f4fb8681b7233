import { type EntityProfile, getProfile } from '../../entities/index.ts'
import type { TradeRow } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { checkAdvice } from './advice.ts'
import { askDestination, type Asks, type CheckedDestination, type Warning } from './assess-destination.ts'
import { checkClientReference, checkLimits, checkTrade, fundsWarning, lockNamedTrade } from './assess-money.ts'
import { checkAccount, checkCurrency, type CheckedPayee, checkPayeeOf, payeePointer } from './assess-parties.ts'
import { checkTexts, judgeWithoutRoute, type PartialRoute, type Route, routeOf } from './assess-route.ts'
import type { OrderDeps, PayingAccount } from './deps.ts'
import { type Attempt, type Fault, refuse } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { textWarnings } from './texts.ts'

/** Everything an order names, looked up and checked. */
export interface CheckedOrder extends CheckedDestination {
  profile: EntityProfile
  account: PayingAccount
  amountMinor: bigint
  /** Amount in the entity's base currency, for its limits. */
  baseMinor: bigint
  payee: CheckedPayee
  route: Route
  trade: TradeRow | undefined
}

export type { Warning }

export interface Assessment {
  faults: Fault[]
  warnings: Warning[]
  /** Rail and fee, as far as they are known. */
  route: PartialRoute | undefined
  /** Requirements of the destination as far as they are known. */
  asks: Asks
  /** Undefined if the order has errors. */
  checked: CheckedOrder | undefined
}

/**
 * Checks an order against everything it depends on and collects all errors: validate returns them, create rejects the
 * order. Locks the beneficiary and the trade it names, so that neither is deleted or paid out twice meanwhile.
 */
export async function assess(
  tx: Tx,
  deps: OrderDeps,
  principal: Principal,
  order: PaymentOrder,
  { at, ...options }: { at: Date; inPackage?: boolean; endToEndId?: string | undefined; verifiesLater?: boolean },
): Promise<Assessment> {
  const faults: Fault[] = []
  const attempt = gatherInto(faults)
  const profile = (await getProfile(tx, principal.entityId))!
  if (!profile.settings.features.payments) faults.push({ pointer: '', refusal: refuse.payments_not_enabled() })

  const amountMinor = await attempt('/amount', () => parseAmount(order.amount, order.currency))
  const account = await attempt('/accountId', () => checkAccount(tx, deps, principal, order))
  if (account) await attempt('/currency', () => checkCurrency(account, order))
  const named = await lockNamedTrade(tx, principal.entityId, order) // before the payee, as everywhere
  const payee = await attempt(payeePointer(order), () => checkPayeeOf(tx, deps, principal, order, at))
  const baseMinor =
    amountMinor === undefined
      ? undefined
      : await attempt('/amount', () => checkLimits(tx, deps, profile, { ...order, amountMinor }, at))
  const found =
    payee && amountMinor !== undefined
      ? await routeOf(attempt, deps.calendars, { order, payee, amountMinor, profile, at })
      : undefined
  const route = found?.whole
  if (!payee || amountMinor === undefined) {
    await judgeWithoutRoute(attempt, deps.calendars, { order, payee, profile, at })
  }
  await attempt('/reference', () => checkTexts(order, route?.rail, payee?.details.iban))
  const trade =
    order.tradeId === undefined
      ? undefined
      : await attempt('/tradeId', () => checkTrade(tx, deps, named, order, amountMinor))
  await attempt('/notifyEmails', () => checkAdvice(order, deps.advice))
  await attempt('/clientReference', () => checkClientReference(tx, principal.entityId, order))

  const destination =
    payee &&
    (await askDestination(tx, deps, attempt, { profile, order, payee, route, amountMinor, baseMinor, at, ...options }))

  const isComplete = faults.length === 0 && account && amountMinor !== undefined && payee && route
  return {
    faults,
    route: found?.known,
    warnings: [
      ...(payee && route
        ? textWarnings(order, payee, { ...route, endToEndId: options.endToEndId }, payeePointer(order))
        : []),
      ...(destination?.warnings ?? []),
      ...(account && route && amountMinor !== undefined
        ? await fundsWarning(tx, principal.entityId, account, amountMinor + route.feeMinor)
        : []),
    ],
    asks: destination?.asks ?? { verification: false, purposes: undefined, approval: undefined },
    checked:
      isComplete && baseMinor !== undefined
        ? { profile, account, amountMinor, baseMinor, payee, route, trade, ...destination!.checked }
        : undefined,
  }
}

/** Runs one check; records a rejection as an error of its field so that the other checks still run. */
const gatherInto =
  (faults: Fault[]): Attempt =>
  async (pointer, check) => {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      faults.push({ pointer, refusal: error })
      return undefined
    }
  }
