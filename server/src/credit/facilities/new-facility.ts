import type { Day } from '../../kernel/values/days.ts'
import type { FacilityRow, MarginRung } from './queries.ts'

/** Amounts in minor units of the facility's currency, percentages as exact text: "2.5". */
export interface NewFacility {
  entityId: string
  name: string
  currency: string
  limitMinor: bigint
  /** Utilisation basis. Notional: open deals count in full. MarginWaiver: only their required margin counts. */
  utilisationBasis: 'Notional' | 'MarginWaiver'
  marginMethod: 'PerTrade' | 'NetPosition'
  callBasis: 'RateMove' | 'MtmOverNotional' | 'NetMtmAbsolute'
  /** Loss that is tolerated before a call. */
  thresholdPercent: string
  /** Size of a call in percent of the notional. */
  callPercent: string
  minimumCallMinor: bigint
  /** Tolerated net loss with NetMtmAbsolute, which replaces the percentages; calls are multiples of `callMinor`. */
  thresholdMinor?: bigint
  callMinor?: bigint
  dueBusinessDays: number
  /** Action if a call is not met in time; default: Alert. */
  overdueAction?: 'Alert' | 'CloseOut'
  /** Hours from the deadline to the close-out; 24 when absent. */
  overdueGraceHours?: number
  /** Collection of calls from an account; default: Automatic. */
  callCollection?: FacilityRow['callCollection']
  /** ISO 8601 duration, counted from spot. */
  maxTenor: string
  effectiveFrom: Day
  reviewDate: Day
  /** The last day on which deals can be made; until it is withdrawn when absent. */
  expiryDate?: Day | null
  /** Daily limit for deliveries before payment; default: none, delivery against payment. */
  settlementLimitMinor?: bigint
  /** Security; default: only margin. */
  security?: string | null
  /** Conditions before the first deal; default: the usual three. */
  conditionsPrecedent?: string[]
  /** Signing time of the facility letter; absent if unsigned. */
  signedAt?: Date
  /** Terms in the order in which they are tried. */
  terms: NewTerm[]
}

export interface NewTerm {
  name: string
  products: ('Forward' | 'Spot')[]
  forwardTypes: ('Fixed' | 'Window' | 'Open' | 'Variable')[]
  /** null: any. */
  currencyPairs: string[] | null
  maxTenor: string
  limitMinor: bigint
  initialMarginPercent: string
  /** Lowest initial margin, if any is required; default: none. */
  initialMarginMinimumMinor?: bigint
  /** Percentages by tenor, the shortest first; past the last rung the percentage above holds. */
  initialMarginSchedule?: MarginRung[]
  /** No initial margin as long as the limit is not used up. */
  initialMarginWaived: boolean
  /** Release of initial margin by each drawdown or by the last one; default: ProRata. */
  marginRelease?: 'ProRata' | 'AtEnd'
  /** Variation margin of this term; the facility's when absent. */
  thresholdPercent?: string
  callPercent?: string
}
