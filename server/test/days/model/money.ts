// The model's own arithmetic: amounts as whole minor units, rates as a whole number of a power of ten.

/** An amount as the wire writes it ("-1250.00") in minor units. */
export const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Returns the number of decimals of a wire amount. */
export const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

/** Minor units as the wire writes them. */
export function amountText(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = `${minor < 0n ? -minor : minor}`.padStart(decimals + 1, '0')
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

export interface Rate {
  digits: bigint
  decimals: number
}

export const rateOf = (text: string): Rate => ({ digits: minorOf(text), decimals: decimalsOf(text) })

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Divides, rounding half away from zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * top + bottom) / (2n * bottom)
  return negative ? -quotient : quotient
}

/**
 * Converts an amount at a rate in units of the target currency per unit of the source.
 *
 * @param from decimals of the currency of `minor`
 * @param to decimals of the other
 */
export function convert(minor: bigint, rate: Rate, from: number, to: number): bigint {
  return divideHalfUp(minor * rate.digits * pow10(to), pow10(from + rate.decimals))
}

/** The inverse, at a rate of units of this currency per unit of the other. */
export function convertBack(minor: bigint, rate: Rate, from: number, to: number): bigint {
  return divideHalfUp(minor * pow10(to + rate.decimals), rate.digits * pow10(from))
}

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
