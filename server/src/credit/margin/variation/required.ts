import { Decimal } from '../../../kernel/values/rates.ts'
import type { FacilityRow, TermRow } from '../../facilities/index.ts'
import { divideHalfUp, percentOf } from '../../valuation/index.ts'

/** Variation margin terms; amounts in minor units of the facility's currency. */
export interface VariationTerms {
  basis: FacilityRow['callBasis']
  thresholdPercent: Decimal
  callPercent: Decimal
  /** NetMtmAbsolute only. */
  thresholdMinor: bigint
  blockMinor: bigint
  /** Minimum transfer: smaller amounts are neither called nor released. */
  minimumMinor: bigint
}

/** The variation terms of a facility, and of one of its terms where it has its own. */
export const variationTerms = (
  facility: FacilityRow,
  term?: Pick<TermRow, 'thresholdPercent' | 'callPercent'>,
): VariationTerms => ({
  basis: facility.callBasis,
  thresholdPercent: new Decimal(term?.thresholdPercent ?? facility.thresholdPercent),
  callPercent: new Decimal(term?.callPercent ?? facility.callPercent),
  thresholdMinor: facility.thresholdMinor ?? 0n,
  blockMinor: facility.callMinor ?? 1n,
  minimumMinor: facility.minimumCallMinor,
})

/** A deal, or a net position, as margin sees it; minor units of the facility's currency. */
export interface Risk {
  notionalMinor: bigint
  /** Negative is a loss of the client. */
  mtmMinor: bigint
  /** Negative is against the client; 0 of a net position. */
  rateMovePercent: Decimal
  /** Initial margin held for it. */
  initialHeldMinor: bigint
}

/**
 * Returns the adverse move of a risk in percent of the notional. By rate move: of the contract rate, regardless of
 * initial margin. By value: the loss beyond the initial margin.
 */
export function adversePercent(terms: Pick<VariationTerms, 'basis'>, risk: Risk): Decimal {
  if (terms.basis === 'RateMove') return risk.rateMovePercent.neg()
  return percentOf(-risk.mtmMinor - risk.initialHeldMinor, risk.notionalMinor)
}

/**
 * The variation margin that a risk asks for: for each full threshold that it has gone against the client one call. With
 * an absolute threshold: the loss beyond it in full blocks.
 */
export function requiredMargin(terms: VariationTerms, risk: Risk): bigint {
  return requiredWith(terms, risk, 0n)
}

/**
 * Returns the margin kept after a market recovery: the margin due if the loss were larger by the minimum transfer. This
 * avoids repeated transfers around a threshold; without a loss nothing is kept.
 */
export function keptMargin(terms: VariationTerms, risk: Risk): bigint {
  return requiredWith(terms, risk, terms.minimumMinor)
}

function requiredWith(terms: VariationTerms, risk: Risk, cushionMinor: bigint): bigint {
  if (terms.basis === 'NetMtmAbsolute') return requiredInBlocks(terms, risk, cushionMinor)
  const adverse = adversePercent(terms, risk)
  if (adverse.lte(0)) return 0n
  const percent = adverse.plus(percentOf(cushionMinor, risk.notionalMinor))
  if (terms.thresholdPercent.isZero()) return shareOf(risk.notionalMinor, percent)
  const steps = percent.div(terms.thresholdPercent).floor()
  return shareOf(risk.notionalMinor, terms.callPercent.mul(steps))
}

function requiredInBlocks(terms: VariationTerms, risk: Risk, cushionMinor: bigint): bigint {
  const exposure = -risk.mtmMinor - risk.initialHeldMinor
  if (exposure <= 0n) return 0n
  const beyond = exposure + cushionMinor - terms.thresholdMinor
  return beyond <= 0n ? 0n : ((beyond + terms.blockMinor - 1n) / terms.blockMinor) * terms.blockMinor
}

const PERCENT_UNIT = 1_000_000n

/** Percent of an amount, half-up; percentages to six decimals. */
const shareOf = (amountMinor: bigint, percent: Decimal): bigint =>
  divideHalfUp(amountMinor * BigInt(percent.mul(PERCENT_UNIT.toString()).toFixed(0)), PERCENT_UNIT * 100n)
