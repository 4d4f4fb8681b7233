import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import { getProfile } from '../../entities/index.ts'
import { emit } from '../../events/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { NewFacility, NewTerm } from './new-facility.ts'
import { facilities, type FacilityRow, type FacilityStatus, findFacility, lockFacility, terms } from './queries.ts'
import { checkFacility, letterError, refuse } from './rules.ts'

/** Events of credit facilities. */
export const facilityEvents = {
  'creditFacility.updated': defineEvent('A credit facility was created or changed.', 'creditFacility', {
    currency: Type.String(),
    limit: Type.Optional(Type.String()),
    settlementLimit: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    overdueAction: Type.Optional(Type.String()),
    overdueGraceHours: Type.Optional(Type.Integer()),
    callCollection: Type.Optional(Type.String()),
    reviewDate: Type.Optional(Type.String()),
    expiryDate: Type.Optional(Type.String()),
    security: Type.Optional(Type.String()),
    conditionsPrecedent: Type.Optional(Type.Array(Type.String())),
    signedAt: Type.Optional(Type.String()),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof facilityEvents, true> {}
}

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
    detail: { currency: facility.currency, limit: formatAmount(facility.limitMinor, facility.currency) },
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
 * Changes a facility. New terms create a new version of the letter, which must be signed again: until then `termsInForce` holds. A
 * limit below the utilisation stops new deals and keeps the open ones.
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
  const reason = letterError(after)
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
    detail: withAmounts(change, before.currency),
  })
  return (await findFacility(tx, entityId, facilityId))!
}

/** Shows a change with amounts as decimals: `limitMinor` becomes `limit`, in the facility's currency. */
const withAmounts = (change: FacilityChange, currency: string) => ({
  currency,
  ...Object.fromEntries(
    Object.entries(change).map(([name, value]) =>
      typeof value === 'bigint' ? [name.replace(/Minor$/, ''), formatAmount(value, currency)] : [name, value],
    ),
  ),
})

/** Fields stated in the letter. */
const IN_LETTER = [
  'limitMinor',
  'overdueAction',
  'overdueGraceHours',
  'callCollection',
  'reviewDate',
  'expiryDate',
  'settlementLimitMinor',
  'security',
  'conditionsPrecedent',
] as const

const facilityChanges = facilities.update({
  name: 'update-facility',
  key: ['entityId', 'facilityId'],
  set: [
    'status',
    'limitMinor',
    'overdueAction',
    'overdueGraceHours',
    'reviewDate',
    'letterVersion',
    'letterIssuedAt',
    'letterSignedAt',
    'version',
    'expiryDate',
    'settlementLimitMinor',
    'security',
    'conditionsPrecedent',
    'callCollection',
  ],
})

async function updateFacility(tx: Tx, facility: FacilityRow): Promise<void> {
  await tx.query(facilityChanges(facility))
}

/** Usual conditions before a client deals. */
const USUAL_CONDITIONS = [
  'This letter, signed by the client',
  'Evidence of the powers of those who sign',
  'The client due diligence, completed',
]

const newFacility = facilities.insert({
  name: 'insert-facility',
  except: ['agreedOverdueAction', 'agreedOverdueGraceHours', 'agreedCallCollection'],
})

async function insertFacility(
  tx: Tx,
  facilityId: string,
  { signedAt, ...facility }: NewFacility,
  now: Date,
): Promise<void> {
  await tx.query(
    newFacility({
      ...facility,
      facilityId,
      version: 1,
      status: 'Active',
      settlementLimitMinor: facility.settlementLimitMinor ?? 0n,
      callCollection: facility.callCollection ?? 'Automatic',
      overdueAction: facility.overdueAction ?? 'Alert',
      overdueGraceHours: facility.overdueGraceHours ?? 24,
      letterVersion: 1,
      letterIssuedAt: now,
      letterSignedAt: signedAt ?? null,
      thresholdMinor: facility.thresholdMinor ?? null,
      callMinor: facility.callMinor ?? null,
      expiryDate: facility.expiryDate ?? null,
      security: facility.security ?? null,
      conditionsPrecedent: facility.conditionsPrecedent ?? USUAL_CONDITIONS,
      createdAt: now,
    }),
  )
}

const newTerm = terms.insert({ name: 'insert-credit-term', except: ['validFromVersion'] })

async function insertTerm(
  tx: Tx,
  facilityId: string,
  facility: NewFacility,
  position: number,
  term: NewTerm,
): Promise<void> {
  await tx.query(
    newTerm({
      ...term,
      entityId: facility.entityId,
      facilityId,
      termId: newUuid(),
      position,
      initialMarginSchedule: term.initialMarginSchedule ?? [],
      initialMarginMinimumMinor: term.initialMarginMinimumMinor ?? 0n,
      marginRelease: term.marginRelease ?? 'ProRata',
      thresholdPercent: term.thresholdPercent ?? null,
      callPercent: term.callPercent ?? null,
      status: 'Active',
      validFrom: facility.effectiveFrom,
      validTo: null,
    }),
  )
}
