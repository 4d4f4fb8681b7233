import type { Act } from '../../kernel/values/act.ts'
import { getProfile } from '../../entities/index.ts'
import { emit } from '../../events/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { NewFacility, NewTerm } from './new-facility.ts'
import { type FacilityRow, type FacilityStatus, findFacility, lockFacility } from './queries.ts'
import { checkFacility, letterFault, refuse } from './rules.ts'

/**
 * Creates an active facility with its terms.
 *
 * @throws facility_for_rm_only, facility_invalid
 */
export async function createFacility(tx: Tx, facility: NewFacility, act: Act): Promise<string> {
  const profile = await getProfile(tx, facility.entityId)
  const actual = profile?.entity.serviceKind
  if (actual !== 'RM') throw refuse.facility_for_rm_only({ actual })
  checkFacility(facility)
  const facilityId = newUuid()
  await insertFacility(tx, facilityId, facility, act.at)
  for (const [position, term] of facility.terms.entries()) await insertTerm(tx, facilityId, facility, position, term)
  await emit(tx, act, {
    entityId: facility.entityId,
    type: 'creditFacility.updated',
    resourceType: 'creditFacility',
    resourceId: facilityId,
    detail: { currency: facility.currency, limitMinor: facility.limitMinor.toString() },
  })
  return facilityId
}

/** Changes of a facility by an operator; absent fields stay. */
interface FacilityChange {
  status?: FacilityStatus
  limitMinor?: bigint
  overdueAction?: FacilityRow['overdueAction']
  overdueGraceHours?: number
  callCollection?: FacilityRow['callCollection']
  reviewDate?: Day
  expiryDate?: Day
  settlementLimitMinor?: bigint
  security?: string
  conditionsPrecedent?: string[]
  /** Time at which the client signed the current version of the letter. */
  signedAt?: Date
}

/**
 * Changes a facility. New terms create a new version of the letter, which must be signed again; a limit below the
 * utilisation stops new deals and keeps the open ones.
 *
 * @throws facility_not_found, facility_invalid
 */
export async function changeFacility(
  tx: Tx,
  { entityId, facilityId }: Pick<FacilityRow, 'entityId' | 'facilityId'>,
  change: FacilityChange,
  act: Act,
): Promise<FacilityRow> {
  const before = await lockFacility(tx, entityId, facilityId)
  if (!before) throw refuse.facility_not_found()
  const after = { ...before, ...change }
  const reason = letterFault(after)
  if (reason) throw refuse.facility_invalid({ reason })
  const isNewLetter = IN_LETTER.some((name) => String(after[name]) !== String(before[name]))
  await updateFacility(tx, {
    ...after,
    letterVersion: before.letterVersion + (isNewLetter ? 1 : 0),
    letterIssuedAt: isNewLetter ? act.at : before.letterIssuedAt,
    letterSignedAt: change.signedAt ?? (isNewLetter ? null : before.letterSignedAt),
    version: before.version + 1,
  })
  await emit(tx, act, {
    entityId,
    type: 'creditFacility.updated',
    resourceType: 'creditFacility',
    resourceId: facilityId,
    resourceVersion: before.version + 1,
    previousStatus: before.status,
    detail: withTexts(change),
  })
  return (await findFacility(tx, entityId, facilityId))!
}

/** Converts amounts to text, because JSON has no big integers. */
const withTexts = (change: FacilityChange) =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  )

/** Fields stated in the letter. */
const IN_LETTER = [
  'limitMinor',
  'overdueAction',
  'overdueGraceHours',
  'reviewDate',
  'expiryDate',
  'settlementLimitMinor',
  'security',
  'conditionsPrecedent',
] as const

async function updateFacility(tx: Tx, facility: FacilityRow): Promise<void> {
  await tx.query(
    `update credit_facilities set status = $3, limit_minor = $4, overdue_action = $5, overdue_grace_hours = $6,
        review_date = $7, letter_version = $8, letter_issued_at = $9, letter_signed_at = $10, version = $11,
        expiry_date = $12, settlement_limit_minor = $13, security = $14, conditions_precedent = $15, call_collection = $16
      where entity_id = $1 and facility_id = $2`,
    [
      facility.entityId,
      facility.facilityId,
      facility.status,
      facility.limitMinor,
      facility.overdueAction,
      facility.overdueGraceHours,
      facility.reviewDate,
      facility.letterVersion,
      facility.letterIssuedAt,
      facility.letterSignedAt,
      facility.version,
      facility.expiryDate,
      facility.settlementLimitMinor,
      facility.security,
      facility.conditionsPrecedent,
      facility.callCollection,
    ],
  )
}

/** Usual conditions before a client deals. */
const USUAL_CONDITIONS = [
  'This letter, signed by the client',
  'Evidence of the powers of those who sign',
  'The client due diligence, completed',
]

async function insertFacility(tx: Tx, facilityId: string, facility: NewFacility, now: Date): Promise<void> {
  await tx.query(
    `insert into credit_facilities (entity_id, facility_id, name, status, currency, limit_minor, utilisation_basis,
        margin_method, call_basis, threshold_percent, call_percent, minimum_call_minor, due_business_days, max_tenor,
        effective_from, review_date, created_at, letter_issued_at, threshold_minor, call_minor, overdue_action,
        overdue_grace_hours, letter_signed_at, expiry_date, settlement_limit_minor, security, conditions_precedent,
        call_collection)
      values ($1, $2, $3, 'Active', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18, $19, $20, $21,
        $22, $23, $24, $25, $26)`,
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
      facility.thresholdMinor,
      facility.callMinor,
      facility.overdueAction ?? 'Alert',
      facility.overdueGraceHours ?? 24,
      facility.signedAt,
      facility.expiryDate,
      facility.settlementLimitMinor ?? 0n,
      facility.security,
      facility.conditionsPrecedent ?? USUAL_CONDITIONS,
      facility.callCollection ?? 'Automatic',
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
        max_tenor, limit_minor, initial_margin_percent, initial_margin_waived, status, valid_from,
        initial_margin_minimum_minor, initial_margin_schedule, margin_release, threshold_percent, call_percent)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'Active', $13, $14, $15, $16, $17, $18)`,
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
      term.initialMarginMinimumMinor ?? 0n,
      JSON.stringify(term.initialMarginSchedule ?? []),
      term.marginRelease ?? 'ProRata',
      term.thresholdPercent,
      term.callPercent,
    ],
  )
}
