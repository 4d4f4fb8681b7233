import type { FieldError } from '../kernel/values/refusals.ts'
import { createReader } from '../kernel/http/readable.ts'
import type { ModulusTable } from '../payments/validation/index.ts'
import { checkPayee } from './rules.ts'
import { BeneficiaryOrder, PayeeOrder } from './schema.ts'

const FILL = {
  name: 'Unread',
  address: { city: 'Unread', countryCode: 'DE' },
  countryCode: 'DE',
  bankCountryCode: 'DE',
  currency: 'EUR',
}
const readOrder = createReader(BeneficiaryOrder, FILL)
const readPayee = createReader(PayeeOrder, FILL)

/** Fields that determine a destination's requirements: if one is unreadable, missing fields are not reported. */
const DECIDE = [
  '/bankCountryCode',
  '/currency',
  '/type',
  '/iban',
  '/accountNumber',
  '/bic',
  '/routingCodes',
  '/accountType',
  '/taxId',
  '/bankAddress',
  '/localName',
  '/address/region',
  '/address/postCode',
]

/** Applies the rules to the readable fields of a beneficiary with shape errors. */
export function errorsOfReadable(
  body: unknown,
  errors: readonly FieldError[],
  table: ModulusTable,
  at: Date,
): FieldError[] {
  const read = readOrder(body, errors)
  if (!read) return []
  const knowsDestination = DECIDE.every(read.isRead)
  const found = checkPayee(read.value as BeneficiaryOrder, table, { knowsDestination, at }).errors
  return found.filter(({ pointer }) => read.isRead(pointer))
}

/** Applies the rules to the readable fields of an inline payee. */
export function errorsOfReadablePayee(
  body: unknown,
  errors: readonly FieldError[],
  table: ModulusTable,
  at: Date,
): FieldError[] {
  const read = readPayee(body, errors)
  if (!read) return []
  const knowsDestination = DECIDE.every(read.isRead)
  return checkPayee(read.value as PayeeOrder, table, { knowsDestination, at }).errors.filter(({ pointer }) =>
    read.isRead(pointer),
  )
}
