import type { Day } from '../../kernel/values/days.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'

export const FACILITY_STATUSES = ['Active', 'ReviewDue', 'Suspended', 'Expired'] as const
export type FacilityStatus = (typeof FACILITY_STATUSES)[number]
export type ForwardType = 'Fixed' | 'Window' | 'Open' | 'Variable'
export type Product = 'Forward' | 'Spot'

/** Amounts in minor units of the facility's currency, percentages as exact text. */
export interface FacilityRow {
  entityId: string
  facilityId: string
  name: string
  status: FacilityStatus
  currency: string
  limitMinor: bigint
  utilisationBasis: 'Notional' | 'MarginWaiver'
  marginMethod: 'PerTrade' | 'NetPosition'
  callBasis: 'RateMove' | 'MtmOverNotional' | 'NetMtmAbsolute'
  thresholdPercent: string
  callPercent: string
  /** Tolerated loss for NetMtmAbsolute; calls are multiples of `callMinor`. */
  thresholdMinor: bigint | null
  callMinor: bigint | null
  minimumCallMinor: bigint
  dueBusinessDays: number
  /** ISO 8601 duration, counted from spot. */
  maxTenor: string
  /** Action if a call is not met in time: an alert, or the close-out after the grace period. */
  overdueAction: 'Alert' | 'CloseOut'
  overdueGraceHours: number
  /** Collection of variation margin calls: from an account, or paid by the client one by one. */
  callCollection: 'Automatic' | 'OnRequest'
  letterVersion: number
  letterIssuedAt: Date
  letterSignedAt: Date | null
  effectiveFrom: Day
  reviewDate: Day
  /** The last day on which deals can be made; null: until it is withdrawn. */
  expiryDate: Day | null
  /** Daily limit for deliveries before payment; 0 for delivery against payment. */
  settlementLimitMinor: bigint
  /** Security; null for margin only. */
  security: string | null
  /** Conditions before the first deal. */
  conditionsPrecedent: string[]
  createdAt: Date
  version: number
}

/** A rung of the initial margin's ladder: from one tenor to another, counted from spot, both included. */
export interface MarginRung {
  fromTenor: string
  toTenor: string
  percent: string
}

export interface TermRow {
  entityId: string
  facilityId: string
  termId: string
  position: number
  name: string
  products: Product[]
  forwardTypes: ForwardType[]
  /** null: any. */
  currencyPairs: string[] | null
  maxTenor: string
  limitMinor: bigint
  initialMarginPercent: string
  initialMarginMinimumMinor: bigint
  initialMarginSchedule: MarginRung[]
  initialMarginWaived: boolean
  marginRelease: 'ProRata' | 'AtEnd'
  /** null: the facility's. */
  thresholdPercent: string | null
  callPercent: string | null
  status: 'Active' | 'Suspended'
  validFrom: Day
  validTo: Day | null
}

const FACILITY = `entity_id as "entityId", facility_id as "facilityId", name, status, currency, limit_minor as "limitMinor",
  utilisation_basis as "utilisationBasis", margin_method as "marginMethod", call_basis as "callBasis",
  threshold_percent as "thresholdPercent", call_percent as "callPercent", threshold_minor as "thresholdMinor",
  call_minor as "callMinor", minimum_call_minor as "minimumCallMinor", due_business_days as "dueBusinessDays",
  max_tenor as "maxTenor", overdue_action as "overdueAction", overdue_grace_hours as "overdueGraceHours",
  call_collection as "callCollection",
  letter_version as "letterVersion", coalesce(letter_issued_at, created_at) as "letterIssuedAt",
  letter_signed_at as "letterSignedAt",
  effective_from as "effectiveFrom", review_date as "reviewDate", expiry_date as "expiryDate",
  settlement_limit_minor as "settlementLimitMinor", security, conditions_precedent as "conditionsPrecedent", created_at as "createdAt", version`

const TERM = `entity_id as "entityId", facility_id as "facilityId", term_id as "termId", position, name, products,
  forward_types as "forwardTypes", currency_pairs as "currencyPairs", max_tenor as "maxTenor", limit_minor as "limitMinor",
  initial_margin_percent as "initialMarginPercent", initial_margin_minimum_minor as "initialMarginMinimumMinor",
  initial_margin_schedule as "initialMarginSchedule", initial_margin_waived as "initialMarginWaived",
  margin_release as "marginRelease", threshold_percent as "thresholdPercent", call_percent as "callPercent", status,
  valid_from as "validFrom", valid_to as "validTo"`

