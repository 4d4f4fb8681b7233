import type { Account } from '../../accounts/index.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { findBalances } from '../../ledger/index.ts'
import { type Access, has, wireAccountId } from './access.ts'
import type { ResourceDeps } from './deps.ts'
import type { AccountItem, Amount, BalanceItem, Identification } from './items.ts'

/** The accounts as the consent shows them: their numbers and their bank only with ReadAccountsDetail. */
export function accountItems(access: Access, accounts: readonly Account[]): AccountItem[] {
  return accounts.map((account) => ({
    accountId: wireAccountId(account.accountId),
    status: account.status === 'Active' ? 'Enabled' : 'Disabled',
    currency: account.currency,
    category: access.holder.entityType === 'Individual' ? 'Personal' : 'Business',
    typeCode: account.type === 'Margin' ? 'OTHR' : 'CACC',
    description: account.name.slice(0, 35),
    ...(account.friendlyName === null ? {} : { nickname: account.friendlyName.slice(0, 70) }),
    openedAt: account.openedAt,
    ...(has(access, 'ReadAccountsDetail') ? detailOf(account, access.holder.legalName) : {}),
  }))
}

function detailOf(account: Account, name: string): Pick<AccountItem, 'identifications' | 'servicer'> {
  return {
    identifications: identificationsOf(account, name),
    servicer: { schemeName: 'UK.OBIE.BICFI', identification: account.bic },
  }
}

/** All the numbers of an account of ours: the IBAN, and sort code with account number where it has them. */
export function identificationsOf(
  { iban, sortCode, accountNumber }: Pick<Account, 'iban' | 'sortCode' | 'accountNumber'>,
  name: string,
): Identification[] {
  const byIban = { schemeName: 'UK.OBIE.IBAN', identification: iban, name }
  if (sortCode === null || accountNumber === null) return [byIban]
  return [byIban, { schemeName: 'UK.OBIE.SortCodeAccountNumber', identification: sortCode + accountNumber, name }]
}

/** Returns the current booked and available balance of each account. Available is booked less holds. */
export async function balanceItems(
  deps: Pick<ResourceDeps, 'db'>,
  access: Access,
  accounts: readonly Account[],
): Promise<BalanceItem[]> {
  const ids = accounts.map(({ accountId }) => accountId)
  const rows = await findBalances(deps.db.reader, access.holder.entityId, ids)
  const found = new Map(rows.map((row) => [row.accountId, row]))
  return accounts.flatMap(({ accountId, currency }) => {
    const { balanceMinor, heldMinor } = found.get(accountId) ?? { balanceMinor: 0n, heldMinor: 0n }
    const own = { accountId: wireAccountId(accountId), at: access.now }
    return [
      { ...own, type: 'ITBD' as const, ...signed(balanceMinor, currency) },
      { ...own, type: 'ITAV' as const, ...signed(balanceMinor - heldMinor, currency) },
    ]
  })
}

/** A signed amount as the standard writes it: a direction, zero being Credit, and an amount without sign. */
export function signed(minor: bigint, currency: string): { direction: 'Credit' | 'Debit'; amount: Amount } {
  return {
    direction: minor < 0n ? 'Debit' : 'Credit',
    amount: { amount: formatAmount(minor < 0n ? -minor : minor, currency), currency },
  }
}
