import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openPayments } from '../support/payment-service.ts'

const db = await testDatabase()

test('a dump with payments and payees can be restored: what a table computes of a row needs no search_path', async () => {
  const service = await openPayments(db, 'RM')
  for (const currency of ['EUR', 'GBP', 'USD']) {
    await service.fund(currency, 1000_00n)
    expect((await service.create({ amount: '10' }, currency)).status).toBe(201)
  }
  const client = await db.pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'; set local search_path = ''")
    const { rows: tables } = await client.query<{ name: string; columns: string }>(`
      select format('public.%I', c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname`)
    let copied = 0
    for (const { name, columns } of tables) {
      await client.query(`create table public.restored (like ${name} including all)`)
      const { rowCount } = await client.query(
        `insert into public.restored (${columns}) overriding system value select ${columns} from ${name}`,
      )
      copied += rowCount!
      const { rows } = await client.query(
        `select to_jsonb(t) from ${name} t except select to_jsonb(t) from public.restored t`,
      )
      expect([name, rows]).toEqual([name, []])
      await client.query('drop table public.restored')
    }
    expect(copied).toBeGreaterThan(100)
    const { rows } = await client.query(`select
      (select count(*)::int from public.payments) as payments, (select count(*)::int from public.beneficiaries) as payees`)
    expect(rows).toEqual([{ payments: 3, payees: 3 }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
