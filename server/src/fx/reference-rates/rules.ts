import { type Day, daysBetween, isDay } from '../../kernel/values/days.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { knownCurrencies, type Pair, pairOf } from '../calendar/index.ts'

/** A rate as an operator gives it, in text. */
export interface NewRate {
  currency: string
  /** Rate of the currency's USD pair in market convention. */
  rate: string
  day: Day
  source: string
  setBy: string
}

/** Age in days after which a rate is reported as old. It still applies, and the operator should check it. */
export const AGE_LIMIT_DAYS = 30

/** Returns true if a rate is too old to be used without a check. */
export const isOld = (day: Day, today: Day): boolean => daysBetween(day, today) > AGE_LIMIT_DAYS

/** The USD pair that a currency's rate is of. */
export const pairOfRate = (currency: string): Pair => pairOf(currency, 'USD')

/** Returns the error of a currency for a reference rate. */
export const currencyError = (currency: string): string | undefined =>
  currency !== 'USD' && knownCurrencies().includes(currency)
    ? undefined
    : `--currency: ${currency} is unknown here or is USD: use a three-letter currency code other than USD.`

const RATE = /^(0|[1-9]\d{0,8})(\.\d{1,10})?$/

/** Returns all errors of a rate, each with the option of the operator's command and the valid values; empty if it can be set. */
export function rateErrors({ currency, rate, day, source }: NewRate, today: Day): string[] {
  const isRate = RATE.test(rate) && new Decimal(rate).gt(0)
  const dayError = !isDay(day)
    ? `--day: ${day} is not a day like ${today}.`
    : day > today
      ? `--day: ${day} is still to come; a rate is of today, ${today}, or earlier.`
      : undefined
  return [
    currencyError(currency),
    isRate ? undefined : `--rate: ${rate} is not a rate: use a decimal above zero, for example 0.307.`,
    dayError,
    source.trim() === '' || source.length > 200 ? '--source: use a text of 1 to 200 characters.' : undefined,
  ].filter((error) => error !== undefined)
}

/** A rate that is more than twice the last one, or less than half, is more often a slip (a pair upside down) than the market. */
export function isUnusual(rate: string, last: string): boolean {
  const ratio = new Decimal(rate).div(last)
  return ratio.gt(2) || ratio.lt('0.5')
}
