import type { Account } from '../accounts/index.ts'
import { requirePermission } from '../accounts/index.ts'
import type { EntityProfile } from '../entities/index.ts'
import { refusals } from '../kernel/values/refusals.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { accountBlocked, accountClosed } from '../ledger/index.ts'
import type { TransferOrder } from './schema.ts'

export const refuse = refusals({
  internal_transfers_not_enabled: {
    status: 422,
    message: 'Internal transfers are not enabled for this entity; an operator can enable them.',
  },
  same_account: { status: 422, message: 'The debit and credit accounts are the same. Use two different accounts.' },
  transfer_not_awaiting_approval: {
    status: 409,
    message:
      'The transfer is {status}; only one that is PendingApproval, before its approval lapses, can be approved, rejected or cancelled.',
  },
  internal_account_transfer_not_found: {
    status: 404,
    message: 'The internal account transfer does not exist or is not visible to this client.',
  },
})

/**
 * The rules of requirement 4.1: two accounts of one ABS entity, in one currency. Both were looked up in the entity: another
 * entity's account is answered like a missing one.
 *
 * @throws account_not_found, same_account, currency_mismatch, account_permission_missing, account_blocked, account_closed
 */
export function checkTransfer(order: TransferOrder, debit: Account | undefined, credit: Account | undefined) {
  if (!debit) throw refuseShared.account_not_found({ accountId: order.debitAccountId })
  if (!credit) throw refuseShared.account_not_found({ accountId: order.creditAccountId })
  if (debit.accountId === credit.accountId) throw refuse.same_account()
  const { currency } = debit
  for (const actual of [credit.currency, order.currency ?? currency])
    if (actual !== currency) throw refuseShared.currency_mismatch({ expected: currency, actual })
  checkUsable({ debit, credit })
  return { debit, credit, currency }
}

/** Checks that an entity may move money between its accounts. @throws internal_transfers_not_enabled */
export function checkEnabled({ settings }: Pick<EntityProfile, 'settings'>): void {
  if (!settings.features.internalTransfers) throw refuse.internal_transfers_not_enabled()
}

/** Checks accounts that were found together again. @throws account_permission_missing, account_blocked, account_closed */
export function checkUsable({ debit, credit }: { debit: Account; credit: Account }): void {
  requirePermission(debit, 'Payments')
  requireActive([debit, credit])
}

/** @throws account_blocked, account_closed */
function requireActive(accounts: readonly Account[]): void {
  for (const { accountId, status } of accounts) {
    if (status === 'Closed') throw accountClosed(accountId)
    if (status !== 'Active') throw accountBlocked(accountId)
  }
}
