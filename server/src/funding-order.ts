import { initialMarginAwaitingFunds } from './credit/margin/index.ts'
import { tradesAwaitingFunds } from './fx/trades/index.ts'
import type { FundingClass } from './ledger/index.ts'
import { paymentsAwaitingFunds } from './payments/index.ts'

type Deps = Parameters<typeof tradesAwaitingFunds>[0] &
  Parameters<typeof initialMarginAwaitingFunds>[0] &
  Parameters<typeof paymentsAwaitingFunds>[0]

/** Who gets the money of an account first: trades that are due, then initial margin, then payments. */
export const fundingOrder = (deps: Deps): FundingClass[] => [
  tradesAwaitingFunds(deps),
  initialMarginAwaitingFunds(deps),
  paymentsAwaitingFunds(deps),
]
