import { boundedCache } from '../../../kernel/bounded-cache.ts'
import { addDays, type Day, instantOf, localDayOf, localTime, weekdayOf } from '../../../kernel/values/days.ts'
import type { Pair } from '../pairs.ts'

/** An instant as the market states it: UTC, and the local time and zone that it was derived from. */
export interface CutOff {
  at: Date
  time: string
  zone: string
}

/** A cut-off as the wire shows it. */
export const presentCutOff = ({ at, time, zone }: CutOff) => ({
  cutOffAt: at.toISOString(),
  cutOffLocal: { time, zone },
})

const TURN = {
  NewYork: { time: '17:00', zone: 'America/New_York', dayShift: 0 },
  // Auckland's trading day T ends when T+1 begins there.
  Auckland: { time: '07:00', zone: 'Pacific/Auckland', dayShift: 1 },
} as const

interface Span {
  from: number
  to: number
}

/** Caches the last time span, because zone arithmetic is slow and a span lasts for hours. */
function lastSpan<T extends Span>(compute: (at: Date) => T): (at: Date) => T {
  let last: T | undefined
  return (at) => {
    const ms = at.getTime()
    if (!last || ms < last.from || ms >= last.to) last = compute(at)
    return last
  }
}

const previousWeekday = (day: Day): Day => addDays(day, weekdayOf(day) === 1 ? -3 : weekdayOf(day) === 7 ? -2 : -1)

const ends = boundedCache<CutOff>()

/** The end of trading day `tradeDate`, when the next one begins. */
export const endOfTradingDay = (turn: Pair['turn'], tradeDate: Day): CutOff =>
  ends(turn + tradeDate, () => {
    const { time, zone, dayShift } = TURN[turn]
    return { at: instantOf(addDays(tradeDate, dayShift), time, zone), time, zone }
  })

/** The last instant before `day` is itself the trading day. */
export const endOfDayBefore = (turn: Pair['turn'], day: Day): CutOff => endOfTradingDay(turn, previousWeekday(day))

const spans = {
  NewYork: lastSpan((at) => tradingSpan('NewYork', at)),
  Auckland: lastSpan((at) => tradingSpan('Auckland', at)),
}

function tradingSpan(turn: Pair['turn'], at: Date): Span & { tradeDate: Day } {
  const { time, zone, dayShift } = TURN[turn]
  const local = localTime(at, zone)
  let tradeDate = addDays(local.day, (local.time >= time ? 1 : 0) - dayShift)
  while (weekdayOf(tradeDate) > 5) tradeDate = addDays(tradeDate, 1)
  return {
    tradeDate,
    from: endOfDayBefore(turn, tradeDate).at.getTime(),
    to: endOfTradingDay(turn, tradeDate).at.getTime(),
  }
}

/**
 * The trade date of a deal struck at an instant: the day of New York, turning at 17:00 there (for NZD pairs at 07:00 in
 * Auckland), Saturday and Sunday rolled to Monday. Always computed in the zone: daylight saving moves it.
 */
export const tradeDateOf = (pair: Pick<Pair, 'turn'>, at: Date): Day => spans[pair.turn](at).tradeDate

/** Market session at an instant: open or closed, with its start and end. */
interface MarketSession {
  isOpen: boolean
  from: Date
  /** Time of the close, or of the next opening. */
  to: Date
}

const session = lastSpan((at: Date): Span & { session: MarketSession } => {
  const { time, zone } = TURN.NewYork
  const day = localDayOf(at, zone)
  const friday = instantOf(addDays(day, 5 - weekdayOf(day)), time, zone)
  const sunday = instantOf(addDays(day, 7 - weekdayOf(day)), time, zone)
  const lastSunday = instantOf(addDays(day, -weekdayOf(day)), time, zone)
  const nextFriday = instantOf(addDays(day, 12 - weekdayOf(day)), time, zone)
  const [isOpen, from, to] =
    at < friday ? [true, lastSunday, friday] : at < sunday ? [false, friday, sunday] : [true, sunday, nextFriday]
  return { from: from.getTime(), to: to.getTime(), session: { isOpen, from, to } }
})

/** The market's week runs from Sunday to Friday, 17:00 New York. */
export const marketSession = (at: Date): MarketSession => session(at).session
