import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { createScreening } from '../../screening/index.ts'
import { openBanks } from './bank-files.ts'
import { statementStoreOf } from '../bank-statements/index.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const iban = await bank.iban()

const equal = entryOf({
  amount: '7.00',
  details: `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`,
})
const named = equal.replace('<NtryDtls>', '<AcctSvcrRef>NAMED-1</AcctSvcrRef><NtryDtls>')

test('a process that reads on after it lost its lock, and the one that reads after it, book each entry once', async () => {
  const deps = {
    db,
    clock: bank.service.deps.clock,
    screening: createScreening(0.88),
    statementsOf: statementStoreOf,
    log: pino({ level: 'silent' }),
  }
  const [other] = await openBanks([bank.directory], deps)
  writeFileSync(path.join(bank.directory, 'inbox', 'both.xml'), notificationFile('BOTH', named + equal.repeat(3)))
  await db.pool.query(`create function hold_booking() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(9472); return null; end $$`)
  await db.pool.query('create trigger hold_booking after insert on inbound_payments execute function hold_booking()')
  const holder = await db.pool.connect()
  await holder.query('select pg_advisory_lock(9472)')
  const first = bank.poll()
  const ofOurs = `from pg_stat_activity where datname = current_database()`
  const waiting = async () => (await db.pool.query(`select 1 ${ofOurs} and wait_event_type = 'Lock'`)).rowCount
  await expect.poll(waiting).toBe(1)
  const reader = `select pid from pg_locks where locktype = 'advisory' and classid = 7303`
  await db.pool.query(`select pg_terminate_backend(pid, 30000) ${ofOurs} and pid in (${reader})`)
  const second = other!.poll()
  await expect.poll(waiting).toBeGreaterThan(1)
  await holder.query('select pg_advisory_unlock(9472)')
  holder.release()
  await Promise.allSettled([first, second])
  await db.pool.query('drop trigger hold_booking on inbound_payments')
  await db.pool.query('drop function hold_booking')
  while ((await other!.poll()) > 0);
  const booked = `select bank_reference as reference, status from inbound_payments
    where bank_reference is not null order by 1`
  const { rows } = await db.pool.query(booked)
  const own = 'camt.054 BOTH/1 CRDT 7 GBP'
  expect(rows.map(({ reference, status }) => `${reference}: ${status}`)).toEqual(
    [own, `${own} 2`, `${own} 3`, 'camt.054 NAMED-1'].map((reference) => `${reference}: Credited`),
  )
  expect(await bank.listed()).toEqual([])
  expect(existsSync(path.join(bank.directory, 'inbox', 'both.xml'))).toBe(false)
  const { results } = JSON.parse(readFileSync(path.join(bank.directory, 'done', 'both.xml.result.json'), 'utf8'))
  expect(results).toHaveLength(4)
})
