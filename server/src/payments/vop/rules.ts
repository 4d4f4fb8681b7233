import { isLei } from '../../kernel/text/lei.ts'
import { type FieldError, fieldError, refusals } from '../../kernel/values/refusals.ts'
import { refuseAll, refuseShape } from '../../kernel/http/validation.ts'
import { bicError, compact, error, ibanError, isSepa, textError } from '../validation/index.ts'
import { accountKeyOf, accountOfKey, countryOfKey, type PayeeAccount } from './account-key.ts'
import type { PayeeType } from '../schemes/index.ts'
import type { Question } from './port.ts'
import type { NamedPayee, VerificationRow } from './queries.ts'
import type { VerificationOrder } from './schema.ts'

export const refuse = refusals({
  verification_choice_invalid: { status: 400, message: 'Send exactly one of these: {choices}.' },
  verification_not_found: {
    status: 404,
    message:
      'The verification does not exist or is not visible to this client. Create one with POST /v1/payments/verification.',
  },
  verification_required: {
    status: 422,
    message:
      'A payment in {currency} from this entity needs a verification of the payee first: POST /v1/payments/verification, then send its verificationId.',
  },
  verification_expired: {
    status: 422,
    message: 'The verification expired at {expiresAt}; verify the payee again and send the new verificationId.',
  },
  verification_mismatch: {
    status: 422,
    message:
      'The {field} of the payee differs from the verification of {verifiedName} at {verifiedAccount}. Pay that payee, or verify this one.',
  },
})

/** Warning of a dry run if a bank would have to be asked. */
export const verificationToCome = {
  pointer: '/verificationId',
  code: 'verification_will_be_made',
  message:
    'A dry run does not ask the bank. The payee is verified when you send the request without `dryRun`; the result may differ from a match.',
}

/** Validity of a verification in hours. */
export const VERIFICATION_HOURS = 24

/**
 * The question behind an order, tidied.
 *
 * @throws all errors of the order as one refusal (400)
 */
export function checkQuestion(order: VerificationOrder): Question {
  const errors = [...subjectErrors(order), ...accountErrors(order)]
  if (errors.length > 0) throw refuseAll(errors)
  const accountKey = accountKeyOf(order)!
  const { name, identification, partyType } = order
  return {
    accountKey,
    country: countryOfKey(accountKey),
    ...(order.iban === undefined ? {} : { iban: compact(order.iban) }),
    ...(name === undefined ? {} : { name }),
    ...(identification ? { identification: tidy(identification) } : {}),
    ...(partyType ? { partyType } : {}),
  }
}

const choice = (pointer: string, choices: string[]): FieldError =>
  fieldError(pointer, refuse.verification_choice_invalid({ choices }))

function subjectErrors({ name, identification }: VerificationOrder): FieldError[] {
  if ((name === undefined) === (identification === undefined)) return [choice('/name', ['name', 'identification'])]
  if (name !== undefined) return name.trim() === '' ? [textError(name, '/name')!] : []
  const { lei, bic, other } = identification!
  if ([lei, bic, other].filter((given) => given !== undefined).length !== 1) {
    return [choice('/identification', ['lei', 'bic', 'other'])]
  }
  if (lei !== undefined && !isLei(compact(lei))) return [error('/identification/lei', 'identification_invalid')]
  const wrong = bic === undefined ? undefined : bicError(compact(bic), undefined, '/identification/bic')
  return wrong ? [wrong] : []
}

function accountErrors({ iban, sortCode, accountNumber }: VerificationOrder): FieldError[] {
  const byNumber = sortCode !== undefined || accountNumber !== undefined
  if ((iban !== undefined) === byNumber) return [choice('/iban', ['iban', 'sortCode with accountNumber'])]
  if (iban !== undefined) return [ibanError(compact(iban))].filter((found) => found !== undefined)
  return [
    numberError('/sortCode', sortCode, 6, 'a sort code of 6 digits'),
    numberError('/accountNumber', accountNumber, 8, 'an account number of 8 digits'),
  ].filter((found) => found !== undefined)
}

