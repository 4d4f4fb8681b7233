import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { Account } from '../../accounts/index.ts'
import { emit } from '../../events/index.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { refuseOb } from '../http/index.ts'
import { type ApprovalEvidence, insertApproval } from './approvals.ts'
import { REASONS, type ReasonName, standingAt } from './lifecycle.ts'
import { recordUnapproved } from './audit.ts'
import {
  type ConsentRow,
  consentRowsOfPsu,
  entitiesOfConsents,
  findAnyConsent,
  findConsentRow,
  formatConsentId,
  insertStep,
  lastStep,
  lockById,
  lockConsentOfPsu,
  lockConsentRow,
  lockConsentsOfClient,
  markDeleted,
  parseConsentId,
  setApproval,
  setStatus,
  type Standing,
} from './queries.ts'
import {
  checkAuthorisable,
  checkChoice,
  checkPossible,
  consentNotFound,
  isKind,
  isKnownTo,
  ofAnother,
} from './rules.ts'
import type { Consent, ConsentKind, ObVersion, PaymentConsentKind, StatusReason } from './types.ts'

const consentDetail = { kind: Type.String(), version: Type.String(), clientId: Type.String() }

/** Events of open-banking consents. */
export const consentEvents = {
  'consent.authorised': defineEvent('A user authorised a consent.', 'consent', consentDetail),
  'consent.revoked': defineEvent('A consent was revoked.', 'consent', consentDetail),
  'consent.expired': defineEvent('A consent expired.', 'consent', consentDetail),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof consentEvents, true> {}
}

/** Identifies a third party's consent. Ids of other third parties are answered as not found. */
interface ConsentName {
  clientId: string
  consentId: string
}

/** A row as consents are known outside, with the status that time gives it. */
export function consentOf(row: ConsentRow, now: Date): Consent {
  const { consentUuid, currency, amountMinor, currencyOfTransfer, ...rest } = row
  const { creditorName, creditorScheme, creditorIdentification, reference, permissions, terms, ...consent } = rest
  const party = { creditorName, creditorScheme, creditorIdentification, reference }
  return {
    ...consent,
    ...standingAt(row, now),
    consentId: formatConsentId(consentUuid),
    permissions: permissions ?? [],
    payment: amountMinor === null ? null : { currency: currency!, amountMinor, currencyOfTransfer, ...party },
    terms: amountMinor === null ? null : terms,
  }
}

/** A consent of the third party; undefined when it has none with the id, or has deleted it. */
export async function findConsent(db: Queryable, name: ConsentName, now: Date): Promise<Consent | undefined> {
  const uuid = parseConsentId(name.consentId)
  const row = uuid === undefined ? undefined : await findConsentRow(db, name.clientId, uuid)
  return row && consentOf(row, now)
}

/**
 * A consent for a version of the interface, by the cross-version rules of `isKnownTo`.
 *
 * @throws ob_resource_not_found (400, U011) for an unknown or deleted one, one of another kind, and one that this version
 *   may not know; ob_forbidden (403) for one of another third party
 */
export async function getConsent(db: Queryable, name: ConsentName, as: ConsentAccess, now: Date): Promise<Consent> {
  const consent = await findConsent(db, name, now)
  if (!consent && (await isOfAnother(db, name.consentId, as))) throw ofAnother()
  if (!consent || !isOpenTo(as, consent)) throw consentNotFound(name.consentId)
  return consent
}

/** Required properties of a consent, and the requesting interface version. */
interface ConsentAccess {
  version: ObVersion
  kinds: readonly ConsentKind[]
  act: 'read' | 'delete' | 'use'
}

const isOpenTo = ({ version, kinds, act }: ConsentAccess, consent: Pick<Consent, 'version' | 'kind'>): boolean =>
  isKind(consent, kinds) && isKnownTo(version, consent, act)

/** Returns true if an unknown consent belongs to another third party and is visible in this version. */
async function isOfAnother(db: Queryable, consentId: string, as: ConsentAccess): Promise<boolean> {
  const uuid = parseConsentId(consentId)
  const found = uuid === undefined ? undefined : await findAnyConsent(db, uuid)
  return found !== undefined && isOpenTo(as, found)
}

