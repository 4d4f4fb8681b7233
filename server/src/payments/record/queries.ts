import { isDeepStrictEqual } from 'node:util'
import { DECISION_JSON, type DecisionRow } from '../../approvals/index.ts'
import { payeeJsonOf } from '../../beneficiaries/index.ts'
import { type TradeState, tradeStateOf } from '../../fx/trades/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import {
  arrayOf,
  bool,
  date,
  instant,
  integer,
  json,
  minor,
  nullable,
  oneOf,
  type Row,
  smallint,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import type { Day } from '../../kernel/values/days.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { type ChargeBearer, type Rail, RAILS, SCHEMES, type Speed } from '../schemes/index.ts'
import type { PaymentStatus } from './lifecycle.ts'
import type { RailInstruction } from '../rails/index.ts'
import type { PaymentDetails } from './schema.ts'
import { TRADE_MONEY_OF_OTHERS, withMoneyOfOthers } from './trade-use.ts'

/** Payments as stored. */
const payments = table('payments', {
  entityId: uuid,
  paymentId: uuid,
  accountId: uuid,
  currency: text,
  /** Amounts are minor units of its currency. */
  amountMinor: minor,
  feeMinor: minor,
  /** The amount in the entity's base currency. */
  baseMinor: minor,
  /** Day on which it used the entity's daily limit; null if it did not or the usage was released. */
  limitDay: nullable(date),
  status: oneOf<PaymentStatus>(),
  statusReason: nullable(text),
  paymentDate: date,
  beneficiaryId: nullable(uuid),
  beneficiarySnapshot: nullable(json<Record<string, unknown>>()),
  tradeId: nullable(uuid),
  verificationId: nullable(text),
  reference: text,
  reason: nullable(text),
  purposeCode: nullable(text),
  chargeBearer: oneOf<ChargeBearer>(),
  speed: oneOf<Speed>(),
  rail: oneOf<Rail>(),
  details: json<PaymentDetails>(),
  /** Payer details for the rail: the entity and the account at the time of creation. */
  debtor: json<RailInstruction['debtor']>(),
  clientReference: nullable(text),
  endToEndId: text,
  uetr: uuid,
  cutOffAt: instant,
  scheduledFor: nullable(instant),
  expectedArrival: date,
  holdId: nullable(uuid),
  releaseJournalId: nullable(uuid),
  returnJournalId: nullable(uuid),
  returnedMinor: nullable(minor),
  returnedReason: nullable(text),
  returnedAt: nullable(instant),
  /** Amount returned into suspense because the account was closed. */
  suspenseMinor: minor,
  submittedAt: nullable(instant),
  sentAt: nullable(instant),
  completedAt: nullable(instant),
  approvalRequired: bool,
  /** Number of different approvers required; 0 for none. */
  approvalsRequired: smallint,
  approvalPolicyId: nullable(uuid),
  /** Hash of the details last checked against the policies; null if unknown, so they are checked again. */
  fingerprint: nullable(text),
  /** Paths of the instruction that changed when approvals last became void. */
  approvalChanges: arrayOf(text),
  /** Counter that increases when an approval is recalled or void; earlier rounds do not count. */
  approvalRound: smallint,
  /** Reviewer of its screening case; null if it needed no review. */
  reviewedBy: nullable(text),
  batchId: nullable(uuid),
  createdBy: nullable(uuid),
  decidedBy: nullable(uuid),
  version: integer,
  createdAt: instant,
  updatedAt: instant,
})

/** A payment as stored. */
export type PaymentRow = Row<typeof payments>

export interface HistoryRow {
  version: number
  status: PaymentStatus
  /** RFC 3339, as PostgreSQL writes it in JSON. */
  at: string
  actorType: string
  actorId: string | null
  reason: string | null
}