/** The facilities of an entity, the oldest first. */
export async function facilitiesOf(db: Queryable, entityId: string): Promise<FacilityRow[]> {
  const { rows } = await db.query<FacilityRow>({
    name: 'facilities-of-entity',
    text: `select ${FACILITY} from credit_facilities where entity_id = $1 order by facility_id`,
    values: [entityId],
  })
  return rows
}

export async function findFacility(
  db: Queryable,
  entityId: string,
  facilityId: string,
): Promise<FacilityRow | undefined> {
  const { rows } = await db.query<FacilityRow>({
    name: 'find-facility',
    text: `select ${FACILITY} from credit_facilities where entity_id = $1 and facility_id = $2`,
    values: [entityId, facilityId],
  })
  return rows[0]
}

/**
 * Locks all facilities of an entity until the transaction ends, by id ascending: before any quote, trade or account.
 * Together, because a deal may be moved from one facility to another.
 */
async function lockFacilities(tx: Tx, entityId: string): Promise<FacilityRow[]> {
  const { rows } = await tx.query<FacilityRow>({
    name: 'lock-facilities',
    text: `select ${FACILITY} from credit_facilities where entity_id = $1 order by facility_id for no key update`,
    values: [entityId],
  })
  return rows
}

/** The facility, locked with the others of its entity. */
export async function lockFacility(tx: Tx, entityId: string, facilityId: string): Promise<FacilityRow | undefined> {
  return (await lockFacilities(tx, entityId)).find((facility) => facility.facilityId === facilityId)
}

/** The terms of an entity's facilities, in the order in which they are tried. */
export async function termsOf(db: Queryable, entityId: string, facilityId?: string): Promise<TermRow[]> {
  const { rows } = await db.query<TermRow>({
    name: 'terms-of-facility',
    text: `select ${TERM} from credit_terms where entity_id = $1 and ($2::uuid is null or facility_id = $2)
      order by facility_id, position`,
    values: [entityId, facilityId],
  })
  return rows
}

/** Sums of the open deals of a term that are valued alike. */
export interface PositionRow {
  facilityId: string
  termId: string
  currencyPair: string
  baseSide: 'Buy' | 'Sell'
  firstDate: Day
  valueDate: Day
  pricedAtDate: Day | null
  baseMinor: bigint
  counterMinor: bigint
  /** Initial margin that was waived, in minor units of the base currency: decimal text. */
  waivedMinor: string
  deals: number
}

export async function positionsOf(db: Queryable, entityId: string, facilityId?: string): Promise<PositionRow[]> {
  const { rows } = await db.query<PositionRow>({
    name: 'credit-positions',
    text: `select facility_id as "facilityId", term_id as "termId", currency_pair as "currencyPair",
        base_side as "baseSide", first_date as "firstDate", value_date as "valueDate", priced_at_date as "pricedAtDate", base_minor as "baseMinor",
        counter_minor as "counterMinor", waived_minor as "waivedMinor", deals
      from credit_positions where entity_id = $1 and ($2::uuid is null or facility_id = $2) and deals > 0`,
    values: [entityId, facilityId],
  })
  return rows
}

/** Margin of a facility: held (Initial, Variation), and called for but not yet paid (VariationDue). */
export interface CashMarginRow {
  facilityId: string
  kind: 'Initial' | 'Variation' | 'VariationDue'
  currency: string
  amountMinor: bigint
}

export async function cashMarginsOf(db: Queryable, entityId: string, facilityId?: string): Promise<CashMarginRow[]> {
  const { rows } = await db.query<CashMarginRow>({
    name: 'credit-cash-margins',
    text: `select facility_id as "facilityId", kind, currency, amount_minor as "amountMinor"
      from credit_cash_margins where entity_id = $1 and ($2::uuid is null or facility_id = $2) and amount_minor > 0`,
    values: [entityId, facilityId],
  })
  return rows
}

/** Changes the margin held or due by the given amounts; the caller has locked the facility's row. */
export async function addCashMargin(
  tx: Tx,
  change: Omit<CashMarginRow, 'amountMinor'> & { entityId: string; byMinor: bigint },
): Promise<void> {
  if (change.byMinor === 0n) return
  await tx.query({
    name: 'add-cash-margin',
    // An update goes first: the row that an insert proposes must satisfy its check even where it conflicts.
    text: `with updated as (
        update credit_cash_margins set amount_minor = amount_minor + $5
          where entity_id = $1 and facility_id = $2 and kind = $3 and currency = $4 returning 1)
      insert into credit_cash_margins (entity_id, facility_id, kind, currency, amount_minor)
        select $1, $2, $3, $4, $5 where not exists (select 1 from updated)`,
    values: [change.entityId, change.facilityId, change.kind, change.currency, change.byMinor],
  })
}
