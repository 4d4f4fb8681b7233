import { isReachedByCodes } from '../../payments/validation/index.ts'
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
  /** Currency of payments to the party and its kind; unknown for a payer. */
  currency?: string | null
  type?: 'Individual' | 'Company' | null
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

/**
 * Returns the national codes of bank and branch in their given order; '' without any. The Canadian pair is the routing number of
 * nine digits: a zero, the institution and the transit number. Without the zero, both orders of the two are in use.
 */
function bankCodeOf(party: Party): string {
  const codes = bankCodesOf(party)
  const valueOf = (type: string) => codes.find((code) => code.type === type)?.value
  const [institution, transit] = [valueOf('InstitutionNo'), valueOf('TransitNo')]
  const values = institution && transit ? ['0', institution, transit] : codes.map(({ value }) => value)
  return values.map((value) => value.replaceAll(/[\s-]/g, '')).join('')
}

const bankCodesOf = ({ routingCodes }: Party) => (routingCodes ?? []).filter((code) => !isWholeAccount(code))

/**
 * The bank of a party: its BIC, or its national codes with their country, which come first where a payment to the number of the
 * account takes them. Undefined when neither is known.
 */
export function agentOf(party: Party): AgentItem | undefined {
  const { bic, bankName, bankCountryCode } = party
  const code = bankCodeOf(party)
  const national = code !== '' && bankCountryCode ? `UK.OBIE.NCC.${bankCountryCode}` : undefined
  const named = bankName ? { name: bankName } : {}
  if (bic && !(national && isPaidByCodes(party))) return { schemeName: 'UK.OBIE.BICFI', identification: bic, ...named }
  return national === undefined ? undefined : { schemeName: national, identification: code, ...named }
}

/** Returns true if a payment to the party needs the number of its account and the national codes of its bank only. */
function isPaidByCodes(party: Party): boolean {
  const { bankCountryCode: country, currency, type } = party
  if (!country || !currency || numberOf(party)?.schemeName !== 'UK.OBIE.BBAN') return false
  const codes = bankCodesOf(party).map((code) => code.type)
  return isReachedByCodes({ country, currency, type: type ?? 'Company' }, codes)
}
