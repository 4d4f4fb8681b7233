import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../kernel/module.ts'
import type { EventType } from '../kernel/values/emitted.ts'
import type { Act } from '../kernel/values/act.ts'
import { checkApprover } from '../approvals/index.ts'
import { lockSettings, setDefaultBeneficiary, showApprovalPolicies } from '../entities/index.ts'
import { type Actor, emit } from '../events/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import { checkIfMatch } from '../kernel/http/routing/if-match.ts'
import { formatId } from '../kernel/values/ids.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import {
  type BeneficiaryPolicy,
  type BeneficiaryRow,
  findPolicy,
  lockBeneficiary,
  type SavedPayee,
  setStatus,
  type Standing,
  storePolicy,
  type Wait,
} from './queries.ts'
import { scheduleWork, type WorkHandler } from '../kernel/jobs/work.ts'
import { refuse } from './rules.ts'

/** Events of beneficiaries. */
export const beneficiaryEvents = {
  'beneficiary.created': defineEvent('A beneficiary was created.', 'beneficiary', { after: Type.Object({}) }),
  'beneficiary.updated': defineEvent('A beneficiary was changed.', 'beneficiary', {
    before: Type.Optional(Type.Object({})),
    after: Type.Optional(Type.Object({})),
    payeeChanged: Type.Optional(Type.Boolean()),
    isDefaultForCurrency: Type.Optional(Type.Boolean()),
    verification: Type.Optional(Type.String()),
  }),
  'beneficiary.blocked': defineEvent('A beneficiary was blocked.', 'beneficiary'),
  'beneficiary.deleted': defineEvent('A beneficiary was deleted.', 'beneficiary', {
    forced: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Type.Literal('ApprovalLapsed')),
  }),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof beneficiaryEvents, true> {}
}

/** Screens a payee against the sanctions lists; returns true if a review is needed. */
export type Screen = (
  tx: Tx,
  screened: Act & {
    entityId: string
    beneficiaryId: string
    payee: SavedPayee
    stage: 'Create' | 'Update'
  },
) => Promise<boolean>

interface ScreenedAct extends Act {
  screen?: Screen
}

/**
 * Determines the pending steps of a new or changed payee by the entity's policy and by screening. Only a reviewer ends
 * the screening step: a new name does not.
 *
 * @param change absent for a new payee; `isChanged` when the account or the name differs
 */
export async function standingOf(
  tx: Tx,
  ids: { entityId: string; beneficiaryId: string },
  payee: SavedPayee,
  change: { before: BeneficiaryRow; isChanged: boolean } | undefined,
  { actor, at: now, wall, screen }: ScreenedAct,
): Promise<Standing> {
  const policy = await findPolicy(tx, ids.entityId)
  const stage = change ? 'Update' : 'Create'
  const isFound = (await screen?.(tx, { ...ids, payee, stage, actor, at: now, wall })) ?? false
  const isNew = change?.isChanged ?? true
  const stillWaits = (wait: Wait) => change?.before.waitsFor.includes(wait) ?? false
  const waits = {
    Approval: (isNew && policy.needsApproval) || stillWaits('Approval'),
    Screening: isFound || stillWaits('Screening'),
  }
  const maker = actor.type === 'client' ? (actor.id ?? null) : null
  const coolsOff = isNew && policy.coolingOffHours > 0
  return {
    waitsFor: (['Approval', 'Screening'] as const).filter((wait) => waits[wait]),
    payableFrom: coolsOff
      ? new Date(now.getTime() + policy.coolingOffHours * 3_600_000)
      : (change?.before.payableFrom ?? null),
    maker: isNew ? maker : (change?.before.maker ?? null),
  }
}

/**
 * Sets the payee policy of an entity; its settings show it immediately. Pending payees stay pending.
 *
 * @returns the policy before
 */
