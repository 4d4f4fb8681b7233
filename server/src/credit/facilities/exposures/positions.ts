import { Decimal } from '../../../kernel/values/rates.ts'
import { type CreditDeal, type CreditDecision, positionOf } from '../credit.ts'
import type { PositionRow } from '../queries.ts'
import type { CreditBook, UsageFacts } from '../usage.ts'
import { growUsage } from '../usage-at-market.ts'

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
  const usages = book.usages.map((usage) =>
    usage.facility.facilityId === term.facilityId ? withPosition(usage, added) : usage,
  )
  return { ...book, usages }
}

function withPosition(usage: UsageFacts, added: PositionRow): UsageFacts {
  const place = usage.positions.findIndex((position) => isSamePosition(position, added))
  const replaced = usage.positions[place]
  const position = replaced ? sumOf(replaced, added) : added
  const positions = replaced ? usage.positions.with(place, position) : [...usage.positions, position]
  const grown = { ...usage, positions }
  growUsage(usage, grown, position, replaced)
  return grown
}
