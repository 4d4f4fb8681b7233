import { changedFields, detailsOf } from '../approvals/index.ts'
import { isLei } from '../kernel/text/lei.ts'
import { type FieldError, fieldError, refusals } from '../kernel/values/refusals.ts'
import { dayOf } from '../kernel/values/days.ts'
import { checkIfMatch } from '../kernel/http/routing/if-match.ts'
import { refuseAll, refuseShape } from '../kernel/http/validation.ts'
import { purposesFor, readPurpose } from '../payments/purposes/index.ts'
import {
  accountErrors,
  bicError,
  type CheckedDetails,
  checkBankDetails,
  compact,
  electronicForm,
  error,
  isCountry,
  latin,
  type ModulusTable,
  nameWarnings,
  referenceErrors,
  type TextWarning,
  textError,
} from '../payments/validation/index.ts'
import { type PayeeType, type Rail } from '../payments/schemes/index.ts'
import type { BeneficiaryStatus, PayeeOrder } from './schema.ts'

export const refuse = refusals({
  beneficiary_in_use: {
    status: 409,
    message: 'Unreleased payments use this beneficiary: {paymentIds}. Cancel them, or delete with force=true.',
  },
  beneficiary_deleted: { status: 409, message: 'The beneficiary is deleted and cannot be changed; create a new one.' },
  beneficiary_version_conflict: {
    status: 412,
    message: 'The beneficiary has changed since version {given}; it is at version {current}. Read it and try again.',
  },
  client_reference_fixed: {
    status: 422,
    message: 'The client reference of a beneficiary cannot be changed. Omit it or send the current one.',
  },
  beneficiary_not_awaiting_approval: {
    status: 409,
    message: 'The beneficiary is {status}. Only a beneficiary awaiting approval can be approved or rejected.',
  },
  beneficiary_self_approval: {
    status: 403,
    message:
      'The client that created or changed the beneficiary cannot approve or reject it; use another client of the entity.',
  },
  beneficiary_cooling_off: {
    status: 422,
    message: 'The beneficiary is new or was changed; it can be paid from {payableFrom}.',
  },
  beneficiary_must_be_saved: {
    status: 422,
    message:
      'New payees of this entity wait before they are paid ({waitsFor}): save this one with POST /v1/beneficiaries, and pay it by its beneficiaryId once it can be paid.',
  },
  birth_date_in_future: { status: 400, message: 'The birth date is in the future.' },
  default_purpose_invalid: {
    status: 400,
    message:
      'The purpose code {purposeCode} is not valid for a payment in {currency} to a bank in {country}. GET /v1/payments/purpose-of-payment lists the valid codes.',
  },
  external_reference_taken: {
    status: 409,
    message:
      'The external reference {externalReference} already belongs to {existingId}. Use another reference or change that object.',
  },
})

export interface CheckedPayee<T extends PayeeOrder> {
  /** All errors; empty if the payee can be paid. */
  errors: FieldError[]
  warnings: TextWarning[]
  /** Account, codes and country in their electronic form, defaults filled in. */
  normalised: T & { type: 'Individual' | 'Company' }
  /** Rails that the details suffice for, the preferred first. */
  rails: Rail[]
}

interface Knowledge {
  /** False if country, currency or account details were unreadable; default: true. */
  knowsDestination?: boolean
  /** Time of the check; absent to skip future-date checks. */
  at?: Date
}

/** Checks everything about a payee that needs no external data: countries, texts, account details, rails. */
export function checkPayee<T extends PayeeOrder>(
  order: T,
  table: ModulusTable,
  { knowsDestination = true, at }: Knowledge = {},
): CheckedPayee<T> {
  const unknown = countryErrors(order)
  const details: CheckedDetails<T & { type: 'Individual' | 'Company' }> = checkBankDetails(
    { ...order, type: order.type ?? 'Company' },
    table,
  )
  const usual = knowsDestination ? defaultFaults(details) : []
  const errors = [
    ...unknown,
    ...textErrors(order, knowsDestination && details.rails.length > 0),
    ...otherErrors(order, at),
    ...usual,
  ]
  return {
    // Where the bank's country is not known, what its banks need cannot be said.
    errors:
      knowsDestination && !unknown.some(({ pointer }) => pointer === '/bankCountryCode')
        ? [...errors, ...details.errors]
        : [...errors, ...accountErrors(order)],
    warnings: details.rails[0] ? nameWarnings(order.name, details.rails[0]) : [],
    normalised: { ...details.normalised, ...tidyIntermediary(order) },
    rails: details.rails,
  }
}

/**
 * Returns the checked value, or throws its errors.
 *
 * @throws all errors as one refusal (400)
 */
export function requireValid<T extends { errors: FieldError[] }>(checked: T): T {
  if (checked.errors.length > 0) throw refuseAll(checked.errors)
  return checked
}

const tidyIntermediary = ({ intermediary }: PayeeOrder) =>
  intermediary ? { intermediary: { ...intermediary, bic: electronicForm(intermediary.bic) } } : {}

function countryErrors(order: PayeeOrder): FieldError[] {
  const given: [string, string | undefined][] = [
    ['/countryCode', order.countryCode],
    ['/bankCountryCode', order.bankCountryCode],
    ['/address/countryCode', order.address.countryCode],
    ['/identification/country', order.identification?.country],
  ]
  return given
    .filter(([, code]) => code !== undefined && !isCountry(code))
    .map(([pointer]) => fieldError(pointer, refuseShape.country_invalid()))
}

