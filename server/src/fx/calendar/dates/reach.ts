import type { Day } from '../../../kernel/values/days.ts'
import type { Calendars } from '../calendars.ts'
import { findConvention } from '../conventions.ts'
import { pairOf, parsePair } from '../pairs.ts'
import { spotDate } from './spot.ts'
import { lastCoveredDay, withinCoverage } from './tenors.ts'
import { previousGoodDay, reachFrom } from './tenor-reach.ts'
import { marketSession, tradeDateOf } from './trading-day.ts'

/** The longest forward tenor that can be dealt in a currency. */
interface CurrencyReach {
  currency: string
  /** Whole months from spot: "P13M"; "P0M" where not even one can be dealt. */
  maxForwardTenor: string
  /** Last value date against USD (of USD: against EUR); null where no date is left. */
  lastValueDate: Day | null
}

/** Forward tenors available to an entity: the longest, and the currencies with a shorter one. */
interface ForwardReach {
  maxForwardTenor: string
  shorterForwardTenors: CurrencyReach[]
}

const MONTHS = /^P(?:(\d+)Y)?(?:(\d+)M)?$/

/**
 * Returns the longest forward tenor at an instant, limited by the known holidays and the entity's settings. A setting
 * in weeks or days is returned unchanged.
 *
 * @param pairs symbols the entity may deal; null for every pair of the service
 * @param allowed longest tenor by the entity's settings: "P24M"
 */
export function forwardReach(
  calendars: Calendars,
  { pairs, allowed }: { pairs: readonly string[] | null; allowed: string },
  at: Date,
): ForwardReach {
  const match = MONTHS.exec(allowed)
  if (!match) return { maxForwardTenor: allowed, shorterForwardTenors: [] }
  const most = Number(match[1] ?? 0) * 12 + Number(match[2] ?? 0)
  const reached = currenciesOf(calendars, pairs).map((currency) => reachOf(calendars, currency, most, at))
  const longest = Math.max(0, ...reached.map(({ months }) => months))
  const shorter = reached
    .filter(({ months }) => months < longest)
    .map(({ currency, months, last }) => ({ currency, maxForwardTenor: `P${months}M`, lastValueDate: last }))
  return { maxForwardTenor: longest < most ? `P${longest}M` : allowed, shorterForwardTenors: shorter }
}

function currenciesOf(calendars: Calendars, pairs: readonly string[] | null): string[] {
  const named = pairs?.map(parsePair).flatMap(({ base, counter }) => [base, counter])
  const dealt = (named ?? calendars.known()).filter((currency) => {
    const convention = findConvention(currency)
    return convention !== undefined && !convention.off && calendars.coverage(currency) !== undefined
  })
  return [...new Set(dealt)].sort()
}

/** The most whole months from spot whose date is within the known holidays, found from the longest down. */
function reachOf(calendars: Calendars, currency: string, most: number, at: Date) {
  const pair = currency === 'USD' ? pairOf('EUR', 'USD') : pairOf(currency, 'USD')
  const { isOpen, to } = marketSession(at)
  const tradeDate = tradeDateOf(pair, isOpen ? at : to)
  const spot = withinCoverage(() => spotDate(calendars, pair, tradeDate))
  if (spot === undefined) return { currency, months: 0, last: null }
  for (let months = most; months > 0; months--) {
    const last = withinCoverage(() => reachFrom(calendars, pair, spot, { months }))
    if (last !== undefined) {
      return {
        currency,
        months,
        last: months === most ? last : previousGoodDay(calendars, pair, lastCoveredDay(calendars, pair)),
      }
    }
  }
  return { currency, months: 0, last: previousGoodDay(calendars, pair, lastCoveredDay(calendars, pair)) }
}
