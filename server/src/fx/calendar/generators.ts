import { addDays, type Day, weekdayOf } from '../../kernel/days.ts'
import type { Holiday } from './calendars.ts'
import { isWeekend } from './conventions.ts'

/**
 * Bank holidays that follow from law by rule, for the calendars of which that is true. The others (equinoxes, moons, days
 * that a government declares) are imported once they are announced.
 */

/** When a holiday falls on a weekend: given back on the next free weekday, on Monday if a Sunday, or lost. */
type Moved = 'nextWeekday' | 'mondayIfSunday' | 'lost'

/** The day of a year. */
type Rule = (year: number, easter: Day) => Day

interface Named {
  name: string
  rule: Rule
}

const dayText = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
const on =
  (month: number, day: number): Rule =>
  (year) =>
    dayText(year, month, day)
const fromEaster =
  (days: number): Rule =>
  (_, easter) =>
    addDays(easter, days)
/** The nth weekday (1 = Monday) of a month. */
const nth =
  (n: number, weekday: number, month: number): Rule =>
  (year) =>
    onOrAfter(weekday, dayText(year, month, 1 + 7 * (n - 1)))
/** The last weekday on or before a day. */
const lastUntil =
  (weekday: number, month: number, day: number): Rule =>
  (year) =>
    addDays(onOrAfter(weekday, dayText(year, month, day + 1)), -7)
const onOrAfter = (weekday: number, day: Day): Day => addDays(day, (weekday - weekdayOf(day) + 7) % 7)

const named = (name: string, rule: Rule): Named => ({ name, rule })
const NEW_YEAR = named("New Year's Day", on(1, 1))
const EPIPHANY = named('Epiphany', on(1, 6))
const MAUNDY_THURSDAY = named('Maundy Thursday', fromEaster(-3))
const GOOD_FRIDAY = named('Good Friday', fromEaster(-2))
const EASTER_MONDAY = named('Easter Monday', fromEaster(1))
const MAY_DAY = named('Labour Day', on(5, 1))
const ASCENSION = named('Ascension Day', fromEaster(39))
const WHIT_MONDAY = named('Whit Monday', fromEaster(50))
const CHRISTMAS_EVE = named('Christmas Eve', on(12, 24))
const CHRISTMAS = named('Christmas Day', on(12, 25))
const BOXING_DAY = named('Boxing Day', on(12, 26))
const NEW_YEARS_EVE = named("New Year's Eve", on(12, 31))

