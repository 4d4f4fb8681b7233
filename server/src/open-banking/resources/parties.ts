import type { AgentItem, Identification } from './items.ts'

/** Other party of a transaction, as far as it is known. */
export interface Party {
  name?: string | null
  iban?: string | null
  accountNumber?: string | null
  /** Roll number at a building society. */
  secondaryReference?: string | null
  bic?: string | null
  bankName?: string | null
  bankCountryCode?: string | null
  routingCodes?: readonly { type: string; value: string }[] | null
}

/**
 * The account of a party: its IBAN, the 14 digits of sort code and account number, or the number alone, whose bank is the
 * agent: a payment to it takes the two in this form. Undefined when no number is known.
 */
export function accountOf(party: Party): Identification | undefined {
  const number = numberOf(party)
  const { name, secondaryReference: rollNumber } = party
  return (
    number && {
      ...number,
      ...(name ? { name } : {}),
      ...(rollNumber ? { secondaryIdentification: rollNumber } : {}),
    }
  )
}

function numberOf(party: Party): Omit<Identification, 'name'> | undefined {
  const { iban, accountNumber, routingCodes } = party
  if (iban) return { schemeName: 'UK.OBIE.IBAN', identification: iban }
  const number = accountNumber ?? routingCodes?.find(isWholeAccount)?.value
  if (!number) return undefined
  const isSorted = routingCodes?.[0]?.type === 'SortCode' && number.length === 8
  if (isSorted) return { schemeName: 'UK.OBIE.SortCodeAccountNumber', identification: bankCodeOf(party) + number }
  return { schemeName: 'UK.OBIE.BBAN', identification: number }
}

/** A Mexican CLABE names bank and account in one. */
const isWholeAccount = ({ type }: { type: string }): boolean => type === 'Clabe'

/** Returns the national codes of bank and branch in their given order; '' without any. */
const bankCodeOf = ({ routingCodes }: Party): string =>
  (routingCodes ?? [])
    .filter((code) => !isWholeAccount(code))
    .map(({ value }) => value.replaceAll(/[\s-]/g, ''))
    .join('')

/**
 * The bank of a party: its BIC, or its national codes with their country, which come first where the account is a number
 * alone. Undefined when neither is known.
 */
export function agentOf(party: Party): AgentItem | undefined {
  const { bic, bankName, bankCountryCode } = party
  const code = bankCodeOf(party)
  const national = code !== '' && bankCountryCode ? `UK.OBIE.NCC.${bankCountryCode}` : undefined
  const isNumberAlone = numberOf(party)?.schemeName === 'UK.OBIE.BBAN'
  const named = bankName ? { name: bankName } : {}
  if (bic && !(national && isNumberAlone)) return { schemeName: 'UK.OBIE.BICFI', identification: bic, ...named }
  return national === undefined ? undefined : { schemeName: national, identification: code, ...named }
}
