import { type Db, inTransaction } from '../../kernel/db/db.ts'
import { sweepSets } from '../../kernel/jobs/work.ts'
import { exactText, roundRate } from '../../kernel/values/rates.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { marketSession, parsePair, spotDate, tradeDateOf } from '../calendar/index.ts'
import { type MarketPrice, marketPrice, type PriceSources } from '../pricing/index.ts'
import { reachedLevels, scheduleReached, type SidePrice, watchedPairs } from './levels.ts'

interface LookDeps {
  db: Pick<Db, 'pool'>
  sources: PriceSources
  /** Receives the pairs that have levels and no price. */
  unpriced?: (currencyPairs: readonly string[]) => void
  /** Receives what kept the levels of an entity from being handled; its other levels wait too. Absent: it is thrown. */
  failed?: (error: unknown, piece: { entityId: string; resourceId: string }) => void
}

/** Levels that one round handles. */
const SET = 500
/** Levels after which a look ends, so that it does not delay the other sweeps of its process. The next one continues. */
const MOST = 2000

/**
 * Compares the market with all levels once and schedules the jobs of those reached, due at `at`; about 2000 of them at most. Does nothing while the market is closed.
 * The levels of a pair without a price wait. Each entity's levels are handled in a transaction of their own. Safe in several processes
 * at the same time.
 *
 * @returns the number of levels that were reached, with those that another process handled meanwhile
 */
export async function lookAtMarket(deps: LookDeps, at: Date): Promise<number> {
  const { db, failed = rethrow } = deps
  if (!marketSession(at).isOpen) return 0
  const prices = spotPrices(deps, await watchedPairs(db.pool), at)
  if (prices.length === 0) return 0
  let total = 0
  return sweepSets(
    async (except) => (total < MOST ? reachedLevels(db.pool, prices, { except, limit: SET }) : []),
    async (reached) => {
      const left: string[] = []
      let done = 0
      for (const entityId of new Set(reached.map((level) => level.entityId))) {
        const own = reached.filter((level) => level.entityId === entityId)
        try {
          await inTransaction(db, (tx) => scheduleReached(tx, entityId, own, at))
          done += own.length
        } catch (error) {
          failed(error, { entityId, resourceId: own[0]!.resourceId })
          left.push(entityId)
        }
      }
      total += done
      return { done, left }
    },
  )
}

function rethrow(error: unknown): never {
  throw error
}

/** Returns the spot prices of those pairs that have one. */
function spotPrices({ sources, unpriced }: LookDeps, symbols: readonly string[], at: Date): SidePrice[] {
  const found = symbols.map((symbol) => ({ symbol, price: findSpot(sources, symbol, at) }))
  unpriced?.(found.filter(({ price }) => !price).map(({ symbol }) => symbol))
  return found.flatMap(({ symbol, price }) => (price ? sidesOf(symbol, price) : []))
}

const sidesOf = (currencyPair: string, { spot }: SpotPrice): SidePrice[] => [
  { currencyPair, priceSide: 'Bid', price: exactText(spot.bid) },
  { currencyPair, priceSide: 'Mid', price: exactText(shownMiddle(currencyPair, spot)) },
  { currencyPair, priceSide: 'Ask', price: exactText(spot.ask) },
]

/** A pair's spot market and its age. */
type SpotPrice = Pick<MarketPrice, 'spot' | 'asOf'>

/** Returns a pair's spot market as `getSpot` does; undefined if it has none. */
export function findSpot(sources: PriceSources, symbol: string, at: Date): SpotPrice | undefined {
  try {
    return getSpot(sources, symbol, at)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * Returns a pair's spot market. The age of the price is not limited.
 *
 * @param symbol the pair, such as EUR/USD
 * @throws pair_not_tradeable, price_unavailable
 */
export function getSpot(sources: PriceSources, symbol: string, at: Date): SpotPrice {
  const pair = parsePair(symbol)
  const tradeDate = tradeDateOf(pair, at)
  const date = spotDate(sources.calendars, pair, tradeDate)
  return marketPrice(sources, pair, { date, spotDate: date, tradeDate }, at)
}

/**
 * Returns the market's middle as it is shown and compared with levels: with one decimal more than rates of the pair have, rounded
 * half-up. So the middle never shows a level that counts as not reached.
 */
export const shownMiddle = (symbol: string, { mid }: SpotPrice['spot']) =>
  roundRate(mid, parsePair(symbol).quoteDp + 1, 'half-up')
