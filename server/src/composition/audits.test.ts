import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openDesk } from '../../test/support/desk.ts'
import { openPayments, screenedLater } from '../../test/support/payment-service.ts'
import { auditLedger } from '../ledger/index.ts'
import { AUDITS } from './modules.ts'

const db = await testDatabase()

/** A payment that was sent, one that holds its money, and a spot deal of a fund that holds its own. */
const sent = await openPayments(db, 'RM')
const waiting = await openPayments(db, 'RM', { policies: screenedLater })
const desk = await openDesk(db, 'ABS')
for (const service of [sent, waiting]) {
  await service.fund('EUR', 1_000_00n)
  expect((await service.create()).status).toBe(201)
}
await desk.fund('EUR', 1_000_000_00n)
const { quoteId } = (await desk.quote({ buyCurrency: 'USD', sellCurrency: 'EUR' })).body
expect((await desk.book(quoteId)).body).toMatchObject({ status: 'Executed', settlement: { funded: true } })

const find = async (pool: unknown) => (await auditLedger({ pool } as never, () => {}, AUDITS)).findings

test('nothing differs while payments and deals hold their money', async () => {
  expect(await find(db.pool)).toEqual([])
})

/** Corruptions by a defect, a manual change or a backup restored in part: triggers are off. */
test.each([
  ['a payment that is gone', sent, 'delete from payments where entity_id = $1', 'a report of one have their payment'],
  ['a payment that is gone', sent, 'delete from payments where entity_id = $1', 'ends with its status'],
  ['an account that is gone', sent, 'delete from accounts where entity_id = $1', 'a payment has its account'],
  [
    'a status without its step',
    sent,
    `update payments set status = 'Sent', sent_at = now() where entity_id = $1`,
    'ends with its status',
  ],
  [
    'a hold released early',
    waiting,
    'update holds set released_at = now() where entity_id = $1',
    'a payment holds its amount',
  ],
  [
    'another amount',
    waiting,
    'update payments set amount_minor = amount_minor + 1 where entity_id = $1',
    'a payment holds its amount',
  ],
  ['a hold for nothing', waiting, 'delete from payments where entity_id = $1', 'a payment holds its amount'],
  [
    'a hold for another transfer',
    waiting,
    `update holds set related_type = 'internalTransfer' where entity_id = $1`,
    'an internal transfer that waits',
  ],
  [
    'a deal that settles with nothing held',
    desk,
    'update holds set released_at = now() where entity_id = $1',
    'the money of a deal is held',
  ],
  ['a hold for no deal', desk, 'delete from fx_trades where entity_id = $1', 'the money of a deal is held'],
  [
    'an account that no deal can settle on',
    desk,
    'delete from ledger_accounts where entity_id = $1',
    'a deal has the accounts',
  ],
  ['a quote without its deal', desk, 'delete from fx_trades where entity_id = $1', 'name each other'],
])('%s is found, and its rule named', async (_, { entityId }, change, rule) => {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    expect((await client.query(change, [entityId])).rowCount).toBeGreaterThan(0)
    const inside = async (text: string) => (/^(begin|rollback)/.test(text) ? {} : client.query(text))
    const all = await find({ connect: async () => ({ query: inside, release() {} }) })
    expect(new Set(all.map((finding) => finding.entityId))).toEqual(new Set([entityId]))
    const findings = all.filter(({ check }) => check.includes(rule))
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.every(({ subject, expected, stored }) => subject && expected && stored)).toBe(true)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a rule of each table that a trigger keeps at its insertion is checked', async () => {
  const { rows } = await db.pool.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.proname in ('check_rows_of_payments', 'check_payments_accounts', 'check_trades_accounts')`,
  )
  expect(rows.length).toBeGreaterThan(4)
  for (const { table } of rows) expect(AUDITS.some(({ sql }) => sql.includes(` ${table}`))).toBe(true)
})
