import type { DecisionRow } from '../../approvals/index.ts'
import { payeeJsonOf } from '../../beneficiaries/index.ts'
import { type TradeState, tradeStateOf } from '../../fx/trades/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { ChargeBearer, Rail, Speed } from '../schemes/index.ts'
import type { PaymentStatus } from './lifecycle.ts'
import type { RailInstruction } from '../rails/index.ts'
import type { PaymentDetails } from './schema.ts'

/** A payment as stored. Amounts are minor units of its currency, `baseMinor` of the entity's base currency. */
export interface PaymentRow {
  entityId: string
  paymentId: string
  accountId: string
  currency: string
  amountMinor: bigint
  feeMinor: bigint
  baseMinor: bigint
  /** Day on which it used the entity's daily limit; null if it did not or the usage was released. */
  limitDay: Day | null
  status: PaymentStatus
  statusReason: string | null
  paymentDate: Day
  beneficiaryId: string | null
  beneficiarySnapshot: Record<string, unknown> | null
  tradeId: string | null
  verificationId: string | null
  reference: string
  reason: string | null
  purposeCode: string | null
  chargeBearer: ChargeBearer
  speed: Speed
  rail: Rail
  details: PaymentDetails
  /** Payer details for the rail: the entity and the account at the time of creation. */
  debtor: RailInstruction['debtor']
  clientReference: string | null
  endToEndId: string
  uetr: string
  cutOffAt: Date
  scheduledFor: Date | null
  expectedArrival: Day
  holdId: string | null
  releaseJournalId: string | null
  returnJournalId: string | null
  returnedMinor: bigint | null
  returnedReason: string | null
  returnedAt: Date | null
  /** Amount returned into suspense because the account was closed. */
  suspenseMinor: bigint
  submittedAt: Date | null
  sentAt: Date | null
  completedAt: Date | null
  approvalRequired: boolean
  /** Number of different approvers required; 0 for none. */
  approvalsRequired: number
  approvalPolicyId: string | null
  /** Hash of the details last checked against the policies; null if unknown, so they are checked again. */
  fingerprint: string | null
  /** Paths of the instruction that changed when approvals last became void. */
  approvalChanges: string[]
  /** Counter that increases when an approval is recalled or void; earlier rounds do not count. */
  approvalRound: number
  /** Reviewer of its screening case; null if it needed no review. */
  reviewedBy: string | null
  batchId: string | null
  createdBy: string | null
  decidedBy: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

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
}

/** A payment's columns under the names of `PaymentRow`. */
export const COLUMNS = `entity_id as "entityId", payment_id as "paymentId", account_id as "accountId", currency,
  amount_minor as "amountMinor", fee_minor as "feeMinor", base_minor as "baseMinor", limit_day as "limitDay", status,
  status_reason as "statusReason", payment_date as "paymentDate", beneficiary_id as "beneficiaryId",
  beneficiary_snapshot as "beneficiarySnapshot", trade_id as "tradeId", verification_id as "verificationId", reference,
  reason, purpose_code as "purposeCode", charge_bearer as "chargeBearer", speed, rail, details, debtor,
  client_reference as "clientReference", end_to_end_id as "endToEndId", uetr, cut_off_at as "cutOffAt",
  scheduled_for as "scheduledFor", expected_arrival as "expectedArrival", hold_id as "holdId",
  release_journal_id as "releaseJournalId", return_journal_id as "returnJournalId", returned_minor as "returnedMinor",
  returned_reason as "returnedReason", returned_at as "returnedAt", suspense_minor as "suspenseMinor", submitted_at as "submittedAt", sent_at as "sentAt",
  completed_at as "completedAt", approval_required as "approvalRequired",
  approvals_required as "approvalsRequired", approval_policy_id as "approvalPolicyId", approval_round as "approvalRound",
  fingerprint, approval_changes as "approvalChanges",
  reviewed_by as "reviewedBy", batch_id as "batchId", created_by as "createdBy",
  decided_by as "decidedBy", version, created_at as "createdAt", updated_at as "updatedAt"`

/** Its history, oldest first, the approvals of the present round, its recall and its trade, for a query over `payments p`. */
export const HISTORY = `${tradeStateOf('p')} as trade,
  coalesce(p.beneficiary_snapshot, ${payeeJsonOf('p')}) as payee,
  (select coalesce(json_agg(json_build_object('clientId', a.client_id, 'decision', a.decision,
    'at', a.at) order by a.at, a.client_id), '[]')
  from approvals a where a.entity_id = p.entity_id and a.resource_type = 'payment' and a.resource_id = p.payment_id
    and a.round = p.approval_round) as decisions,
  (select json_build_object('reason', r.reason, 'note', r.note, 'status', r.status, 'requestedBy', r.requested_by,
    'requestedAt', r.requested_at, 'answerReason', r.answer_reason, 'answeredAt', r.answered_at)
  from payment_recalls r where r.entity_id = p.entity_id and r.payment_id = p.payment_id) as recall,
  (select coalesce(json_agg(json_build_object('version', h.version, 'status', h.status, 'at', h.at,
    'actorType', h.actor_type, 'actorId', h.actor_id, 'reason', h.reason) order by h.version), '[]')
  from payment_history h where h.entity_id = p.entity_id and h.payment_id = p.payment_id) as history`

