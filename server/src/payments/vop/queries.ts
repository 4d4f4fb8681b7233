import { type Row, instant, json, nullable, oneOf, table, text, uuid } from '../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { PayeeType } from '../schemes/index.ts'
import type { ReasonCode, VerificationStatus } from './outcomes.ts'
import type { Identification, Question, Scheme } from './port.ts'

const verifications = table('payee_verifications', {
  entityId: uuid,
  verificationId: uuid,
  accountId: nullable(uuid),
  /** Key from `accountKeyOf`. */
  accountKey: text,
  name: nullable(text),
  identification: nullable(json<Identification>()),
  partyType: nullable(oneOf<PayeeType>()),
  scheme: oneOf<Scheme>(),
  schemeCode: text,
  status: oneOf<VerificationStatus>(),
  reasonCode: nullable(oneOf<ReasonCode>()),
  matchedName: nullable(text),
  /** Message shown to the payer. */
  message: text,
  /** Business time. */
  checkedAt: instant,
  expiresAt: instant,
  createdBy: uuid,
})

export type VerificationRow = Row<typeof verifications>

const COLUMNS = verifications.list

const insertStatement = verifications.insert({
  name: 'insert-payee-verification',
  ending: 'on conflict (entity_id, verification_id) do nothing',
})

/** Stores an answer, for good; returns false if it is stored already. */
export async function insertVerification(tx: Tx, row: VerificationRow): Promise<boolean> {
  const { rowCount } = await tx.query(insertStatement(row))
  return rowCount === 1
}

const requests = table('payee_verification_requests', {
  entityId: uuid,
  askedFor: text,
  request: text,
  verificationId: uuid,
  askedAt: instant,
})

type RequestRow = Row<typeof requests>

const insertRequest = requests.insert({
  name: 'store-verification-request',
  ending: `on conflict (entity_id, asked_for) do update set asked_at = excluded.asked_at
    returning request, verification_id as "verificationId"`,
})

/** Stores a request to a bank; returns the one that the same work stored before, if it has no result yet. */
export async function storeRequest(
  tx: Tx,
  { work: askedFor, ...request }: Omit<RequestRow, 'askedFor'> & { work: string },
): Promise<Pick<RequestRow, 'request' | 'verificationId'>> {
  const { rows } = await tx.query<Pick<RequestRow, 'request' | 'verificationId'>>(
    insertRequest({ ...request, askedFor }),
  )
  return rows[0]!
}

/** Deletes the request whose result is stored, by the index payee_verification_requests_by_id. */
export async function endRequest(
  tx: Tx,
  { entityId, verificationId }: Pick<VerificationRow, 'entityId' | 'verificationId'>,
) {
  await tx.query({
    name: 'end-verification-request',
    text: 'delete from payee_verification_requests where entity_id = $1 and verification_id = $2',
    values: [entityId, verificationId],
  })
}

/** Deletes requests from before an instant of wall time, at most `limit`; how many. Index payee_verification_requests_by_age. */
export async function deleteOldRequests(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from payee_verification_requests where (entity_id, asked_for) in
      (select entity_id, asked_for from payee_verification_requests where asked_at < $1 limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}

/** One verification of the entity, expired ones too; undefined when it has none with the id. */
export async function findVerification(
  db: Queryable,
  entityId: string,
  verificationId: string,
): Promise<VerificationRow | undefined> {
  const { rows } = await db.query<VerificationRow>({
    name: 'find-payee-verification',
    text: `select ${COLUMNS} from payee_verifications where entity_id = $1 and verification_id = $2`,
    values: [entityId, verificationId],
  })
  return rows[0]
}

/** Verifications of the entity by their ids. */
export async function findVerifications(
  db: Queryable,
  entityId: string,
  verificationIds: readonly string[],
): Promise<Map<string, VerificationRow>> {
  if (verificationIds.length === 0) return new Map()
  const { rows } = await db.query<VerificationRow>({
    name: 'find-payee-verifications',
    text: `select ${COLUMNS} from payee_verifications where entity_id = $1 and verification_id = any($2)`,
    values: [entityId, verificationIds],
  })
  return new Map(rows.map((row) => [row.verificationId, row]))
}

/** The entity's latest answer about a payee by name; by the index payee_verifications_by_account. */
export async function latestVerification(
  db: Queryable,
  entityId: string,
  { accountKey, name, partyType }: NamedPayee,
): Promise<VerificationRow | undefined> {
  const { rows } = await db.query<VerificationRow>({
    name: 'latest-payee-verification-of-type',
    text: `select ${COLUMNS} from payee_verifications
      where entity_id = $1 and account_key = $2 and name = $3 and (party_type is null or party_type = $4)
      order by verification_id desc limit 1`,
    values: [entityId, accountKey, name ?? null, partyType ?? null],
  })
  return rows[0]
}

/** Payee by name, as sent to a bank. */
export interface NamedPayee {
  accountKey: string
  name?: string | null
  partyType?: PayeeType | null
}

/** Returns one key per question by name: account, name as written and assumed payee type. */
export const questionKey = ({ accountKey, name, partyType }: NamedPayee): string =>
  JSON.stringify([accountKey, name, partyType ?? null])

/**
 * The entity's latest answers to questions by name that can still be relied on, by `questionKey`; of a bank that did not
 * answer there is none. By the index payee_verifications_by_account.
 */
export async function reusableVerifications(
  db: Queryable,
  entityId: string,
  questions: readonly Question[],
  at: Date,
): Promise<Map<string, VerificationRow>> {
  if (questions.length === 0) return new Map()
  const { rows } = await db.query<VerificationRow & { askedType: PayeeType | null }>({
    name: 'reusable-payee-verifications',
    text: `select latest.*, asked.party_type as "askedType" from (select distinct account_key, name, party_type
        from unnest($2::text[], $3::text[], $4::text[]) as asked (account_key, name, party_type)) asked
      cross join lateral (select ${COLUMNS} from payee_verifications v
        where v.entity_id = $1 and v.account_key = asked.account_key and v.name = asked.name
          and (v.party_type is null or v.party_type = asked.party_type)
        order by v.verification_id desc limit 1) latest
      where latest."expiresAt" > $5 and latest.status <> 'NotAvailable'`,
    values: [
      entityId,
      questions.map(({ accountKey }) => accountKey),
      questions.map(({ name }) => name ?? null),
      questions.map(({ partyType }) => partyType ?? null),
      at,
    ],
  })
  return new Map(rows.map(({ askedType, ...row }) => [questionKey({ ...row, partyType: askedType }), row]))
}
