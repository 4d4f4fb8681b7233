import { compact, ukAccountOf } from '../validation/index.ts'

/** A payee's account as an order names it. */
export interface PayeeAccount {
  iban?: string | null
  sortCode?: string | null
  accountNumber?: string | null
  routingCodes?: readonly { type: string; value: string }[] | null
}

/**
 * Returns one canonical key per account: its IBAN, or "UK:" with sort code and number, which a British IBAN contains.
 * Returns undefined if no scheme covers the account.
 */
export function accountKeyOf(account: PayeeAccount): string | undefined {
  if (account.iban) return keyOfIban(compact(account.iban))
  const sortCode = account.sortCode ?? account.routingCodes?.find(({ type }) => type === 'SortCode')?.value
  if (!sortCode || !account.accountNumber) return undefined
  return `UK:${compact(sortCode)}:${compact(account.accountNumber)}`
}

function keyOfIban(iban: string): string {
  if (!iban.startsWith('GB')) return iban
  const { sortCode, accountNumber } = ukAccountOf(iban)
  return `UK:${sortCode}:${accountNumber}`
}

/** The account behind a key as a person reads it: its IBAN, or sort code and number. */
export function accountOfKey(key: string): string {
  const [, sortCode, number] = key.split(':')
  return sortCode === undefined ? key : `sort code ${sortCode}, account ${number}`
}

/** Country of the bank that holds the account behind a key. */
export const countryOfKey = (key: string): string => (key.startsWith('UK:') ? 'GB' : key.slice(0, 2))
