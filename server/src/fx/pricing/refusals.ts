import { refusals } from '../../kernel/values/refusals.ts'

/** Errors of pricing. */
export const refuse = refusals({
  price_unavailable: {
    status: 503,
    message: 'No dealable price for {currencyPair} is available now; an estimate may be. Try again shortly.',
    retryable: true,
  },
  amount_below_minimum: { status: 422, message: 'The amount is below the minimum of {min} {currency}.' },
  amount_above_maximum: { status: 422, message: 'The amount is above the maximum of {max} {currency}.' },
})
