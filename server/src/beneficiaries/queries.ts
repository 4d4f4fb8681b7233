import type { Queryable, Tx } from '../kernel/db/db.ts'
import { acrossEntities } from '../kernel/http/paging.ts'
import type { Rail } from '../payments/schemes/index.ts'
import type { BeneficiaryStatus } from './schema.ts'
import { beneficiaries, type BeneficiaryRow, type Details, type SavedPayee, type Wait } from './table.ts'

export type { BeneficiaryRow, SavedPayee, Wait }

const COLUMNS = beneficiaries.list

/** The SQL expression of the payee, as JSON, that the rows of an alias name by entity_id and beneficiary_id. */
export const payeeJsonOf = (alias: string): string =>
  `(select b.details || jsonb_strip_nulls(jsonb_build_object('name', b.name, 'type', b.type, 'address', b.address,
      'countryCode', b.country_code, 'bankCountryCode', b.bank_country_code, 'currency', b.currency, 'iban', b.iban,
      'accountNumber', b.account_number, 'bic', b.bic, 'routingCodes', b.routing_codes, 'accountType', b.account_type,
      'taxId', b.tax_id, 'nickname', b.nickname, 'firstParty', b.first_party))
    from beneficiaries b where b.entity_id = ${alias}.entity_id and b.beneficiary_id = ${alias}.beneficiary_id)`

/** Returns the fields that an order fills. */
function fieldsOf(payee: SavedPayee, rails: readonly Rail[]) {
  const { bankName, bankAddress, intermediary, identification, dateOfBirth, email } = payee
  const { defaultPurposeCode, defaultReference, localName, secondaryReference } = payee
  const details: Details = {
    bankName,
    bankAddress,
    intermediary,
    identification,
    dateOfBirth,
    email,
    defaultPurposeCode,
    defaultReference,
    localName,
    secondaryReference,
  }
  return {
    name: payee.name,
    nickname: payee.nickname ?? null,
    type: payee.type ?? 'Company',
    firstParty: payee.firstParty ?? false,
    address: payee.address,
    countryCode: payee.countryCode,
    bankCountryCode: payee.bankCountryCode,
    currency: payee.currency,
    iban: payee.iban ?? null,
    accountNumber: payee.accountNumber ?? null,
    bic: payee.bic ?? null,
    routingCodes: payee.routingCodes ?? [],
    accountType: payee.accountType ?? null,
    taxId: payee.taxId ?? null,
    rails,
    details,
    isDefaultForCurrency: payee.isDefaultForCurrency ?? false,
    externalReference: payee.externalReference ?? null,
  }
}

interface NewBeneficiary {
  entityId: string
  beneficiaryId: string
  payee: SavedPayee
  rails: readonly Rail[]
  createdBy?: string
  standing: Standing
  verified: Verified
  at: Date
}

/** The latest verification of a payee, as it shows it. */
export type Verified = Pick<BeneficiaryRow, 'verificationStatus' | 'verificationId' | 'verifiedAt'>

/** Payability of a payee, with its start. */
export interface Standing {
  waitsFor: readonly Wait[]
  payableFrom: Date | null
  maker: string | null
}

const insertStatement = beneficiaries.insert({
  name: 'insert-beneficiary',
  except: ['version', 'decidedBy'],
  ending: `on conflict do nothing returning ${COLUMNS}`,
})

/** Stores a beneficiary; returns undefined if the client reference or the external reference is already used. */
export async function insertBeneficiary(tx: Tx, row: NewBeneficiary): Promise<BeneficiaryRow | undefined> {
  const { rows } = await tx.query<BeneficiaryRow>(
    insertStatement({
      ...fieldsOf(row.payee, row.rails),
      ...row.standing,
      ...row.verified,
      entityId: row.entityId,
      beneficiaryId: row.beneficiaryId,
      clientReference: row.payee.clientReference ?? null,
      createdBy: row.createdBy ?? null,
      status: row.standing.waitsFor.length > 0 ? 'PendingApproval' : 'Active',
      createdAt: row.at,
      updatedAt: row.at,
    }),
  )
  return rows[0]
}

const updateStatement = beneficiaries.update({
  name: 'update-beneficiary',
  key: ['entityId', 'beneficiaryId'],
  set: [
    'name',
    'nickname',
    'type',
    'firstParty',
    'address',
    'countryCode',
    'bankCountryCode',
    'currency',
    'iban',
    'accountNumber',
    'bic',
    'routingCodes',
    'accountType',
    'taxId',
    'rails',
    'details',
    'isDefaultForCurrency',
    'externalReference',
    'updatedAt',
    'status',
    'waitsFor',
    'payableFrom',
    'maker',
    'verificationStatus',
    'verificationId',
    'verifiedAt',
  ],
  also: 'version = version + 1, decided_by = null',
  ending: `returning ${COLUMNS}`,
})

