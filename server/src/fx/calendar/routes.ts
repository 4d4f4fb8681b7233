import type { App } from '../../kernel/http/http.ts'
import { ownEntity } from '../../kernel/http/principal.ts'
import { wholeQuery } from '../../kernel/http/readable.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { type DateAvailability, listAvailability } from './dates/availability.ts'
import type { Calendars } from './calendars.ts'
import { checkInstant, checkPair, datesAskedErrors, daysAsked, sameCurrencyErrors } from './rules.ts'
import { type CalendarRange, calendarRangeErrors, listCalendars } from './listing.ts'
import {
  CalendarsOut,
  CalendarsQuery,
  EarliestSettlement,
  EarliestSettlementQuery,
  SpotValueDates,
  SpotValueDatesQuery,
} from './schema.ts'
import { marketSession, presentCutOff } from './dates/trading-day.ts'
import { openValueDates, type ValueDate } from './dates/value-dates.ts'

const SPOT_VALUE_DATES = {
  summary: 'List value dates up to spot',
  description:
    'Returns each day of the range with its tenor and cut-off if a spot deal can settle on it, otherwise with the reasons by currency.',
  querystring: SpotValueDatesQuery,
  response: { 200: SpotValueDates },
}

/** The reads of dates and calendars. They depend on the calendar and the time alone, so nothing is read from the database. */
export function calendarRoutes(app: App, { calendars }: { calendars: Calendars }): void {
  app.get(
    '/v1/fx/earliest-settlement',
    {
      ...wholeQuery(EarliestSettlementQuery, (query) => sameCurrencyErrors(query, '?sellCurrency')),
      config: { scope: 'fx:quote', entities: 'any' },
      schema: {
        summary: 'Get the earliest settlement date of a deal',
        description: 'Returns the first of same day, day before spot and spot whose cut-off has not passed.',
        querystring: EarliestSettlementQuery,
        response: { 200: EarliestSettlement },
      },
    },
    ({ principal, query, receivedAt }) => {
      checkFields(sameCurrencyErrors(query, '?sellCurrency'))
      ownEntity(principal, query.entityId)
      const pair = checkPair(calendars, query.buyCurrency, query.sellCurrency)
      const at = query.at === undefined ? receivedAt : new Date(query.at)
      checkInstant(calendars, at)
      const open = openValueDates(calendars, pair, at)
      const [{ date, tradeDate, spotDate, ...first }] = open as [ValueDate, ...ValueDate[]]
      return {
        currencyPair: pair.symbol,
        tradeDate,
        earliestDate: date,
        tenor: first.tenor,
        ...presentCutOff(first.cutOff),
        spotDate,
        marketOpen: marketSession(at).isOpen,
        nextCutOffs: open.map((other) => ({ date: other.date, tenor: other.tenor, ...presentCutOff(other.cutOff) })),
      }
    },
  )

  app.get(
    '/v1/fx/spot-value-dates',
    {
      ...wholeQuery(SpotValueDatesQuery, (query, isRead, { receivedAt }) =>
        datesAskedErrors(calendars, query, receivedAt, isRead),
      ),
      config: { scope: 'fx:quote', entities: 'any' },
      schema: SPOT_VALUE_DATES,
    },
    ({ principal, query, receivedAt }) => {
      checkFields(datesAskedErrors(calendars, query, receivedAt))
      ownEntity(principal, query.entityId)
      const pair = checkPair(calendars, query.buyCurrency, query.sellCurrency)
      const { spotDate, from, to } = daysAsked(calendars, pair, receivedAt, query)
      const dates = listAvailability(calendars, pair, receivedAt, from, to)
      return { currencyPair: pair.symbol, spotDate, dates: dates.map(presentDate) }
    },
  )

  app.get(
    '/v1/fx/calendars',
    {
      ...wholeQuery(CalendarsQuery, (query) => calendarRangeErrors(query)),
      config: { scope: 'fx:quote', entities: 'any' },
      schema: {
        summary: 'List holiday calendars',
        description:
          'Returns how far the holidays of each currency are known and announced. Calendars that follow rules extend ' +
          'themselves three years ahead; the others contain expected days until the authority announces them. With ' +
          '`currency`, `from` and `to` the holidays of that range are listed.',
        querystring: CalendarsQuery,
        response: { 200: CalendarsOut },
      },
    },
    ({ query }) => {
      checkFields(calendarRangeErrors(query))
      return { data: listCalendars(calendars, query as CalendarRange), nextCursor: null }
    },
  )
}

function presentDate({ date, available, tenor, cutOff, reasons }: DateAvailability) {
  const shown = cutOff ? presentCutOff(cutOff) : { cutOffAt: null, cutOffLocal: null }
  return { date, available, tenor, ...shown, reasons }
}
