import type { Rail } from './validation/index.ts'

/**
 * ISO 20022 bank transaction code of money that leaves by a rail: domain, family, sub-family (external code set). Stored with
 * the posting, so that statements, camt.053, MT940 and open banking all say the same.
 */
export const BANK_CODE: Record<Rail, string> = {
  Sepa: 'PMNT ICDT ESCT',
  SepaInstant: 'PMNT IRCT ESCT',
  Swift: 'PMNT ICDT XBCT',
  Fps: 'PMNT IRCT DMCT',
  Chaps: 'PMNT ICDT SDVA',
  Fedwire: 'PMNT ICDT SDVA',
  Ach: 'PMNT ICDT ACDT',
  Local: 'PMNT ICDT DMCT',
}
