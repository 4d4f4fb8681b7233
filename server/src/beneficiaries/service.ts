import type { Act } from '../kernel/values/act.ts'
import { changesOf } from '../events/index.ts'
import { lockSettings, setDefaultBeneficiary } from '../entities/index.ts'
import { type Tx, violates } from '../kernel/db/db.ts'
import { canonical } from '../kernel/text/canonical.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import type { Rail } from '../payments/schemes/index.ts'
import {
  type BeneficiaryRow,
  clearDefault,
  findByReference,
  insertBeneficiary,
  lockBeneficiary,
  markDeleted,
  type SavedPayee,
  updateBeneficiary,
  type Verified,
} from './queries.ts'
import { awaitApproval, forgetDefault, record, type Screen, standingOf } from './review.ts'
import { changesAccount, changesPayee, checkChange, refuse } from './rules.ts'
import { verificationColumns, verifiedBefore } from './verification.ts'

interface ScreenedAct extends Act {
  /** Looks payees up in the sanctions lists; absent where the caller does. */
  screen?: Screen
}

/** Payee as checked by `checkPayee` without errors, with its saved data. */
interface Checked {
  normalised: SavedPayee
  rails: readonly Rail[]
}

/**
 * Saves a payee of the entity. It is Active at once unless the entity's policy asks for approval, or its name is alike to
 * one on a sanctions list: then it is PendingApproval.
 *
 * @throws duplicate_client_reference, external_reference_taken
 */
export async function createBeneficiary(
  tx: Tx,
  entityId: string,
  { normalised, rails }: Checked,
  act: ScreenedAct,
): Promise<BeneficiaryRow> {
  const beneficiaryId = newUuid()
  if (normalised.isDefaultForCurrency) await makeDefault(tx, entityId, normalised.currency, beneficiaryId, act)
  const createdBy = act.actor.type === 'client' ? act.actor.id : undefined
  const standing = await standingOf(tx, { entityId, beneficiaryId }, normalised, undefined, act)
  const row = await insertBeneficiary(tx, {
    entityId,
    beneficiaryId,
    payee: normalised,
    rails,
    standing,
    verified: await verifiedAs(tx, entityId, normalised, act),
    at: act.at,
    ...(createdBy === undefined ? {} : { createdBy }),
  })
  if (!row) throw await takenReference(tx, entityId, normalised)
  await record(tx, 'beneficiary.created', row, act, { detail: { after: auditOf(row) } })
  await awaitApproval(tx, row, act)
  return row
}

/** Returns the verification that a new or changed payee shows: the latest of the same name and account. */
const verifiedAs = async (tx: Tx, entityId: string, payee: SavedPayee, { at }: Act): Promise<Verified> =>
  verificationColumns(await verifiedBefore(tx, entityId, payee, at))

/**
 * Replaces a beneficiary. A changed account or name clears its verification, and restarts approval and cooling-off if
 * the entity's policy requires them.
 *
 * @param ifMatch the ETag the caller has seen
 * @throws beneficiary_not_found, beneficiary_deleted, beneficiary_version_conflict; as createBeneficiary
 */
export async function replaceBeneficiary(
  tx: Tx,
  entityId: string,
  beneficiaryId: string,
  { normalised, rails }: Checked,
  act: ScreenedAct & { ifMatch?: string | undefined },
): Promise<BeneficiaryRow> {
  await lockSettings(tx, entityId)
  const before = await lockBeneficiary(tx, entityId, beneficiaryId, 'update')
  if (!before) throw refuseShared.beneficiary_not_found()
  checkChange(before, act.ifMatch)
  await checkReferences(tx, before, normalised)
  if (before.isDefaultForCurrency) await setDefaultBeneficiary(tx, entityId, before.currency, null)
  if (normalised.isDefaultForCurrency) await makeDefault(tx, entityId, normalised.currency, beneficiaryId, act)
  const unverify = changesAccount(payeeOf(before), normalised)
  const isChanged = changesPayee(payeeOf(before), withDefaults(normalised))
  const standing = await standingOf(tx, before, normalised, { before, isChanged }, act)
  const status =
    before.status === 'Blocked' ? 'Blocked' : standing.waitsFor.length > 0 ? ('PendingApproval' as const) : 'Active'
  const verified = unverify ? await verifiedAs(tx, entityId, normalised, act) : before
  const { verificationStatus, verificationId, verifiedAt } = verified
  const row = await update(tx, {
    entityId,
    beneficiaryId,
    payee: normalised,
    rails,
    verified: { verificationStatus, verificationId, verifiedAt },
    status,
    standing,
    at: act.at,
  })
  const detail = { ...changesOf(auditOf(before), auditOf(row)), payeeChanged: showsOther(before, row) }
  await record(tx, 'beneficiary.updated', row, act, {
    detail,
    ...(before.status === status ? {} : { previousStatus: before.status }),
  })
  if (isChanged) await awaitApproval(tx, row, act)
  return row
}

/** Ids of payments not yet released that go to a beneficiary; `payments` answers it. */
export type PaymentsWaitingFor = (tx: Tx, entityId: string, beneficiaryId: string) => Promise<string[]>

