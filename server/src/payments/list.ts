import type { Day } from '../kernel/days.ts'
import type { Queryable } from '../kernel/db.ts'
import type { PaymentStatus } from './lifecycle.ts'
import { COLUMNS, HISTORY, type PaymentWithHistory } from './queries.ts'

export interface PaymentFilter {
  status?: PaymentStatus | undefined
  accountId?: string | undefined
  currency?: string | undefined
  paymentDateFrom?: Day | undefined
  paymentDateTo?: Day | undefined
  beneficiaryId?: string | undefined
  tradeId?: string | undefined
  clientReference?: string | undefined
  minAmountMinor?: bigint | undefined
  maxAmountMinor?: bigint | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  updatedSince?: Date | undefined
}

const CONDITIONS: Readonly<Record<keyof PaymentFilter, string>> = {
  status: 'status =',
  accountId: 'account_id =',
  currency: 'currency =',
  paymentDateFrom: 'payment_date >=',
  paymentDateTo: 'payment_date <=',
  beneficiaryId: 'beneficiary_id =',
  tradeId: 'trade_id =',
  clientReference: 'client_reference =',
  minAmountMinor: 'amount_minor >=',
  maxAmountMinor: 'amount_minor <=',
  createdFrom: 'created_at >=',
  createdTo: 'created_at <=',
  updatedSince: 'updated_at >=',
}

/** Payments of an entity, newest first; the primary key (entity_id, payment_id) serves the order, as ids ascend. */
export async function listPayments(
  db: Queryable,
  entityId: string,
  filter: PaymentFilter,
  page: { limit: number; before: string | undefined },
): Promise<PaymentWithHistory[]> {
  const values: unknown[] = [entityId]
  const conditions = ['entity_id = $1']
  const add = (condition: string, value: unknown) => conditions.push(`${condition} $${values.push(value)}`)
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) add(CONDITIONS[name as keyof PaymentFilter], value)
  }
  if (page.before !== undefined) add('payment_id <', page.before)
  const { rows } = await db.query<PaymentWithHistory>(
    `select ${COLUMNS}, ${HISTORY} from payments p where ${conditions.join(' and ')}
      order by payment_id desc limit $${values.push(page.limit)}`,
    values,
  )
  return rows
}