/** Replaces the fields of an order and the verification, and raises the version. */
export async function updateBeneficiary(
  tx: Tx,
  change: {
    entityId: string
    beneficiaryId: string
    payee: SavedPayee
    rails: readonly Rail[]
    verified: Verified
    status: BeneficiaryStatus
    standing: Standing
    at: Date
  },
): Promise<BeneficiaryRow> {
  const { entityId, beneficiaryId, status, standing, verified, at } = change
  const fields = fieldsOf(change.payee, change.rails)
  const row = { ...fields, ...standing, ...verified, entityId, beneficiaryId, status, updatedAt: at }
  const { rows } = await tx.query<BeneficiaryRow>(updateStatement(row))
  return rows[0]!
}

/** Takes the mark from the currency's default beneficiary, whichever it is, unless it is `except`. */
export async function clearDefault(tx: Tx, entityId: string, currency: string, except: string, at: Date) {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'clear-default-beneficiary',
    text: `update beneficiaries set is_default_for_currency = false, version = version + 1, updated_at = $4
      where entity_id = $1 and currency = $2 and is_default_for_currency and beneficiary_id <> $3
      returning ${COLUMNS}`,
    values: [entityId, currency, except, at],
  })
  return rows
}

export async function markDeleted(tx: Tx, entityId: string, beneficiaryId: string, at: Date): Promise<BeneficiaryRow> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'delete-beneficiary',
    text: `update beneficiaries set status = 'Deleted', waits_for = '{}', is_default_for_currency = false, version = version + 1, updated_at = $3
      where entity_id = $1 and beneficiary_id = $2 returning ${COLUMNS}`,
    values: [entityId, beneficiaryId, at],
  })
  return rows[0]!
}

/** Takes a locked beneficiary to another status by somebody's decision, and raises the version. */
export async function setStatus(
  tx: Tx,
  row: BeneficiaryRow,
  change: { status: BeneficiaryStatus; waitsFor: readonly Wait[]; decidedBy: string | null; at: Date },
): Promise<BeneficiaryRow> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'set-beneficiary-status',
    text: `update beneficiaries set status = $3, waits_for = $4, decided_by = $5, version = version + 1, updated_at = $6,
        is_default_for_currency = is_default_for_currency and $3 <> 'Deleted'
      where entity_id = $1 and beneficiary_id = $2 returning ${COLUMNS}`,
    values: [row.entityId, row.beneficiaryId, change.status, change.waitsFor, change.decidedBy, change.at],
  })
  return rows[0]!
}

export interface BeneficiaryPolicy {
  needsApproval: boolean
  coolingOffHours: number
}

/** Finds the operator's payee policy of an entity; an entity without a row has no requirements. */
export async function findPolicy(db: Queryable, entityId: string): Promise<BeneficiaryPolicy> {
  const { rows } = await db.query<BeneficiaryPolicy>({
    name: 'find-beneficiary-policy',
    text: `select needs_approval as "needsApproval", cooling_off_hours as "coolingOffHours"
      from beneficiary_policies where entity_id = $1`,
    values: [entityId],
  })
  return rows[0] ?? { needsApproval: false, coolingOffHours: 0 }
}

/** Stores the payee policy of an entity; pending payees stay pending. */
export async function storePolicy(tx: Tx, entityId: string, policy: BeneficiaryPolicy): Promise<void> {
  await tx.query(
    `insert into beneficiary_policies (entity_id, needs_approval, cooling_off_hours) values ($1, $2, $3)
     on conflict (entity_id) do update set needs_approval = excluded.needs_approval,
       cooling_off_hours = excluded.cooling_off_hours`,
    [entityId, policy.needsApproval, policy.coolingOffHours],
  )
}

/** A beneficiary of the entity, deleted ones too; undefined when it has none with the id. */
export async function findBeneficiary(
  db: Queryable,
  entityId: string,
  beneficiaryId: string,
): Promise<BeneficiaryRow | undefined> {
  const { rows } = await db.query<BeneficiaryRow>({
    name: 'find-beneficiary',
    text: `select ${COLUMNS} from beneficiaries where entity_id = $1 and beneficiary_id = $2`,
    values: [entityId, beneficiaryId],
  })
  return rows[0]
}

