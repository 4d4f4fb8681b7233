import { type BeneficiaryRow, checkPayee, lockBeneficiary, type PayeeOrder, payeeOf } from '../beneficiaries/index.ts'
import type { Tx } from '../kernel/db.ts'
import { parseId } from '../kernel/ids.ts'
import type { Principal } from '../kernel/principal.ts'
import { refuseShared } from '../kernel/shared-refusals.ts'
import { refuseAll } from '../kernel/validation.ts'
import { refuseLedger } from '../ledger/index.ts'
import type { PayingAccount, PaymentDeps } from './deps.ts'
import { refuse } from './rules.ts'
import type { PaymentOrder } from './schema.ts'
import type { Rail } from './validation/index.ts'

export interface CheckedPayee {
  /** Null where the payee came with the payment. */
  beneficiaryId: string | null
  details: PayeeOrder
  rails: readonly Rail[]
}

/** The account that pays. @throws account_not_found, account_permission_missing, account_blocked */
export async function checkAccount(
  tx: Tx,
  deps: PaymentDeps,
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
 * beneficiary_currency_mismatch; all faults of an inline one as one refusal
 */
export async function checkPayeeOf(
  tx: Tx,
  deps: PaymentDeps,
  principal: Principal,
  order: PaymentOrder,
): Promise<CheckedPayee> {
  const given = [order.beneficiaryId, order.creditorAccountId, order.creditorAccount]
  if (given.filter((payee) => payee !== undefined).length !== 1) throw refuse.beneficiary_choice_invalid()
  if (order.creditorAccount) return checkInline(deps, order, order.creditorAccount)
  const beneficiaryId = parseId('ben', savedPayee(order)!)
  const found =
    beneficiaryId === undefined ? undefined : await lockBeneficiary(tx, principal.entityId, beneficiaryId, 'share')
  if (!found || found.status === 'Deleted') throw refuseShared.beneficiary_not_found()
  return checkSaved(found, order)
}

function checkInline(
  deps: PaymentDeps,
  order: PaymentOrder,
  { save: _save, ...payee }: NonNullable<PaymentOrder['creditorAccount']>,
): CheckedPayee {
  const { errors, normalised, rails } = checkPayee(payee, deps.modulusTable)
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
  return { beneficiaryId, details: payeeOf(found), rails: found.rails }
}

function checkPayeeCurrency(currency: string, order: PaymentOrder): void {
  if (currency === order.currency) return
  throw refuse.beneficiary_currency_mismatch({ expected: currency, actual: order.currency })
}
