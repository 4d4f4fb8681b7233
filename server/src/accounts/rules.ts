import { formatId } from '../kernel/values/ids.ts'
import { rangeErrors } from '../kernel/http/ranges.ts'
import { refusals } from '../kernel/values/refusals.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { addDays, type Day, daysBetween, instantOf } from '../kernel/values/days.ts'
import { checkFields } from '../kernel/http/validation.ts'
import type { Account } from './queries.ts'
import type { Permission } from './schema.ts'

export const refuse = refusals({
  range_too_long: {
    status: 422,
    message: 'A statement covers at most {maxDays} days. Request a shorter period.',
  },
  amount_too_long_for_format: {
    status: 422,
    message:
      'The amount {amount} {currency} is longer than the {format} format allows. Request the statement in another format: {available}.',
  },
  statement_not_found: { status: 404, message: 'The statement does not exist or is not visible to this client.' },
  account_required: { status: 400, message: 'Name the account by `accountId` or by `iban`.' },
  iban_not_found: { status: 404, message: 'The entity has no account with the IBAN {iban} that this client may see.' },
  iban_mismatch: {
    status: 422,
    message: 'The account {accountId} does not have the IBAN {iban}. Send the account id or its own IBAN.',
  },
  account_not_empty: { status: 409, message: 'An account can be closed when its balance and its holds are zero.' },
  account_in_use: {
    status: 409,
    message: 'The account is still used by {uses}. Complete, cancel or move them, then close the account.',
  },
})

/** @throws account_permission_missing */
export function requirePermission(account: Pick<Account, 'accountId' | 'permissions'>, permission: Permission): void {
  if (account.permissions.includes(permission)) return
  throw refuseShared.account_permission_missing({ accountId: formatId('acc', account.accountId), permission })
}

/** Returns the default account of a currency. */
export const defaultAccount = <A extends Pick<Account, 'isDefault' | 'currency'>>(
  accounts: readonly A[],
  currency: string,
): A | undefined => accounts.find((account) => account.isDefault && account.currency === currency)

const MAX_DAYS = 366

/** The instants of a range of days in a time zone: the first one in it, and the first one after it. */
export function instantsOf(from: Day | undefined, to: Day | undefined, zone: string) {
  return {
    ...(from === undefined ? {} : { start: instantOf(from, '00:00', zone) }),
    ...(to === undefined ? {} : { end: instantOf(addDays(to, 1), '00:00', zone) }),
  }
}

/** @throws date_range_invalid; range_too_long beyond 366 days */
export function checkPeriod(from: Day, to: Day, zone: string): { start: Date; end: Date } {
  checkFields(rangeErrors({ from, to }, 'from', 'to'))
  const { start, end } = instantsOf(from, to, zone)
  if (daysBetween(from, to) + 1 > MAX_DAYS) throw refuse.range_too_long({ maxDays: MAX_DAYS })
  return { start: start!, end: end! }
}
