import type { Day } from '../../kernel/values/days.ts'
import { weekdayOf } from '../../kernel/values/days.ts'

/**
 * Market conventions by currency. They are facts, not logic: change a row when the market changes. Cut-offs are local
 * times in the zone of the currency's settlement system until which same-day money can be promised; daylight saving
 * moves them with the local clock.
 */
export interface CurrencyConvention {
  code: string
  /** Decimals of one pip of the currency's USD pair. */
  pipDp: number
  /** Decimals its USD pair is quoted in. */
  quoteDp: number
  dayBasis: 360 | 365 | 'BUS/252'
  cutOff: { time: string; zone: string }
  /** True if same-day dealing is possible. Banks in Asia and Oceania have closed by then. */
  sameDay: boolean
  /** Spot against USD is T+1; every cross is T+2. */
  lagOne: boolean
  /** True if US holidays also count on T+1 against USD. */
  latam: boolean
  /** Reason why it is not dealt, if it is not. */
  off?: string
}

type Traits = Partial<Pick<CurrencyConvention, 'quoteDp' | 'sameDay' | 'lagOne' | 'latam' | 'off'>>

const nextDay = { sameDay: false }
const latam = { latam: true }
const restricted = { off: 'the currency is sanctioned or restricted.' }
const onshore = { off: 'the currency is delivered onshore only.' }

/** Good enough to date a payment by, not to deal on. */
const expected = { off: 'its holidays are expected days, not announced ones.' }

/** code, pip decimals, day basis, cut-off, zone, traits; quoted decimals are one more than the pip's unless said. */
const ROWS: [string, number, CurrencyConvention['dayBasis'], string, string, Traits?][] = [
  ['EUR', 4, 360, '13:50', 'Europe/Berlin'],
  ['GBP', 4, 365, '13:20', 'Europe/London'],
  ['USD', 4, 360, '09:50', 'America/New_York'],
  ['CAD', 4, 365, '10:20', 'America/Toronto', { lagOne: true }],
  ['CHF', 4, 360, '09:30', 'Europe/Zurich'],
  ['SEK', 4, 360, '09:30', 'Europe/Stockholm'],
  ['NOK', 4, 360, '09:30', 'Europe/Oslo'],
  ['DKK', 4, 360, '09:30', 'Europe/Copenhagen'],
  ['PLN', 4, 365, '08:30', 'Europe/Warsaw'],
  ['CZK', 3, 360, '08:00', 'Europe/Prague'],
  ['HUF', 2, 360, '08:00', 'Europe/Budapest'],
  ['RON', 4, 360, '09:00', 'Europe/Bucharest'],
  ['ISK', 2, 360, '08:30', 'Atlantic/Reykjavik'],
  ['TRY', 4, 365, '10:30', 'Europe/Istanbul', { lagOne: true }],
  ['ILS', 4, 365, '10:30', 'Asia/Jerusalem'],
  ['ZAR', 4, 365, '10:30', 'Africa/Johannesburg'],
  ['MXN', 4, 360, '08:30', 'America/Mexico_City', latam],
  ['BRL', 4, 'BUS/252', '10:00', 'America/Sao_Paulo', { ...latam, ...onshore }],
  ['CLP', 2, 360, '10:00', 'America/Santiago', { ...latam, ...onshore }],
  ['ARS', 4, 365, '10:00', 'America/Argentina/Buenos_Aires', { ...latam, ...restricted }],
  ['COP', 2, 360, '10:00', 'America/Bogota', { ...latam, ...onshore }],
  ['PEN', 4, 360, '10:00', 'America/Lima', { ...latam, ...onshore }],
  ['AUD', 4, 365, '15:00', 'Australia/Sydney', nextDay],
  ['NZD', 4, 365, '15:00', 'Pacific/Auckland', nextDay],
  ['JPY', 2, 365, '15:00', 'Asia/Tokyo', nextDay],
  ['CNY', 4, 365, '15:00', 'Asia/Shanghai', nextDay],
  ['HKD', 4, 365, '15:00', 'Asia/Hong_Kong', nextDay],
  ['SGD', 4, 365, '15:00', 'Asia/Singapore', nextDay],
  ['THB', 3, 365, '13:00', 'Asia/Bangkok', nextDay],
  ['INR', 4, 365, '13:00', 'Asia/Kolkata', nextDay],
  ['MYR', 4, 365, '13:00', 'Asia/Kuala_Lumpur', { ...nextDay, ...expected }],
  ['IDR', 0, 360, '13:00', 'Asia/Jakarta', nextDay],
  ['KRW', 2, 365, '13:00', 'Asia/Seoul', nextDay],
  ['PHP', 3, 360, '13:00', 'Asia/Manila', { ...nextDay, ...restricted, lagOne: true }],
  ['TWD', 3, 365, '13:00', 'Asia/Taipei', { ...nextDay, ...restricted }],
  ['AED', 4, 360, '11:00', 'Asia/Dubai'],
  ['SAR', 4, 360, '11:00', 'Asia/Riyadh'],
  ['QAR', 4, 360, '10:00', 'Asia/Qatar', expected],
  ['KWD', 5, 360, '10:00', 'Asia/Kuwait', expected],
  ['BHD', 5, 360, '10:00', 'Asia/Bahrain', expected],
  ['OMR', 5, 360, '11:00', 'Asia/Muscat'],
  ['JOD', 5, 360, '10:00', 'Asia/Amman', expected],
  ['EGP', 4, 360, '10:00', 'Africa/Cairo', restricted],
  ['RUB', 4, 365, '10:00', 'Europe/Moscow', { ...restricted, lagOne: true, quoteDp: 4 }],
  ['KZT', 4, 365, '11:00', 'Asia/Almaty', { ...restricted, lagOne: true, quoteDp: 4 }],
  ['PKR', 4, 365, '11:00', 'Asia/Karachi', { ...restricted, lagOne: true, quoteDp: 4 }],
]

const table = new Map(
  ROWS.map(([code, pipDp, dayBasis, time, zone, traits]): [string, CurrencyConvention] => [
    code,
    {
      code,
      pipDp,
      quoteDp: pipDp + 1,
      dayBasis,
      cutOff: { time, zone },
      sameDay: true,
      lagOne: false,
      latam: false,
      ...traits,
    },
  ]),
)

/** The market's conventions for a currency; undefined where it is not known here. */
export const findConvention = (currency: string): CurrencyConvention | undefined => table.get(currency)

/** The currencies of the table, in its order. */
export const knownCurrencies = (): string[] => [...table.keys()]

const FRIDAY_SATURDAY = new Set(['SAR', 'QAR', 'KWD', 'BHD', 'OMR', 'JOD', 'EGP'])

/** Returns true if the day is a weekend where the currency settles. Israel moved its bank weekend on 5 January 2026. */
export function isWeekend(currency: string, day: Day): boolean {
  const weekday = weekdayOf(day)
  const early = FRIDAY_SATURDAY.has(currency) || (currency === 'ILS' && day < '2026-01-05')
  return early ? weekday === 5 || weekday === 6 : weekday >= 6
}
