import type { Day } from '../../kernel/values/days.ts'
import {
  arrayOf,
  bool,
  date,
  instant,
  integer,
  json,
  minor,
  nullable,
  oneOf,
  percentage,
  readAs,
  type Row,
  smallint,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import { type Queryable, raiseAtCommit, type Tx } from '../../kernel/db/db.ts'

export const FACILITY_STATUSES = ['Active', 'ReviewDue', 'Suspended', 'Expired'] as const
export type FacilityStatus = (typeof FACILITY_STATUSES)[number]
export type ForwardType = 'Fixed' | 'Window' | 'Open' | 'Variable'
export type Product = 'Forward' | 'Spot'

/** Amounts in minor units of the facility's currency, percentages as exact text. */
export const facilities = table('credit_facilities', {
  entityId: uuid,
  facilityId: uuid,
  version: integer,
  name: text,
  status: oneOf<FacilityStatus>(),
  currency: text,
  limitMinor: minor,
  /** Daily limit for deliveries before payment; 0 for delivery against payment. */
  settlementLimitMinor: minor,
  utilisationBasis: oneOf<'Notional' | 'MarginWaiver'>(),
  marginMethod: oneOf<'PerTrade' | 'NetPosition'>(),
  callBasis: oneOf<'RateMove' | 'MtmOverNotional' | 'NetMtmAbsolute'>(),
  thresholdPercent: percentage,
  callPercent: percentage,
  /** Tolerated loss for NetMtmAbsolute; calls are multiples of `callMinor`. */
  thresholdMinor: nullable(minor),
  callMinor: nullable(minor),
  minimumCallMinor: minor,
  dueBusinessDays: smallint,
  /** Collection of variation margin calls: from an account, or paid by the client one by one. */
  callCollection: oneOf<'Automatic' | 'OnRequest'>(),
  /** Action if a call is not met in time: an alert, or the close-out after the grace period. */
  overdueAction: oneOf<'Alert' | 'CloseOut'>(),
  overdueGraceHours: smallint,
  /** The three settings before, as the client agreed to them last: `termsInForce`. The database keeps them. */
  agreedOverdueAction: oneOf<'Alert' | 'CloseOut'>(),
  agreedOverdueGraceHours: smallint,
  agreedCallCollection: oneOf<'Automatic' | 'OnRequest'>(),
  /** ISO 8601 duration, counted from spot. */
  maxTenor: text,
  effectiveFrom: date,
  reviewDate: date,
  /** The last day on which deals can be made; null: until it is withdrawn. */
  expiryDate: nullable(date),
  letterVersion: integer,
  /** Time of issue of the letter's present version; of a letter without one, the facility's creation. */
  letterIssuedAt: readAs(
    { ...instant, isNullable: true },
    (prefix) => `coalesce(${prefix}letter_issued_at, ${prefix}created_at)`,
  ),
  letterSignedAt: nullable(instant),
  /** Security; null for margin only. */
  security: nullable(text),
  /** Conditions before the first deal. */
  conditionsPrecedent: arrayOf(text),
  createdAt: instant,
})

export type FacilityRow = Row<typeof facilities>

/** A rung of the initial margin's ladder: from one tenor to another, counted from spot, both included. */
export interface MarginRung {
  fromTenor: string
  toTenor: string
  percent: string
}

export const terms = table('credit_terms', {
  entityId: uuid,
  facilityId: uuid,
  termId: uuid,
  position: smallint,
  name: text,
  products: arrayOf(oneOf<Product>()),
  forwardTypes: arrayOf(oneOf<ForwardType>()),
  /** null: any. */
  currencyPairs: nullable(arrayOf(text)),
  maxTenor: text,
  limitMinor: minor,
  initialMarginPercent: percentage,
  initialMarginSchedule: json<MarginRung[]>(),
  initialMarginMinimumMinor: minor,
  initialMarginWaived: bool,
  marginRelease: oneOf<'ProRata' | 'AtEnd'>(),
  /** null: the facility's. */
  thresholdPercent: nullable(percentage),
  callPercent: nullable(percentage),
  status: oneOf<'Active' | 'Suspended'>(),
  validFrom: date,
  validTo: nullable(date),
  validFromVersion: integer,
})

export type TermRow = Omit<Row<typeof terms>, 'validFromVersion'>

const FACILITY = facilities.list
const TERM = terms.list

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
export async function lockFacilities(tx: Tx, entityId: string): Promise<FacilityRow[]> {
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
  const { entityId, facilityId, kind, currency, byMinor } = change
  const values = [entityId, facilityId, kind, currency, byMinor]
  await raiseAtCommit(tx, () => tx.query({ name: 'add-cash-margin', text: ADD_CASH_MARGIN, values }))
}

/** An update goes first: the row that an insert proposes must satisfy its check even where it conflicts. */
const ADD_CASH_MARGIN = `with updated as (
    update credit_cash_margins set amount_minor = amount_minor + $5
      where entity_id = $1 and facility_id = $2 and kind = $3 and currency = $4 returning 1)
  insert into credit_cash_margins (entity_id, facility_id, kind, currency, amount_minor)
    select $1, $2, $3, $4, $5 where not exists (select 1 from updated)`
