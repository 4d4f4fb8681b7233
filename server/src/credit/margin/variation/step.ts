import { type VariationTerms, type Risk, requiredMargin, keptMargin } from './required.ts'

/** Decision of a run for one risk: call, release, or withdraw unneeded calls. */
interface MarginStep {
  callMinor: bigint
  releaseMinor: bigint
  /** Unpaid part of the calls that is no longer needed. */
  withdrawMinor: bigint
}

/**
 * @param heldMinor variation margin held for the risk
 * @param outstandingMinor called for and not yet paid
 */
export function marginStep(terms: VariationTerms, risk: Risk, heldMinor: bigint, outstandingMinor: bigint): MarginStep {
  const missing = requiredMargin(terms, risk) - heldMinor - outstandingMinor
  if (missing > 0n) {
    return { callMinor: missing >= terms.minimumMinor ? missing : 0n, releaseMinor: 0n, withdrawMinor: 0n }
  }
  const kept = keptMargin(terms, risk)
  const excess = heldMinor - kept
  const isWorth = excess > 0n && (kept === 0n || excess >= terms.minimumMinor)
  const unneeded = heldMinor + outstandingMinor - kept
  return {
    callMinor: 0n,
    releaseMinor: isWorth ? excess : 0n,
    withdrawMinor: unneeded <= 0n ? 0n : unneeded < outstandingMinor ? unneeded : outstandingMinor,
  }
}
