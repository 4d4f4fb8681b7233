import { refuseShared } from './shared-refusals.ts'

/**
 * A range of a list's query that ends before it begins is refused, not answered with an empty list: it is a mistake.
 *
 *
 * @throws date_range_invalid
 */
export function checkRange(fromName: string, from: string | undefined, toName: string, to: string | undefined): void {
  if (from === undefined || to === undefined) return
  if (Date.parse(from) <= Date.parse(to)) return
  throw refuseShared.date_range_invalid({ reason: `${fromName} ${from} is after ${toName} ${to}` })
}