/**
 * A payment consent that a user's token may use now: to create its payment (then `consumeConsent` in the transaction) or
 * to ask about funds.
 *
 * @param caller the third party, and the consent its token was given for
 * @throws ob_resource_not_found and ob_forbidden as `getConsent`, also in any version but its own; ob_forbidden (403) for
 *   another consent than the token's; ob_consent_status (U009) unless it is authorised
 */
export async function getUsableConsent(
  db: Queryable,
  caller: { clientId: string; consentId?: string },
  consentId: string,
  as: { version: ObVersion; kind: PaymentConsentKind },
  now: Date,
): Promise<Consent> {
  const name = { clientId: caller.clientId, consentId }
  const consent = await getConsent(db, name, { version: as.version, kinds: [as.kind], act: 'use' }, now)
  if (caller.consentId !== consentId) throw refuseOb.ob_forbidden({ detail: 'use a token issued for this consent' })
  checkPossible(consent, 'use')
  return consent
}

/**
 * Returns the consent that the third party asks a user to approve.
 *
 * @throws ob_resource_not_found for one that is not this third party's; ob_consent_status (U009) when it can no longer
 *   be authorised: decided, consumed, expired or past its hour
 */
export async function consentForApproval(db: Queryable, name: ConsentName, now: Date): Promise<Consent> {
  const consent = await findConsent(db, name, now)
  if (!consent) throw consentNotFound(name.consentId)
  checkAuthorisable(consent, now)
  return consent
}

interface Approval {
  entityId: string
  /** Stored uuid of the user. */
  psuId: string
  /** Stored ids of the accounts ticked; exactly one for a payment. */
  accountIds: readonly string[]
  /** Payments only. */
  evidence?: ApprovalEvidence
}

/**
 * The user's yes, for a payment with its evidence. Approving twice is refused for a payment; for account access it is re-authentication: the same user of
 * the same entity, who may choose other accounts.
 *
 * @param accounts all accounts of the user's entity (the choice is checked against them)
 * @throws ob_resource_not_found, ob_consent_status, ob_account_identifier_unsupported, ob_forbidden (another user)
 */
export async function authoriseConsent(
  tx: Tx,
  name: ConsentName,
  approval: Approval & { accounts: readonly Account[] },
  act: Act,
): Promise<Consent> {
  const row = await lockRow(tx, name)
  const consent = consentOf(row, act.at)
  checkAuthorisable(consent, act.at)
  checkSamePsu(consent, approval)
  checkChoice(consent, approval.accountIds, ownAccounts(approval))
  const { entityId, psuId, evidence } = approval
  const accountIds = [...new Set(approval.accountIds)]
  const authorised = await setApproval(tx, row.consentUuid, { entityId, psuId, accountIds, at: act.at })
  invariant((consent.payment !== null) === (evidence !== undefined), 'an approved payment has evidence')
  if (evidence)
    await insertApproval(tx, { ...evidence, entityId, consentId: row.consentUuid, psuId, approvedAt: act.at })
  const resourceVersion = await insertStep(tx, row, authorised, act)
  const change = { resourceVersion, previousStatus: consent.status }
  await recordConsentChange(tx, authorised, 'consent.authorised', change, act)
  if (authorised.expiresAt) await scheduleWork(tx, { ...workOn(authorised), dueAt: authorised.expiresAt })
  return consentOf(authorised, act.at)
}

/**
 * Locks a consent until the transaction ends and returns its status.
 *
 * @throws ob_resource_not_found
 */
export const lockConsent = async (tx: Tx, name: ConsentName): Promise<Consent['status']> =>
  (await lockRow(tx, name)).status

const ownAccounts = ({ entityId, accounts }: { entityId: string; accounts: readonly Account[] }) =>
  accounts.filter((account) => account.entityId === entityId)

function checkSamePsu(consent: Consent, { entityId, psuId }: Approval): void {
  if (consent.entityId === null || (consent.entityId === entityId && consent.psuId === psuId)) return
  throw consentNotFound(consent.consentId) // another user's: not to be told apart from none
}

