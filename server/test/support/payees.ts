/** Payees by currency, each reached by a local or a cross-border payment. */
export const payees = {
  EUR: {
    name: 'Muster Maschinenbau GmbH',
    address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
    countryCode: 'DE',
    bankCountryCode: 'DE',
    currency: 'EUR',
    iban: 'DE89370400440532013000',
  },
  GBP: {
    name: 'Northern Looms Ltd',
    address: { line1: '1 Mill Lane', city: 'Leeds', countryCode: 'GB' },
    countryCode: 'GB',
    bankCountryCode: 'GB',
    currency: 'GBP',
    accountNumber: '66374958',
    routingCodes: [{ type: 'SortCode', value: '089999' }],
  },
  USD: {
    name: 'Bosporus Tekstil AS',
    address: { line1: 'Cumhuriyet 5', city: 'Istanbul', countryCode: 'TR' },
    countryCode: 'TR',
    bankCountryCode: 'TR',
    currency: 'USD',
    iban: 'TR330006100519786457841326',
    bic: 'TGBATRIS',
  },
} as const