export async function setPolicy(
  tx: Tx,
  entityId: string,
  policy: BeneficiaryPolicy,
  act: ScreenedAct,
): Promise<BeneficiaryPolicy> {
  const before = await findPolicy(tx, entityId)
  await storePolicy(tx, entityId, policy)
  const { needsApproval, coolingOffHours } = policy
  const rules = [
    needsApproval && 'A new or changed beneficiary needs the approval of another client of the entity.',
    coolingOffHours > 0 && `It can be paid ${coolingOffHours} hours after it was made or changed.`,
  ].filter(Boolean)
  const shown = { resource: 'Beneficiary', policyId: formatId('apl', entityId), summary: rules.join(' ') }
  await showApprovalPolicies(tx, entityId, ['Beneficiary'], rules.length > 0 ? [shown] : [], act)
  return before
}

/**
 * Another client's decision on a payee that waits for approval. Approved, it becomes Active unless screening still holds
 * it; rejected, it is deleted.
 *
 * @param decision.ifMatch the ETag the client has seen: it decides on no later change
 * @throws beneficiary_not_found, beneficiary_version_conflict, if_match_invalid, beneficiary_not_awaiting_approval,
 *   beneficiary_self_approval; role_missing if the client may no longer decide
 */
export async function approveBeneficiary(
  tx: Tx,
  ids: { entityId: string; beneficiaryId: string },
  decision: { isApproved: boolean; clientId: string; ifMatch?: string | undefined },
  act: Act,
): Promise<BeneficiaryRow> {
  if (!decision.isApproved) await lockSettings(tx, ids.entityId)
  const before = await lockBeneficiary(tx, ids.entityId, ids.beneficiaryId, 'update')
  if (!before) throw refuseShared.beneficiary_not_found()
  checkIfMatch(decision.ifMatch, before.version, refuse.beneficiary_version_conflict)
  if (!before.waitsFor.includes('Approval')) throw refuse.beneficiary_not_awaiting_approval({ status: before.status })
  const { isApproved, clientId: decidedBy } = decision
  if (before.maker === decidedBy) throw refuse.beneficiary_self_approval()
  await checkApprover(tx, ids.entityId, decidedBy)
  const waitsFor = isApproved ? without(before, 'Approval') : []
  const status = isApproved ? statusAfter(before, waitsFor) : ('Deleted' as const)
  if (!isApproved) await forgetDefault(tx, before)
  const row = await setStatus(tx, before, { status, waitsFor, decidedBy, at: act.at })
  await record(tx, isApproved ? 'approval.granted' : 'approval.rejected', row, act)
  if (status !== before.status) {
    await record(tx, isApproved ? 'beneficiary.updated' : 'beneficiary.deleted', row, act, {
      previousStatus: before.status,
    })
  }
  return row
}

/** Takes a payee that is about to be deleted out of the entity's settings, which the caller has locked. */
export async function forgetDefault(
  tx: Tx,
  { entityId, currency, isDefaultForCurrency }: BeneficiaryRow,
): Promise<void> {
  if (isDefaultForCurrency) await setDefaultBeneficiary(tx, entityId, currency, null)
}

/** Kind of the job that gives up a payee which was not approved in time; the resource is the beneficiary. */
export const LAPSE_BENEFICIARY = 'beneficiary.lapse'

const WAIT_DAYS = 30

/** Has a payee that waits for another client's approval given up when that does not come. A later change begins anew. */
export async function awaitApproval(tx: Tx, row: BeneficiaryRow, act: Act): Promise<void> {
  if (!row.waitsFor.includes('Approval')) return
  const { entityId, beneficiaryId: resourceId } = row
  const dueAt = new Date(act.at.getTime() + WAIT_DAYS * 86_400_000)
  await scheduleWork(tx, { entityId, kind: LAPSE_BENEFICIARY, resourceId, dueAt })
  await record(tx, 'approval.requested', row, act, {
    detail: { stepsRequired: 1, lapsesAt: dueAt.toISOString() },
  })
}

/** The job `beneficiary.lapse`: deletes a payee that was not approved in time, as a rejection does. */
export const lapseBeneficiary: WorkHandler = async (tx, { entityId, resourceId }, act) => {
  const { at } = act
  await lockSettings(tx, entityId)
  const before = await lockBeneficiary(tx, entityId, resourceId, 'update')
  if (!before || before.status === 'Deleted' || !before.waitsFor.includes('Approval')) return
  await forgetDefault(tx, before)
  const row = await setStatus(tx, before, { status: 'Deleted', waitsFor: [], decidedBy: null, at })
  await record(tx, 'beneficiary.deleted', row, act, {
    detail: { reason: 'ApprovalLapsed' },
    previousStatus: before.status,
  })
}

