import { type CurrencyConvention, findConvention } from './conventions.ts'
import { invariant, Refusal } from '../../kernel/values/refusals.ts'
import { refuse } from './refusals.ts'

/** A currency pair in market convention: a rate is counter currency per unit of base. One object a pair. */
export interface Pair {
  /** "EUR/USD" */
  symbol: string
  base: string
  counter: string
  /** Decimals the rate is quoted in. */
  quoteDp: number
  /** Decimals of one pip: forward points are in units of 10^-pipDp. */
  pipDp: number
  /** Business days from trade date to spot. */
  lag: 1 | 2
  /** Turn of the trading day: 17:00 New York, for NZD pairs 07:00 Auckland. */
  turn: 'NewYork' | 'Auckland'
  /** True if both currencies can be dealt for the same day. */
  sameDay: boolean
  /** Currencies that must be open on a value date: the two, and USD. */
  settlementCurrencies: string[]
}

/** The first of these in a pair is its base; any of them is base against any other currency. */
const BASE_ORDER = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY']

/** Crosses whose decimals the market publishes; the others follow from their currencies: [quote, pip]. */
const CROSS_DECIMALS: Record<string, [number, number]> = {
  'EUR/GBP': [5, 4],
  'EUR/JPY': [3, 2],
  'GBP/JPY': [3, 2],
  'EUR/CZK': [3, 3],
  'EUR/HUF': [3, 2],
}

const pairs = new Map<string, Pair>()

/**
 * The pair of two currencies, in either order.
 *
 * @throws same_currency; pair_not_tradeable for a currency without market conventions
 */
export function pairOf(one: string, other: string): Pair {
  const key = one + other
  const known = pairs.get(key)
  if (known) return known
  if (one === other) throw refuse.same_currency({ currency: one })
  const [base, counter] = [one, other].sort(byBaseOrder) as [string, string]
  const pair = pairs.get(base + counter) ?? makePair(convention(base, one, other), convention(counter, one, other))
  pairs.set(base + counter, pair)
  pairs.set(key, pair)
  return pair
}

/** Returns the pair of a stored symbol. */
export function parsePair(symbol: string): Pair {
  const pair = parsed.get(symbol) ?? findPair(symbol)
  invariant(pair, `${symbol} is a pair`)
  return pair
}

function findPair(text: string): Pair | undefined {
  try {
    return getPair(text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

/** Returns the pair that a client names, as in "EURGBP" or "EUR/GBP". @throws as pairOf */
export function getPair(text: string): Pair {
  const match = /^([A-Z]{3})\/?([A-Z]{3})$/.exec(text.toUpperCase())
  if (!match)
    throw refuse.pair_not_tradeable({ currencyPair: text, reason: 'a pair is six letters, for example EURGBP.' })
  const pair = pairOf(match[1]!, match[2]!)
  if (text === pair.symbol) parsed.set(text, pair)
  return pair
}

/** Pairs by their symbols. */
const parsed = new Map<string, Pair>()

function byBaseOrder(a: string, b: string): number {
  const rank = (currency: string) => (BASE_ORDER.includes(currency) ? BASE_ORDER.indexOf(currency) : BASE_ORDER.length)
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

function convention(currency: string, one: string, other: string): CurrencyConvention {
  const found = findConvention(currency)
  const currencyPair = [one, other].sort(byBaseOrder).join('/')
  if (!found) throw refuse.pair_not_tradeable({ currencyPair, currency, reason: `${currency} is not quoted here.` })
  return found
}

function makePair(base: CurrencyConvention, counter: CurrencyConvention): Pair {
  const [quoteDp, pipDp] = decimals(base, counter)
  const isLagOne = (base.code === 'USD' && counter.lagOne) || (counter.code === 'USD' && base.lagOne)
  return {
    symbol: `${base.code}/${counter.code}`,
    base: base.code,
    counter: counter.code,
    quoteDp,
    pipDp,
    lag: isLagOne ? 1 : 2,
    turn: base.code === 'NZD' || counter.code === 'NZD' ? 'Auckland' : 'NewYork',
    sameDay: base.sameDay && counter.sameDay,
    settlementCurrencies: [...new Set([base.code, counter.code, 'USD'])],
  }
}

/** Decimals of a cross: those of its counter currency, more where a unit of base is small (JPY/KRW 5, not 3). */
function decimals(base: CurrencyConvention, counter: CurrencyConvention): [number, number] {
  if (counter.code === 'USD') return [base.quoteDp, base.pipDp]
  if (base.code === 'USD') return [counter.quoteDp, counter.pipDp]
  const known = CROSS_DECIMALS[`${base.code}/${counter.code}`]
  if (known) return known
  const quoteDp = Math.min(9, Math.max(0, counter.quoteDp + 5 - base.quoteDp))
  return [quoteDp, Math.max(0, quoteDp - 1)]
}
