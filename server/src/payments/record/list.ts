import { allCurrencies } from '../../kernel/values/currencies.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import { type PaymentStatus, stageOf } from './lifecycle.ts'
import { COLUMNS, HISTORY, type PaymentWithHistory } from './queries.ts'
import { withMoneyOfOthers } from './trade-use.ts'

export interface PaymentFilter {
  status?: PaymentStatus | undefined
  accountId?: string | undefined
  currency?: string | undefined
  paymentDateFrom?: Day | undefined
  paymentDateTo?: Day | undefined
  beneficiaryId?: string | undefined
  tradeId?: string | undefined
  batchId?: string | undefined
  clientReference?: string | undefined
  /** Decimal amount in the payment's currency. */
  minAmount?: string | undefined
  maxAmount?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  updatedSince?: Date | undefined
}

/** Minor units in a unit of the payment's currency, where they are not 100. */
const UNIT = `case ${[0, 3, 4].map((digits) => `when currency in (${codesWith(digits)}) then ${10 ** digits}`).join(' ')} else 100 end`

function codesWith(digits: number): string {
  const found = allCurrencies().filter(({ minor }) => minor === digits)
  return found.map(({ code }) => `'${code}'`).join(', ')
}

/** Conditions that end with their value, or are made of it. */
const CONDITIONS: Readonly<Record<keyof PaymentFilter, string | ((value: string) => string)>> = {
  status: 'status =',
  accountId: 'account_id =',
  currency: 'currency =',
  paymentDateFrom: 'payment_date >=',
  paymentDateTo: 'payment_date <=',
  beneficiaryId: 'beneficiary_id =',
  tradeId: 'trade_id =',
  batchId: 'batch_id =',
  clientReference: 'client_reference =',
  minAmount: `amount_minor::numeric / (${UNIT}) >=`,
  maxAmount: `amount_minor::numeric / (${UNIT}) <=`,
  createdFrom: 'created_at >=',
  createdTo: 'created_at <=',
  updatedSince: (value) =>
    `(updated_at >= ${value} or payment_id in (select changed_late(member.entity_id, 'payment', ${value})))`,
}

/** Payments of some entities, newest first; the primary key (entity_id, payment_id) serves the order, as ids ascend. */
export async function listPayments(
  db: Queryable,
  entityIds: readonly string[],
  filter: PaymentFilter,
  page: { limit: number; before: string | undefined },
): Promise<PaymentWithHistory[]> {
  const values: unknown[] = [entityIds]
  const conditions = ['p.entity_id = member.entity_id']
  const add = (condition: string | ((value: string) => string), value: unknown) => {
    const parameter = `$${values.push(value)}`
    conditions.push(typeof condition === 'string' ? `${condition} ${parameter}` : condition(parameter))
  }
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) add(CONDITIONS[name as keyof PaymentFilter], value)
  }
  if (filter.status) add('stage =', stageOf(filter.status)) // the indexes have it instead of the status
  if (page.before !== undefined) add('payment_id <', page.before)
  const limit = `$${values.push(page.limit)}`
  const query = `select ${COLUMNS}, ${HISTORY} from payments p where ${conditions.join(' and ')}
      order by payment_id desc limit ${limit}`
  const { rows } = await db.query<Omit<PaymentWithHistory, 'othersMinor'>>(
    acrossEntities(query, '"paymentId" desc', limit),
    values,
  )
  return withMoneyOfOthers(db, rows)
}
