import type { Queryable, Tx } from '../kernel/db/db.ts'
import { acrossEntities } from '../kernel/http/paging.ts'
import { formatId } from '../kernel/values/ids.ts'
import type { Rail } from '../payments/schemes/index.ts'
import type { BeneficiaryStatus, PayeeOrder } from './schema.ts'

/** Saved beneficiary data beyond the payee itself. */
export interface SavedPayee extends PayeeOrder {
  isDefaultForCurrency?: boolean
  externalReference?: string
  clientReference?: string
}

/** Parts of a payee that no rule of the database looks at. */
type Details = Pick<
  PayeeOrder,
  | 'bankName'
  | 'bankAddress'
  | 'intermediary'
  | 'identification'
  | 'dateOfBirth'
  | 'email'
  | 'defaultPurposeCode'
  | 'defaultReference'
  | 'localName'
  | 'secondaryReference'
>

export type Wait = 'Approval' | 'Screening'

export interface BeneficiaryRow {
  entityId: string
  beneficiaryId: string
  status: BeneficiaryStatus
  version: number
  name: string
  nickname: string | null
  type: 'Individual' | 'Company'
  firstParty: boolean
  address: PayeeOrder['address']
  countryCode: string
  bankCountryCode: string
  currency: string
  iban: string | null
  accountNumber: string | null
  bic: string | null
  routingCodes: NonNullable<PayeeOrder['routingCodes']>
  accountType: 'Checking' | 'Savings' | null
  taxId: string | null
  rails: Rail[]
  details: Details
  isDefaultForCurrency: boolean
  externalReference: string | null
  clientReference: string | null
  verificationStatus: string
  verificationId: string | null
  verifiedAt: Date | null
  /** Steps required before it is Active. */
  waitsFor: Wait[]
  /** Business time from which it can be paid; null: at once. */
  payableFrom: Date | null
  /** API client that created it or last changed payment details. */
  maker: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `entity_id as "entityId", beneficiary_id as "beneficiaryId", status, version, name, nickname, type,
  first_party as "firstParty", address, country_code as "countryCode", bank_country_code as "bankCountryCode", currency,
  iban, account_number as "accountNumber", bic, routing_codes as "routingCodes", account_type as "accountType",
  tax_id as "taxId", rails, details, is_default_for_currency as "isDefaultForCurrency",
  external_reference as "externalReference", client_reference as "clientReference",
  verification_status as "verificationStatus", verification_id as "verificationId", verified_at as "verifiedAt",
  waits_for as "waitsFor", payable_from as "payableFrom", maker, created_at as "createdAt", updated_at as "updatedAt"`

/** The SQL expression of the payee, as JSON, that the rows of an alias name by entity_id and beneficiary_id. */
export const payeeJsonOf = (alias: string): string =>
  `(select b.details || jsonb_strip_nulls(jsonb_build_object('name', b.name, 'type', b.type, 'address', b.address,
      'countryCode', b.country_code, 'bankCountryCode', b.bank_country_code, 'currency', b.currency, 'iban', b.iban,
      'accountNumber', b.account_number, 'bic', b.bic, 'routingCodes', b.routing_codes, 'accountType', b.account_type,
      'taxId', b.tax_id, 'nickname', b.nickname, 'firstParty', b.first_party))
    from beneficiaries b where b.entity_id = ${alias}.entity_id and b.beneficiary_id = ${alias}.beneficiary_id)`

/** The values of the columns that an order fills, in the order in which insert and update name them. */
function valuesOf(payee: SavedPayee, rails: readonly Rail[]): unknown[] {
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
  return [
    payee.name,
    payee.nickname,
    payee.type ?? 'Company',
    payee.firstParty ?? false,
    JSON.stringify(payee.address),
    payee.countryCode,
    payee.bankCountryCode,
    payee.currency,
    payee.iban,
    payee.accountNumber,
    payee.bic,
    JSON.stringify(payee.routingCodes ?? []),
    payee.accountType,
    payee.taxId,
    rails,
    JSON.stringify(details),
    payee.isDefaultForCurrency ?? false,
    payee.externalReference,
  ]
}

interface NewBeneficiary {
  entityId: string
  beneficiaryId: string
  payee: SavedPayee
  rails: readonly Rail[]
  createdBy?: string
  standing: Standing
  at: Date
}

/** Payability of a payee, with its start. */
export interface Standing {
  waitsFor: readonly Wait[]
  payableFrom: Date | null
  maker: string | null
}

/** Stores a beneficiary; returns undefined if the client reference or the external reference is already used. */
export async function insertBeneficiary(tx: Tx, row: NewBeneficiary): Promise<BeneficiaryRow | undefined> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'insert-beneficiary',
    text: `insert into beneficiaries (name, nickname, type, first_party, address, country_code, bank_country_code, currency,
        iban, account_number, bic, routing_codes, account_type, tax_id, rails, details, is_default_for_currency,
        external_reference, entity_id, beneficiary_id, client_reference, created_by, status, waits_for, payable_from, maker,
        created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
        $23, $24, $25, $26, $27, $27)
      on conflict do nothing
      returning ${COLUMNS}`,
    values: [
      ...valuesOf(row.payee, row.rails),
      row.entityId,
      row.beneficiaryId,
      row.payee.clientReference,
      row.createdBy,
      row.standing.waitsFor.length > 0 ? 'PendingApproval' : 'Active',
      row.standing.waitsFor,
      row.standing.payableFrom,
      row.standing.maker,
      row.at,
    ],
  })
  return rows[0]
}

