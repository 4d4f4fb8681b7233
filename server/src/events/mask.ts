/** Names of values that are account numbers, in any spelling of the service. */
const NUMBERS = /^(iban|.*Iban|accountNumber|.*AccountNumber|identification|.*Identification)$/

/** Returns an account number of which only the end is legible: `DE89370400440532013000` is `****3000`. */
const maskNumber = (text: string): string => `****${text.slice(-4)}`

/** Replacer for `JSON.stringify`: account numbers in records of the audit trail are masked. */
export const maskNumbers = (name: string, value: unknown): unknown =>
  typeof value === 'string' && NUMBERS.test(name) ? maskNumber(value) : value

/** Returns a detail with masked account numbers. */
export const masked = (detail: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(detail, maskNumbers)) as Record<string, unknown>
