import { localTime } from '../../kernel/values/days.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { parsePair } from '../calendar/index.ts'
import { presentTrade } from '../trades/index.ts'
import type { Booked } from './book.ts'
import type { HeldRateRow } from './queries.ts'
import { fixedCurrencyOf } from '../quotes/index.ts'
import { statusAt } from './rules.ts'

/** A held rate as the wire shows it at an instant. @param timeZone the entity's */
export function presentHeldRate(held: HeldRateRow, timeZone: string, at: Date) {
  const pair = parsePair(held.currencyPair)
  const amount = (minor: bigint) => formatAmount(minor, fixedCurrencyOf(held))
  const isTwoWay = held.direction === 'TwoWay'
  const cost = new Decimal((held.costAsk ?? held.costBid)!)
  const premium = new Decimal(held.premiumBps)
  return {
    quoteId: formatId('quo', held.quoteId),
    kind: 'HeldRate' as const,
    status: statusAt(held, at),
    entityId: formatId('ent', held.entityId),
    currencyPair: held.currencyPair,
    direction: held.direction,
    usage: held.usage,
    buyCurrency: held.buyCurrency,
    sellCurrency: held.sellCurrency,
    fixedSide: held.fixedSide,
    rate: isTwoWay ? null : rateText(held.ask ?? held.bid, pair.quoteDp),
    bid: isTwoWay ? rateText(held.bid, pair.quoteDp) : null,
    ask: isTwoWay ? rateText(held.ask, pair.quoteDp) : null,
    mid: formatRate(new Decimal(held.mid), pair.quoteDp + 1),
    holdPremium: formatRate(cost.mul(premium).div(10_000), pair.quoteDp + 1),
    holdPremiumBps: formatRate(premium, 2),
    estimatedAmount: amount(held.estimatedMinor),
    maxAmount: amount(held.maxMinor),
    utilisedAmount: amount(held.utilisedMinor),
    remainingAmount: amount(held.status === 'Booked' ? 0n : held.maxMinor - held.utilisedMinor),
    tenor: held.tenor,
    postExpiryAction: held.postExpiryAction,
    createdAt: held.createdAt.toISOString(),
    expiresAt: held.expiresAt.toISOString(),
    expiresAtLocal: localText(held.expiresAt, timeZone),
    deliveryDates: held.deliveryDates,
    tradeIds: held.tradeIds.map((tradeId) => formatId('trd', tradeId)),
  }
}

const rateText = (rate: string | null, digits: number) => rate && formatRate(new Decimal(rate), digits)

/** An instant in a zone with its offset: 2026-11-20T17:00:00+01:00. */
function localText(at: Date, zone: string): string {
  const { day, time } = localTime(at, zone)
  const local = Date.parse(`${day}T${time}Z`)
  const minutes = Math.round((local - at.getTime()) / 60_000)
  const two = (n: number) => String(n).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${day}T${time}${offset}`
}

/** Presents a held-rate trade with its execution. */
export const presentBooked = ({ trade, booking }: Booked) => ({
  ...presentTrade(trade),
  valueDateAdjusted: booking.valueDateAdjusted,
  execution: {
    mode: booking.mode,
    quoteIdUsed: booking.usedQuoteId === null ? null : formatId('quo', booking.usedQuoteId),
  },
})
