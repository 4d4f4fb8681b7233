import { type EntityProfile, getProfile } from '../../entities/index.ts'
import type { Demand } from '../../approvals/index.ts'
import type { TradeRow } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { type FailedCheck, runChecks } from '../../kernel/checks.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { type Asks, purposeWarning, requirementsOf, type Warning } from './assess-destination.ts'
import { fundsWarning } from './assess-money.ts'
import { type CheckedPayee, payeePointer } from './assess-parties.ts'
import { type PartialRoute, partialRouteOf, type Route, routeOf } from './assess-route.ts'
import type { OrderDeps, PayingAccount } from './deps.ts'
import { ORDER_CHECKS, type OrderSubject } from './order-checks.ts'
import type { PaymentOrder } from '../record/schema.ts'
import type { VerificationRow } from '../vop/index.ts'
import { textWarnings } from './texts.ts'

/** Everything an order names, looked up and checked. */
export interface CheckedOrder {
  profile: EntityProfile
  account: PayingAccount
  amountMinor: bigint
  /** Amount in the entity's base currency, for its limits. */
  baseMinor: bigint
  payee: CheckedPayee
  route: Route
  trade: TradeRow | undefined
  purposeCode: string | undefined
  verification: VerificationRow | undefined
  /** Required approvals; undefined if none. */
  demand: Demand | undefined
}

export type { Warning }

export interface Assessment {
  errors: FailedCheck[]
  warnings: Warning[]
  /** Rail and fee, as far as they are known. */
  route: PartialRoute | undefined
  /** Requirements of the destination as far as they are known. */
  asks: Asks
  /** Undefined if the order has errors. */
  checked: CheckedOrder | undefined
}

interface AssessmentOptions {
  at: Date
  inPackage?: boolean
  endToEndId?: string | undefined
  verifiesLater?: boolean
  /** False if it does not matter whether the account has the money. */
  looksAtFunds?: boolean
  /** False for a field whose value is a placeholder; default: all are readable. */
  isRead?: (pointer: string) => boolean
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
  { isRead, looksAtFunds = true, ...options }: AssessmentOptions,
): Promise<Assessment> {
  const profile = (await getProfile(tx, principal.entityId))!
  const subject: OrderSubject = { tx, deps, principal, profile, order, ...options }
  const errors = await runChecks(ORDER_CHECKS, subject, isRead)
  const route = routeOf(subject)
  const asks = await requirementsOf(subject, route?.rail)
  return {
    errors,
    route: partialRouteOf(subject),
    warnings: [...warningsOf(subject, route), ...(looksAtFunds ? await fundsWarningOf(subject, route) : [])],
    asks,
    checked: errors.length === 0 ? checkedOrder(subject, route, asks.approval) : undefined,
  }
}

function warningsOf(subject: OrderSubject, route: Route | undefined): Warning[] {
  const { order, payee, purpose, endToEndId } = subject
  return [
    ...(payee && route ? textWarnings(order, payee, { ...route, endToEndId }, payeePointer(order)) : []),
    ...(purpose ? purposeWarning(order, purpose) : []),
  ]
}

async function fundsWarningOf(subject: OrderSubject, route: Route | undefined): Promise<Warning[]> {
  const { tx, principal, account, amountMinor } = subject
  if (!account || !route || amountMinor === undefined) return []
  return fundsWarning(tx, principal.entityId, account, amountMinor + route.feeMinor)
}

function checkedOrder(
  { profile, account, amountMinor, baseMinor, payee, trade, purpose, verification }: OrderSubject,
  route: Route | undefined,
  demand: Demand | undefined,
): CheckedOrder | undefined {
  if (!account || amountMinor === undefined || baseMinor === undefined || !payee || !route) return undefined
  const found = { profile, account, amountMinor, baseMinor, payee, route, trade, verification, demand }
  return { ...found, purposeCode: purpose?.code }
}