/** Stores a new payment; returns undefined if its client reference is already used. */
export async function insertPayment(tx: Tx, row: PaymentRow): Promise<PaymentRow | undefined> {
  const { rows } = await tx.query<PaymentRow>({
    name: 'insert-payment',
    text: `insert into payments (entity_id, payment_id, account_id, currency, amount_minor, fee_minor, base_minor,
        limit_day, status, status_reason, payment_date, beneficiary_id, beneficiary_snapshot, trade_id, verification_id,
        reference, reason, purpose_code, charge_bearer, speed, rail, details, client_reference, end_to_end_id, uetr,
        cut_off_at, scheduled_for, expected_arrival, hold_id, approval_required, created_by, created_at, updated_at,
        debtor, approvals_required, approval_policy_id, batch_id, fingerprint)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
        $24, $25, $26, $27, $28, $29, $30, $31, $32, $32, $33, $34, $35, $36, $37)
      on conflict (entity_id, client_reference) where client_reference is not null do nothing
      returning ${COLUMNS}`,
    values: [
      row.entityId,
      row.paymentId,
      row.accountId,
      row.currency,
      row.amountMinor,
      row.feeMinor,
      row.baseMinor,
      row.limitDay,
      row.status,
      row.statusReason,
      row.paymentDate,
      row.beneficiaryId,
      asJson(row.beneficiarySnapshot),
      row.tradeId,
      row.verificationId,
      row.reference,
      row.reason,
      row.purposeCode,
      row.chargeBearer,
      row.speed,
      row.rail,
      asJson(row.details),
      row.clientReference,
      row.endToEndId,
      row.uetr,
      row.cutOffAt,
      row.scheduledFor,
      row.expectedArrival,
      row.holdId,
      row.approvalRequired,
      row.createdBy,
      row.createdAt,
      asJson(row.debtor),
      row.approvalsRequired,
      row.approvalPolicyId,
      row.batchId,
      row.fingerprint,
    ],
  })
  return rows[0]
}

const asJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Writes the changes of a transition; the caller holds the row's lock. */
export async function updatePayment(tx: Tx, row: PaymentRow): Promise<PaymentRow> {
  const { rows } = await tx.query<PaymentRow>({
    name: 'update-payment',
    text: `update payments set status = $3, status_reason = $4, beneficiary_snapshot = $5, limit_day = $6, hold_id = $7,
        release_journal_id = $8, return_journal_id = $9, returned_minor = $10, returned_reason = $11, returned_at = $12,
        submitted_at = $13, sent_at = $14, completed_at = $15, decided_by = $16, updated_at = $17,
        approval_round = $18, reviewed_by = $19, approval_required = $20, approvals_required = $21,
        approval_policy_id = $22, fingerprint = $23, approval_changes = $24,
        payment_date = $25, cut_off_at = $26, scheduled_for = $27, expected_arrival = $28, suspense_minor = $29,
        version = version + 1
      where entity_id = $1 and payment_id = $2 returning ${COLUMNS}`,
    values: [
      row.entityId,
      row.paymentId,
      row.status,
      row.statusReason,
      asJson(row.beneficiarySnapshot),
      row.limitDay,
      row.holdId,
      row.releaseJournalId,
      row.returnJournalId,
      row.returnedMinor,
      row.returnedReason,
      row.returnedAt,
      row.submittedAt,
      row.sentAt,
      row.completedAt,
      row.decidedBy,
      row.updatedAt,
      row.approvalRound,
      row.reviewedBy,
      row.approvalRequired,
      row.approvalsRequired,
      row.approvalPolicyId,
      row.fingerprint,
      row.approvalChanges,
      row.paymentDate,
      row.cutOffAt,
      row.scheduledFor,
      row.expectedArrival,
      row.suspenseMinor,
    ],
  })
  return rows[0]!
}

export async function insertHistory(
  tx: Tx,
  row: Pick<PaymentRow, 'entityId' | 'paymentId' | 'version' | 'status' | 'statusReason'>,
  by: { at: Date; actorType: string; actorId: string | null },
): Promise<void> {
  await tx.query({
    name: 'insert-payment-history',
    text: `insert into payment_history (entity_id, payment_id, version, status, at, actor_type, actor_id, reason)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [row.entityId, row.paymentId, row.version, row.status, by.at, by.actorType, by.actorId, row.statusReason],
  })
}

/** The payment with its history, for answering. */
export async function findPayment(
  db: Queryable,
  entityId: string,
  paymentId: string,
): Promise<PaymentWithHistory | undefined> {
  const { rows } = await db.query<PaymentWithHistory>({
    name: 'find-payment',
    text: `select ${COLUMNS}, ${HISTORY} from payments p where entity_id = $1 and payment_id = $2`,
    values: [entityId, paymentId],
  })
  return rows[0]
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
    text: `with payees as materialized (
        select 1 from beneficiaries where entity_id = $1 and beneficiary_id in (select named.beneficiary_id from payments named
            where named.entity_id = $1 and named.payment_id = any($2) and named.beneficiary_snapshot is null)
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

/** Payments in a currency that are dated on one of some days and have not left yet, of all entities, by date. */
export async function findPaymentsOn(
  db: Queryable,
  currency: string,
  days: readonly Day[],
): Promise<Pick<PaymentRow, 'entityId' | 'paymentId' | 'status' | 'currency' | 'paymentDate'>[]> {
  const { rows } = await db.query<Pick<PaymentRow, 'entityId' | 'paymentId' | 'status' | 'currency' | 'paymentDate'>>(
    `select entity_id as "entityId", payment_id as "paymentId", status, currency, payment_date as "paymentDate"
     from payments where payment_date = any ($2::date[]) and currency = $1
       and status in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held')
     order by payment_date, entity_id, payment_id`,
    [currency, days],
  )
  return rows
}
