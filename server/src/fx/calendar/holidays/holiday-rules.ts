import { addDays, type Day, weekdayOf } from '../../../kernel/values/days.ts'

/**
 * Bank holidays that follow from law by rule, for the calendars of which that is true. The others (moons, days that a
 * government declares) are imported once they are announced.
 */

/**
 * Replacement of a holiday on a weekend: the next free weekday, always or only for a Sunday; Monday, always or only for
 * a Sunday, even if that day is a holiday; or none.
 */
export type Moved = 'nextFree' | 'nextFreeIfSunday' | 'monday' | 'mondayIfSunday' | 'lost'

/** The day of a year; undefined in a year without it. */
type Rule = (year: number, easter: Day) => Day | undefined

interface NamedDay {
  name: string
  rule: Rule
  /** Replacement rule, if it differs from the calendar's default. */
  moved?: Moved
}

/** The holidays of one currency's settlement calendar. */
export interface CalendarRules {
  source: string
  moved: Moved
  /** Suffix of the replacement day's name after the holiday's name; default: "observed". */
  movedName?: string
  /** Name of a weekday that is a holiday because the day before and the day after are; where there are such. */
  between?: string
  /** First and last year that the rules hold for; absent: no end is known. */
  years?: [number, number]
  days: NamedDay[]
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
/** The Monday nearest to a day. */
const mondayNear =
  (month: number, day: number): Rule =>
  (year) =>
    onOrAfter(1, addDays(dayText(year, month, day), -3))
const onOrAfter = (weekday: number, day: Day): Day => addDays(day, (weekday - weekdayOf(day) + 7) % 7)

const named = (name: string, rule: Rule, moved?: Moved): NamedDay => ({ name, rule, ...(moved && { moved }) })
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

/**
 * Equinox days of Japan by the customary formula, which holds from 1980 to 2099; the Cabinet announces each a year before.
 *
 * @param base day of the month at the beginning of 1980, in millionths
 */
const equinox =
  (month: number, base: number): Rule =>
  (year) => {
    const since = year - 1980
    const day = Math.floor((base + 242_194 * since) / 1_000_000) - Math.floor(since / 4)
    return dayText(year, month, day)
  }

/** Matariki, as the Te Kāhui o Matariki Public Holiday Act 2022 lists it: a Friday of June or July, by the moon. */
const MATARIKI: Record<number, string> = Object.fromEntries(
  [
    '2022-06-24 2023-07-14 2024-06-28 2025-06-20 2026-07-10 2027-06-25 2028-07-14 2029-07-06 2030-06-21 2031-07-11',
    '2032-07-02 2033-06-24 2034-07-07 2035-06-29 2036-07-18 2037-07-10 2038-06-25 2039-07-15 2040-07-06 2041-07-19',
    '2042-07-11 2043-07-03 2044-06-24 2045-07-07 2046-06-29 2047-07-19 2048-07-03 2049-06-25 2050-07-15 2051-06-30',
    '2052-06-21',
  ]
    .flatMap((line) => line.split(' '))
    .map((day) => [Number(day.slice(0, 4)), day]),
)

export const RULES: Record<string, CalendarRules> = {
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
    moved: 'nextFree',
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
    moved: 'nextFree',
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
  CZK: {
    source: 'Czech Republic: public holidays by law',
    moved: 'lost',
    days: [
      NEW_YEAR,
      GOOD_FRIDAY,
      EASTER_MONDAY,
      MAY_DAY,
      named('Liberation Day', on(5, 8)),
      named('Saints Cyril and Methodius Day', on(7, 5)),
      named('Jan Hus Day', on(7, 6)),
      named('Statehood Day', on(9, 28)),
      named('Independence Day', on(10, 28)),
      named('Freedom and Democracy Day', on(11, 17)),
      CHRISTMAS_EVE,
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  AUD: {
    source: 'New South Wales: public and bank holidays of Sydney',
    moved: 'nextFree',
    days: [
      NEW_YEAR,
      named('Australia Day', on(1, 26)),
      GOOD_FRIDAY,
      EASTER_MONDAY,
      named('Anzac Day', on(4, 25), 'lost'),
      named("King's Birthday", nth(2, 1, 6)),
      named('Bank Holiday (New South Wales)', nth(1, 1, 8)),
      named('Labour Day (New South Wales)', nth(1, 1, 10)),
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  NZD: {
    source: 'New Zealand: public holidays with those of Wellington and Auckland',
    moved: 'nextFree',
    years: [2022, 2052],
    days: [
      NEW_YEAR,
      named("Day after New Year's Day", on(1, 2)),
      named('Wellington Anniversary Day', mondayNear(1, 22)),
      named('Auckland Anniversary Day', mondayNear(1, 29)),
      named('Waitangi Day', on(2, 6), 'monday'),
      GOOD_FRIDAY,
      EASTER_MONDAY,
      named('Anzac Day', on(4, 25), 'monday'),
      named("King's Birthday", nth(1, 1, 6)),
      named('Matariki', (year) => MATARIKI[year]),
      named('Labour Day', nth(4, 1, 10)),
      CHRISTMAS,
      BOXING_DAY,
    ],
  },
  JPY: {
    source: 'Japan: national holidays by law and the banks’ New Year; equinoxes as reckoned',
    moved: 'nextFreeIfSunday',
    movedName: 'substitute',
    between: "Citizens' Holiday",
    years: [2022, 2099],
    days: [
      named("New Year's Day", on(1, 1), 'lost'), // the banks are closed on the days after it anyway
      named('Bank holiday (New Year)', on(1, 2), 'lost'),
      named('Bank holiday (New Year)', on(1, 3), 'lost'),
      named('Coming of Age Day', nth(2, 1, 1)),
      named('National Foundation Day', on(2, 11)),
      named("Emperor's Birthday", on(2, 23)),
      named('Vernal Equinox Day', equinox(3, 20_843_100)),
      named('Showa Day', on(4, 29)),
      named('Constitution Memorial Day', on(5, 3)),
      named('Greenery Day', on(5, 4)),
      named("Children's Day", on(5, 5)),
      named('Marine Day', nth(3, 1, 7)),
      named('Mountain Day', on(8, 11)),
      named('Respect for the Aged Day', nth(3, 1, 9)),
      named('Autumnal Equinox Day', equinox(9, 23_248_800)),
      named('Sports Day', nth(2, 1, 10)),
      named('Culture Day', on(11, 3)),
      named('Labour Thanksgiving Day', on(11, 23)),
      named("Bank holiday (New Year's Eve)", on(12, 31), 'lost'),
    ],
  },
  MXN: {
    source: 'CNBV: days on which Mexican banks are closed',
    moved: 'lost',
    days: [
      NEW_YEAR,
      named('Constitution Day', nth(1, 1, 2)),
      named("Benito Juárez's Birthday", nth(3, 1, 3)),
      MAUNDY_THURSDAY,
      GOOD_FRIDAY,
      MAY_DAY,
      named('Independence Day', on(9, 16)),
      // Every sixth year a president takes office, since 2024 on this day.
      named('Inauguration Day', (year) => (year >= 2024 && year % 6 === 2 ? dayText(year, 10, 1) : undefined)),
      named("All Souls' Day", on(11, 2)),
      named('Revolution Day', nth(3, 1, 11)),
      named('Our Lady of Guadalupe', on(12, 12)),
      CHRISTMAS,
    ],
  },
}