function numberError(pointer: string, text: string | undefined, length: number, expected: string) {
  if (text === undefined) return fieldError(pointer, refuseShape.field_required())
  const fits = new RegExp(`^\\d{${length}}$`).test(compact(text))
  return fits ? undefined : error(pointer, 'account_number_invalid', { expected })
}

const tidy = ({ lei, bic, other }: NonNullable<VerificationOrder['identification']>) => ({
  ...(lei === undefined ? {} : { lei: compact(lei) }),
  ...(bic === undefined ? {} : { bic: compact(bic) }),
  ...(other === undefined ? {} : { other }),
})

/** Settings that determine whether a payment needs a verification. */
export interface Payer {
  /** Jurisdiction of the paying entity: UK, EU … */
  jurisdiction: string
  /** Setting of the entity. */
  vopRequired: 'Always' | 'EurOnly' | 'Never'
}

export interface Destination {
  currency: string
  bankCountry: string
  /** One of many sent together: a business may have opted out of verification for those (Regulation 2024/886). */
  inPackage?: boolean
}

/**
 * Returns true if a payment must name a verification. An EU entity must verify every single euro transfer inside SEPA;
 * its setting `Never` exempts batches, and `Always` requires verification wherever a scheme exists, including pounds in
 * the UK.
 */
export function isVerificationRequired(
  payer: Payer,
  { currency, bankCountry, inPackage = false }: Destination,
): boolean {
  const isSepaTransfer = currency === 'EUR' && isSepa(bankCountry)
  const isUkTransfer = currency === 'GBP' && bankCountry === 'GB'
  if (payer.vopRequired === 'Always') return isSepaTransfer || isUkTransfer
  if (payer.vopRequired === 'Never' && inPackage) return false
  return payer.jurisdiction === 'EU' && isSepaTransfer
}

/** A payee as a payment is to name it. */
export interface PayeeToPay extends PayeeAccount {
  name: string
  type?: PayeeType
}

/**
 * Checks that a payment goes to the verified payee: the same account and type, and the name as entered or as corrected
 * by the bank.
 *
 * @throws verification_expired, verification_mismatch
 */
export function checkBinding(verified: VerificationRow, payee: PayeeToPay, at: Date): void {
  if (at >= verified.expiresAt) throw refuse.verification_expired({ expiresAt: verified.expiresAt.toISOString() })
  const field = differenceFrom(verified, payee)
  if (!field) return
  const { name, matchedName, accountKey } = verified
  throw refuse.verification_mismatch({
    field,
    verifiedName: matchedName ?? name ?? 'the identified holder',
    verifiedAccount: accountOfKey(accountKey),
  })
}

/** Returns the first field in which a payee differs from the verified one; the type is the last. */
export function differenceFrom(verified: VerificationRow, payee: PayeeToPay): 'account' | 'name' | 'type' | undefined {
  if (accountKeyOf(payee) !== verified.accountKey) return 'account'
  const names = [verified.name, verified.matchedName].filter((name) => name !== null).map(spelling)
  if (verified.identification === null && !names.includes(spelling(payee.name))) return 'name'
  return isOfType(verified, payee.type) ? undefined : 'type'
}

/** Returns true if a stored result answers the question: same account and words, and it covers the payee type. */
export const isAnswerTo = (verified: VerificationRow, { accountKey, name, partyType }: NamedPayee): boolean =>
  verified.accountKey === accountKey && verified.name === (name ?? null) && isOfType(verified, partyType)

/** Returns true if a result covers a payee type. A result without a type covers each. */
const isOfType = ({ partyType }: VerificationRow, type: PayeeType | null | undefined): boolean =>
  partyType === null || partyType === type

/** Normalises invisible differences in a name: outer spaces, double spaces and composed accents. */
const spelling = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim()
