import { issuerOf } from '../../src/documents/index.ts'
import { withoutFile } from '../../src/institution/index.ts'
import type { Entity } from '../../src/entities/index.ts'

/** The institution of a sandbox. */
export const issuer = issuerOf(withoutFile(true))

/** A uuid that is the same each time the samples are made. */
export const uuid = (n: number): string => `019aa000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** The client of all samples. */
export const client = {
  legalName: 'Nordlicht Handels GmbH',
  lei: '5299009QN55YRGD69Z42',
  registrationNumber: 'HRB 104417',
  addresses: [{ line1: 'Speicherstraße 12', city: 'Hamburg', postCode: '20457', countryCode: 'DE' }],
  timeZone: 'Europe/Berlin',
} as Entity