/** Replaces the fields of an order and raises the version; `unverify` clears the verification. */
export async function updateBeneficiary(
  tx: Tx,
  change: {
    entityId: string
    beneficiaryId: string
    payee: SavedPayee
    rails: readonly Rail[]
    unverify: boolean
    status: BeneficiaryStatus
    standing: Standing
    at: Date
  },
): Promise<BeneficiaryRow> {
  const { rows } = await tx.query<BeneficiaryRow>({
    name: 'update-beneficiary',
    text: `update beneficiaries set name = $1, nickname = $2, type = $3, first_party = $4, address = $5, country_code = $6,
        bank_country_code = $7, currency = $8, iban = $9, account_number = $10, bic = $11, routing_codes = $12,
        account_type = $13, tax_id = $14, rails = $15, details = $16, is_default_for_currency = $17,
        external_reference = $18, version = version + 1, updated_at = $22,
        verification_status = case when $21 then 'NotChecked' else verification_status end,
        verification_id = case when $21 then null else verification_id end,
        verified_at = case when $21 then null else verified_at end,
        status = $23, waits_for = $24, payable_from = $25, maker = $26, decided_by = null
      where entity_id = $19 and beneficiary_id = $20
      returning ${COLUMNS}`,
    values: [
      ...valuesOf(change.payee, change.rails),
      change.entityId,
      change.beneficiaryId,
      change.unverify,
      change.at,
      change.status,
      change.standing.waitsFor,
      change.standing.payableFrom,
      change.standing.maker,
    ],
  })
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
export async function lockBeneficiaries(tx: Tx, entityId: string, beneficiaryIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-beneficiaries-share',
    text: 'select 1 from beneficiaries where entity_id = $1 and beneficiary_id = any($2) order by beneficiary_id for share',
    values: [entityId, beneficiaryIds],
  })
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

/** Stores the latest verification result of a payee without raising its version. */
export async function storeVerification(
  tx: Tx,
  { entityId, beneficiaryId }: Pick<BeneficiaryRow, 'entityId' | 'beneficiaryId'>,
  outcome: { status: string; verificationId: string; checkedAt: Date },
): Promise<void> {
  await tx.query({
    name: 'store-beneficiary-verification',
    text: `update beneficiaries set verification_status = $3, verification_id = $4, verified_at = $5
      where entity_id = $1 and beneficiary_id = $2`,
    values: [entityId, beneficiaryId, outcome.status, formatId('ver', outcome.verificationId), outcome.checkedAt],
  })
}
