import { type Day, localTime } from '../kernel/values/days.ts'
import { formatAmount } from '../kernel/values/money.ts'

/** Formats of amounts, days and account numbers, the same in all documents. */

/** "1234567.80" as "1,234,567.80"; a negative one with a minus sign, not a hyphen. */
export const amountText = (amount: string): string =>
  amount.replace(/\d(?=(\d{3})+(?!\d)(\.|$))/g, '$&,').replace(/^-/, '−')

/** (123450n, "EUR") as "1,234.50 EUR". */
export const moneyText = (minor: bigint, currency: string): string =>
  `${amountText(formatAmount(minor, currency))} ${currency}`

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** "30 November 2026". */
export function longDate(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** An instant on the clocks of a zone: "30 November 2026, 12:00:05 Europe/Berlin". */
export function localStamp(at: Date, zone: string): string {
  const { day, time } = localTime(at, zone)
  return `${longDate(day)}, ${time} ${zone}`
}

/** A sort code in pairs of digits: "12-34-56". */
export const sortCodeText = (code: string): string => code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')

/** An IBAN in groups of four. */
export const ibanText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
