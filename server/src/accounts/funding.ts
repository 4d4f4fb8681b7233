import { addressLines, type Institution } from '../institution/index.ts'
import type { Account } from './queries.ts'
import type { FundingInstruction } from './schema.ts'

type Rail = FundingInstruction['rail']

/** Rails over which a currency can come in besides Swift; those of the UK only reach an account with a sort code. */
const RAILS: Record<string, Rail[]> = { EUR: ['Sepa'], GBP: ['Fps', 'Chaps'] }
const WITH_SORT_CODE = new Set<Rail>(['Fps', 'Chaps'])

/**
 * Returns the details a payer needs to fund the account, by rail. The account number identifies the payment, so no
 * reference is needed.
 */
export function fundingInstructions(
  account: Account,
  { legalName, address }: Pick<Institution, 'legalName' | 'address'>,
): FundingInstruction[] {
  const local = (RAILS[account.currency] ?? []).filter((rail) => account.sortCode !== null || !WITH_SORT_CODE.has(rail))
  return [...local, 'Swift' as const].map((rail) => ({
    rail,
    currency: account.currency,
    accountNumber: WITH_SORT_CODE.has(rail) ? account.accountNumber : null,
    sortCode: WITH_SORT_CODE.has(rail) ? account.sortCode : null,
    iban: WITH_SORT_CODE.has(rail) ? null : account.iban,
    bic: WITH_SORT_CODE.has(rail) ? null : account.bic,
    bankName: legalName,
    bankAddress: address ? addressLines(address).join(', ') : '',
    reference: null,
  }))
}
