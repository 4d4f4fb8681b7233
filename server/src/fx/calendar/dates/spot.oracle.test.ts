import { expect, test } from 'vitest'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { parsePair } from '../pairs.ts'
import { spotDate } from './spot.ts'
import { tenorDate } from './tenor-date.ts'
import type { ForwardTenor } from './tenor-reach.ts'

/**
 * A second way to the spot date, sharing nothing with the product: holidays by hand-written rules instead of the file,
 * days as numbers, and each currency walked forward on its own before the later date is rolled to a common good day.
 */
type DayNumber = number
const MS = 86_400_000
const at = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / MS
const text = (day: DayNumber) => new Date(day * MS).toISOString().slice(0, 10)
const weekday = (day: DayNumber) => (((day + 3) % 7) + 7) % 7 // Monday is 0: 1 January 1970 was a Thursday
const isWeekend = (day: DayNumber) => weekday(day) > 4

const nth = (year: number, month: number, wanted: number, n: number) => {
  const first = at(year, month, 1)
  return first + ((wanted - weekday(first) + 7) % 7) + 7 * (n - 1)
}
const lastMonday = (year: number, month: number) => {
  const last = at(year, month + 1, 0)
  return last - weekday(last)
}
const fixed = (year: number, ...days: [number, number][]) => days.map(([month, day]) => at(year, month, day))
const mondayIfWeekend = (day: DayNumber) => (isWeekend(day) ? day + 7 - weekday(day) : day)
const mondayIfSunday = (day: DayNumber) => (weekday(day) === 6 ? day + 1 : day)
const EASTER: Record<number, DayNumber> = { 2026: at(2026, 4, 5), 2027: at(2027, 3, 28) }
/** Returns 25 and 26 December when both are moved to weekdays. */
const christmas = (year: number) => {
  const days = [at(year, 12, 25), at(year, 12, 26)].filter((day) => !isWeekend(day))
  for (let day = at(year, 12, 27); days.length < 2; day++) if (!isWeekend(day)) days.push(day)
  return days
}

const rules: Record<string, (year: number, easter: DayNumber) => DayNumber[]> = {
  EUR: (y, e) => [...fixed(y, [1, 1], [5, 1], [12, 25], [12, 26]), e - 2, e + 1],
  USD: (y) => [
    ...fixed(y, [1, 1], [6, 19], [7, 4], [11, 11], [12, 25]).map(mondayIfSunday),
    nth(y, 1, 0, 3),
    nth(y, 2, 0, 3),
    lastMonday(y, 5),
    nth(y, 9, 0, 1),
    nth(y, 10, 0, 2),
    nth(y, 11, 3, 4),
  ],
  GBP: (y, e) => [
    mondayIfWeekend(at(y, 1, 1)),
    e - 2,
    e + 1,
    nth(y, 5, 0, 1),
    lastMonday(y, 5),
    lastMonday(y, 8),
    ...christmas(y),
  ],
  JPY: (y) => [
    ...fixed(y, [1, 1], [1, 2], [1, 3], [12, 31], [5, 3], [5, 4], [5, 5]),
    ...fixed(y, [2, 11], [2, 23], [4, 29], [8, 11], [11, 3], [11, 23], [9, 23]).map(mondayIfSunday),
    nth(y, 1, 0, 2),
    nth(y, 7, 0, 3),
    nth(y, 9, 0, 3),
    nth(y, 10, 0, 2),
    y === 2026 ? at(y, 3, 20) : at(y, 3, 22), // equinox on Sunday 21 March 2027
    ...(y === 2026 ? fixed(y, [5, 6], [9, 22]) : []), // 3 May is a Sunday; a day between two holidays
  ],
  CAD: (y, e) => [
    at(y, 1, 1),
    nth(y, 2, 0, 3),
    e - 2,
    at(y, 5, 24) - weekday(at(y, 5, 24)),
    mondayIfWeekend(at(y, 7, 1)),
    nth(y, 8, 0, 1),
    nth(y, 9, 0, 1),
    mondayIfWeekend(at(y, 9, 30)),
    nth(y, 10, 0, 2),
    at(y, 11, 11),
    ...christmas(y),
  ],
  CHF: (y, e) => [...fixed(y, [1, 1], [1, 2], [5, 1], [8, 1], [12, 25], [12, 26]), e - 2, e + 1, e + 39, e + 50],
  SEK: (y, e) => [
    ...fixed(y, [1, 1], [1, 6], [5, 1], [6, 6], [12, 24], [12, 25], [12, 26], [12, 31]),
    e - 2,
    e + 1,
    e + 39,
    at(y, 6, 19) + ((4 - weekday(at(y, 6, 19)) + 7) % 7), // Midsummer Eve: Friday 19-25 June
  ],
  NOK: (y, e) => [
    ...fixed(y, [1, 1], [5, 1], [5, 17], [12, 24], [12, 25], [12, 26]),
    e - 3,
    e - 2,
    e + 1,
    e + 39,
    e + 50,
  ],
  DKK: (y, e) => [
    ...fixed(y, [1, 1], [6, 5], [12, 24], [12, 25], [12, 26], [12, 31]),
    e - 3,
    e - 2,
    e + 1,
    e + 39,
    e + 40,
    e + 50,
  ],
  AUD: (y, e) => [
    mondayIfWeekend(at(y, 1, 1)),
    mondayIfWeekend(at(y, 1, 26)),
    e - 2,
    e + 1,
    at(y, 4, 25),
    nth(y, 6, 0, 2),
    nth(y, 8, 0, 1),
    nth(y, 10, 0, 1),
    ...christmas(y),
  ],
  MXN: (y, e) => [
    ...fixed(y, [1, 1], [5, 1], [9, 16], [11, 2], [12, 12], [12, 25]),
    nth(y, 2, 0, 1),
    nth(y, 3, 0, 3),
    nth(y, 11, 0, 3),
    e - 3,
    e - 2,
  ],
}