/** @param knowsRails whether the usual reference is judged by those */
function textErrors(order: PayeeOrder, knowsRails: boolean): FieldError[] {
  const { name, bankName, bankAddress, defaultReference, identification } = order
  const lines = Object.entries(order.address).map(([key, text]) => [`/address/${key}`, text])
  const texts = {
    '/name': name,
    '/bankName': bankName,
    '/bankAddress': bankAddress,
    '/identification/value': identification?.value,
    ...(knowsRails ? {} : { '/defaultReference': defaultReference }),
  }
  return [...Object.entries(texts), ...(lines as [string, string | undefined][])]
    .map(([pointer, text]) =>
      text === undefined ? undefined : (textError(text, pointer) ?? lengthError(text, pointer)),
    )
    .filter((found) => found !== undefined)
}

/** Longest texts that a message to a bank carries, in characters; a name is shortened with a notice. */
const SENT_LENGTHS: Readonly<Record<string, number>> = {
  '/bankName': 140,
  '/address/line1': 70,
  '/address/line2': 70,
  '/address/city': 35,
  '/address/region': 35,
  '/address/postCode': 16,
  '/identification/value': 35,
}

/** Returns an error for a text that is too long once it is in Latin letters. */
function lengthError(text: string, pointer: string): FieldError | undefined {
  const limit = SENT_LENGTHS[pointer] ?? Number.POSITIVE_INFINITY
  return latin(text).length > limit ? fieldError(pointer, refuseShape.text_too_long({ limit })) : undefined
}

/** An account of a bank at another bank, as messages have room for it. */
const BANK_ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9 /.-]{0,33}$/
const BANK_ACCOUNT_FORM = 'at most 34 letters, digits, spaces, dots, slashes and hyphens'

function otherErrors({ identification, intermediary, dateOfBirth }: PayeeOrder, at?: Date): FieldError[] {
  const errors: FieldError[] = []
  if (dateOfBirth !== undefined && at && dateOfBirth > dayOf(at)) {
    errors.push(fieldError('/dateOfBirth', refuse.birth_date_in_future()))
  }
  if (identification?.type === 'Lei' && !isLei(compact(identification.value))) {
    errors.push(error('/identification/value', 'identification_invalid'))
  }
  if (intermediary?.account !== undefined && !BANK_ACCOUNT.test(intermediary.account))
    errors.push(error('/intermediary/account', 'account_number_invalid', { expected: BANK_ACCOUNT_FORM }))
  const bic = intermediary && bicError(compact(intermediary.bic), undefined, '/intermediary/bic')
  return bic ? [...errors, bic] : errors
}

/**
 * Returns the errors that a payment would inherit from the payee on any of its rails: the default reference and the
 * default purpose, by the rules of payments.
 */
function defaultFaults({ normalised: payee, rails }: CheckedDetails<PayeeOrder & { type: PayeeType }>): FieldError[] {
  const { defaultReference, defaultPurposeCode, currency, bankCountryCode: country, type } = payee
  if (rails.length === 0) return []
  const references = rails.map((rail) =>
    defaultReference === undefined ? [] : referenceErrors(defaultReference, rail, '/defaultReference'),
  )
  const least = references.reduce((few, errors) => (errors.length < few.length ? errors : few))
  if (defaultPurposeCode === undefined) return least
  const lists = rails.map((rail) => purposesFor({ country, currency, rail, payee: type }))
  const isTaken = lists.some((list) => !list?.isRequired || readPurpose(list, defaultPurposeCode) !== undefined)
  if (isTaken) return least
  return [
    ...least,
    fieldError(
      '/defaultPurposeCode',
      refuse.default_purpose_invalid({ purposeCode: defaultPurposeCode, currency, country }),
    ),
  ]
}

/**
 * Checks that a beneficiary may be changed at the version the caller has seen.
 *
 * @param ifMatch header If-Match: absent or "*" means any version
 * @throws beneficiary_deleted, if_match_invalid, beneficiary_version_conflict
 */
export function checkChange(current: { status: BeneficiaryStatus; version: number }, ifMatch?: string): void {
  if (current.status === 'Deleted') throw refuse.beneficiary_deleted()
  checkIfMatch(ifMatch, current.version, refuse.beneficiary_version_conflict)
}

/** Fields that identify the account: changing one invalidates the verification. */
const ACCOUNT_FIELDS = [
  'name',
  'type',
  'currency',
  'bankCountryCode',
  'iban',
  'accountNumber',
  'bic',
  'routingCodes',
  'localName',
  'secondaryReference',
] as const

/** Returns true if a change affects fields covered by a verification of the payee. */
export const changesAccount = (before: PayeeOrder, after: PayeeOrder): boolean =>
  ACCOUNT_FIELDS.some((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))

/** Internal fields that no bank receives. All others, including future ones, are payment details. */
const OWN_FIELDS = new Set([
  'entityId',
  'accountId',
  'nickname',
  'email',
  'defaultPurposeCode',
  'defaultReference',
  'isDefaultForCurrency',
  'externalReference',
  'clientReference',
])

/** Returns true if a change affects data sent to a bank, which approval and cooling-off protect. */
export function changesPayee(before: PayeeOrder, after: PayeeOrder): boolean {
  const paid = (payee: PayeeOrder) =>
    detailsOf(Object.fromEntries(Object.entries(payee).filter(([name]) => !OWN_FIELDS.has(name))))
  return changedFields(paid(before), paid(after)).length > 0
}