/** Beneficiaries of an entity that are not deleted, by id, from the one after `afterId` on; index beneficiaries_pkey. */
export async function beneficiariesAfter(
  db: Queryable,
  entityId: string,
  afterId: string | null,
  limit: number,
): Promise<BeneficiaryRow[]> {
  const { rows } = await db.query<BeneficiaryRow>({
    name: 'beneficiaries-after',
    text: `select ${COLUMNS} from beneficiaries
      where entity_id = $1 and ($2::uuid is null or beneficiary_id > $2) and status <> 'Deleted' order by beneficiary_id limit $3`,
    values: [entityId, afterId, limit],
  })
  return rows
}

/**
 * Locks a beneficiary until the transaction ends: `share` for a payment that names it, so that it is not deleted
 * meanwhile; `update` for changes.
 */
export async function lockBeneficiary(
  tx: Tx,
  entityId: string,
  beneficiaryId: string,
  mode: 'share' | 'update',
): Promise<BeneficiaryRow | undefined> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: `lock-beneficiary-${mode}`,
    text: `select ${COLUMNS} from beneficiaries where entity_id = $1 and beneficiary_id = $2
      for ${mode === 'share' ? 'share' : 'no key update'}`,
    values: [entityId, beneficiaryId],
  })
  return rows[0]
}

/** Locks several for `share`, by id ascending, for a transaction that names more than one. Unknown ids are left out. */
export async function lockBeneficiaries(
  tx: Tx,
  entityId: string,
  beneficiaryIds: readonly string[],
): Promise<BeneficiaryRow[]> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'lock-beneficiaries-share',
    text: `select ${COLUMNS} from beneficiaries where entity_id = $1 and beneficiary_id = any($2)
      order by beneficiary_id for share`,
    values: [entityId, beneficiaryIds],
  })
  return rows
}

/** Id of the beneficiary that has the client reference, or the external reference without being deleted. */
export async function findByReference(
  db: Queryable,
  entityId: string,
  reference: { clientReference: string } | { externalReference: string },
): Promise<string | undefined> {
  const [column, value] =
    'clientReference' in reference
      ? ['client_reference', reference.clientReference]
      : [`status <> 'Deleted' and external_reference`, reference.externalReference]
  const { rows } = await db.query<{ id: string }>(
    `select beneficiary_id as id from beneficiaries where entity_id = $1 and ${column} = $2`,
    [entityId, value],
  )
  return rows[0]?.id
}

interface ListFilter {
  entityIds: readonly string[]
  status: BeneficiaryStatus
  currency?: string
  country?: string
  q?: string
  /** Ids below this one. */
  before?: string
  /** Rows wanted. */
  count: number
}

/** Newest first, by the index beneficiaries_by_status read backwards. */
export async function listBeneficiaries(db: Queryable, filter: ListFilter): Promise<BeneficiaryRow[]> {
  const { entityIds, status, currency, country, q, before, count } = filter
  const pattern = q === undefined ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await db.query<BeneficiaryRow>({
    name: 'list-beneficiaries',
    text: acrossEntities(
      `select ${COLUMNS} from beneficiaries b
      where b.entity_id = member.entity_id and status = $2
        and ($3::text is null or currency = $3)
        and ($4::text is null or country_code = $4)
        and ($5::text is null or name ilike $5 or nickname ilike $5)
        and ($6::uuid is null or beneficiary_id < $6)
      order by entity_id desc, status desc, beneficiary_id desc
      limit $7`,
      '"beneficiaryId" desc',
      '$7',
    ),
    values: [entityIds, status, currency ?? null, country ?? null, pattern, before ?? null, count],
  })
  return rows
}

/** The entity's beneficiaries of a name that are not deleted, locked in id order; by the index beneficiaries_by_name. */
export async function findByName(tx: Tx, entityId: string, name: string): Promise<BeneficiaryRow[]> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'find-beneficiaries-by-name',
    text: `select ${COLUMNS} from beneficiaries where entity_id = $1 and name = $2 and status <> 'Deleted'
      order by beneficiary_id for no key update`,
    values: [entityId, name],
  })
  return rows
}

/** Stores the latest verification of a locked payee, and raises the version. */
export async function storeVerification(
  tx: Tx,
  { entityId, beneficiaryId }: Pick<BeneficiaryRow, 'entityId' | 'beneficiaryId'>,
  { verificationStatus, verificationId, verifiedAt }: Verified,
  at: Date,
): Promise<BeneficiaryRow> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'store-beneficiary-verification',
    text: `update beneficiaries set verification_status = $3, verification_id = $4, verified_at = $5,
        version = version + 1, updated_at = greatest(updated_at, $6)
      where entity_id = $1 and beneficiary_id = $2 returning ${COLUMNS}`,
    values: [entityId, beneficiaryId, verificationStatus, verificationId, verifiedAt, at],
  })
  return rows[0]!
}
