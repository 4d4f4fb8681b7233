/**
 * ISO 4217 as of 20 November 2026. Minor units come from the standard, never from Intl (which differs for 16 codes).
 * A code carries the day it ended where it has: BGN (euro since 2026), HRK, ANG (replaced by XCG).
 */
interface Currency {
  code: string
  /** Decimals of the minor unit. */
  minor: number
  /** Last day on which it was legal tender. */
  validTo?: string
}

const TWO =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE ' +
  'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR ' +
  'KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB ' +
  'PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY ' +
  'TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'
const ZERO = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const THREE = 'BHD IQD JOD KWD LYD OMR TND'
const FOUR = 'CLF UYW'
const ENDED: Currency[] = [
  { code: 'BGN', minor: 2, validTo: '2025-12-31' },
  { code: 'HRK', minor: 2, validTo: '2022-12-31' },
  { code: 'ANG', minor: 2, validTo: '2025-03-30' },
]

const table = new Map<string, Currency>()
for (const [codes, minor] of [
  [TWO, 2],
  [ZERO, 0],
  [THREE, 3],
  [FOUR, 4],
] as const) {
  for (const code of codes.split(' ')) table.set(code, { code, minor })
}
for (const currency of ENDED) table.set(currency.code, currency)

/** The currency with this code, whether still in use or not. */
export const findCurrency = (code: string): Currency | undefined => table.get(code)

/** Returns true if the code is a currency in use on the day. */
export function isCurrency(code: string, day: string): boolean {
  const found = table.get(code)
  return found !== undefined && (found.validTo === undefined || day <= found.validTo)
}

/** Decimals of a currency's minor unit; a code that does not exist here is a defect. */
export function minorDigits(code: string): number {
  const found = table.get(code)
  if (!found) throw new Error(`no such currency: ${code}`)
  return found.minor
}

/** All codes ever held, in alphabetical order. */
export const allCurrencies = (): Currency[] => [...table.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
