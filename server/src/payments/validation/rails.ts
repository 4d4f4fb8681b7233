import { parseAmount } from '../../kernel/money.ts'
import { isEea, isEeaCurrency, isSepa, sameBankingCountry } from './countries.ts'

/** Which rail carries a payment, how much of it at once, who may bear the charges and what we ask for it: all as data. */

export const RAILS = ['Fps', 'Chaps', 'Sepa', 'SepaInstant', 'Ach', 'Fedwire', 'Local', 'Swift'] as const
export type Rail = (typeof RAILS)[number]
export const SPEEDS = ['Normal', 'Urgent', 'Instant'] as const
export type Speed = (typeof SPEEDS)[number]
export const CHARGE_BEARERS = ['SHA', 'OUR', 'BEN'] as const
export type ChargeBearer = (typeof CHARGE_BEARERS)[number]

interface RailSpec {
  speeds: readonly Speed[]
  /** Largest single amount in the rail's currency; none where absent. */
  limit?: { currency: string; amount: string }
  /** Open every day round the clock, or on business days of the currency until its cut-off. */
  open: 'Always' | 'BusinessDays'
  /** Business days from the payment date until the money is at the payee's bank. */
  arrivalDays: 0 | 1
  bearers: readonly ChargeBearer[]
}

export const RAIL: Readonly<Record<Rail, RailSpec>> = {
  Fps: {
    speeds: ['Normal', 'Urgent', 'Instant'],
    limit: { currency: 'GBP', amount: '1000000.00' },
    open: 'Always',
    arrivalDays: 0,
    bearers: ['SHA'],
  },
  Chaps: { speeds: ['Normal', 'Urgent'], open: 'BusinessDays', arrivalDays: 0, bearers: ['SHA'] },
  Sepa: {
    speeds: ['Normal'],
    limit: { currency: 'EUR', amount: '999999999.99' },
    open: 'BusinessDays',
    arrivalDays: 1,
    bearers: ['SHA'],
  },
  SepaInstant: {
    speeds: ['Urgent', 'Instant'],
    limit: { currency: 'EUR', amount: '999999999.99' },
    open: 'Always',
    arrivalDays: 0,
    bearers: ['SHA'],
  },
  Ach: {
    speeds: ['Normal'],
    limit: { currency: 'USD', amount: '1000000.00' },
    open: 'BusinessDays',
    arrivalDays: 1,
    bearers: ['SHA'],
  },
  Fedwire: {
    speeds: ['Normal', 'Urgent'],
    limit: { currency: 'USD', amount: '9999999999.99' },
    open: 'BusinessDays',
    arrivalDays: 0,
    bearers: ['SHA'],
  },
  Local: { speeds: ['Normal'], open: 'BusinessDays', arrivalDays: 1, bearers: ['SHA'] },
  Swift: { speeds: ['Normal', 'Urgent'], open: 'BusinessDays', arrivalDays: 1, bearers: ['SHA', 'OUR', 'BEN'] },
}

interface Route {
  currency: string
  serves: (bankCountry: string) => boolean
  /** In the order in which they are preferred. */
  rails: readonly Rail[]
}

const domestic = (country: string, currency: string, rails: readonly Rail[]): Route => ({
  currency,
  serves: (bankCountry) => sameBankingCountry(bankCountry, country),
  rails,
})

const ROUTES: readonly Route[] = [
  domestic('GB', 'GBP', ['Fps', 'Chaps']),
  { currency: 'EUR', serves: isSepa, rails: ['Sepa', 'SepaInstant'] },
  domestic('US', 'USD', ['Ach', 'Fedwire', 'Swift']),
  domestic('AU', 'AUD', ['Local', 'Swift']),
  domestic('NZ', 'NZD', ['Local', 'Swift']),
  domestic('CA', 'CAD', ['Local', 'Swift']),
  domestic('HK', 'HKD', ['Local', 'Swift']),
  domestic('CN', 'CNY', ['Swift']),
  domestic('HK', 'CNY', ['Local', 'Swift']),
  domestic('JP', 'JPY', ['Local', 'Swift']),
  domestic('CH', 'CHF', ['Local', 'Swift']),
  domestic('SE', 'SEK', ['Local', 'Swift']),
  domestic('DK', 'DKK', ['Local', 'Swift']),
  domestic('NO', 'NOK', ['Local', 'Swift']),
  domestic('ID', 'IDR', ['Local']),
  domestic('KR', 'KRW', ['Local']),
  domestic('SG', 'SGD', ['Local', 'Swift']),
  domestic('MX', 'MXN', ['Local', 'Swift']),
  domestic('IN', 'INR', ['Local']),
  domestic('BR', 'BRL', ['Local']),
  domestic('ZA', 'ZAR', ['Local', 'Swift']),
  domestic('TH', 'THB', ['Local', 'Swift']),
  domestic('PH', 'PHP', ['Local', 'Swift']),
  domestic('MY', 'MYR', ['Local']),
]