/** A request to have a payment back. */
interface RecallRow {
  reason: string
  note: string | null
  status: 'Requested' | 'Accepted' | 'Refused'
  requestedBy: string | null
  requestedAt: string
  answerReason: string | null
  answeredAt: string | null
}

export type PaymentWithHistory = PaymentRow & {
  history: HistoryRow[]
  /** Decisions of the current approval round. */
  decisions: DecisionRow[]
  recall: RecallRow | null
  /** Payee: frozen at release, before that the current one. */
  payee: Record<string, unknown> | null
  /** The trade that it pays out, as it is now. */
  trade: TradeState | null
  /** Money of that trade that other payments have before this one, in minor units; null while the payment has not ended. */
  othersMinor: bigint | null
}

/** A payment's cells, for an insert inside a larger statement. */
export const CELLS = payments.cells

/** A payment's columns under the names of `PaymentRow`. */
export const COLUMNS = payments.list

/** Its history, oldest first, the approvals of the present round, its recall and its trade, for a query over `payments p`. */
export const HISTORY = `${tradeStateOf('p')} as trade,
  coalesce(p.beneficiary_snapshot, ${payeeJsonOf('p')}) as payee,
  (select coalesce(json_agg(json_build_object(${DECISION_JSON}) order by a.at, a.client_id), '[]')
  from approvals a where a.entity_id = p.entity_id and a.resource_type = 'payment' and a.resource_id = p.payment_id
    and a.round = p.approval_round) as decisions,
  (select json_build_object('reason', r.reason, 'note', r.note, 'status', r.status, 'requestedBy', r.requested_by,
    'requestedAt', r.requested_at, 'answerReason', r.answer_reason, 'answeredAt', r.answered_at)
  from payment_recalls r where r.entity_id = p.entity_id and r.payment_id = p.payment_id) as recall,
  (select coalesce(json_agg(json_build_object('version', h.version, 'status', h.status, 'at', h.at,
    'actorType', h.actor_type, 'actorId', h.actor_id, 'reason', h.reason) order by h.version), '[]')
  from payment_history h where h.entity_id = p.entity_id and h.payment_id = p.payment_id) as history`

/** All that is shown beside its row, for a query over a few `payments p`. */
const PARTS = `${HISTORY}, ${TRADE_MONEY_OF_OTHERS} as "othersMinor"`

const insertStatement = payments.insert({
  name: 'insert-payment',
  ending: `on conflict (entity_id, client_reference) where client_reference is not null do nothing
    returning ${COLUMNS}`,
})

/** Stores a new payment; returns undefined if its client reference is already used. */
export async function insertPayment(tx: Tx, row: PaymentRow): Promise<PaymentRow | undefined> {
  const { rows } = await tx.query<PaymentRow>(insertStatement(row))
  return rows[0]
}

const insertSetStatement = payments.insertMany({ name: 'insert-payments', except: ['approvalChanges'] })

/** Stores several new payments whose client references are free and whose approvals never became void. */
export async function insertPayments(tx: Tx, rows: readonly PaymentRow[]): Promise<void> {
  await tx.query(insertSetStatement(rows))
}

const updateStatement = payments.update({
  name: 'update-payment',
  key: ['entityId', 'paymentId'],
  set: [
    'status',
    'statusReason',
    'clientReference',
    'beneficiarySnapshot',
    'limitDay',
    'holdId',
    'releaseJournalId',
    'returnJournalId',
    'returnedMinor',
    'returnedReason',
    'returnedAt',
    'submittedAt',
    'sentAt',
    'completedAt',
    'decidedBy',
    'updatedAt',
    'approvalRound',
    'reviewedBy',
    'approvalRequired',
    'approvalsRequired',
    'approvalPolicyId',
    'fingerprint',
    'approvalChanges',
    'paymentDate',
    'cutOffAt',
    'scheduledFor',
    'expectedArrival',
    'suspenseMinor',
  ],
  also: 'version = version + 1',
  ending: `returning ${COLUMNS}`,
})

