import { formatAmount } from '../../../kernel/values/money.ts'
import { Decimal, divideHalfUp } from '../../../kernel/values/rates.ts'
import { parsePair } from '../../calendar/index.ts'
import { dealAmounts } from '../../pricing/index.ts'
import { refuse } from './rules.ts'

/** Minor units of the currencies that a forward buys and sells. */
export interface Legs {
  buyMinor: bigint
  sellMinor: bigint
}

/** A part of a forward. */
export interface Part extends Legs {
  /** It is all that was left. */
  isLast: boolean
}

/** Forward terms for cutting a part. */
interface Cuttable {
  currencyPair: string
  /** Counter currency per unit of base, decimal text. */
  rate: string
  buyCurrency: string
  sellCurrency: string
}

/**
 * Cuts a part from a forward by an amount of either currency: the other amount follows at the contract rate, rounded
 * once, half-up. Taking the full remaining amount of one currency takes the exact rest of the other.
 *
 * @throws draw_currency_invalid, exceeds_balance with what is left, residue_too_small, amount_below_minimum
 */
export function cutPart(forward: Cuttable, left: Legs, currency: string, amountMinor: bigint): Part {
  const isBuy = currency === forward.buyCurrency
  if (!isBuy && currency !== forward.sellCurrency) {
    throw refuse.draw_currency_invalid({ expected: [forward.buyCurrency, forward.sellCurrency], actual: currency })
  }
  const leftMinor = isBuy ? left.buyMinor : left.sellMinor
  const remaining = formatAmount(leftMinor, currency)
  if (amountMinor > leftMinor) throw refuse.exceeds_balance({ remaining, currency })
  if (amountMinor === leftMinor) return { ...left, isLast: true }
  const part = atRate(forward, currency, amountMinor)
  if (part.buyMinor < left.buyMinor && part.sellMinor < left.sellMinor) return { ...part, isLast: false }
  const other = isBuy ? forward.sellCurrency : forward.buyCurrency
  throw refuse.residue_too_small({ currency: other, remaining, drawCurrency: currency })
}

function atRate({ currencyPair, rate, buyCurrency }: Cuttable, currency: string, amountMinor: bigint): Legs {
  const pair = parsePair(currencyPair)
  const { baseMinor, counterMinor } = dealAmounts(pair, new Decimal(rate), currency, amountMinor)
  return buyCurrency === pair.base
    ? { buyMinor: baseMinor, sellMinor: counterMinor }
    : { buyMinor: counterMinor, sellMinor: baseMinor }
}

/** Returns the amounts of a part by base and counter currency. */
export function baseAndCounter({ trade }: { trade: Pick<Cuttable, 'currencyPair' | 'buyCurrency'> }, legs: Legs) {
  const pair = parsePair(trade.currencyPair)
  const isBaseBought = trade.buyCurrency === pair.base
  return isBaseBought
    ? { pair, isBaseBought, baseMinor: legs.buyMinor, counterMinor: legs.sellMinor }
    : { pair, isBaseBought, baseMinor: legs.sellMinor, counterMinor: legs.buyMinor }
}

/**
 * Returns the proportional share of an amount for a part, rounded half-up; the last part gets the rest.
 *
 * @param amountMinor that is shared out: margin held, revenue not yet earned (negative where it is a loss)
 */
export function shareOf(amountMinor: bigint, part: Part, left: Legs): bigint {
  if (part.isLast) return amountMinor
  return divideHalfUp(amountMinor * part.buyMinor, left.buyMinor)
}

export const plus = (one: Legs, other: Legs): Legs => ({
  buyMinor: one.buyMinor + other.buyMinor,
  sellMinor: one.sellMinor + other.sellMinor,
})
export const minus = (one: Legs, other: Legs): Legs => ({
  buyMinor: one.buyMinor - other.buyMinor,
  sellMinor: one.sellMinor - other.sellMinor,
})
export const isNothing = ({ buyMinor, sellMinor }: Legs): boolean => buyMinor === 0n && sellMinor === 0n
