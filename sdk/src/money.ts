/**
 * Arithmetic with amounts as the service writes them: decimal strings. Computes in bigint minor units; only
 * conversions round.
 */

const ZERO = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const THREE = 'BHD IQD JOD KWD LYD OMR TND'
const FOUR = 'CLF UYW'

/** Decimals of the currencies that do not have two, by ISO 4217. */
const DIGITS = new Map<string, number>()
for (const [digits, codes] of [
  [0, ZERO],
  [3, THREE],
  [4, FOUR],
] as const)
  for (const code of codes.split(' ')) DIGITS.set(code, digits)

/** Returns the decimals of a currency by ISO 4217. @throws RangeError for other texts */
export function minorDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`"${currency}" is no currency code.`)
  return DIGITS.get(currency) ?? 2
}

/**
 * Returns an amount in minor units: ("1250.5", "EUR") is 125050n. Zeros after the currency's decimals are dropped.
 *
 * @throws RangeError for another text, or has more decimals than the currency
 */
export function toMinor(amount: string, currency: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === undefined) throw new RangeError(`"${amount}" is no amount.`)
  const digits = minorDigits(currency)
  if (/[1-9]/.test(fraction.slice(digits))) throw new RangeError(`${currency} has ${digits} decimals, not ${amount}.`)
  const minor = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  return sign ? -minor : minor
}

/** Returns minor units as an amount: (125050n, "EUR") is "1250.50". */
export function formatMinor(minor: bigint, currency: string): string {
  const digits = minorDigits(currency)
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return `${minor < 0n ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`
}

/** Returns the sum of amounts in one currency. */
export const sumAmounts = (amounts: Iterable<string>, currency: string): string => {
  let sum = 0n
  for (const amount of amounts) sum += toMinor(amount, currency)
  return formatMinor(sum, currency)
}

/** Returns a + b. */
export const addAmounts = (a: string, b: string, currency: string): string => sumAmounts([a, b], currency)

/** Returns a - b. */
export const subtractAmounts = (a: string, b: string, currency: string): string =>
  formatMinor(toMinor(a, currency) - toMinor(b, currency), currency)

/** Returns -1 if a is smaller than b, 1 if it is larger, otherwise 0. */
export function compareAmounts(a: string, b: string, currency: string): -1 | 0 | 1 {
  const difference = toMinor(a, currency) - toMinor(b, currency)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * Converts an amount at a rate, for estimates of your own: the service computes its own amounts. Rounds half away from zero
 * to the decimals of the currency of the result.
 *
 * @param rate units of `to` for one unit of `from`; with `divide`, units of `from` for one unit of `to`
 */
export function convertAmount(
  amount: string,
  rate: string,
  { from, to, divide = false }: { from: string; to: string; divide?: boolean },
): string {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? []
  const digits = BigInt((whole ?? '') + fraction || '0')
  if (digits === 0n) throw new RangeError(`"${rate}" is no rate.`)
  const scale = 10n ** BigInt(fraction.length)
  const value = toMinor(amount, from) * 10n ** BigInt(minorDigits(to))
  const unit = 10n ** BigInt(minorDigits(from))
  const [numerator, denominator] = divide ? [value * scale, unit * digits] : [value * digits, unit * scale]
  const half = numerator < 0n ? -denominator : denominator
  return formatMinor((numerator * 2n + half) / (denominator * 2n), to)
}

/** Returns an amount with separators of thousands: "1250000.00" is "1,250,000.00". The digits stay as they are. */
export function groupDigits(amount: string): string {
  const [whole = '', decimals] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
