import { letterModel } from '../../src/credit/facilities/letter/letter.ts'
import { client, issuer, uuid } from './parties.ts'

type Facility = Parameters<typeof letterModel>[2]
type Term = Parameters<typeof letterModel>[3][number]

export const sampleFacility = {
  entityId: uuid(1),
  facilityId: uuid(30),
  name: 'Forward facility',
  currency: 'EUR',
  limitMinor: 5_000_000_00n,
  utilisationBasis: 'Notional',
  marginMethod: 'NetPosition',
  callBasis: 'MtmOverNotional',
  thresholdPercent: '5',
  callPercent: '5',
  thresholdMinor: null,
  callMinor: null,
  minimumCallMinor: 5_000_00n,
  dueBusinessDays: 1,
  maxTenor: 'P12M',
  callCollection: 'Automatic',
  overdueAction: 'CloseOut',
  overdueGraceHours: 24,
  letterVersion: 1,
  letterIssuedAt: new Date('2026-11-02T09:00:00Z'),
  letterSignedAt: new Date('2026-11-04T14:20:00Z'),
  effectiveFrom: '2026-11-04',
  reviewDate: '2027-11-04',
  expiryDate: '2028-11-03',
  settlementLimitMinor: 250_000_00n,
  security: 'Guarantee of the parent company',
  conditionsPrecedent: ['This letter, signed by the client', 'The guarantee, signed by the parent company'],
} as Partial<Facility> as Facility

const term = (position: number, change: Partial<Term>) =>
  ({
    termId: uuid(30 + position),
    position,
    name: 'Standard',
    products: ['Forward'],
    forwardTypes: ['Fixed', 'Window'],
    currencyPairs: null,
    maxTenor: 'P12M',
    limitMinor: 5_000_000_00n,
    initialMarginPercent: '5',
    initialMarginSchedule: [
      { fromTenor: 'P0D', toTenor: 'P6M', percent: '3' },
      { fromTenor: 'P6M', toTenor: 'P12M', percent: '5' },
    ],
    initialMarginWaived: false,
    ...change,
  }) as Partial<Term> as Term

export const sampleFacilityLetter = () =>
  letterModel(issuer, client, sampleFacility, [
    term(1, {
      name: 'Short dollars',
      currencyPairs: ['EUR/USD', 'GBP/USD'],
      maxTenor: 'P6M',
      limitMinor: 2_000_000_00n,
      initialMarginWaived: true,
    }),
    term(2, {}),
  ])
