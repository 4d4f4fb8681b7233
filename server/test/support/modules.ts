/**
 * The modules in the order of their dependencies: a unit imports units before it, through their index.ts; the kernel's
 * files are imported directly. composition/, commands/ and settings/ bind them all: `app`.
 */
export const units = [
  'kernel',
  'institution',
  'service',
  'ledger',
  'events',
  'audit',
  'reconciliation',
  'entities',
  'auth',
  'users',
  'webhooks',
  'documents',
  'accounts',
  'approvals',
  'screening',
  'internal-transfers',
  'fx/calendar',
  'fx/pricing',
  'fx/rate-watch',
  'fx/reference-rates',
  'credit/unpaid',
  'fx/quotes',
  'credit/valuation',
  'credit/facilities',
  'credit/margin',
  'fx/trades',
  'fx/spot',
  'fx/forwards',
  'fx/held-rates',
  'credit/mtm',
  'payments/schemes',
  'payments/validation',
  'payments/purposes',
  'payments/vop',
  'beneficiaries',
  'payments/inbound',
  'payments/rails',
  'payments',
  'payments/bank-files',
  'compliance',
  'notifications',
  'open-banking/dcr',
  'open-banking/http',
  'open-banking/consents',
  'open-banking/authorisation',
  'open-banking/resources',
  'open-banking/initiation',
  'open-banking/v3.1',
  'open-banking/v4.0',
  'sim',
  'monitoring',
  'app',
]

/** The unit of a file, by its path in src: the longest unit that is a folder above it. */
export function unitOf(file: string): string {
  const folders = units.filter((unit) => file.startsWith(`${unit}/`))
  return folders.sort((a, b) => b.length - a.length)[0] ?? 'app'
}
