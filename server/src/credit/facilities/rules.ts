import { refusals } from '../../kernel/refusals.ts'
import type { NewFacility } from './service.ts'

export const refuse = refusals({
  facility_for_rm_only: { status: 422, message: 'A credit facility is for RM entities; this one is {actual}.' },
  facility_invalid: { status: 422, message: 'The facility does not fit: {reason}.' },
})

/**
 * A facility is reviewed after it begins, has at least one term, and no term has a higher limit than itself.
 *
 * @throws facility_invalid
 */
export function checkFacility(facility: NewFacility): void {
  if (facility.reviewDate <= facility.effectiveFrom) {
    throw refuse.facility_invalid({ reason: 'the review date is not after the first day' })
  }
  if (facility.terms.length === 0) throw refuse.facility_invalid({ reason: 'it has no terms' })
  const over = facility.terms.find((term) => term.limitMinor > facility.limitMinor)
  if (over) throw refuse.facility_invalid({ reason: `the limit of the term ${over.name} is above the facility's` })
}
