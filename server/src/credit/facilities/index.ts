/**
 * Credit facilities of RM entities and their terms: how much may be dealt forward on credit, and what margin is asked for.
 *
 * Whoever books a deal on credit calls `findTerm` when quoting and `reserveExposure` when booking (it decides again under
 * the facility's lock), `reduceExposure` for each part that is delivered and `closeExposure` for what is closed out or
 * replaced. The facility keeps its own record of what is open; it never reads trades.
 */
export {
  askedPercent,
  type CreditDeal,
  type CreditDecision,
  type CreditDeps,
  findTerm,
  type InitialMarginTerms,
  initialMarginOn,
  positionOf,
} from './credit.ts'
export {
  closeExposure,
  type CreditAct,
  eachExposure,
  endedAmong,
  type Exposure,
  type ExposureFilter,
  type ExposureGroup,
  exposureGroups,
  findExposure,
  listExposures,
  openPairs,
  reduceExposure,
  reserveExposure,
} from './exposures.ts'
export { MARGIN_RUN, nextMarginRun, scheduleMarginRun } from './margin-run.ts'
export {
  addCashMargin,
  type CashMarginRow,
  facilitiesOf,
  FACILITY_STATUSES,
  type FacilityRow,
  type FacilityStatus,
  findFacility,
  type ForwardType,
  lockFacilities,
  lockFacility,
  type TermRow,
  termsOf,
} from './queries.ts'
export { type FacilityRouteDeps, facilityRoutes, ownFacility } from './routes.ts'
export { checkFacility, refuse as refuseFacilities } from './rules.ts'
export type { NewFacility, NewTerm } from './new-facility.ts'
export { changeFacility, createFacility, type FacilityChange } from './service.ts'
export {
  isUnused,
  noUsage,
  type Usage,
  type UsageFacts,
  usageFacts,
  usageOf,
  valuerNow,
  wantedBy,
} from './usage.ts'
export { facilitiesModule } from './module.ts'
