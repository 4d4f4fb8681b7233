import type { Day } from '../../kernel/values/days.ts'
import type { FacilityRow, MarginRung } from './queries.ts'

/** Amounts in minor units of the facility's currency, percentages as exact text: "2.5". */
export interface NewFacility {
  entityId: string
  name: string
  currency: string
  limitMinor: bigint
  /** Notional: what is open counts in full. MarginWaiver: only the margin it would need counts. */
  utilisationBasis: 'Notional' | 'MarginWaiver'
  marginMethod: 'PerTrade' | 'NetPosition'
  callBasis: 'RateMove' | 'MtmOverNotional' | 'NetMtmAbsolute'
  /** Loss that is tolerated before a call. */
  thresholdPercent: string
  /** What a call asks for, of the notional. */
  callPercent: string
  minimumCallMinor: bigint
  /** With NetMtmAbsolute, instead of the percentages: the net loss that is tolerated, and the blocks calls come in. */
  thresholdMinor?: bigint
  callMinor?: bigint
  dueBusinessDays: number
  /** What follows when a call is not met in time; Alert when absent. */
  overdueAction?: 'Alert' | 'CloseOut'
  /** Hours from the deadline to the close-out; 24 when absent. */
  overdueGraceHours?: number
  /** Whether calls are collected from an account; Automatic when absent. */
  callCollection?: FacilityRow['callCollection']
  /** ISO 8601 duration, counted from spot. */
  maxTenor: string
  effectiveFrom: Day
  reviewDate: Day
  /** The last day on which deals can be made; until it is withdrawn when absent. */
  expiryDate?: Day | null
  /** What may be delivered in a day before it is paid for; none when absent: delivery against payment. */
  settlementLimitMinor?: bigint
  /** What secures it; nothing but margin when absent. */
  security?: string | null
  /** What the client provides before it can be used; the usual three when absent. */
  conditionsPrecedent?: string[]
  /** When the facility letter was signed; absent: not yet. */
  signedAt?: Date
  /** In the order in which they are tried. */
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
  /** Lowest initial margin where any is asked for; none when absent. */
  initialMarginMinimumMinor?: bigint
  /** Percentages by tenor, the shortest first; past the last rung the percentage above holds. */
  initialMarginSchedule?: MarginRung[]
  /** No initial margin as long as the limit is not used up. */
  initialMarginWaived: boolean
  /** Whether drawdowns set initial margin free as they go, or the last one does; ProRata when absent. */
  marginRelease?: 'ProRata' | 'AtEnd'
  /** Variation margin of this term; the facility's when absent. */
  thresholdPercent?: string
  callPercent?: string
}
