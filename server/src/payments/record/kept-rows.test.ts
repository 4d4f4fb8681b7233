import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { newUuid } from '../../kernel/values/ids.ts'

const db = await testDatabase({ poolSize: 4 })

let service: PaymentService
let ids: unknown[]
let paymentId: string
beforeAll(async () => {
  service = await openPayments(db, 'RM')
  await service.fund('GBP', 500_00n)
  const { body } = await service.create({ amount: '100.00' }, 'GBP')
  paymentId = service.uuid(body.paymentId as string)
  const { rows } = await db.pool.query<{ entityId: string }>(
    'select entity_id as "entityId" from payments where payment_id = $1',
    [paymentId],
  )
  ids = [rows[0]!.entityId, newUuid(), paymentId]
})

/** Copies a row of the payment, with the id of a payment that does not exist. */
const copies: Record<string, { row: string; constraint: string }> = {
  payment_history: { row: `jsonb_build_object('payment_id', $2::uuid)`, constraint: 'payment_history_of_payment' },
  rail_instructions: {
    row: `jsonb_build_object('payment_id', $2::uuid, 'uetr', $2::uuid)`,
    constraint: 'rail_instructions_of_payment',
  },
  rail_messages: {
    row: `jsonb_build_object('payment_id', $2::uuid, 'message_id', $2::uuid)`,
    constraint: 'rail_messages_of_payment',
  },
}

test.each(Object.entries(copies))('a row of %s without its payment is refused', async (table, { row, constraint }) => {
  const copy = `insert into ${table} select (jsonb_populate_record(t, ${row})).* from ${table} t
    where entity_id = $1 and payment_id = $3 limit 1`
  await expect(db.pool.query(copy, ids)).rejects.toMatchObject({ code: '23503', constraint })
})

test.each([
  ['of another currency', 'currency', `'USD'`],
  ['that does not exist', 'account_id', '$2::uuid'],
])('a payment from an account %s is refused', async (_name, column, value) => {
  const { rows } = await db.pool.query<{ names: string[] }>(
    `select array_agg(attname::text) as names from pg_attribute
      where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const { names } = rows[0]!
  const given: Record<string, string> = { payment_id: '$2::uuid', uetr: '$2::uuid', [column]: value }
  const copied = names.map((name) => given[name] ?? name)
  const copy = `insert into payments (${names.join(', ')}) select ${copied.join(', ')} from payments where entity_id = $1 and payment_id = $3`
  await expect(db.pool.query(copy, ids)).rejects.toMatchObject({ code: '23503', constraint: 'payment_of_account' })
})

test.each([
  ['delete from payments where payment_id = $1'],
  ['update payments set payment_id = gen_random_uuid() where payment_id = $1'],
  ['update rail_instructions set payment_id = gen_random_uuid() where payment_id = $1'],
  ['update rail_messages set payment_id = gen_random_uuid() where payment_id = $1'],
  ['delete from accounts where account_id = (select account_id from payments where payment_id = $1)'],
  [`update accounts set currency = 'USD' where account_id = (select account_id from payments where payment_id = $1)`],
  ['update fx_trades set buy_account_id = sell_account_id where trade_id = $1'],
])('%s is refused: other rows refer to what it changes', async (statement) => {
  await expect(db.pool.query(statement, [paymentId])).rejects.toMatchObject({ code: '23001' })
})
