import type { Clock } from '../../kernel/values/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { openReloaded } from '../../kernel/db/reads/reloaded.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { refusals } from '../../kernel/values/refusals.ts'
import { type Pair, pairOf, refuseCalendar } from '../../fx/calendar/index.ts'
import { type Fixing, type Leg, type MarketData, shippedFixings } from '../../fx/pricing/index.ts'
import { createModel, type MarketModel, pricedAt, spreadAround } from './model.ts'
import { factorAt, insertOverride, lockOverrides, type Overrides, selectOverrides } from './overrides.ts'

const refuse = refusals({
  market_move_invalid: {
    status: 400,
    message:
      'Send either `rate` or `shiftPercent` as a decimal string. The new rate must be between 1/100 and 100 times the current rate.',
  },
})

/** Target of a pair's market: a mid rate, or a change in percent. */
interface MarketMove {
  rate?: string
  shiftPercent?: string
}

/** The sandbox's market: the port, and a way to move it that every process sees. */
export interface SandboxMarket extends MarketData {
  /**
   * Moves a pair now; the random walk continues from there. A cross moves the base currency's USD pair. The change is
   * visible after commit: in other processes immediately, in this one at its refresh.
   *
   * @returns the pair's middle after the move, not rounded
   * @throws market_move_invalid, pair_not_tradeable
   */
  move(tx: Tx, pair: Pair, move: MarketMove): Promise<{ mid: Decimal; at: Date }>
  /** Reads the moves again: one was committed. */
  refresh(): Promise<void>
}

/**
 * A market of reference rates, carried on after their last day by a walk that follows from the seed alone, so that
 * several processes and every restart see one market. Moves are rows; prices come from memory.
 */
export async function createSandboxMarket(input: {
  db: Db
  clock: Clock
  seed: number
  /** Unstarted listener for moves by other processes. */
  listener: Pick<Listener, 'on'>
  fixings?: Fixing[]
}): Promise<SandboxMarket> {
  const { db, clock } = input
  const model = createModel(input.fixings ?? shippedFixings(), input.seed)
  const { listener } = input
  const { current, reload } = await openReloaded({ listener, channel: 'sim_market' }, () => selectOverrides(db.pool))
  return {
    source: 'sandbox market (ECB reference rates, seeded walk)',
    isDealable: true,
    leg: remembering(model, current),
    async move(tx, pair, move) {
      const at = clock.now()
      await lockOverrides(tx)
      const before = middleOf(model, await selectOverrides(tx), pair, at)
      const ratio = checkMove(move, before)
      await insertOverride(tx, { at, ...legMove(pair, ratio) })
      return { mid: before.mul(ratio), at }
    },
    refresh: reload,
  }
}

/** Caches prices for a second: within it, and until a market move, a currency's price is the same object. */
function remembering(model: MarketModel, overrides: () => Overrides): MarketData['leg'] {
  const known = new Map<string, { second: number; overrides: Overrides; leg: Leg | undefined }>()
  return (currency, at) => {
    const second = Math.floor(at.getTime() / 1000)
    const held = known.get(currency)
    const current = overrides()
    if (held?.second === second && held.overrides === current) return held.leg
    const mid = movedMid(model, current, currency, at)
    const leg = mid && spreadAround(mid, currency, pricedAt(at))
    known.set(currency, { second, overrides: current, leg })
    return leg
  }
}

const movedMid = (model: MarketModel, overrides: Overrides, currency: string, at: Date): Decimal | undefined =>
  model.mid(currency, pricedAt(at))?.mul(factorAt(overrides, currency, at))

/** Middle of any pair, from the unrounded middles of its USD pairs. */
function middleOf(model: MarketModel, overrides: Overrides, pair: Pair, at: Date): Decimal {
  const inUsd = (currency: string): Decimal => {
    if (currency === 'USD') return new Decimal(1)
    const mid = movedMid(model, overrides, currency, at)
    const reason = `${currency} has no reference rate.`
    if (!mid) throw refuseCalendar.pair_not_tradeable({ currencyPair: pair.symbol, currency, reason })
    return isUsdBase(currency) ? new Decimal(1).div(mid) : mid
  }
  return inUsd(pair.base).div(inUsd(pair.counter))
}

const isUsdBase = (currency: string): boolean => pairOf(currency, 'USD').base === 'USD'

/** Returns the USD pair to move, and its factor, so that the pair moves by `ratio`. */
function legMove(pair: Pair, ratio: Decimal): { currency: string; factor: Decimal } {
  if (pair.base === 'USD') return { currency: pair.counter, factor: ratio }
  return { currency: pair.base, factor: isUsdBase(pair.base) ? new Decimal(1).div(ratio) : ratio }
}

const DECIMAL = /^-?\d{1,9}(\.\d{1,9})?$/

/** The ratio by which a pair moves. @throws market_move_invalid */
function checkMove({ rate, shiftPercent }: MarketMove, before: Decimal): Decimal {
  const text = rate ?? shiftPercent
  if (text === undefined || (rate !== undefined && shiftPercent !== undefined) || !DECIMAL.test(text)) {
    throw refuse.market_move_invalid()
  }
  const ratio = rate === undefined ? new Decimal(text).div(100).plus(1) : new Decimal(text).div(before)
  if (ratio.lt('0.01') || ratio.gt(100)) throw refuse.market_move_invalid()
  return ratio
}
