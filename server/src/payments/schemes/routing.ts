import { isEea, isEeaCurrency } from '../../kernel/values/countries.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import type { ChargeBearer, Speed } from './facts/scheme.ts'
import { RAILS, type Rail, SCHEMES } from './schemes.ts'

/**
 * Returns the schemes that reach a bank in the country in the currency, the preferred first.
 *
 * @param bankCountry absent: the country, or countries, whose own currency it is
 */
export const railsFor = (currency: string, bankCountry?: string): readonly Rail[] =>
  RAILS.filter((rail) => SCHEMES[rail].serves(currency, bankCountry))

/** Returns every scheme that carries the currency to some country. */
export const railsOf = (currency: string): readonly Rail[] =>
  RAILS.filter((rail) => SCHEMES[rail].currencies?.includes(currency) ?? true)

/** Returns the largest single amount in minor units of the currency; undefined without a limit. */
function limitMinor(rail: Rail, currency: string): bigint | undefined {
  const { currencies, limits } = SCHEMES[rail]
  if (currencies && !currencies.includes(currency)) return 0n
  const limit = limits?.[currency]
  return limit === undefined ? undefined : parseAmount(limit, currency)
}

/** Returns whether the scheme carries an amount, in minor units, in one payment. */
export function carries(rail: Rail, currency: string, amountMinor: bigint): boolean {
  const limit = limitMinor(rail, currency)
  return limit === undefined || amountMinor <= limit
}

/**
 * Returns the payee's first scheme that offers the speed and carries the amount, or undefined.
 *
 * @param rails in order of preference, as `railsFor` or a checked beneficiary has them
 */
export function pickRail(
  rails: readonly Rail[],
  payment: { currency: string; amountMinor: bigint; speed: Speed },
): Rail | undefined {
  return rails.find(
    (rail) => SCHEMES[rail].speeds.includes(payment.speed) && carries(rail, payment.currency, payment.amountMinor),
  )
}

/** Returns the largest limit, in minor units, of the schemes that offer the speed and have one; undefined without any. */
export function mostMinor(rails: readonly Rail[], currency: string, speed: Speed): bigint | undefined {
  return rails
    .filter((rail) => SCHEMES[rail].speeds.includes(speed))
    .map((rail) => limitMinor(rail, currency) ?? 0n)
    .reduce<bigint | undefined>((most, limit) => (limit > (most ?? 0n) ? limit : most), undefined)
}

/** Returns who may bear the charges. Within the EEA, in its currencies, each side bears its own (PSD2 article 62(2)). */
export function bearersFor(
  rail: Rail,
  payment: { currency: string; bankCountry: string; payerInEea: boolean },
): readonly ChargeBearer[] {
  const insideEea = payment.payerInEea && isEea(payment.bankCountry) && isEeaCurrency(payment.currency)
  return insideEea ? ['SHA'] : SCHEMES[rail].bearers
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
  if (!SCHEMES[rail].bearers.includes(bearer)) return undefined
  if (bearer !== 'OUR') return 0n
  const tariff = OUR_FEE.get(currency)
  return tariff === undefined ? undefined : parseAmount(tariff, currency)
}
