import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { putAway, versionOf } from '../rails/file/reader/waiting-files.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const iban = await bank.iban()
const at = (...names: string[]) => path.join(bank.directory, ...names)
const names = (folder: string) => readdirSync(at(folder)).sort()

const money = (reference: string) =>
  entryOf({
    amount: '5.00',
    head: `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
    details: `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`,
  })
const fileOf = (...references: string[]) => notificationFile('N', references.map(money).join(''))
const booked = async (...references: string[]) => {
  const query = 'select bank_reference as reference from inbound_payments where bank_reference = any ($1) order by 1'
  const { rows } = await db.pool.query(query, [references.map((each) => `camt.054 ${each}`)])
  return rows.map(({ reference }) => reference.slice('camt.054 '.length))
}

afterEach(() => expect(names('inbox')).toEqual([]))

/** Reads the inbox, and runs a function while its first entry is being booked. */
async function pollWhile(then: () => void): Promise<number> {
  await db.pool.query(`create function replace_file() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(9471); return null; end $$`)
  await db.pool.query('create trigger replace_file after insert on inbound_payments execute function replace_file()')
  const holder = await db.pool.connect()
  await holder.query('select pg_advisory_lock(9471)')
  const read = bank.poll()
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = 9471 and not granted`
  await expect.poll(async () => (await db.pool.query(waits)).rowCount).toBe(1)
  then()
  await holder.query('select pg_advisory_unlock(9471)')
  holder.release()
  const taken = await read
  await db.pool.query('drop trigger replace_file on inbound_payments')
  await db.pool.query('drop function replace_file')
  return taken
}

test('a file that replaces another one of its name while that is booked is read too', async () => {
  writeFileSync(at('inbox', 'daily.xml'), fileOf('FIRST-1', 'FIRST-2'))
  const taken = await pollWhile(() => {
    writeFileSync(at('.second'), fileOf('SECOND-1'))
    renameSync(at('.second'), at('inbox', 'daily.xml'))
  })
  expect([taken, names('inbox')]).toEqual([0, ['daily.xml']])
  expect(await bank.poll()).toBe(1)
  expect(await booked('FIRST-1', 'FIRST-2', 'SECOND-1')).toEqual(['FIRST-1', 'FIRST-2', 'SECOND-1'])
})

test('a file that is written over one of the same size and second while that is booked is read too', async () => {
  const file = at('inbox', 'same.xml')
  const second = new Date('2026-11-20T10:00:00Z') // programs that keep times send whole seconds
  writeFileSync(file, fileOf('SAME-1'))
  utimesSync(file, second, second)
  const taken = await pollWhile(() => {
    writeFileSync(file, fileOf('SAME-2'))
    utimesSync(file, second, second)
  })
  expect([taken, names('inbox')]).toEqual([0, ['same.xml']])
  expect(await bank.poll()).toBe(1)
  expect(await booked('SAME-1', 'SAME-2')).toEqual(['SAME-1', 'SAME-2'])
})

test('a file that replaces another one as that is moved goes back to the inbox', async () => {
  const file = at('inbox', 'late.xml')
  writeFileSync(file, fileOf('LATE-1'))
  const read = await versionOf(file)
  // the result fits into the pipe only as it is read, once the other file is there
  execFileSync('mkfifo', [at('done', 'late.xml.result.json')])
  const result = 'x'.repeat(1_000_000)
  const moved = putAway(bank.directory, 'done', { name: 'late.xml', read }, result)
  const pipe = await open(at('done', 'late.xml.result.json'), 'r')
  writeFileSync(at('.late'), fileOf('LATE-2'))
  renameSync(at('.late'), file)
  expect(await pipe.readFile('utf8')).toBe(result)
  await pipe.close()
  expect(await moved).toBe(false)
  expect([names('inbox'), names('done').filter((name) => name.startsWith('late'))]).toEqual([['late.xml'], []])
  expect(await bank.poll()).toBe(1)
  expect(await booked('LATE-2')).toEqual(['LATE-2'])
})

test('files of one name are all kept with their results', async () => {
  for (const reference of ['KEPT-1', 'KEPT-2', 'KEPT-3']) {
    writeFileSync(at('inbox', 'kept.xml'), fileOf(reference))
    await bank.poll()
  }
  for (const [i, name] of ['kept.xml', 'kept-2.xml', 'kept-3.xml'].entries()) {
    expect(readFileSync(at('done', name), 'utf8')).toBe(fileOf(`KEPT-${i + 1}`))
    const { results } = JSON.parse(readFileSync(at('done', `${name}.result.json`), 'utf8'))
    expect(results).toEqual([{ reference: `camt.054 KEPT-${i + 1}`, outcome: 'incoming funds: Credited' }])
  }
})

test('a file that is broken off fails after a minute, and is booked once when it comes whole', async () => {
  const whole = fileOf('BROKEN-1', 'BROKEN-2')
  for (const [name, bytes] of [
    ['utf8', Buffer.from(whole)],
    ['utf16', Buffer.from(`\uFEFF${whole}`, 'utf16le')],
  ] as const) {
    const file = at('inbox', `${name}.xml`)
    writeFileSync(file, bytes.subarray(0, bytes.length * 0.8))
    expect([await bank.poll(), names('inbox')]).toEqual([0, [`${name}.xml`]])
    const minuteAgo = new Date(Date.now() - 61_000)
    utimesSync(file, minuteAgo, minuteAgo)
    expect(await bank.poll()).toBe(1)
    expect(names('failed')).toContain(`${name}.xml`)
    for (const again of [`${name}.xml`, `${name}-again.xml`]) {
      writeFileSync(at('inbox', again), bytes)
      expect(await bank.poll()).toBe(1)
    }
  }
  expect(await booked('BROKEN-1', 'BROKEN-2')).toEqual(['BROKEN-1', 'BROKEN-2'])
})