/**
 * Ends a consent that awaits its user: `refused` by the user, `cancelled` before logging in, `notCompleted` (timed out), `failed` (could not
 * authenticate), `needsOthers` (a single authorisation was requested but does not suffice), or for the reasons given,
 * why the payment cannot be made. Other consents stay unchanged, so that an abandoned re-authentication ends nothing.
 */
export async function rejectConsent(
  tx: Tx,
  name: ConsentName,
  reason: 'refused' | 'cancelled' | 'notCompleted' | 'failed' | 'needsOthers' | readonly StatusReason[],
  act: Act,
): Promise<Consent> {
  const row = await lockRow(tx, name)
  if (row.status !== 'AWAU') return consentOf(row, act.at)
  return moveTo(tx, row, 'RJCT', reason, act)
}

/**
 * Revokes access to accounts on the user's page of connected third parties. v4.0 shows the consent as CANC; in v3.1 it
 * stays Authorised. Data access ends immediately in both.
 *
 * @throws ob_resource_not_found for one that is not this user's; ob_consent_status for a payment or one not authorised
 */
export async function revokeConsent(
  tx: Tx,
  psu: { entityId: string; psuId: string },
  consentId: string,
  act: Act,
): Promise<Consent> {
  const uuid = parseConsentId(consentId)
  const row = uuid === undefined ? undefined : await lockConsentOfPsu(tx, psu, uuid)
  if (!row) throw consentNotFound(consentId)
  checkPossible({ ...row, ...standingAt(row, act.at) }, 'revoke')
  return moveTo(tx, row, 'CANC', 'revoked', act)
}

/** Returns a user's authorised consents that no third party deleted, newest first, at most 500, in any status. */
export async function consentsOfPsu(
  db: Queryable,
  psu: { entityId: string; psuId: string },
  now: Date,
): Promise<Consent[]> {
  const rows = await consentRowsOfPsu(db, psu)
  return rows.map((row) => consentOf(row, now))
}

/**
 * The third party gives a consent up: it is not known any more, and no token of it gives data.
 *
 * @throws ob_resource_not_found
 */
export async function deleteConsent(tx: Tx, name: ConsentName, act: Act): Promise<void> {
  await remove(tx, await lockRow(tx, name), act)
}

/** Deletes a locked consent. */
async function remove(tx: Tx, row: ConsentRow, act: Act): Promise<void> {
  await markDeleted(tx, row.consentUuid, act.at)
  await recordUnapproved(tx, row, 'deleted', act)
  if (row.entityId === null) return
  await cancelWork(tx, workOn(row))
  const resourceVersion = (await lastStep(tx, row.consentUuid)) + 1 // deletion is no status, so it has no step
  await recordConsentChange(tx, row, 'consent.revoked', { resourceVersion, previousStatus: row.status }, act)
}

/**
 * The payment of a consent is made: the consent is used up, in the transaction that creates the payment. Its row stays
 * locked until then, so that two payments cannot both find it authorised.
 *
 * @throws ob_resource_not_found; ob_consent_status (U009) unless it is authorised
 */
export async function consumeConsent(tx: Tx, name: ConsentName, act: Act): Promise<Consent> {
  const row = await lockRow(tx, name)
  invariant(row.kind !== 'accountAccess', 'only a payment uses a consent up')
  checkPossible({ ...row, ...standingAt(row, act.at) }, 'use')
  return moveTo(tx, row, 'COND', 'consumed', act)
}

/** @throws ob_resource_not_found */
async function lockRow(tx: Tx, { clientId, consentId }: ConsentName): Promise<ConsentRow> {
  const uuid = parseConsentId(consentId)
  const row = uuid === undefined ? undefined : await lockConsentRow(tx, clientId, uuid)
  if (!row) throw consentNotFound(consentId)
  return row
}