const holidays = new Map(
  Object.entries(rules).map(([currency, rule]) => [
    currency,
    new Set([2026, 2027].flatMap((year) => rule(year, EASTER[year]!))),
  ]),
)
const isGood = (currency: string, day: DayNumber) => !isWeekend(day) && !holidays.get(currency)!.has(day)

/** `n` good days of one currency after `day`, and never fewer than `n` weekdays. */
function walk(currency: string, day: DayNumber, n: number, weekdays: number): DayNumber {
  let date = day
  for (let good = 0, passed = 0; good < n || passed < weekdays; ) {
    date++
    if (!isWeekend(date)) passed++
    if (isGood(currency, date)) good++
  }
  return date
}

function oracle(pair: string, tradeDate: DayNumber): DayNumber {
  const [base, counter] = [pair.slice(0, 3), pair.slice(3)]
  const n = pair === 'USDCAD' ? 1 : 2
  const usd = n === 2 && pair !== 'USDMXN' ? 1 : n
  const ends = [base, counter].map((currency) => walk(currency, tradeDate, currency === 'USD' ? usd : n, n))
  let date = Math.max(...ends)
  while (![base, counter, 'USD'].every((currency) => isGood(currency, date))) date++
  return date
}

const PAIRS =
  'EURUSD GBPUSD USDJPY USDCAD USDCHF EURGBP EURJPY GBPJPY EURCHF USDMXN GBPCAD EURCAD USDSEK USDNOK USDDKK EURSEK ' +
  'EURNOK EURDKK AUDUSD AUDJPY GBPAUD CADJPY'

test('the two ways agree on every weekday from 2 January 2026 to 14 December 2027, for the 22 main pairs', () => {
  const calendars = shippedCalendars()
  const differences: string[] = []
  let compared = 0
  for (const name of PAIRS.split(' ')) {
    const pair = parsePair(name)
    for (let day = at(2026, 1, 2); day <= at(2027, 12, 14); day++) {
      if (isWeekend(day)) continue
      compared++
      const [mine, theirs] = [spotDate(calendars, pair, text(day)), text(oracle(name, day))]
      if (mine !== theirs) differences.push(`${name} ${text(day)}: ${mine} and ${theirs}`)
    }
  }
  expect(differences).toEqual([])
  expect(compared).toBe(11_176)
})

/** All good days of a month for a pair, as days of that month. */
function goodDaysOf(pair: string, year: number, month: number): DayNumber[] {
  const currencies = [pair.slice(0, 3), pair.slice(3), 'USD']
  const days: DayNumber[] = []
  for (let day = at(year, month, 1); day < at(year, month + 1, 1); day++) {
    if (currencies.every((currency) => isGood(currency, day))) days.push(day)
  }
  return days
}

/** A month tenor by picking from the lists of good days of both months, instead of rolling a date to and fro. */
function monthTenor(pair: string, spot: DayNumber, months: number): DayNumber {
  const [year, month, date] = text(spot).split('-').map(Number) as [number, number, number]
  const targets = goodDaysOf(pair, year, month + months)
  const isLast = goodDaysOf(pair, year, month).at(-1) === spot
  if (isLast) return targets.at(-1)!
  return targets.find((day) => Number(text(day).slice(8)) >= date) ?? targets.at(-1)!
}

const TENORS: [ForwardTenor, number][] = [
  ['1M', 1],
  ['2M', 2],
  ['3M', 3],
  ['6M', 6],
  ['9M', 9],
  ['1Y', 12],
]

test('two ways to every month tenor that ends within the known holidays agree, for the 22 main pairs', () => {
  const calendars = shippedCalendars()
  const differences: string[] = []
  let compared = 0
  for (const name of PAIRS.split(' ')) {
    const pair = parsePair(name)
    for (let day = at(2026, 1, 2); day <= at(2027, 12, 14); day += 3) {
      if (isWeekend(day)) continue
      const spot = oracle(name, day)
      for (const [tenor, months] of TENORS) {
        const [year, month] = text(spot).split('-').map(Number) as [number, number]
        if (at(year, month + months + 1, 0) > at(2027, 12, 31)) continue
        compared++
        const [mine, theirs] = [tenorDate(calendars, pair, text(day), tenor), text(monthTenor(name, spot, months))]
        if (mine !== theirs) differences.push(`${name} ${text(day)} ${tenor}: ${mine} and ${theirs}`)
      }
    }
  }
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(10_000)
})
