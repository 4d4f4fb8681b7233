import type { WorkHandler } from '../kernel/jobs/work.ts'
import type { FundingClass } from './book/awaited.ts'
import { distributionHandler } from './distribution.ts'

/** Order in which the money of an account is distributed, here alone: due trades, margin, payments. */
const FUNDING_ORDER = ['trades', 'initialMargin', 'marginCalls', 'payments'] as const

/** Claims on incoming money, by the place in the order. */
export type FundingClaims = Record<(typeof FUNDING_ORDER)[number], FundingClass>

/** Returns the handler that distributes money in the order of the service. */
export const fundingHandler = (funding: FundingClaims): WorkHandler =>
  distributionHandler(FUNDING_ORDER.map((place) => funding[place]))
