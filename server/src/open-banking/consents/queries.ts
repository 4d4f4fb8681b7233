import pg from 'pg'
import {
  arrayOf,
  instant,
  integer,
  json,
  minor,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { REASONS } from './lifecycle.ts'
import type { Consent, ConsentedPayment, PaymentTerms, StatusReason } from './types.ts'

/** Stored row; its status is the last decision, without the effect of time. */
export interface ConsentRow extends Omit<Consent, 'consentId' | 'payment' | 'permissions'>, ConsentedPaymentColumns {
  consentUuid: string
  permissions: string[] | null
}
type ConsentedPaymentColumns = { [K in keyof ConsentedPayment]: ConsentedPayment[K] | null }

const COLUMNS = `consent_id as "consentUuid", client_id as "clientId", version, kind, status,
  status_reasons as "statusReasons", status_at as "statusAt", created_at as "createdAt", authorise_by as "authoriseBy",
  terms, offer, permissions, expires_at as "expiresAt", transactions_from as "transactionsFrom",
  transactions_to as "transactionsTo", currency, amount_minor as "amountMinor",
  currency_of_transfer as "currencyOfTransfer", creditor_name as "creditorName", creditor_scheme as "creditorScheme",
  creditor_identification as "creditorIdentification", reference, entity_id as "entityId", psu_id as "psuId",
  account_ids as "accountIds", authorised_at as "authorisedAt"`

/** Converts a stored id to "obc_…" and back; undefined for other texts. */
export const formatConsentId = (uuid: string): string => formatId('obc', uuid)
export const parseConsentId = (text: string): string | undefined => parseId('obc', text)

export type NewConsentRow = Pick<
  ConsentRow,
  'consentUuid' | 'clientId' | 'version' | 'kind' | 'createdAt' | 'authoriseBy' | 'permissions' | 'expiresAt'
> &
  Pick<Consent, 'transactionsFrom' | 'transactionsTo' | 'payment'> & {
    terms: PaymentTerms | null
    offer: Record<string, unknown> | null
  }

const consents = table('open_banking_consents', {
  consentId: uuid,
  clientId: text,
  version: oneOf<ConsentRow['version']>(),
  kind: oneOf<ConsentRow['kind']>(),
  status: oneOf<ConsentRow['status']>(),
  statusReasons: json<StatusReason[]>(),
  statusAt: instant,
  createdAt: instant,
  authoriseBy: instant,
  terms: json<PaymentTerms | Record<string, never>>(),
  offer: nullable(json<Record<string, unknown>>()),
  permissions: nullable(arrayOf(text)),
  expiresAt: nullable(instant),
  transactionsFrom: nullable(instant),
  transactionsTo: nullable(instant),
  currency: nullable(text),
  amountMinor: nullable(minor),
  currencyOfTransfer: nullable(text),
  creditorName: nullable(text),
  creditorScheme: nullable(text),
  creditorIdentification: nullable(text),
  reference: nullable(text),
  entityId: nullable(uuid),
  psuId: nullable(uuid),
  accountIds: arrayOf(uuid),
  authorisedAt: nullable(instant),
  deletedAt: nullable(instant),
})

const newConsent = consents.insert({ name: 'insert-ob-consent', ending: `returning ${COLUMNS}` })

/** Payment columns of a consent to account access. */
const NO_PAYMENT = {
  currency: null,
  amountMinor: null,
  currencyOfTransfer: null,
  creditorName: null,
  creditorScheme: null,
  creditorIdentification: null,
  reference: null,
}

/** Returns a consent that awaits authorisation, as it is stored. */
const awaiting = ({ consentUuid, payment, ...row }: NewConsentRow): Row<typeof consents> => ({
  ...NO_PAYMENT,
  ...payment,
  ...row,
  consentId: consentUuid,
  status: 'AWAU',
  statusReasons: [],
  statusAt: row.createdAt,
  terms: row.terms ?? {},
  entityId: null,
  psuId: null,
  accountIds: [],
  authorisedAt: null,
  deletedAt: null,
})

/** Stores a consent that awaits authorisation. */
export async function insertConsent(tx: Tx, row: NewConsentRow): Promise<ConsentRow> {
  const { rows } = await tx.query<ConsentRow>(newConsent(awaiting(row)))
  return rows[0]!
}

/** Returns a new consent as `insertConsent` does, without storing it. */
export function consentRowOf(row: NewConsentRow): ConsentRow {
  const { consentId, deletedAt: _none, ...stored } = awaiting(row)
  return { ...stored, consentUuid: consentId, terms: row.terms }
}

const steps = table('open_banking_consent_steps', {
  consentId: uuid,
  step: integer,
  status: oneOf<ConsentRow['status']>(),
  reasons: json<readonly StatusReason[]>(),
  at: instant,
  actorType: oneOf<Act['actor']['type']>(),
  actorId: nullable(text),
  requestId: nullable(text),
})
const [consentsPart, stepsPart] = [consents.insertPart(), steps.insertPart()]

/** Parts of a larger statement that store new consents with their first steps. Parameters from `newConsentRows`. */
export const newConsentsOfSet = (consentsAt: string, stepsAt: string): string[] => [
  `consents_written as (${consentsPart.text(consentsAt)})`,
  `steps_written as (${stepsPart.text(stepsAt)})`,
]

/** Returns the parameters of `newConsentsOfSet`. */
export const newConsentRows = (consents: readonly { row: NewConsentRow; act: Act }[]): [string, string] => [
  consentsPart.valueOf(consents.map(({ row }) => awaiting(row))),
  stepsPart.valueOf(
    consents.map(({ row, act: { actor, requestId } }) => ({
      consentId: row.consentUuid,
      step: 1,
      status: 'AWAU',
      reasons: [],
      at: row.createdAt,
      actorType: actor.type,
      actorId: actor.id ?? null,
      requestId: requestId ?? null,
    })),
  ),
]

/** A consent of a third party that it has not deleted. */
export async function findConsentRow(
  db: Queryable,
  clientId: string,
  consentUuid: string,
): Promise<ConsentRow | undefined> {
  const { rows } = await db.query<ConsentRow>({
    name: 'find-ob-consent', // open_banking_consents_pkey
    text: `select ${COLUMNS} from open_banking_consents
      where consent_id = $2 and client_id = $1 and deleted_at is null`,
    values: [clientId, consentUuid],
  })
  return rows[0]
}

/** Finds a consent of any third party; undefined if it does not exist. */
export async function findAnyConsent(
  db: Queryable,
  consentUuid: string,
): Promise<Pick<Consent, 'version' | 'kind'> | undefined> {
  const { rows } = await db.query<Pick<Consent, 'version' | 'kind'>>({
    name: 'find-any-ob-consent', // open_banking_consents_pkey
    text: 'select version, kind from open_banking_consents where consent_id = $1 and deleted_at is null',
    values: [consentUuid],
  })
  return rows[0]
}

/**
 * Adds the answer of the payee's bank to the offer of a consent that awaits its user. The first answer stays; one that comes when
 * the consent was decided changes nothing.
 *
 * @param answer members of the offer's payee check; one is named `answer`
 */
export async function keepPayeeAnswer(
  db: Queryable,
  { clientId, consentId }: Pick<Consent, 'clientId' | 'consentId'>,
  answer: Record<string, unknown>,
): Promise<void> {
  await db.query({
    name: 'keep-ob-payee-answer', // open_banking_consents_pkey
    text: `update open_banking_consents set offer = jsonb_set(offer, '{payeeCheck}', (offer->'payeeCheck') || $3::jsonb)
      where consent_id = $2 and client_id = $1 and status = 'AWAU' and deleted_at is null
        and offer ? 'payeeCheck' and not (offer->'payeeCheck') ? 'answer'`,
    values: [clientId, parseConsentId(consentId)!, JSON.stringify(answer)],
  })
}

/** A consent of a third party that it has not deleted, locked until the transaction ends. */
export async function lockConsentRow(tx: Tx, clientId: string, consentUuid: string): Promise<ConsentRow | undefined> {
  const { rows } = await tx.query<ConsentRow>({
    name: 'lock-ob-consent', // open_banking_consents_pkey
    text: `select ${COLUMNS} from open_banking_consents
      where consent_id = $2 and client_id = $1 and deleted_at is null for update`,
    values: [clientId, consentUuid],
  })
  return rows[0]
}

/** A consent of a user, locked; also one that the third party deleted is gone. */
export async function lockConsentOfPsu(
  tx: Tx,
  psu: { entityId: string; psuId: string },
  consentUuid: string,
): Promise<ConsentRow | undefined> {
  const { rows } = await tx.query<ConsentRow>({
    name: 'lock-ob-consent-of-psu', // open_banking_consents_pkey
    text: `select ${COLUMNS} from open_banking_consents
      where consent_id = $3 and entity_id = $1 and psu_id = $2 and deleted_at is null for update`,
    values: [psu.entityId, psu.psuId, consentUuid],
  })
  return rows[0]
}

/** Returns the consents a user has authorised, newest first. */
export async function consentRowsOfPsu(db: Queryable, psu: { entityId: string; psuId: string }): Promise<ConsentRow[]> {
  const { rows } = await db.query<ConsentRow>({
    name: 'ob-consents-of-psu', // open_banking_consents_of_psu
    text: `select ${COLUMNS} from open_banking_consents
      where entity_id = $1 and psu_id = $2 and deleted_at is null
      order by entity_id desc, psu_id desc, consent_id desc limit 500`,
    values: [psu.entityId, psu.psuId],
  })
  return rows
}

/** Selects consents of a third party that are not deleted. */
interface ConsentsOfClient {
  clientId: string
  kinds: readonly ConsentRow['kind'][]
  /** Stored statuses; all when absent. */
  statuses?: readonly ConsentRow['status'][]
}

const OF_CLIENT = `client_id = $1 and deleted_at is null and kind = any ($2) and ($3::text[] is null or status = any ($3))`
const valuesOf = ({ clientId, kinds, statuses }: ConsentsOfClient) => [clientId, kinds, statuses ?? null]

/** Returns the entities whose users approved consents of a third party; null stands for consents without a user. */
export async function entitiesOfConsents(db: Queryable, which: ConsentsOfClient): Promise<(string | null)[]> {
  const { rows } = await db.query<{ entityId: string | null }>({
    name: 'entities-of-ob-consents-of-client', // open_banking_consents_of_client
    text: `select distinct entity_id as "entityId" from open_banking_consents where ${OF_CLIENT} order by entity_id`,
    values: valuesOf(which),
  })
  return rows.map(({ entityId }) => entityId)
}

/** A third party's consents that one entity's users approved, or that have no user, locked in the order of their ids. */
export async function lockConsentsOfClient(
  tx: Tx,
  which: ConsentsOfClient,
  entityId: string | null,
): Promise<ConsentRow[]> {
  const { rows } = await tx.query<ConsentRow>({
    name: 'lock-ob-consents-of-client', // open_banking_consents_of_client
    text: `select ${COLUMNS} from open_banking_consents
      where ${OF_CLIENT} and entity_id is not distinct from $4::uuid order by consent_id for update`,
    values: [...valuesOf(which), entityId],
  })
  return rows
}

/** Query that locks the authorised payment consents among the rows `c`, by their ids; it returns those. */
export const lockAuthorised = `select o.consent_id from open_banking_consents o
        where (o.entity_id, o.consent_id) in (select entity_id, consent_id from c) and o.status = 'AUTH' and o.deleted_at is null
        order by o.consent_id for update`

const REASON = `${pg.escapeLiteral(JSON.stringify([REASONS.consumed]))}::jsonb`

/**
 * Parts of a statement over a set of payments that use their consents up, as `consumeConsent` does. The part `consumed` has
 * one row for each consent that was authorised until then.
 *
 * @param payments query with the columns entity_id, consent_id, client_id, at and request_id
 */
export const consumedOfSet = (payments: string): string[] => [
  `consumed as (update open_banking_consents o set status = 'COND', status_reasons = ${REASON}, status_at = made.at
      from (${payments}) made
      where o.entity_id = made.entity_id and o.consent_id = made.consent_id and o.client_id = made.client_id
        and o.status = 'AUTH' and o.deleted_at is null
      returning 1)`,
  `consent_steps_written as (
      insert into open_banking_consent_steps (consent_id, step, status, reasons, at, actor_type, actor_id, request_id)
        select consent_id, (select coalesce(max(s.step), 0) + 1 from open_banking_consent_steps s
            where s.consent_id = made.consent_id), 'COND', ${REASON}, at, 'client', client_id, request_id
          from (${payments}) made)`,
]

export interface Standing {
  status: Consent['status']
  statusReasons: readonly StatusReason[]
  statusAt: Date
}

export async function setStatus(tx: Tx, consentUuid: string, to: Standing): Promise<ConsentRow> {
  const { rows } = await tx.query<ConsentRow>({
    name: 'set-ob-consent-status',
    text: `update open_banking_consents set status = $2, status_reasons = $3, status_at = $4
      where consent_id = $1 returning ${COLUMNS}`,
    values: [consentUuid, to.status, JSON.stringify(to.statusReasons), to.statusAt],
  })
  return rows[0]!
}

export async function setApproval(
  tx: Tx,
  consentUuid: string,
  approval: { entityId: string; psuId: string; accountIds: readonly string[]; at: Date },
): Promise<ConsentRow> {
  const { rows } = await tx.query<ConsentRow>({
    name: 'set-ob-consent-approval',
    text: `update open_banking_consents set status = 'AUTH', status_reasons = '[]', status_at = $5, entity_id = $2,
        psu_id = $3, account_ids = $4, authorised_at = $5
      where consent_id = $1 returning ${COLUMNS}`,
    values: [consentUuid, approval.entityId, approval.psuId, approval.accountIds, approval.at],
  })
  return rows[0]!
}

export async function markDeleted(tx: Tx, consentUuid: string, at: Date): Promise<void> {
  await tx.query({
    name: 'delete-ob-consent',
    text: 'update open_banking_consents set deleted_at = $2 where consent_id = $1',
    values: [consentUuid, at],
  })
}

/** Stores a step of the consent's history and returns its number; the caller holds the consent's lock. */
export async function insertStep(
  tx: Tx,
  { consentUuid }: Pick<ConsentRow, 'consentUuid'>,
  to: Standing,
  { actor, requestId }: Pick<Act, 'actor' | 'requestId'>,
): Promise<number> {
  const { rows } = await tx.query<{ step: number }>({
    name: 'insert-ob-consent-step',
    text: `insert into open_banking_consent_steps (consent_id, step, status, reasons, at, actor_type, actor_id, request_id)
      select $1, coalesce(max(step), 0) + 1, $2, $3, $4, $5, $6, $7 from open_banking_consent_steps where consent_id = $1
      returning step`,
    values: [
      consentUuid,
      to.status,
      JSON.stringify(to.statusReasons),
      to.statusAt,
      actor.type,
      actor.id ?? null,
      requestId ?? null,
    ],
  })
  return rows[0]!.step
}

/** Returns the number of the last step of a consent. */
export async function lastStep(tx: Tx, consentUuid: string): Promise<number> {
  const { rows } = await tx.query<{ step: number }>({
    name: 'last-ob-consent-step',
    text: 'select max(step) as step from open_banking_consent_steps where consent_id = $1',
    values: [consentUuid],
  })
  return rows[0]!.step
}

/** A consent of an entity by its stored id, locked: for work on it. */
export async function lockById(tx: Tx, entityId: string, consentUuid: string): Promise<ConsentRow | undefined> {
  const { rows } = await tx.query<ConsentRow>({
    name: 'lock-ob-consent-of-entity', // open_banking_consents_pkey
    text: `select ${COLUMNS} from open_banking_consents
      where consent_id = $2 and entity_id = $1 and deleted_at is null for update`,
    values: [entityId, consentUuid],
  })
  return rows[0]
}
