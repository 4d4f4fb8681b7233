import type { App } from '../../kernel/http.ts'
import { ownEntity } from '../../kernel/principal.ts'
import { wholeQuery } from '../../kernel/readable.ts'
import { checkFields } from '../../kernel/validation.ts'
import { type DateAvailability, listAvailability } from './availability.ts'
import type { Calendars } from './calendars.ts'
import { checkInstant, checkPair, datesAskedFaults, daysAsked, sameCurrencyFaults } from './rules.ts'
import { EarliestSettlement, EarliestSettlementQuery, SpotValueDates, SpotValueDatesQuery } from './schema.ts'
import { marketSession, presentCutOff } from './trading-day.ts'
import { openValueDates, type ValueDate } from './value-dates.ts'

/** The two reads of dates. They depend on the calendar and the time alone, so nothing is read from the database. */
export function calendarRoutes(app: App, { calendars }: { calendars: Calendars }): void {
  app.get(
    '/v1/fx/earliest-settlement',
    {
      ...wholeQuery(EarliestSettlementQuery, (query) => sameCurrencyFaults(query, '?sellCurrency')),
      config: { scope: 'fx:quote' },
      schema: {
        summary: 'The first date on which a deal can settle',
        description: 'Same day, the day before spot, or spot: the first whose cut-off has not passed.',
        querystring: EarliestSettlementQuery,
        response: { 200: EarliestSettlement },
      },
    },
    ({ principal, query, receivedAt }) => {
      checkFields(sameCurrencyFaults(query, '?sellCurrency'))
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
        datesAskedFaults(calendars, query, receivedAt, isRead),
      ),
      config: { scope: 'fx:quote' },
      schema: {
        summary: 'Which dates up to spot can be dealt now, and why the others cannot',
        querystring: SpotValueDatesQuery,
        response: { 200: SpotValueDates },
      },
    },
    ({ principal, query, receivedAt }) => {
      checkFields(datesAskedFaults(calendars, query, receivedAt))
      ownEntity(principal, query.entityId)
      const pair = checkPair(calendars, query.buyCurrency, query.sellCurrency)
      const { spotDate, from, to } = daysAsked(calendars, pair, receivedAt, query)
      const dates = listAvailability(calendars, pair, receivedAt, from, to)
      return { currencyPair: pair.symbol, spotDate, dates: dates.map(presentDate) }
    },
  )
}

function presentDate({ date, available, tenor, cutOff, reasons }: DateAvailability) {
  const shown = cutOff ? presentCutOff(cutOff) : { cutOffAt: null, cutOffLocal: null }
  return { date, available, tenor, ...shown, reasons }
}