/** Moves a locked consent to a status. */
async function moveTo(
  tx: Tx,
  row: ConsentRow,
  status: Standing['status'],
  reason: ReasonName | readonly StatusReason[],
  act: Act,
): Promise<Consent> {
  const statusReasons = typeof reason === 'string' ? [REASONS[reason]] : [...reason]
  const moved = await setStatus(tx, row.consentUuid, { status, statusReasons, statusAt: act.at })
  const resourceVersion = await insertStep(tx, row, moved, act)
  const change = { resourceVersion, previousStatus: row.status }
  if (status === 'CANC') await recordConsentChange(tx, moved, 'consent.revoked', change, act)
  if (status === 'RJCT') await recordUnapproved(tx, moved, 'rejected', act)
  return consentOf(moved, act.at)
}

/** Emits the event of a consent change for the entity. The version is the number of the consent's step. */
async function recordConsentChange(
  tx: Tx,
  row: ConsentRow,
  type: 'consent.authorised' | 'consent.revoked' | 'consent.expired',
  change: { resourceVersion: number; previousStatus: string },
  act: Act,
): Promise<void> {
  await emit(tx, act, {
    entityId: row.entityId!,
    type,
    resourceType: 'consent',
    resourceId: row.consentUuid,
    ...change,
    detail: { kind: row.kind, version: row.version, clientId: row.clientId },
  })
}

/** Kind of the job that reports an expired consent to the entity. */
export const CONSENT_EXPIRY = 'consent.expire'

const workOn = (row: ConsentRow) => ({ entityId: row.entityId!, kind: CONSENT_EXPIRY, resourceId: row.consentUuid })

/** Records and reports an expiry; the consent has already ended exactly at its ExpirationDateTime. */
export const expireConsent: WorkHandler = async (tx, work, act) => {
  const row = await lockById(tx, work.entityId, work.resourceId)
  if (!row || row.status !== 'AUTH') return
  const standing = standingAt(row, act.at)
  if (standing.status !== 'EXPD') return
  const expired = await setStatus(tx, row.consentUuid, standing)
  const resourceVersion = await insertStep(tx, row, expired, act)
  await recordConsentChange(tx, expired, 'consent.expired', { resourceVersion, previousStatus: 'AUTH' }, act)
}

const SCOPES: Record<ConsentKind, string> = {
  accountAccess: 'accounts',
  domesticPayment: 'payments',
  internationalPayment: 'payments',
}

/** Returns the scope that a third party needs for a kind of consent. */
export const scopeOf = ({ kind }: { kind: ConsentKind }): string => SCOPES[kind]

/** Deletes all consents of a third party whose registration ends. */
export const deleteConsentsOfClient = (db: Db, clientId: string, act: Act): Promise<void> =>
  endEach(db, { clientId, kinds: Object.keys(SCOPES) as ConsentKind[] }, (tx, row) => remove(tx, row, act))

/**
 * Ends the open consents of a third party that need a scope which its registration does not cover. Those that await a user are
 * rejected, and access to accounts is cancelled. An authorised payment keeps its status, which nothing but the
 * payment ends; no token is left that can make it.
 */
export function endConsentsOfScopes(db: Db, clientId: string, scopes: readonly string[], act: Act): Promise<void> {
  const kinds = (Object.keys(SCOPES) as ConsentKind[]).filter((kind) => scopes.includes(SCOPES[kind]))
  return endEach(db, { clientId, kinds, statuses: ['AWAU', 'AUTH'] }, async (tx, row) => {
    const { status } = standingAt(row, act.at)
    if (status === 'AWAU') await moveTo(tx, row, 'RJCT', 'notCovered', act)
    else if (status === 'AUTH' && row.kind === 'accountAccess') await moveTo(tx, row, 'CANC', 'notCovered', act)
  })
}

/** Handles consents of each entity, and those without one, in a transaction of their own. */
async function endEach(
  db: Db,
  which: Parameters<typeof entitiesOfConsents>[1],
  end: (tx: Tx, row: ConsentRow) => Promise<void>,
): Promise<void> {
  for (const entityId of await entitiesOfConsents(db.pool, which))
    await inTransaction(db, async (tx) => {
      for (const row of await lockConsentsOfClient(tx, which, entityId)) await end(tx, row)
    })
}