/** Writes the changes of a transition; the caller holds the row's lock. */
export async function updatePayment(tx: Tx, row: PaymentRow): Promise<PaymentRow> {
  const { rows } = await tx.query<PaymentRow>(updateStatement(row))
  return rows[0]!
}

const PROGRESS = ['status', 'statusReason', 'submittedAt', 'sentAt', 'completedAt', 'updatedAt', 'version'] as const
const VERSIONED = { key: ['entityId', 'paymentId'], where: 'payments.version < given.version' } as const

const updateSetStatement = payments.updateMany({
  name: 'update-payments',
  set: [...PROGRESS, 'beneficiarySnapshot', 'holdId', 'releaseJournalId', 'fingerprint'],
  ...VERSIONED,
})

/** The keys of the payee are not computed again: they follow from the frozen payee, which this leaves. */
const updateProgressStatement = payments.updateMany({ name: 'update-payments-progress', set: PROGRESS, ...VERSIONED })

/**
 * Writes the changes of transitions of several payments, whose locks the caller holds: status, frozen payee, hold, release,
 * instants, and the version that their last transition has.
 *
 * @param onlyProgress true if payee, hold and release stay
 */
export async function updatePayments(tx: Tx, rows: readonly PaymentRow[], onlyProgress = false): Promise<void> {
  const { rowCount } = await tx.query((onlyProgress ? updateProgressStatement : updateSetStatement)(rows))
  invariant(rowCount === rows.length, 'locked payments keep their version')
}

const history = table('payment_history', {
  entityId: uuid,
  paymentId: uuid,
  version: integer,
  status: oneOf<PaymentStatus>(),
  at: instant,
  actorType: text,
  actorId: nullable(uuid),
  reason: nullable(text),
})

const insertHistoryStatement = history.insert({ name: 'insert-payment-history' })

export async function insertHistory(
  tx: Tx,
  { entityId, paymentId, version, status, statusReason: reason }: PaymentRow,
  by: Pick<Row<typeof history>, 'at' | 'actorType' | 'actorId'>,
): Promise<void> {
  await tx.query(insertHistoryStatement({ entityId, paymentId, version, status, reason, ...by }))
}

const insertHistoriesStatement = history.insertMany({ name: 'insert-payment-histories' })

/** Stores an entry for the state of each payment; the rows may be one payment after several transitions. */
export async function insertHistories(
  tx: Tx,
  rows: readonly PaymentRow[],
  by: Pick<Row<typeof history>, 'actorType' | 'actorId'>,
): Promise<void> {
  const entries = rows.map(({ entityId, paymentId, version, status, statusReason: reason, updatedAt: at }) => ({
    entityId,
    paymentId,
    version,
    status,
    reason,
    at,
    ...by,
  }))
  await tx.query(insertHistoriesStatement(entries))
}

/** The payment with its history, for answering. */
export async function findPayment(
  db: Queryable,
  entityId: string,
  paymentId: string,
): Promise<PaymentWithHistory | undefined> {
  const { rows } = await db.query<PaymentWithHistory>({
    name: 'find-payment',
    text: `select ${COLUMNS}, ${PARTS} from payments p where entity_id = $1 and payment_id = $2`,
    values: [entityId, paymentId],
  })
  return rows[0]
}