/**
 * Applies a reviewer's decision on a payee: releases it or blocks it for good. A payee deleted meanwhile stays deleted.
 */
export async function decideBeneficiary(
  tx: Tx,
  ids: { entityId: string; beneficiaryId: string },
  review: { decision: 'Released' | 'Rejected'; reviewer: string; actor: Actor; at: Date; wall: Date },
): Promise<void> {
  const before = await lockBeneficiary(tx, ids.entityId, ids.beneficiaryId, 'update')
  if (!before || before.status === 'Deleted') return
  const isReleased = review.decision === 'Released'
  const waitsFor = without(before, 'Screening')
  const status = isReleased ? statusAfter(before, waitsFor) : ('Blocked' as const)
  await changeStatus(tx, before, { status, waitsFor, decidedBy: review.reviewer }, { ...review, at: review.at })
}

/** Holds a locked payee that a list names until a reviewer decides. A blocked one stays blocked. */
export async function holdForScreening(tx: Tx, before: BeneficiaryRow, act: Act): Promise<void> {
  if (before.waitsFor.includes('Screening')) return
  const waitsFor = [...before.waitsFor, 'Screening' as const]
  await changeStatus(tx, before, { status: statusAfter(before, waitsFor), waitsFor, decidedBy: null }, act)
}

/**
 * Blocks a payee so that nothing can be paid to it, or lets it be paid again.
 *
 * @throws beneficiary_not_found, beneficiary_deleted
 */
export async function setBlocked(
  tx: Tx,
  ids: { entityId: string; beneficiaryId: string },
  isBlocked: boolean,
  act: Act,
): Promise<BeneficiaryRow> {
  const before = await lockBeneficiary(tx, ids.entityId, ids.beneficiaryId, 'update')
  if (!before) throw refuseShared.beneficiary_not_found()
  if (before.status === 'Deleted') throw refuse.beneficiary_deleted()
  if (isBlocked === (before.status === 'Blocked')) return before
  const status = isBlocked ? ('Blocked' as const) : before.waitsFor.length > 0 ? ('PendingApproval' as const) : 'Active'
  return changeStatus(tx, before, { status, waitsFor: before.waitsFor, decidedBy: null }, act)
}

const without = ({ waitsFor }: BeneficiaryRow, done: Wait): Wait[] => waitsFor.filter((wait) => wait !== done)

/** Returns the new status; a blocked payee stays blocked, even after all steps are done. */
const statusAfter = ({ status }: BeneficiaryRow, waitsFor: readonly Wait[]): BeneficiaryRow['status'] =>
  status === 'Blocked' ? 'Blocked' : waitsFor.length > 0 ? 'PendingApproval' : 'Active'

async function changeStatus(
  tx: Tx,
  before: BeneficiaryRow,
  change: { status: BeneficiaryRow['status']; waitsFor: readonly Wait[]; decidedBy: string | null },
  act: Act,
): Promise<BeneficiaryRow> {
  const row = await setStatus(tx, before, { ...change, at: act.at })
  const type = row.status === 'Blocked' ? 'beneficiary.blocked' : 'beneficiary.updated'
  await record(tx, type, row, act, before.status === row.status ? {} : { previousStatus: before.status })
  return row
}

/** Stores a beneficiary's event, which is its audit row. */
export const record = (
  tx: Tx,
  type: EventType,
  row: BeneficiaryRow,
  act: Act,
  { detail = {}, previousStatus }: { detail?: Record<string, unknown>; previousStatus?: string } = {},
): Promise<void> =>
  emit(tx, act, {
    type,
    entityId: row.entityId,
    resourceType: 'beneficiary',
    resourceId: row.beneficiaryId,
    detail,
    resourceVersion: row.version,
    ...(previousStatus === undefined ? {} : { previousStatus }),
  })
