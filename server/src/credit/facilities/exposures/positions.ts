import { Decimal } from '../../../kernel/values/rates.ts'
import { type CreditDeal, type CreditDecision, positionOf } from '../credit.ts'
import type { PositionRow } from '../queries.ts'
import type { CreditBook } from '../usage.ts'

const KEY = ['facilityId', 'termId', 'currencyPair', 'baseSide', 'firstDate', 'valueDate', 'pricedAtDate'] as const

/** Returns true if deals belong to the same position. */
export const isSamePosition = (
  one: Pick<PositionRow, (typeof KEY)[number]>,
  other: Pick<PositionRow, (typeof KEY)[number]>,
): boolean => KEY.every((key) => one[key] === other[key])

/** Returns a position with the amounts and deals of another of the same key. */
export const sumOf = (position: PositionRow, more: PositionRow): PositionRow => ({
  ...position,
  baseMinor: position.baseMinor + more.baseMinor,
  counterMinor: position.counterMinor + more.counterMinor,
  waivedMinor: new Decimal(position.waivedMinor).plus(more.waivedMinor).toFixed(),
  deals: position.deals + more.deals,
})

/** Returns a credit book with a new deal, as it is read once the deal is stored. */
export function withDeal(book: CreditBook, deal: CreditDeal, { term, initialMargin }: CreditDecision): CreditBook {
  const added = positionOf(deal, term, initialMargin.percent)
  const grown = (positions: readonly PositionRow[]): PositionRow[] =>
    positions.some((position) => isSamePosition(position, added))
      ? positions.map((position) => (isSamePosition(position, added) ? sumOf(position, added) : position))
      : [...positions, added]
  const usages = book.usages.map((usage) =>
    usage.facility.facilityId === term.facilityId ? { ...usage, positions: grown(usage.positions) } : usage,
  )
  return { ...book, usages }
}
