import { refusals } from '../../kernel/values/refusals.ts'

/** Errors of the calendar. */
export const refuse = refusals({
  same_currency: {
    status: 400,
    message: 'The buy and sell currencies are both {currency}. Use two different currencies.',
  },
  pair_not_tradeable: { status: 422, message: '{currencyPair} cannot be dealt here: {reason}' },
  value_date_unavailable: {
    status: 422,
    message: '{currencyPair} cannot be dealt for {valueDate} ({reason}); the next possible date is {nextAvailable}.',
  },
  value_date_beyond_curve: {
    status: 422,
    message: '{currencyPair} is priced up to {lastDate}, not for {valueDate}. Use a date up to {lastDate}.',
  },
  value_date_beyond_coverage: {
    status: 422,
    message: 'The holiday calendar of {currency} covers {coveredFrom} to {coveredTo}. Use a date in this range.',
  },
  calendar_unknown: {
    status: 422,
    message: 'The service has no holiday calendar for {currency}, so it cannot offer dates. Use another currency.',
  },
  outside_trading_hours: {
    status: 422,
    message: 'The market is closed from Friday to Sunday 17:00 New York. It reopens at {reopensAt}.',
    retryable: true,
  },
})
