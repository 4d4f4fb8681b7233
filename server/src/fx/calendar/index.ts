/**
 * The FX calendar: which pair two currencies make, when a trading day turns, on which days a deal can settle and until
 * when it can be struck. Holidays are rows with a source and an end of coverage; past that end the answer is a refusal,
 * never a guess. Everything but loading is pure: calendars, pair and instant come in, dates go out.
 */
export { closuresOn, type Calendars, isOpen, isOpenAsKnown, remembered } from './calendars.ts'
export { findConvention, knownCurrencies } from './conventions.ts'
export { endingCalendars, extendedByRules } from './holidays/extension.ts'
export { checkForwardDate, type ForwardDate, periodDate, periodEnd } from './dates/forward-dates.ts'
export { CALENDARS_CHANGED, type LiveCalendars, openCalendars } from './holidays/live.ts'
export { readCalendars } from './holidays/holidays.ts'
export { type CalendarChange, HOLIDAY_FILE_HEADER, importHolidays, parseHolidays } from './holidays/import.ts'
export { generatedCalendars, generateHolidays } from './holidays/generators.ts'
export { listCalendars } from './listing.ts'
export { getPair, type Pair, pairOf, parsePair } from './pairs.ts'
export { refuse as refuseCalendar } from './refusals.ts'
export {
  checkMarketOpen,
  checkOffered,
  checkPair,
  checkSettles,
  checkValueDate,
  pairErrors,
  sameCurrencyErrors,
} from './rules.ts'
export { spotDate } from './dates/spot.ts'
export { FORWARD_TENORS, nextGoodDay, previousGoodDay } from './dates/tenor-reach.ts'
export { isBeyondCoverage, lastKnownDay, pillars, withinCoverage } from './dates/tenors.ts'
export { endOfTradingDay, marketSession, presentCutOff, tradeDateOf } from './dates/trading-day.ts'
export {
  dealableAt,
  dealingCutOff,
  earliestValueDate,
  keptCutOff,
  openValueDates,
  settlementCutOff,
  spotValueDates,
  type ValueDate,
} from './dates/value-dates.ts'
export { calendarModule } from './module.ts'
