import { Decimal } from '../../kernel/values/rates.ts'
import { type MarginedExposure, waivedPart } from './exposures/exposures.ts'
import { isSamePosition } from './exposures/positions.ts'
import type { PositionRow } from './queries.ts'
import type { CreditBook } from './usage.ts'

/**
 * Returns a credit book as if a part of an open deal had been delivered, so that its replacement does not conflict with it. Nothing is
 * stored or locked: for previews.
 *
 * @param part minor units of base and counter currency, at most what is open
 * @returns undefined if the book is older than the deal
 */
export function withoutPart(
  book: CreditBook,
  exposure: MarginedExposure,
  part: { baseMinor: bigint; counterMinor: bigint },
): CreditBook | undefined {
  const usage = book.usages.find(({ facility }) => facility.facilityId === exposure.facilityId)
  const found = usage?.positions.find((position) => isSamePosition(position, exposure))
  if (!found || found.baseMinor < part.baseMinor || found.counterMinor < part.counterMinor) return undefined
  const rest = lessPart(found, exposure, part)
  const positions = usage!.positions.flatMap((position) => (position !== found ? position : rest.deals > 0 ? rest : []))
  return { ...book, usages: book.usages.map((each) => (each === usage ? { ...usage, positions } : each)) }
}

/** A part of an open deal as a position of its own. */
export const positionOfPart = (
  exposure: MarginedExposure,
  { baseMinor, counterMinor }: { baseMinor: bigint; counterMinor: bigint },
): PositionRow => ({
  facilityId: exposure.facilityId,
  termId: exposure.termId,
  currencyPair: exposure.currencyPair,
  baseSide: exposure.baseSide,
  firstDate: exposure.firstDate,
  valueDate: exposure.valueDate,
  pricedAtDate: exposure.pricedAtDate,
  baseMinor,
  counterMinor,
  waivedMinor: waivedPart(exposure, baseMinor),
  deals: 1,
})

function lessPart(
  position: PositionRow,
  exposure: MarginedExposure,
  part: { baseMinor: bigint; counterMinor: bigint },
): PositionRow {
  const isClosed = exposure.baseMinor === part.baseMinor
  return {
    ...position,
    baseMinor: position.baseMinor - part.baseMinor,
    counterMinor: position.counterMinor - part.counterMinor,
    waivedMinor: new Decimal(position.waivedMinor).minus(waivedPart(exposure, part.baseMinor)).toFixed(),
    deals: position.deals - (isClosed ? 1 : 0),
  }
}
