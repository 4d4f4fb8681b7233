import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { payeeJsonOf } from '../../beneficiaries/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import { type Rail, SCHEMES } from '../schemes/index.ts'

/** A payment as policies look at it. */
export interface PolicyQuestion {
  entityId: string
  /** Id of a stored payment, which is excluded from the sum. */
  paymentId?: string
  currency: string
  amountMinor: bigint
  baseMinor: bigint
  paymentDate: Day
  /** Null where the payee came with the payment. */
  beneficiaryId: string | null
  payee: object
}

/**
 * Returns whether nothing was ever paid to the account of a payee, by whichever beneficiary. It looks at the oldest thousand payments that
 * were released to the account: if all of them failed or came back, the account still counts as new. Index payments_by_payee.
 */
export async function isNewAccount(db: Queryable, entityId: string, payee: object): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'account-was-paid',
    text: `select from (select status from payments where entity_id = $1 and payee_key = payee_key($2::jsonb) and stage = 'Released'
        order by payment_id limit 1000) released
      where status in ('Sent', 'Completed') limit 1`,
    values: [entityId, JSON.stringify(payee)],
  })
  return rowCount === 0
}

/**
 * Returns the sum of the entity's other payments of a day to the same account, in the currency and in the entity's base
 * currency, with the key of the account. Includes sent payments, less what was returned of them, and those that would be paid there
 * now. The base amount of a partly returned payment is lowered in proportion, rounded up. Uses the
 * indexes payments_by_payee_and_day, beneficiaries_by_account and payments_by_beneficiary.
 */
export async function paidOnDay(
  db: Queryable,
  { entityId, paymentId, currency, paymentDate, payee }: PolicyQuestion,
): Promise<{ payeeKey: string | null; amountMinor: bigint; baseMinor: bigint }> {
  const { rows } = await db.query<{ payeeKey: string | null; amountMinor: bigint; baseMinor: bigint }>({
    name: 'paid-to-account-on-day',
    text: `with account as (select payee_sum_key($2::jsonb) as key),
      same as (
        select payment_id, currency, amount_minor, returned_minor, base_minor, status from payments, account
          where entity_id = $1 and payee_sum_key = key and payment_date = $3
        union all
        select p.payment_id, p.currency, p.amount_minor, p.returned_minor, p.base_minor, p.status
          from account join beneficiaries b on b.entity_id = $1 and b.payee_sum_key = key
            join payments p on p.entity_id = $1 and p.beneficiary_id = b.beneficiary_id
          where p.beneficiary_snapshot is null and p.payment_date = $3)
      select (select key from account) as "payeeKey", coalesce(sum(amount_minor - returned) filter (where currency = $4), 0)::bigint as "amountMinor",
        coalesce(sum(base_minor - floor(base_minor * returned / amount_minor)), 0)::bigint as "baseMinor"
      from same, lateral (select coalesce(returned_minor, 0)::numeric as returned) r
      where payment_id is distinct from $5::uuid and status not in ('Rejected', 'Cancelled', 'Failed')`,
    values: [entityId, JSON.stringify(payee), paymentDate, currency, paymentId ?? null],
  })
  return rows[0]!
}

/** Lets one transaction at a time add payments to the sums of an entity: the next one sees them after the commit. */
export async function lockDaySums(tx: Tx, entityId: string): Promise<void> {
  const text = `select pg_advisory_xact_lock(hashtextextended('payment_day_sums ' || $1, 0))`
  await tx.query({ name: 'lock-payment-day-sums', text, values: [entityId] })
}

/** Returns the key under which payments to the account of a payee are summed; null where it names none. */
export async function payeeSumKey(db: Queryable, payee: object): Promise<string | null> {
  const { rows } = await db.query<{ key: string | null }>({
    name: 'payee-sum-key',
    text: 'select payee_sum_key($1::jsonb) as key',
    values: [JSON.stringify(payee)],
  })
  return rows[0]!.key
}

/** Payments that still read a beneficiary, oldest first. Index payments_before_release. */
export async function unreleasedTo(db: Queryable, entityId: string, beneficiaryId: string): Promise<string[]> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'payments-before-release',
    text: `select payment_id as "paymentId" from payments where entity_id = $1 and beneficiary_id = $2
      and stage in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds') order by payment_id`,
    values: [entityId, beneficiaryId],
  })
  return rows.map((row) => row.paymentId)
}

/** Payments that show a beneficiary as it is now: those never released. Index payments_by_beneficiary. */
export async function unfrozenTo(db: Queryable, entityId: string, beneficiaryId: string): Promise<string[]> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'payments-unfrozen-to',
    text: `select payment_id as "paymentId" from payments
      where entity_id = $1 and beneficiary_id = $2 and beneficiary_snapshot is null order by payment_id`,
    values: [entityId, beneficiaryId],
  })
  return rows.map((row) => row.paymentId)
}

/** Payments that would be paid to a beneficiary as it is now, oldest first. Index payments_by_beneficiary. */
export async function unsentTo(db: Queryable, entityId: string, beneficiaryId: string): Promise<string[]> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'payments-unsent-to',
    text: `select payment_id as "paymentId" from payments where entity_id = $1 and beneficiary_id = $2
      and stage in ('PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held') and beneficiary_snapshot is null
      order by payment_id`,
    values: [entityId, beneficiaryId],
  })
  return rows.map((row) => row.paymentId)
}

/** Payments to a beneficiary that await approval, or that it is requested for, oldest first. Index payments_by_beneficiary. */
export async function unapprovedTo(db: Queryable, entityId: string, beneficiaryId: string): Promise<string[]> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'payments-unapproved-to',
    text: `select payment_id as "paymentId" from payments where entity_id = $1 and beneficiary_id = $2
        and stage in ('PendingApproval', 'ApprovalRecalled') and beneficiary_snapshot is null
      order by payment_id`,
    values: [entityId, beneficiaryId],
  })
  return rows.map((row) => row.paymentId)
}

/** Returns the payees to whom an entity's payments were released, by payment. */
export async function payeesPaid(
  db: Queryable,
  entityId: string,
  paymentIds: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await db.query<{ paymentId: string; payee: Record<string, unknown> }>({
    name: 'payees-paid', // payments_pkey
    text: `select payment_id as "paymentId", beneficiary_snapshot as payee from payments
      where entity_id = $1 and payment_id = any ($2) and beneficiary_snapshot is not null`,
    values: [entityId, paymentIds],
  })
  return new Map(rows.map(({ paymentId, payee }) => [paymentId, payee]))
}

/** Destination of a payment whose money is held. */
interface HeldDestination {
  /** The payee as the payment has it, or as it is saved now. */
  payee: Record<string, unknown> | null
  /** ISO bank transaction code that its debit will have. */
  bankTransactionCode: string
}

/** Returns the destinations of an entity's payments that were not released yet, by payment. */
export async function destinationsOf(
  db: Queryable,
  entityId: string,
  paymentIds: readonly string[],
): Promise<Map<string, HeldDestination>> {
  const { rows } = await db.query<{ paymentId: string; rail: Rail; payee: HeldDestination['payee'] }>({
    name: 'destinations-of-payments', // payments_pkey
    text: `select payment_id as "paymentId", rail, coalesce(p.beneficiary_snapshot, ${payeeJsonOf('p')}) as payee
      from payments p where entity_id = $1 and payment_id = any ($2)`,
    values: [entityId, paymentIds],
  })
  return new Map(
    rows.map(({ paymentId, rail, payee }) => {
      const { bankTransactionCode } = SCHEMES[rail].iso20022
      return [paymentId, { payee, bankTransactionCode }]
    }),
  )
}
