import type { Account } from '../../accounts/index.ts'

/** Returns true if an open-banking identification matches the account. Sort code and account number are 14 digits. */
export function isAccount(
  account: Pick<Account, 'iban' | 'sortCode' | 'accountNumber'>,
  scheme: string,
  identification: string,
): boolean {
  const bare = identification.replaceAll(/[\s-]/g, '').toUpperCase()
  if (scheme === 'UK.OBIE.IBAN') return account.iban === bare
  if (scheme !== 'UK.OBIE.SortCodeAccountNumber' || account.sortCode === null) return false
  return `${account.sortCode}${account.accountNumber}` === bare
}