/** Payments of an entity with their histories, by their ids. */
export async function findPayments(
  db: Queryable,
  entityId: string,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentWithHistory>> {
  const { rows } = await db.query<Omit<PaymentWithHistory, 'othersMinor'>>({
    name: 'find-payments',
    text: `select ${COLUMNS}, ${HISTORY} from payments p where entity_id = $1 and payment_id = any($2)`,
    values: [entityId, paymentIds],
  })
  return new Map((await withMoneyOfOthers(db, rows)).map((row) => [row.paymentId, row]))
}

/** Parts of a payment that a response shows beside its row. */
export type PaymentParts = Omit<PaymentWithHistory, keyof PaymentRow>

/** Reads the parts of payments of an entity that responses show beside their rows, by their ids. */
export async function findParts(
  db: Queryable,
  entityId: string,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentParts>> {
  const { rows } = await db.query<PaymentParts & Pick<PaymentRow, 'paymentId'>>({
    name: 'find-payment-parts',
    text: `select payment_id as "paymentId", ${PARTS} from payments p where entity_id = $1 and payment_id = any($2)`,
    values: [entityId, paymentIds],
  })
  return new Map(rows.map(({ paymentId, ...parts }) => [paymentId, parts]))
}

/**
 * Returns a payment as it was after an earlier step of a transaction. An equal frozen payee is the same object, so that the image of the step
 * does not repeat it.
 *
 * @param now with its later steps
 */
export const paymentOfStep = (step: object, now: PaymentWithHistory): PaymentWithHistory => {
  const row = step as PaymentRow
  const frozen = now.beneficiarySnapshot
  const beneficiarySnapshot = isDeepStrictEqual(row.beneficiarySnapshot, frozen) ? frozen : row.beneficiarySnapshot
  return { ...now, ...row, beneficiarySnapshot, history: now.history.filter(({ version }) => version <= row.version) }
}

/** Locks a payment, as `lockPayments` does. */
export async function lockPayment(tx: Tx, entityId: string, paymentId: string): Promise<PaymentRow | undefined> {
  return (await lockPayments(tx, entityId, [paymentId]))[0]
}

/**
 * Locks payments until the transaction ends, by id ascending; before them, for `share`, the saved payees of those that have
 * not been submitted, since releasing a payment looks at its payee. The payee of a payment never changes.
 */
export async function lockPayments(tx: Tx, entityId: string, paymentIds: readonly string[]): Promise<PaymentRow[]> {
  const { rows } = await tx.query<PaymentRow>({
    name: 'lock-payments',
    text: `with named as materialized ( -- by key: the index of a payee reads all payments to it
        select beneficiary_id from payments where entity_id = $1 and payment_id = any($2) and beneficiary_snapshot is null),
      payees as materialized (
        select 1 from beneficiaries where entity_id = $1 and beneficiary_id in (select beneficiary_id from named)
          order by beneficiary_id for share)
      select ${COLUMNS} from payments
        where entity_id = $1 and payment_id = any($2) and (select count(*) from payees) >= 0
        order by payment_id for no key update`,
    values: [entityId, paymentIds],
  })
  return rows
}

/** The payment that has a client reference. Index payments_by_client_reference. */
export async function findByClientReference(
  db: Queryable,
  entityId: string,
  clientReference: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'find-payment-by-client-reference',
    text: 'select payment_id as "paymentId" from payments where entity_id = $1 and client_reference = $2',
    values: [entityId, clientReference],
  })
  return rows[0]?.paymentId
}

/**
 * Returns unsent payments in a currency that are dated on one of some days, of all entities, by date. Leaves out those
 * by rails that are open every day, bank holidays included.
 */
export async function findPaymentsOn(
  db: Queryable,
  currency: string,
  days: readonly Day[],
): Promise<Pick<PaymentRow, 'entityId' | 'paymentId' | 'status' | 'currency' | 'paymentDate'>[]> {
  const { rows } = await db.query<Pick<PaymentRow, 'entityId' | 'paymentId' | 'status' | 'currency' | 'paymentDate'>>(
    `select entity_id as "entityId", payment_id as "paymentId", status, currency, payment_date as "paymentDate"
     from payments where payment_date = any ($2::date[]) and currency = $1
       and status in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held')
       and rail = any ($3::text[])
     order by payment_date, entity_id, payment_id`,
    [currency, days, RAILS.filter((rail) => SCHEMES[rail].open === 'BusinessDays')],
  )
  return rows
}
