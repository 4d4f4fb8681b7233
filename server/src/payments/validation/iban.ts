import { countrySpecs, isQRIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import type { FieldError } from '../../kernel/refusals.ts'
import { ibanPrefixOf, isCountry, sameBankingCountry } from './countries.ts'
import { fault } from './rules.ts'

/** Capitals without spaces and hyphens: the electronic form of IBANs, BICs and codes people type with gaps. */
export const compact = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/**
 * What is wrong with an IBAN in electronic form; undefined when nothing is: country, length, pattern, mod 97 and, where
 * the country has them, its own check digits.
 *
 * @param bankCountry the IBAN must belong to it; territories go with the country whose IBANs they use
 */
export function ibanFault(iban: string, bankCountry?: string, pointer = '/iban'): FieldError | undefined {
  const country = iban.slice(0, 2)
  if (ibanPrefixOf(country) !== country) {
    return fault(pointer, 'iban_invalid', { reason: `${country || 'it'} is no country whose accounts have an IBAN.` })
  }
  const { errorCodes } = validateIBAN(iban)
  if (errorCodes.length > 0) return fault(pointer, 'iban_invalid', { reason: reasonOf(errorCodes[0]!, iban) })
  if (bankCountry !== undefined && !sameBankingCountry(country, bankCountry)) {
    return fault(pointer, 'iban_country_mismatch', { ibanCountry: country, bankCountry })
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

/** Whether an IBAN is a Swiss or Liechtenstein QR-IBAN, to which only payments with a QR reference may go. */
export const isQrIban = (iban: string): boolean => isQRIBAN(iban)

/** Sort code and account number inside a valid GB IBAN. */
export const ukAccountOf = (iban: string) => ({ sortCode: iban.slice(8, 14), accountNumber: iban.slice(14, 22) })

const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** The country inside a BIC in capitals; undefined when the text is no BIC. */
export function bicCountry(bic: string): string | undefined {
  const country = bic.slice(4, 6)
  return BIC.test(bic) && isCountry(country) ? country : undefined
}

/**
 * What is wrong with a BIC in capitals; undefined when nothing is.
 *
 * @param country of the account (its IBAN's or its bank's): GB goes with GG JE IM, FR with its territories
 */
export function bicFault(bic: string, country?: string, pointer = '/bic'): FieldError | undefined {
  const own = bicCountry(bic)
  if (own === undefined) return fault(pointer, 'bic_invalid')
  if (country !== undefined && !sameBankingCountry(own, country)) {
    return fault(pointer, 'bic_country_mismatch', { bicCountry: own, country })
  }
  return undefined
}
