/** An exit price as integers, so that a hundred thousand deals are valued without decimals. */
export interface Scale {
  rate: bigint
  /** Counter amount at the cost rate: base x cost / perCost. */
  cost: bigint
  perCost: bigint
  perBase: bigint
  perCounter: bigint
  conversion: bigint
  toReport: bigint
  discount: bigint
  notional: bigint
  toNotional: bigint
}

/**
 * Factors of an exit price as doubles. An estimate never decides a figure on its own: it counts only where no error that a
 * double can have would change the rounded result. Where it could, and for amounts that a double cannot hold, the caller computes
 * with integers of any length.
 */
export interface Estimates {
  /** Counter amount of a base amount at the market forward rate: base x rate / per, both integers. */
  rate: number
  per: number
  /** Counter amount of a base amount at the cost rate. */
  cost: number
  /** Values of a gain in units of 1/per. */
  undiscounted: number
  mtm: number
  /** Reporting amount of a base amount. */
  notional: number
}

/** Integers up to here, their doubles and their halves are exact. */
const MOST = 2 ** 52
/** Bound of the relative error of a few operations, of half a unit in the last place (2^-53) each. */
const ERROR = 2 ** -50

/** Returns undefined if the rate is too long for an exact product. */
export function estimatesOf(scale: Scale, discountUnit: bigint): Estimates | undefined {
  const common = scale.perBase < scale.perCounter ? scale.perBase : scale.perCounter // both are powers of ten
  const [rate, per] = [Number((scale.rate * scale.perBase) / common), Number(scale.perCounter / common)]
  if (rate > MOST || per > MOST) return undefined
  const converted = common * scale.conversion
  return {
    rate,
    per,
    cost: Number(scale.cost) / Number(scale.perCost),
    undiscounted: Number(converted) / Number(scale.toReport),
    mtm: Number(converted * scale.discount) / Number(scale.toReport * discountUnit),
    notional: Number(scale.notional) / Number(scale.toNotional),
  }
}

/** Figures of `DealValue`; undefined where integers must decide. */
export function estimate(by: Estimates, isBaseBought: boolean, base: number, counter: number) {
  const [atRate, atContract] = [base * by.rate, counter * by.per]
  if (!(atRate < MOST && atContract < MOST)) return undefined
  const gain = isBaseBought ? atRate - atContract : atContract - atRate
  const exit = amountAtExit(by, isBaseBought, base, atRate)
  const undiscounted = nearest(gain * by.undiscounted)
  const mtm = nearest(gain * by.mtm)
  const notional = nearest(base * by.notional)
  if (exit === undefined || undiscounted === undefined || mtm === undefined || notional === undefined) return undefined
  return { counter: isBaseBought ? exit - counter : counter - exit, undiscounted, mtm, notional }
}

/** Returns the counter amount of the opposite deal, rounded half-up at the market rate, and never better than the cost rate. */
function amountAtExit(by: Estimates, isBaseBought: boolean, base: number, atRate: number): number | undefined {
  let whole = Math.floor(atRate / by.per)
  let rest = atRate - whole * by.per
  if (rest < 0) [whole, rest] = [whole - 1, rest + by.per] // the quotient was rounded up
  const rounded = rest * 2 >= by.per ? whole + 1 : whole
  const atCost = base * by.cost
  if (!(Math.abs(atCost - Math.round(atCost)) > atCost * ERROR)) return undefined
  const bound = isBaseBought ? Math.floor(atCost) : Math.ceil(atCost)
  const derived = isBaseBought ? Math.min(rounded, bound) : Math.max(rounded, bound)
  return derived > 0 ? derived : 1
}

/** Rounds to the nearest integer, halves away from zero; undefined if the value is too close to a half, for its error, or too large. */
export function nearest(value: number): number | undefined {
  const size = Math.abs(value)
  const whole = Math.floor(size)
  const pastHalf = size - whole - 0.5
  if (!(Math.abs(pastHalf) > size * ERROR)) return undefined
  const rounded = pastHalf > 0 ? whole + 1 : whole
  return value < 0 ? -rounded : rounded
}
