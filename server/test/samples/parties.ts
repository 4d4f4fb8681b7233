import type { Issuer } from '../../src/documents/index.ts'
import type { Entity } from '../../src/entities/index.ts'

export const issuer: Issuer = {
  name: 'Cambist Sandbox',
  licence: 'A sandbox: it holds no licence.',
  safeguarding: 'The money shown is simulated and nobody keeps it.',
  contact: 'Questions: the operator of this sandbox.',
  objectionDays: 7,
}

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
