import { createHash } from 'node:crypto'

/** What makes a payee the one that was approved: change one of these and it is another. */
const FIELDS = ['name', 'currency', 'bankCountryCode', 'iban', 'accountNumber', 'bic', 'routingCodes'] as const

/** A short mark of a payee's account; equal for equal accounts whatever else is said of the payee. */
export function fingerprintOf(payee: object): string {
  const parts = FIELDS.map((field) => (payee as Record<string, unknown>)[field] ?? null)
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
