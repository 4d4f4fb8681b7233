import type { FacilityRow } from './queries.ts'

/** Terms of the margin calls of a facility that need the client's agreement before they become harsher. */
type CallTerms = Pick<FacilityRow, 'overdueAction' | 'overdueGraceHours' | 'callCollection'>

/**
 * Returns the terms that apply to all margin calls of a facility: of each, the milder of the operator's setting and of what the
 * client has agreed to. A change in the client's favour applies at once, a harsher one from the signature of its letter on. The
 * client agrees to the first letter, and then to each that it signs: the trigger credit_facilities_agreed_terms stores it.
 */
export const termsInForce = (facility: CallTerms & AgreedTerms): CallTerms => ({
  overdueAction: facility.agreedOverdueAction === 'CloseOut' ? facility.overdueAction : 'Alert',
  overdueGraceHours: Math.max(facility.agreedOverdueGraceHours, facility.overdueGraceHours),
  callCollection: facility.agreedCallCollection === 'Automatic' ? facility.callCollection : 'OnRequest',
})

type AgreedTerms = Pick<FacilityRow, 'agreedOverdueAction' | 'agreedOverdueGraceHours' | 'agreedCallCollection'>
