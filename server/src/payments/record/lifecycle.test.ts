import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { lifecyclePage } from '../surface/lifecycle-page.ts'
import { entryStatuses, lifecycle, mayGo, nextOf, PAYMENT_STATUSES, paymentCan, stageOf } from './lifecycle.ts'

const db = await testDatabase()

test('the database allows exactly the transitions of the table', async () => {
  const { rows } = await db.pool.query<{ pair: string }>(
    `select f || ' ' || t as pair from unnest($1::text[]) f, unnest($1::text[]) t where payment_may_go(f, t)`,
    [['', ...PAYMENT_STATUSES]],
  )
  const expected = [
    ...entryStatuses.map((status) => ` ${status}`),
    ...PAYMENT_STATUSES.flatMap((from) => nextOf(from).map((to) => `${from} ${to}`)),
  ]
  expect(rows.map((row) => row.pair).sort()).toEqual(expected.sort())
})

test('the partial index on payments before release names the same states as the code', async () => {
  const { rows } = await db.pool.query<{ definition: string }>(
    `select pg_get_indexdef('payments_before_release'::regclass) as definition`,
  )
  const named = [...rows[0]!.definition.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
  // A payment reads its beneficiary until it is released; then the payee is frozen.
  const beforeRelease = PAYMENT_STATUSES.filter((status) => mayGo(status, 'Screening') || status === 'ApprovalRecalled')
  expect(named.sort()).toEqual([...beforeRelease].sort())
})

test('a payment that was released and changes its status is written in place, without entries in its indexes', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.relname as name from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'i'
      where d.refobjid = 'payments'::regclass and d.refobjsubid = (select attnum from pg_attribute
        where attrelid = 'payments'::regclass and attname = 'status')`,
  )
  expect(rows).toEqual([])
  const { rows: named } = await db.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'payment_journal_once_released'
      union all select substring(pg_get_expr(adbin, adrelid) from 'ANY .*? THEN') from pg_attrdef d join pg_attribute a
        on a.attrelid = d.adrelid and a.attnum = d.adnum where d.adrelid = 'payments'::regclass and a.attname = 'stage'`,
  )
  const [released, stage] = named.map(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map((match) => match[1]))
  expect(released).toContain('Submitted')
  expect(stage).toEqual(released)
  expect(stage!.sort()).toEqual(PAYMENT_STATUSES.filter((status) => stageOf(status) === 'Released').sort())
})

test('money never leaves a state that has given it back, and every state is reachable', () => {
  const ends = PAYMENT_STATUSES.filter((status) => nextOf(status).length === 0)
  expect(ends.sort()).toEqual(['Cancelled', 'Failed', 'Rejected', 'Returned'])
  const seen = new Set<string>(entryStatuses)
  for (const status of seen) for (const next of nextOf(status as keyof typeof lifecycle)) seen.add(next)
  expect([...seen].sort()).toEqual([...PAYMENT_STATUSES].sort())
})

test('a payment can be cancelled until it is submitted, not after', () => {
  expect(paymentCan.cancel).toEqual(
    PAYMENT_STATUSES.filter(
      (status) => ['Free', 'Held'].includes(lifecycle[status].money) && nextOf(status).length > 0,
    ),
  )
  expect(mayGo('Submitted', 'Cancelled')).toBe(false)
})

test('the documentation shows the table; `npx vitest run server/src/payments/lifecycle.test.ts -u` prints it anew', async () => {
  await expect(lifecyclePage()).toMatchFileSnapshot(path.join(serverDirectory, '..', 'docs', 'payment-life-cycle.md'))
})