/**
 * Rails that can carry the currency to a bank in the country, the preferred first; SWIFT where nothing nearer exists.
 *
 * @param bankCountry absent: the country, or countries, whose own currency it is
 */
export function railsFor(currency: string, bankCountry?: string): readonly Rail[] {
  const route = ROUTES.find(
    (known) => known.currency === currency && (bankCountry === undefined || known.serves(bankCountry)),
  )
  return route?.rails ?? ['Swift']
}

/** Every rail that carries the currency to some country. */
export const railsOf = (currency: string): readonly Rail[] => [
  ...new Set([
    ...ROUTES.filter((known) => known.currency === currency).flatMap(({ rails }) => rails),
    'Swift' as const,
  ]),
]

/** Largest single amount on the local rail of a currency, where there is one; as one provider publishes them. */
const LOCAL_LIMIT: ReadonlyMap<string, string> = new Map([
  ['CAD', '2000000.00'],
  ['INR', '1500000.00'],
  ['MYR', '100000.00'],
  ['NZD', '99999999.99'],
])

/** The largest amount that the rail carries at once, in minor units of the currency; undefined where nothing limits it. */
export function limitMinor(rail: Rail, currency: string): bigint | undefined {
  const local = rail === 'Local' ? LOCAL_LIMIT.get(currency) : undefined
  const limit = local === undefined ? RAIL[rail].limit : { currency, amount: local }
  if (!limit) return undefined
  return limit.currency === currency ? parseAmount(limit.amount, currency) : 0n
}

/** Whether the rail carries an amount, in minor units, at once. */
export function carries(rail: Rail, currency: string, amountMinor: bigint): boolean {
  const limit = limitMinor(rail, currency)
  return limit === undefined || amountMinor <= limit
}

/**
 * The first of the payee's rails that offers the speed and carries the amount; undefined when none does.
 *
 * @param rails in order of preference, as `railsFor` or a checked beneficiary has them
 */
export function pickRail(
  rails: readonly Rail[],
  payment: { currency: string; amountMinor: bigint; speed: Speed },
): Rail | undefined {
  return rails.find(
    (rail) => RAIL[rail].speeds.includes(payment.speed) && carries(rail, payment.currency, payment.amountMinor),
  )
}

/** The largest limit, in minor units, of those rails that offer the speed and have one; undefined where none is left. */
export function mostMinor(rails: readonly Rail[], currency: string, speed: Speed): bigint | undefined {
  return rails
    .filter((rail) => RAIL[rail].speeds.includes(speed))
    .map((rail) => limitMinor(rail, currency) ?? 0n)
    .reduce<bigint | undefined>((most, limit) => (limit > (most ?? 0n) ? limit : most), undefined)
}

/** Who may bear the charges. Within the EEA, in a currency of the EEA, each side bears its own (PSD2 article 62(2)). */
export function bearersFor(
  rail: Rail,
  payment: { currency: string; bankCountry: string; payerInEea: boolean },
): readonly ChargeBearer[] {
  const insideEea = payment.payerInEea && isEea(payment.bankCountry) && isEeaCurrency(payment.currency)
  return insideEea ? ['SHA'] : RAIL[rail].bearers
}

/** Our fee for a SWIFT payment whose charges we bear (OUR), by currency: about 15 pounds. Everything else is free. */
const OUR_FEE: ReadonlyMap<string, string> = new Map(
  (
    'AED 73.00, AUD 30.00, BRL 105.00, CAD 27.00, CHF 17.00, CNY 140.00, CZK 420.00, DKK 130.00, EUR 17.50, GBP 15.00, ' +
    'HKD 150.00, HUF 6800.00, IDR 320000.00, ILS 65.00, INR 1700.00, ISK 2500, JPY 3000, KRW 28000, MXN 370.00, ' +
    'MYR 82.00, NOK 200.00, NZD 34.00, PHP 1150.00, PLN 74.00, RON 89.00, SEK 190.00, SGD 26.00, THB 640.00, ' +
    'TRY 830.00, USD 20.00, ZAR 340.00'
  )
    .split(', ')
    .map((entry) => entry.split(' ') as [string, string]),
)

/**
 * Our fee in minor units of the payment's currency, taken from the paying account on top of the amount.
 * Undefined when the bearer is not offered on the rail, or OUR has no tariff in the currency.
 */
export function feeMinor(rail: Rail, bearer: ChargeBearer, currency: string): bigint | undefined {
  if (!RAIL[rail].bearers.includes(bearer)) return undefined
  if (bearer !== 'OUR') return 0n
  const tariff = OUR_FEE.get(currency)
  return tariff === undefined ? undefined : parseAmount(tariff, currency)
}
