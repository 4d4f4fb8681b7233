/**
 * Client entities: who they are, of which kind (RM, ABS), their settings, limits, daily usage and prices. The house, the
 * institution's own book, is an entity too, without settings. Everything here belongs to one entity and is shown to no other.
 */
export { localDay } from './local-day.ts'
export { createEntityDirectory, type EntityDirectory } from './directory.ts'
export {
  checkSettlementLimit,
  consumeDailyLimit,
  countTowardsDailyLimit,
  countWithoutLimit,
  limitDayOf,
  lockSettlementLimit,
  readSettlementUsed,
  readUsage,
  releaseDailyLimit,
  settlementExceeded,
  usageOfPayments,
} from './limits.ts'
export { restoreHouse, setHouseAside } from './house.ts'
export { findMarkup } from './pricing.ts'
export {
  type Entity,
  type EntityProfile,
  findEntity,
  getProfile,
  isInactive,
  type Limits,
  listEntities,
  lockEntity,
} from './queries.ts'
export { type EntityRouteDeps } from './routes.ts'
export { checkActive, refuse as refuseEntities, usesOpenBanking } from './rules.ts'
export { SettingsProfile } from './schema.ts'
export {
  createEntity,
  type EntityNames,
  type NewEntity,
  lockSettings,
  setDefaultBeneficiary,
  setEntityStatus,
  setLimits,
  setNames,
  setPrice,
  setProfile,
  showApprovalPolicies,
} from './service.ts'
export { entitiesModule } from './module.ts'
