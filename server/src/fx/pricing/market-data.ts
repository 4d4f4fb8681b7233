import type { Decimal } from '../../kernel/values/rates.ts'

/** Two-way market price with mid: bid is the market's buying price of the base, ask its selling price. */
export interface TwoWay {
  bid: Decimal
  mid: Decimal
  ask: Decimal
}

/** The market of one currency against USD, in market convention (EUR/USD, but USD/JPY). */
export interface Leg extends TwoWay {
  /** Time of the source's last update; its age limits firm quotes. */
  asOf: Date
}

/**
 * The port through which every price comes in. It answers from memory, at once; an adapter keeps itself fresh.
 * `at` is business time: a live source ignores it, the sandbox's market is a function of it.
 */
export interface MarketData {
  /** Named in logs and in the price's record. */
  source: string
  /** True if its prices may be dealt at. Reference rates are for estimates only. */
  isDealable: boolean
  /** The currency's USD pair; undefined when this source does not quote it. Never asked for USD itself. */
  leg(currency: string, at: Date): Leg | undefined
}

/** Short-term interest by currency, the source of forward and swap points. */
export interface InterestRates {
  /** Percent a year, simple, on the currency's day basis; undefined when not known. */
  percent(currency: string): Decimal | undefined
}
