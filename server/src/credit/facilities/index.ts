/**
 * Credit facilities of RM entities and their terms: limits for forward deals on credit, and the required margin.
 * Modules that book deals on credit call `findTerm` for a quote and `reserveExposure` for a booking (it decides again
 * under the facility's lock), `reduceExposure` for each delivered part and `closeExposure` for closed-out or replaced
 * deals. The facility keeps its own record of open deals; it never reads trades.
 */
export {
  askedPercent,
  checkAnyActive,
  type CreditDeal,
  type CreditDecision,
  findTerm,
  findTermIn,
  initialMarginOn,
  isMarginRequired,
  namedTerms,
  positionOf,
  type ReplacedPart,
} from './credit.ts'
export {
  eachExposure,
  endedAmong,
  type ExposureFilter,
  exposureGroups,
  listDeals,
  type ListedDeal,
  openPairs,
  parseFacts,
  type SharedFacts,
} from './exposures/lists.ts'
export { type Exposure, findExposure, reduceExposure, reserveExposure, storeReserved } from './exposures/exposures.ts'
export { withDeal } from './exposures/positions.ts'
export { MARGIN_RUN, scheduleMarginRun } from './margin-run.ts'
export {
  addCashMargin,
  facilitiesOf,
  FACILITY_STATUSES,
  type FacilityRow,
  type FacilityStatus,
  findFacility,
  lockFacilities,
  lockFacility,
  type TermRow,
  termsOf,
} from './queries.ts'
export { termsInForce } from './in-force.ts'
export { ownFacility } from './routes.ts'
export { refuse as refuseFacility } from './rules.ts'
export type { NewFacility, NewTerm } from './new-facility.ts'
export { changeFacility, createFacility } from './service.ts'
export {
  type CreditBook,
  lockCreditBook,
  readCreditBook,
  type Usage,
  type UsageFacts,
  usageFacts,
  usageOf,
  wantedBy,
} from './usage.ts'
export { positionOfPart, withoutPart } from './without-part.ts'
export { facilitiesModule } from './module.ts'
