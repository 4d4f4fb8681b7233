/** Payees that parties pay, by the currency they are paid in; bodies of `POST /v1/beneficiaries` without the entity. */
export interface PayeePlan {
  currency: string
  country: string
  purposeCode?: string
  body: Record<string, unknown>
}

const company = (name: string, countryCode: string, city: string, currency: string, more: object) => ({
  currency,
  country: countryCode,
  body: {
    name,
    type: 'Company',
    currency,
    countryCode,
    bankCountryCode: countryCode,
    address: { line1: '1 Main Street', city, postCode: '10115', countryCode },
    ...more,
  },
})

/** Name of a payer whose money screening holds. */
export const SANCTIONED = 'Ivan Petrovich Sokolov'
export const GERMAN_IBAN = 'DE89370400440532013000'
export const GERMAN_NAME = 'Muster Maschinenbau GmbH'

export const PAYEES: readonly PayeePlan[] = [
  company('Northern Mills Ltd', 'GB', 'Leeds', 'GBP', {
    accountNumber: '66374958',
    routingCodes: [{ type: 'SortCode', value: '089999' }],
  }),
  company(GERMAN_NAME, 'DE', 'Berlin', 'EUR', { iban: GERMAN_IBAN }),
  {
    ...company('Empire Bearings Inc', 'US', 'New York', 'USD', {
      accountNumber: '123456789',
      accountType: 'Checking',
      bic: 'CHASUS33',
      routingCodes: [{ type: 'Aba', value: '021000021' }],
      address: { line1: '350 Fifth Avenue', city: 'New York', region: 'NY', postCode: '10118', countryCode: 'US' },
    }),
  },
  company('Alpen Werkzeug AG', 'CH', 'Bern', 'CHF', { iban: 'CH9300762011623852957', bic: 'UBSWCHZH80A' }),
  {
    ...company('Suzhou Valves Co Ltd', 'CN', 'Suzhou', 'CNY', {
      accountNumber: '6222021102012345678',
      bic: 'ICBKCNBJSZU',
      routingCodes: [{ type: 'Cnaps', value: '102100099996' }],
    }),
    purposeCode: '/CGODDR/',
  },
  {
    ...company('Deccan Castings Pvt Ltd', 'IN', 'Pune', 'INR', {
      accountNumber: '50100012345678',
      routingCodes: [{ type: 'Ifsc', value: 'HDFC0000001' }],
    }),
    purposeCode: 'services',
  },
  {
    ...company('Gulf Freight LLC', 'AE', 'Dubai', 'AED', { iban: 'AE070331234567890123456', bic: 'BOMLAEAD' }),
    purposeCode: 'STS',
  },
]
