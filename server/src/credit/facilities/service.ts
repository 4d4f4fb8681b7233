import { getProfile } from '../../entities/index.ts'
import { recordChange } from '../../events/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Day } from '../../kernel/days.ts'
import type { Tx } from '../../kernel/db.ts'
import { newUuid } from '../../kernel/ids.ts'
import { checkFacility, refuse } from './rules.ts'

/** Amounts in minor units of the facility's currency, percentages as exact text: "2.5". */
export interface NewFacility {
  entityId: string
  name: string
  currency: string
  limitMinor: bigint
  /** Notional: what is open counts in full. MarginWaiver: only the margin it would need counts. */
  utilisationBasis: 'Notional' | 'MarginWaiver'
  marginMethod: 'PerTrade' | 'NetPosition'
  callBasis: 'RateMove' | 'MtmOverNotional' | 'NetMtmAbsolute'
  /** Loss that is tolerated before a call. */
  thresholdPercent: string
  /** What a call asks for, of the notional. */
  callPercent: string
  minimumCallMinor: bigint
  dueBusinessDays: number
  /** ISO 8601 duration. */
  maxTenor: string
  effectiveFrom: Day
  reviewDate: Day
  /** In the order in which they are tried. */
  terms: NewTerm[]
}

export interface NewTerm {
  name: string
  products: ('Forward' | 'Spot')[]
  forwardTypes: ('Fixed' | 'Window' | 'Open' | 'Variable')[]
  /** null: any. */
  currencyPairs: string[] | null
  maxTenor: string
  limitMinor: bigint
  initialMarginPercent: string
  /** No initial margin as long as the limit is not used up. */
  initialMarginWaived: boolean
}

/**
 * Creates an active facility with its terms.
 *
 * @throws facility_for_rm_only, facility_invalid
 */
export async function createFacility(
  tx: Tx,
  facility: NewFacility,
  act: { actor: Actor; now: Date; wall: Date },
): Promise<string> {
  const profile = await getProfile(tx, facility.entityId)
  const actual = profile?.entity.serviceKind
  if (actual !== 'RM') throw refuse.facility_for_rm_only({ actual })
  checkFacility(facility)
  const facilityId = newUuid()
  await insertFacility(tx, facilityId, facility, act.now)
  for (const [position, term] of facility.terms.entries()) await insertTerm(tx, facilityId, facility, position, term)
  await recordChange(tx, {
    entityId: facility.entityId,
    type: 'creditFacility.updated',
    resourceType: 'creditFacility',
    resourceId: facilityId,
    actor: act.actor,
    at: act.now,
    wall: act.wall,
    detail: { currency: facility.currency, limitMinor: facility.limitMinor.toString() },
  })
  return facilityId
}

async function insertFacility(tx: Tx, facilityId: string, facility: NewFacility, now: Date): Promise<void> {
  await tx.query(
    `insert into credit_facilities (entity_id, facility_id, name, status, currency, limit_minor, utilisation_basis,
        margin_method, call_basis, threshold_percent, call_percent, minimum_call_minor, due_business_days, max_tenor,
        effective_from, review_date, created_at)
      values ($1, $2, $3, 'Active', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      facility.entityId,
      facilityId,
      facility.name,
      facility.currency,
      facility.limitMinor,
      facility.utilisationBasis,
      facility.marginMethod,
      facility.callBasis,
      facility.thresholdPercent,
      facility.callPercent,
      facility.minimumCallMinor,
      facility.dueBusinessDays,
      facility.maxTenor,
      facility.effectiveFrom,
      facility.reviewDate,
      now,
    ],
  )
}

async function insertTerm(
  tx: Tx,
  facilityId: string,
  facility: NewFacility,
  position: number,
  term: NewTerm,
): Promise<void> {
  await tx.query(
    `insert into credit_terms (entity_id, facility_id, term_id, position, name, products, forward_types, currency_pairs,
        max_tenor, limit_minor, initial_margin_percent, initial_margin_waived, status, valid_from)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'Active', $13)`,
    [
      facility.entityId,
      facilityId,
      newUuid(),
      position,
      term.name,
      term.products,
      term.forwardTypes,
      term.currencyPairs,
      term.maxTenor,
      term.limitMinor,
      term.initialMarginPercent,
      term.initialMarginWaived,
      facility.effectiveFrom,
    ],
  )
}
