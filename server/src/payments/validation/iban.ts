import { composeIBAN, countrySpecs, isQRIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { ibanPrefixOf, isCountry, sameBankingCountry } from '../../kernel/values/countries.ts'
import { error } from './rules.ts'

/** Capitals without spaces and hyphens: the electronic form of IBANs, BICs and codes people type with gaps. */
export const compact = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** Returns the electronic form of an identifier, or the text as it is where nothing would remain of it. */
export const electronicForm = (text: string): string => compact(text) || text

/**
 * Returns the error of an IBAN in electronic form, or undefined: country, length, pattern, mod 97 and national check
 * digits.
 *
 * @param bankCountry the IBAN must belong to it; territories go with the country whose IBANs they use
 */
export function ibanError(iban: string, bankCountry?: string, pointer = '/iban'): FieldError | undefined {
  const country = iban.slice(0, 2)
  if (ibanPrefixOf(country) !== country) {
    return error(pointer, 'iban_invalid', { reason: `${country || 'it'} is not a country with IBANs.` })
  }
  const { errorCodes } = validateIBAN(iban)
  if (errorCodes.length > 0) return error(pointer, 'iban_invalid', { reason: reasonOf(errorCodes[0]!, iban) })
  if (bankCountry !== undefined && !sameBankingCountry(country, bankCountry)) {
    return error(pointer, 'iban_country_mismatch', { ibanCountry: country, bankCountry })
  }
  return undefined
}

function reasonOf(code: ValidationErrorsIBAN, iban: string): string {
  const country = iban.slice(0, 2)
  if (code === ValidationErrorsIBAN.WrongBBANLength) {
    return `an IBAN of ${country} has ${countrySpecs[country]?.chars} characters, this one has ${iban.length}.`
  }
  if (code === ValidationErrorsIBAN.WrongBBANFormat) {
    return `a place holds a letter instead of a digit, or the reverse, for ${country}.`
  }
  return code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum
    ? 'the national check digits inside it do not agree; it was probably mistyped.'
    : 'its check digits do not agree; it was probably mistyped.'
}

/** Returns true for a Swiss or Liechtenstein QR-IBAN, which requires a QR reference. */
export const isQrIban = (iban: string): boolean => isQRIBAN(iban)

/** Sort code and account number inside a valid GB IBAN. */
export const ukAccountOf = (iban: string) => ({ sortCode: iban.slice(8, 14), accountNumber: iban.slice(14, 22) })

const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Returns the country of a BIC in capitals; undefined if the text is not a BIC. */
function bicCountry(bic: string): string | undefined {
  const country = bic.slice(4, 6)
  return BIC.test(bic) && isCountry(country) ? country : undefined
}

/**
 * Returns the error of a BIC in capitals, or undefined.
 *
 * @param country of the account (its IBAN's or its bank's): GB goes with GG JE IM, FR with its territories
 */
export function bicError(bic: string, country?: string, pointer = '/bic'): FieldError | undefined {
  const own = bicCountry(bic)
  if (own === undefined) return error(pointer, 'bic_invalid')
  if (country !== undefined && !sameBankingCountry(own, country)) {
    return error(pointer, 'bic_country_mismatch', { bicCountry: own, country })
  }
  return undefined
}

/** Published examples of the IBAN registry, by country. */
const IBAN_EXAMPLES: ReadonlyMap<string, string> = new Map(
  (
    'AE070331234567890123456 AT611904300234573201 BA391290079401028494 BE68539007547034 BH67BMAG00001299123456 CH9300762011623852957 ' +
    'CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243 EE382200221020145685 ' +
    'EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FR1420041010050500013M02606 ' +
    'GB82WEST12345698765432 GR1601101250000000012300695 HR1210010051863000160 HU42117730161111101800000000 ' +
    'IE29AIBK93115212345678 IL620108000000099999999 IT60X0542811101000000123456 JO94CBJO0010000000000131000302 ' +
    'KW81CBKU0000000000001234560101 LI21088100002324013AA LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 ' +
    'ME25505000012345678951 MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947 PL61109010140000071219812874 ' +
    'PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 SA0380000000608010167519 ' +
    'SE4550000000058398257466 SI56191000000123438 SK3112000000198742637541 TR330006100519786457841326'
  )
    .split(' ')
    .map((iban) => [iban.slice(0, 2), iban]),
)

/** Returns the IBAN format of a country's banks; undefined if they have none. */
export function ibanFormOf(country: string): { pattern: string; length: number; example: string } | undefined {
  const prefix = ibanPrefixOf(country)
  const length = prefix && countrySpecs[prefix]?.chars
  if (!length) return undefined
  const pattern = `^${prefix}[0-9]{2}[A-Z0-9]{${length - 4}}$`
  return { pattern, length, example: IBAN_EXAMPLES.get(prefix) ?? emptyIban(prefix) }
}

/** An IBAN with zeros, or As where letters must be, and the check digits that go with them. */
function emptyIban(country: string): string {
  const form = countrySpecs[country]?.bban_regexp ?? ''
  const bban = form
    .replace(/^\^|\$$/g, '')
    .replace(/\[([^\]]+)\](?:\{(\d+)\})?/g, (_, set, count = '1') => (set === 'A-Z' ? 'A' : '0').repeat(Number(count)))
  return composeIBAN({ countryCode: country, bban }) ?? ''
}
