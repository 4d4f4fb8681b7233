import {
  type BeneficiaryRow,
  checkPayee,
  findBeneficiaryPolicy,
  lockBeneficiary,
  type PayeeOrder,
  payeeOf,
  refuseBeneficiaries,
} from '../../beneficiaries/index.ts'
import { dayOf } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { refuseAll } from '../../kernel/http/validation.ts'
import { refuseLedger } from '../../ledger/index.ts'
import type { OrderDeps, PayingAccount } from './deps.ts'
import { refuse } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import type { Rail } from '../schemes/index.ts'

export interface CheckedPayee {
  /** Null where the payee came with the payment. */
  beneficiaryId: string | null
  details: PayeeOrder
  rails: readonly Rail[]
  /** The saved payee. */
  saved?: BeneficiaryRow
}

/** The account that pays. @throws account_not_found, account_permission_missing, account_blocked, account_closed */
export async function checkAccount(
  tx: Tx,
  deps: OrderDeps,
  principal: Principal,
  order: PaymentOrder,
): Promise<PayingAccount> {
  const accountId = parseId('acc', order.accountId)
  const account = accountId === undefined ? undefined : await deps.findAccount(tx, principal.entityId, accountId)
  const named = { accountId: order.accountId }
  if (!account) throw refuseShared.account_not_found(named)
  if (!account.permissions.includes('Payments')) {
    throw refuseShared.account_permission_missing({ ...named, permission: 'Payments' })
  }
  if (account.status === 'Closed') throw refuseLedger.account_closed(named)
  if (account.status !== 'Active') throw refuseLedger.account_blocked({ ...named, status: account.status })
  return account
}

/** A payment is in the currency of its account. @throws currency_mismatch */
export function checkCurrency(account: PayingAccount, order: PaymentOrder): void {
  if (account.currency === order.currency) return
  throw refuseShared.currency_mismatch({ expected: account.currency, actual: order.currency })
}

const savedPayee = (order: PaymentOrder) => order.beneficiaryId ?? order.creditorAccountId

/** The field that names the payee. */
export const payeePointer = (order: PaymentOrder): string => {
  if (order.creditorAccount) return '/creditorAccount'
  return order.creditorAccountId === undefined ? '/beneficiaryId' : '/creditorAccountId'
}

/**
 * The payee, saved or given inline, in the payment's currency. A saved one is locked, so that it stays until commit.
 *
 * @throws beneficiary_choice_invalid, beneficiary_not_found, beneficiary_blocked, beneficiary_not_active,
 * beneficiary_cooling_off, beneficiary_must_be_saved, beneficiary_currency_mismatch; all errors of an inline one as one refusal
 */
export async function checkPayeeOf(
  tx: Tx,
  deps: OrderDeps,
  principal: Principal,
  order: PaymentOrder,
  at: Date,
): Promise<CheckedPayee> {
  const given = [order.beneficiaryId, order.creditorAccountId, order.creditorAccount]
  if (given.filter((payee) => payee !== undefined).length !== 1) throw refuse.beneficiary_choice_invalid()
  if (order.creditorAccount) {
    await checkMayBeInline(tx, principal.entityId, order.creditorAccount.save ?? false)
    return checkInline(deps, order, order.creditorAccount, at)
  }
  const beneficiaryId = parseId('ben', savedPayee(order)!)
  const found =
    beneficiaryId === undefined ? undefined : await lockBeneficiary(tx, principal.entityId, beneficiaryId, 'share')
  if (!found || found.status === 'Deleted') throw refuseShared.beneficiary_not_found()
  checkCoolingOff(found, order, at)
  return checkSaved(found, order)
}

/**
 * Rejects an inline payee if new payees need a cooling-off period, or if a saved one would need approval. An unsaved
 * payee is permitted if payees only need approval: then the payment itself needs approval.
 *
 * @throws beneficiary_must_be_saved
 */
async function checkMayBeInline(tx: Tx, entityId: string, isSaved: boolean): Promise<void> {
  const { needsApproval, coolingOffHours } = await findBeneficiaryPolicy(tx, entityId)
  const waitsFor = [needsApproval && 'approval', coolingOffHours > 0 && `${coolingOffHours} hours`].filter(Boolean)
  if (coolingOffHours === 0 && !(needsApproval && isSaved)) return
  throw refuseBeneficiaries.beneficiary_must_be_saved({ waitsFor })
}

function checkInline(
  deps: OrderDeps,
  order: PaymentOrder,
  { save: _save, ...payee }: NonNullable<PaymentOrder['creditorAccount']>,
  at: Date,
): CheckedPayee {
  const { errors, normalised, rails } = checkPayee(payee, deps.modulusTable, { at })
  if (errors.length > 0) {
    throw refuseAll(errors.map((error) => ({ ...error, pointer: `/creditorAccount${error.pointer}` })))
  }
  checkPayeeCurrency(payee.currency, order)
  return { beneficiaryId: null, details: normalised, rails }
}

function checkSaved(found: BeneficiaryRow, order: PaymentOrder): CheckedPayee {
  const { status, beneficiaryId } = found
  if (status === 'Blocked') throw refuse.beneficiary_blocked()
  if (status !== 'Active') throw refuse.beneficiary_not_active({ status })
  checkPayeeCurrency(found.currency, order)
  return { beneficiaryId, details: payeeOf(found), rails: found.rails, saved: found }
}

/** A payee that is new or was changed is paid after its cooling-off only. @throws beneficiary_cooling_off */
function checkCoolingOff({ payableFrom }: BeneficiaryRow, { paymentDate }: PaymentOrder, now: Date): void {
  if (payableFrom === null || now >= payableFrom || paymentDate > dayOf(payableFrom)) return
  throw refuseBeneficiaries.beneficiary_cooling_off({ payableFrom: payableFrom.toISOString() })
}

function checkPayeeCurrency(currency: string, order: PaymentOrder): void {
  if (currency === order.currency) return
  throw refuse.beneficiary_currency_mismatch({ expected: currency, actual: order.currency })
}
