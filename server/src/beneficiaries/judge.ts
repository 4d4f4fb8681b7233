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

/** What decides on what a destination needs: with one of these unread nothing can be said to be missing. */
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

/** What the rules say of those fields of a beneficiary that can be read, where its shape has faults. */
export function faultsOfReadable(
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

/** The same for a payee that is given with a payment. */
export function faultsOfReadablePayee(
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
