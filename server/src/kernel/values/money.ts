import { minorDigits } from './currencies.ts'
import { Decimal } from './rates.ts'
import { errorsAt, type FieldError, fieldError, refusals } from './refusals.ts'

/** Amounts are bigint minor units inside and decimal strings outside; a binary float never holds one. */
export const refuseAmount = refusals({
  amount_must_be_string: {
    status: 400,
    message: 'Send the amount as a string, for example "1250.00": a JSON number may already have been rounded.',
  },
  amount_invalid: {
    status: 400,
    message: 'An amount consists of at most 15 digits and an optional decimal part, without sign or exponent.',
  },
  amount_not_positive: { status: 400, message: 'The amount must be greater than zero.' },
  too_many_decimals: {
    status: 400,
    message: '{currency} has {decimals} decimals; the amount has more, and amounts are never rounded.',
  },
})

/** Pattern of an amount on the wire, before its currency is known. */
export const AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,4})?$'

/**
 * Minor units of a wire amount: ("1250.5", "EUR") is 125050n. Fewer decimals than the currency has are padded, zeros past
 * them are dropped: ("100000.00", "JPY") is 100000n.
 *
 * @throws too_many_decimals, amount_not_positive; amount_invalid when the text is no amount at all
 */
export function parseAmount(text: string, currency: string, pointer = '/amount'): bigint {
  const decimals = minorDigits(currency)
  const match = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text)
  if (!match) throw amountError(refuseAmount.amount_invalid(), pointer)
  const fraction = withoutZerosPast(decimals, match[2] ?? '')
  if (fraction.length > decimals) throw amountError(refuseAmount.too_many_decimals({ currency, decimals }), pointer)
  const minor = BigInt(match[1]! + fraction.padEnd(decimals, '0'))
  if (minor <= 0n) throw amountError(refuseAmount.amount_not_positive(), pointer)
  return minor
}

/** A fraction without the zeros after the decimals that a currency has: they say nothing. */
const withoutZerosPast = (decimals: number, fraction: string): string =>
  /^0*$/.test(fraction.slice(decimals)) ? fraction.slice(0, decimals) : fraction

/**
 * Returns the errors of an amount in a currency: too_many_decimals, amount_not_positive, amount_invalid.
 *
 * @param amount undefined when there is none, or none that can be read
 * @param currency undefined while it is not known: then only what is wrong in any currency is found
 */
export function amountErrors(amount: string | undefined, currency: string | undefined, pointer: string): FieldError[] {
  if (amount === undefined) return []
  if (currency !== undefined) return errorsAt(pointer, () => parseAmount(amount, currency, pointer))
  return /[1-9]/.test(amount) ? [] : [fieldError(pointer, refuseAmount.amount_not_positive())]
}

function amountError(refusal: ReturnType<typeof refuseAmount.amount_invalid>, pointer: string) {
  refusal.errors.push({ pointer, code: refusal.code, message: refusal.message, params: refusal.params })
  return refusal
}

/** A wire amount with exactly the currency's decimals: (125050n, "EUR") is "1250.50"; negative keeps its sign. */
export function formatAmount(minor: bigint, currency: string): string {
  const decimals = minorDigits(currency)
  if (decimals === 2 && minor < MOST_SHORT && minor > -MOST_SHORT) return formatHundredths(Number(minor))
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = minor < 0n ? '-' : ''
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** Amounts below this are exact as doubles, and so are their hundredths' whole part and rest: their text costs half as much. */
const MOST_SHORT = 10n ** 15n
const HUNDREDTHS = Array.from({ length: 100 }, (_, rest) => `.${rest.toString().padStart(2, '0')}`)

function formatHundredths(minor: number): string {
  const size = Math.abs(minor)
  const whole = Math.floor(size / 100)
  return `${minor < 0 ? '-' : ''}${whole}${HUNDREDTHS[size - whole * 100]}`
}

/** The exact decimal value of minor units, for multiplying by a rate. */
export const toDecimal = (minor: bigint, currency: string): Decimal => new Decimal(formatAmount(minor, currency))

/** Minor units of a decimal value, rounded once, half-up. */
export const toMinor = (value: Decimal, currency: string): bigint =>
  BigInt(value.toFixed(minorDigits(currency), Decimal.ROUND_HALF_UP).replace('.', ''))
