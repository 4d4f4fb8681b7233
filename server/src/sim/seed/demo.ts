import type { NewFacility } from '../../credit/facilities/index.ts'
import type { NewEntity } from '../../entities/index.ts'
import { addDays, type Day } from '../../kernel/values/days.ts'

/**
 * The sandbox's two clients. Their ids are the same in every sandbox, so that a reset, or a lost credentials file, changes
 * none; secrets are always drawn.
 */
export interface Demo {
  key: 'rm' | 'abs'
  makerId: string
  approverId: string
  entity: NewEntity & { entityId: string }
  /** User who acts for it in open banking. */
  psu: { userId: string; username: string }
  /**
   * Balance at the start in major units; "0": none. The first account of a currency is its default. The one with the
   * largest id is listed first: it is in the base currency.
   */
  accounts: { accountId: string; currency: string; name: string; opening: string }[]
}

/** 1,000,000,000.00 EUR. */
const MOST = 100_000_000_000n
const limits = {
  minTradeMinor: 100n,
  maxTradeMinor: MOST,
  dailyTradeMinor: MOST,
  minPaymentMinor: 100n,
  singlePaymentMinor: MOST,
  dailyPaymentMinor: MOST,
  heldOpenMinor: MOST,
  settlementMinor: MOST,
}

const rm: Demo = {
  key: 'rm',
  makerId: '01900000-0000-7000-8000-000000000101',
  approverId: '01900000-0000-7000-8000-000000000102',
  psu: { userId: '01900000-0000-7000-8000-000000000120', username: 'nordhafen' },
  entity: {
    entityId: '01900000-0000-7000-8000-000000000100',
    serviceKind: 'RM',
    name: 'Nordhafen Maschinenbau GmbH',
    tradingName: 'Nordhafen',
    entityType: 'Company',
    registrationNumber: 'HRB 148201',
    lei: '529900NHM7QK2WD4R889',
    countryOfIncorporation: 'DE',
    jurisdiction: 'EU',
    addresses: [{ line1: 'Am Sandtorkai 48', city: 'Hamburg', postCode: '20457', countryCode: 'DE' }],
    relationshipContacts: [{ name: 'Treasury desk', email: 'treasury@nordhafen.example' }],
    baseCurrency: 'EUR',
    timeZone: 'Europe/Berlin',
    markupBps: '25',
    limits,
  },
  accounts: [
    {
      accountId: '01900000-0000-7000-8000-00000000011a',
      currency: 'EUR',
      name: 'Operating account',
      opening: '500000',
    },
    { accountId: '01900000-0000-7000-8000-000000000111', currency: 'GBP', name: 'Sterling account', opening: '250000' },
    { accountId: '01900000-0000-7000-8000-000000000112', currency: 'USD', name: 'Dollar account', opening: '250000' },
    { accountId: '01900000-0000-7000-8000-000000000113', currency: 'JPY', name: 'Yen account', opening: '10000000' },
    {
      accountId: '01900000-0000-7000-8000-000000000114',
      currency: 'AUD',
      name: 'Australian dollar account',
      opening: '50000',
    },
    {
      accountId: '01900000-0000-7000-8000-000000000115',
      currency: 'CAD',
      name: 'Canadian dollar account',
      opening: '50000',
    },
    {
      accountId: '01900000-0000-7000-8000-000000000116',
      currency: 'CHF',
      name: 'Swiss franc account',
      opening: '50000',
    },
    { accountId: '01900000-0000-7000-8000-000000000117', currency: 'CNY', name: 'Renminbi account', opening: '250000' },
    { accountId: '01900000-0000-7000-8000-000000000118', currency: 'INR', name: 'Rupee account', opening: '1000000' },
    { accountId: '01900000-0000-7000-8000-000000000119', currency: 'AED', name: 'Dirham account', opening: '100000' },
  ],
}

const abs: Demo = {
  key: 'abs',
  makerId: '01900000-0000-7000-8000-000000000202',
  approverId: '01900000-0000-7000-8000-000000000203',
  psu: { userId: '01900000-0000-7000-8000-000000000220', username: 'alzette' },
  entity: {
    entityId: '01900000-0000-7000-8000-000000000201',
    serviceKind: 'ABS',
    name: 'Alzette Receivables Fund SCSp',
    tradingName: 'Alzette Receivables',
    entityType: 'Fund',
    registrationNumber: 'B 271934',
    lei: '222100ALZ3TF9VX6PB65',
    countryOfIncorporation: 'LU',
    jurisdiction: 'EU',
    addresses: [{ line1: '14, rue de la Fonderie', city: 'Luxembourg', postCode: '1531', countryCode: 'LU' }],
    relationshipContacts: [{ name: 'Fund administration', email: 'admin@alzette.example' }],
    baseCurrency: 'EUR',
    timeZone: 'Europe/Luxembourg',
    markupBps: '10',
    limits,
  },
  accounts: [
    {
      accountId: '01900000-0000-7000-8000-000000000216',
      currency: 'EUR',
      name: 'Subscription account',
      opening: '1000000',
    },
    { accountId: '01900000-0000-7000-8000-000000000211', currency: 'EUR', name: 'Distribution account', opening: '0' },
    {
      accountId: '01900000-0000-7000-8000-000000000212',
      currency: 'USD',
      name: 'Dollar subscription account',
      opening: '1000000',
    },
    {
      accountId: '01900000-0000-7000-8000-000000000213',
      currency: 'USD',
      name: 'Dollar distribution account',
      opening: '0',
    },
    {
      accountId: '01900000-0000-7000-8000-000000000214',
      currency: 'GBP',
      name: 'Sterling subscription account',
      opening: '1000000',
    },
    {
      accountId: '01900000-0000-7000-8000-000000000215',
      currency: 'GBP',
      name: 'Sterling distribution account',
      opening: '0',
    },
  ],
}

export const DEMOS = [rm, abs]

/** The maker that acts for both. */
export const GROUP_CLIENT_ID = '01900000-0000-7000-8000-000000000103'

/** GBP 2,000,000: no initial margin within the limit on one term, 5 % on the other. */
export function demoFacility(today: Day): NewFacility {
  const limitMinor = 200_000_000n
  const term = {
    products: ['Forward' as const],
    forwardTypes: ['Fixed' as const, 'Window' as const, 'Open' as const, 'Variable' as const],
    currencyPairs: null,
    limitMinor,
    initialMarginPercent: '5',
  }
  return {
    entityId: rm.entity.entityId,
    name: 'Forward facility',
    currency: 'GBP',
    limitMinor,
    utilisationBasis: 'Notional',
    marginMethod: 'PerTrade',
    callBasis: 'RateMove',
    thresholdPercent: '2.5',
    callPercent: '2.5',
    minimumCallMinor: 100_000n,
    dueBusinessDays: 2,
    maxTenor: 'P24M',
    effectiveFrom: today,
    reviewDate: addDays(today, 365),
    terms: [
      { ...term, name: 'Margin waived', maxTenor: 'P12M', initialMarginWaived: true },
      { ...term, name: 'Margined', maxTenor: 'P24M', initialMarginWaived: false },
    ],
  }
}