/**
 * Deletes a beneficiary: it stays readable and is offered no more. Deleting it again changes nothing.
 *
 * @param options.force even when payments that are not yet released go to it
 * @throws beneficiary_not_found, beneficiary_in_use, beneficiary_version_conflict
 */
export async function deleteBeneficiary(
  tx: Tx,
  entityId: string,
  beneficiaryId: string,
  waitingFor: PaymentsWaitingFor,
  act: ScreenedAct & { ifMatch?: string | undefined; force: boolean },
): Promise<void> {
  await lockSettings(tx, entityId)
  const before = await lockBeneficiary(tx, entityId, beneficiaryId, 'update')
  if (!before) throw refuseShared.beneficiary_not_found()
  if (before.status === 'Deleted') return
  checkChange(before, act.ifMatch)
  const waiting = await waitingFor(tx, entityId, beneficiaryId)
  if (waiting.length > 0 && !act.force) {
    throw refuse.beneficiary_in_use({ paymentIds: waiting.map((id) => formatId('pay', id)) })
  }
  await forgetDefault(tx, before)
  const row = await markDeleted(tx, entityId, beneficiaryId, act.at)
  await record(tx, 'beneficiary.deleted', row, act, {
    detail: { forced: waiting.length > 0 },
    previousStatus: before.status,
  })
}

/** Makes a beneficiary the currency's default, here and in the entity's settings; the one before it loses the mark. */
async function makeDefault(tx: Tx, entityId: string, currency: string, beneficiaryId: string, act: Act): Promise<void> {
  await setDefaultBeneficiary(tx, entityId, currency, beneficiaryId)
  for (const former of await clearDefault(tx, entityId, currency, beneficiaryId, act.at)) {
    await record(tx, 'beneficiary.updated', former, act, { detail: { isDefaultForCurrency: false } })
  }
}

async function takenReference(tx: Tx, entityId: string, payee: SavedPayee) {
  const { clientReference, externalReference } = payee
  if (clientReference !== undefined) {
    const id = await findByReference(tx, entityId, { clientReference })
    if (id) return refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('ben', id) })
  }
  if (externalReference !== undefined) {
    const id = await findByReference(tx, entityId, { externalReference })
    if (id) return refuse.external_reference_taken({ externalReference, existingId: formatId('ben', id) })
  }
  // The default of a currency is no cause: the lock on the entity's settings orders those who set it.
  throw new Error('a beneficiary was not saved although its references are free')
}

/** @throws client_reference_fixed, external_reference_taken */
async function checkReferences(tx: Tx, before: BeneficiaryRow, after: SavedPayee): Promise<void> {
  const { clientReference, externalReference } = after
  if (clientReference !== undefined && clientReference !== before.clientReference) throw refuse.client_reference_fixed()
  if (externalReference === undefined || externalReference === before.externalReference) return
  const id = await findByReference(tx, before.entityId, { externalReference })
  if (id) throw refuse.external_reference_taken({ externalReference, existingId: formatId('ben', id) })
}

/**
 * Updates a beneficiary; another request may have used the reference since `checkReferences`. @throws
 * external_reference_taken
 */
async function update(tx: Tx, change: Parameters<typeof updateBeneficiary>[1]): Promise<BeneficiaryRow> {
  try {
    return await updateBeneficiary(tx, change)
  } catch (error) {
    if (!violates(error, 'beneficiaries_by_external_reference')) throw error
    const { externalReference } = change.payee
    throw refuse.external_reference_taken({ externalReference, existingId: 'another beneficiary' })
  }
}

/** Fills the defaults of an order for storage. */
const withDefaults = (payee: SavedPayee): SavedPayee => ({
  ...payee,
  type: payee.type ?? 'Company',
  firstParty: payee.firstParty ?? false,
  routingCodes: payee.routingCodes ?? [],
})

/** The row as the order that would make it. */
export function payeeOf(row: BeneficiaryRow): SavedPayee {
  const known = payees.get(row)
  if (known) return known
  const { details, name, type, address, countryCode, bankCountryCode, currency, routingCodes, firstParty } = row
  const payee: SavedPayee = {
    ...details,
    name,
    type,
    address,
    countryCode,
    bankCountryCode,
    currency,
    routingCodes,
    firstParty,
    ...(row.nickname !== null && { nickname: row.nickname }),
    ...(row.iban !== null && { iban: row.iban }),
    ...(row.accountNumber !== null && { accountNumber: row.accountNumber }),
    ...(row.bic !== null && { bic: row.bic }),
    ...(row.accountType !== null && { accountType: row.accountType }),
    ...(row.taxId !== null && { taxId: row.taxId }),
  }
  payees.set(row, Object.freeze(payee))
  return payee
}

/** Payees of rows that were read: a payment asks for its payee several times. */
const payees = new WeakMap<BeneficiaryRow, SavedPayee>()

/** Returns true if payments that are not released show another payee than before. */
const showsOther = (before: BeneficiaryRow, after: BeneficiaryRow): boolean =>
  canonical(payeeOf(before)) !== canonical(payeeOf(after))

const auditOf = (row: BeneficiaryRow) => ({
  name: row.name,
  currency: row.currency,
  bankCountryCode: row.bankCountryCode,
  iban: row.iban,
  bic: row.bic,
  accountNumber: row.accountNumber,
  routingCodes: row.routingCodes,
})
