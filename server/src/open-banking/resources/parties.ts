import type { AgentItem, Identification } from './items.ts'

/** Where money goes or comes from, as far as it is known. */
export interface Party {
  name?: string | null
  iban?: string | null
  accountNumber?: string | null
  bic?: string | null
  bankName?: string | null
  bankCountryCode?: string | null
  routingCodes?: readonly { type: string; value: string }[] | null
}

/**
 * The account of a party: its IBAN, the 14 digits of sort code and account number, or the number with the bank's code
 * before it. Undefined when no number is known.
 */
export function accountOf(party: Party): Identification | undefined {
  const number = numberOf(party)
  return number && { ...number, ...(party.name ? { name: party.name } : {}) }
}

function numberOf({ iban, accountNumber, routingCodes }: Party): Omit<Identification, 'name'> | undefined {
  if (iban) return { schemeName: 'UK.OBIE.IBAN', identification: iban }
  if (!accountNumber) return undefined
  const sortCode = routingCodes?.find(({ type }) => type === 'SortCode')?.value.replaceAll('-', '')
  if (sortCode !== undefined && accountNumber.length === 8)
    return { schemeName: 'UK.OBIE.SortCodeAccountNumber', identification: sortCode + accountNumber }
  return { schemeName: 'UK.OBIE.BBAN', identification: (routingCodes?.[0]?.value ?? '') + accountNumber }
}

/** The bank of a party: by its BIC, or by its national code and the country of that. Undefined when neither is known. */
export function agentOf({ bic, bankName, bankCountryCode, routingCodes }: Party): AgentItem | undefined {
  const named = bankName ? { name: bankName } : {}
  if (bic) return { schemeName: 'UK.OBIE.BICFI', identification: bic, ...named }
  const code = routingCodes?.[0]?.value
  if (!code || !bankCountryCode) return undefined
  return { schemeName: `UK.OBIE.NCC.${bankCountryCode}`, identification: code.replaceAll('-', ''), ...named }
}
