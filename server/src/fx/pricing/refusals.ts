import { refusals } from '../../kernel/values/refusals.ts'

/** What pricing says no to. */
export const refuse = refusals({
  price_unavailable: {
    status: 503,
    message:
      'There is no price for {currencyPair} to deal at just now; an estimate may still be had. Try again shortly.',
    retryable: true,
  },
  amount_below_minimum: { status: 422, message: 'The amount is below the minimum of {min} {currency}.' },
  amount_above_maximum: { status: 422, message: 'The amount is above the maximum of {max} {currency}.' },
})
