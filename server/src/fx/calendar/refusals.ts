import { refusals } from '../../kernel/values/refusals.ts'

/** What the calendar says no to. */
export const refuse = refusals({
  same_currency: { status: 400, message: 'The buy and the sell currency are both {currency}; a deal needs two.' },
  pair_not_tradeable: { status: 422, message: '{currencyPair} cannot be dealt here: {reason}' },
  value_date_unavailable: {
    status: 422,
    message: '{currencyPair} cannot be dealt for {valueDate} ({reason}); the next possible date is {nextAvailable}.',
  },
  value_date_beyond_curve: {
    status: 422,
    message: '{currencyPair} is priced up to {lastDate}, not for {valueDate}; name a date up to then.',
  },
  value_date_beyond_coverage: {
    status: 422,
    message: 'The holidays known for {currency} cover {coveredFrom} to {coveredTo}; name a date within.',
  },
  calendar_unknown: {
    status: 422,
    message:
      'The holidays of {currency} are not known here, so that no date can be promised in it; use another currency.',
  },
  outside_trading_hours: {
    status: 422,
    message: 'The market is closed from Friday to Sunday 17:00 New York; it opens again at {reopensAt}.',
    retryable: true,
  },
})