const CALENDARS: Record<string, { source: string; moved: Moved; days: Named[] }> = {
  EUR: {
    source: 'ECB: TARGET closing days',
    moved: 'lost',
    days: [NEW_YEAR, GOOD_FRIDAY, EASTER_MONDAY, MAY_DAY, CHRISTMAS, BOXING_DAY],
  },
  USD: {
    source: 'Federal Reserve: holidays; none is observed on the Friday before',
    moved: 'mondayIfSunday',
    days: [
      NEW_YEAR,
      named('Martin Luther King Jr. Day', nth(3, 1, 1)),
      named("Presidents' Day", nth(3, 1, 2)),
      named('Memorial Day', lastUntil(1, 5, 31)),
      named('Juneteenth', on(6, 19)),
      named('Independence Day', on(7, 4)),
      named('Labor Day', nth(1, 1, 9)),
      named('Columbus Day', nth(2, 1, 10)),
      named('Veterans Day', on(11, 11)),
      named('Thanksgiving Day', nth(4, 4, 11)),
      CHRISTMAS,
    ],
  },
  GBP: {
    source: 'UK Government: bank holidays of England and Wales',
    moved: 'nextWeekday',
    days: [
      NEW_YEAR,
      GOOD_FRIDAY,
      EASTER_MONDAY,
      named('Early May Bank Holiday', nth(1, 1, 5)),
      named('Spring Bank Holiday', lastUntil(1, 5, 31)),
      named('Summer Bank Holiday', lastUntil(1, 8, 31)),
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  CAD: {
    source: 'Bank of Canada: holidays',
    moved: 'nextWeekday',
    days: [
      NEW_YEAR,
      named('Family Day', nth(3, 1, 2)),
      GOOD_FRIDAY,
      named('Victoria Day', lastUntil(1, 5, 24)),
      named('Canada Day', on(7, 1)),
      named('Civic Holiday', nth(1, 1, 8)),
      named('Labour Day', nth(1, 1, 9)),
      named('National Day for Truth and Reconciliation', on(9, 30)),
      named('Thanksgiving Day', nth(2, 1, 10)),
      named('Remembrance Day', on(11, 11)),
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  CHF: {
    source: 'SIX: SIC closing days',
    moved: 'lost',
    days: [
      NEW_YEAR,
      named("Berchtold's Day", on(1, 2)),
      GOOD_FRIDAY,
      EASTER_MONDAY,
      MAY_DAY,
      ASCENSION,
      WHIT_MONDAY,
      named('National Day', on(8, 1)),
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  SEK: {
    source: 'Sveriges Riksbank: RIX closing days',
    moved: 'lost',
    days: [
      NEW_YEAR,
      EPIPHANY,
      GOOD_FRIDAY,
      EASTER_MONDAY,
      MAY_DAY,
      ASCENSION,
      named('National Day', on(6, 6)),
      named('Midsummer Eve', lastUntil(5, 6, 25)),
      CHRISTMAS_EVE,
      CHRISTMAS,
      BOXING_DAY,
      NEW_YEARS_EVE,
    ],
  },
  NOK: {
    source: 'Norges Bank: NBO closing days',
    moved: 'lost',
    days: [
      NEW_YEAR,
      MAUNDY_THURSDAY,
      GOOD_FRIDAY,
      EASTER_MONDAY,
      MAY_DAY,
      ASCENSION,
      named('Constitution Day', on(5, 17)),
      WHIT_MONDAY,
      CHRISTMAS_EVE,
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  DKK: {
    source: 'Danmarks Nationalbank: Kronos2 closing days',
    moved: 'lost',
    days: [
      NEW_YEAR,
      MAUNDY_THURSDAY,
      GOOD_FRIDAY,
      EASTER_MONDAY,
      ASCENSION,
      named('Day after Ascension', fromEaster(40)),
      WHIT_MONDAY,
      named('Constitution Day', on(6, 5)),
      CHRISTMAS_EVE,
      CHRISTMAS,
      BOXING_DAY,
      NEW_YEARS_EVE,
    ],
  },
  PLN: {
    source: 'Poland: public holidays by law, 24 December since 2025',
    moved: 'lost',
    days: [
      NEW_YEAR,
      EPIPHANY,
      EASTER_MONDAY,
      MAY_DAY,
      named('Constitution Day', on(5, 3)),
      named('Corpus Christi', fromEaster(60)),
      named('Assumption Day', on(8, 15)),
      named("All Saints' Day", on(11, 1)),
      named('Independence Day', on(11, 11)),
      CHRISTMAS_EVE,
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
}

/** The calendars that can be generated. */
export const generatedCalendars = (): string[] => Object.keys(CALENDARS)

/**
 * The bank holidays of a calendar in a year, weekdays only, in order.
 *
 * @param asOf the day on which the rules are applied
 * @throws Error for a calendar that follows no rule
 */
export function generateHolidays(calendar: string, year: number, asOf: Day): Holiday[] {
  const found = CALENDARS[calendar]
  if (!found) {
    throw new Error(
      `${calendar} follows no rule known here; import its days. These do: ${generatedCalendars().join(', ')}.`,
    )
  }
  const { source, moved, days } = found
  const easter = easterSunday(year)
  const taken = new Map<Day, string>()
  const dated = days.map(({ name, rule }) => ({ name, day: rule(year, easter) }))
  for (const { name, day } of dated) if (!isWeekend(calendar, day)) taken.set(day, name)
  for (const { name, day } of dated) {
    const instead = isWeekend(calendar, day) ? givenBack(calendar, day, moved, taken) : undefined
    if (instead) taken.set(instead, `${name} (observed)`)
  }
  return [...taken]
    .map(([day, name]) => ({ calendar, day, name, source, asOf }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function givenBack(calendar: string, day: Day, moved: Moved, taken: ReadonlyMap<Day, string>): Day | undefined {
  if (moved === 'lost') return undefined
  if (moved === 'mondayIfSunday') return weekdayOf(day) === 7 ? addDays(day, 1) : undefined
  let instead = addDays(day, 1)
  while (isWeekend(calendar, instead) || taken.has(instead)) instead = addDays(instead, 1)
  return instead
}

/** Easter Sunday of the Gregorian calendar, from the golden number, the century's corrections and the Sunday after. */
export function easterSunday(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  return addDays(dayText(year, 3, 28), moon - weekday)
}
