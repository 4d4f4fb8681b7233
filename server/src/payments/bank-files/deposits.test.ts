import { expect, test } from 'vitest'
import { createAccount } from '../../../test/support/accounts.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { inTransaction } from '../../kernel/db/db.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, balance } = bank
const iban = await bank.iban()

const onAccount = (of: string) => `<RltdPties><CdtrAcct><Id><IBAN>${of}</IBAN></Id></CdtrAcct></RltdPties>`
const valued = (day: string) => `<ValDt><Dt>${day}</Dt></ValDt>`
const deposit = (head: string, amount: string, of = iban) => entryOf({ amount, head, details: onAccount(of) })

test('deposits of two notifications that number their entries from 1 are both credited, and a repeated file once', async () => {
  const before = await balance()
  const file = (id: string, day: string) =>
    notificationFile(id, deposit(`<NtryRef>1</NtryRef>${valued(day)}`, '250.00'))
  const [monday, tuesday] = [file('NOTIF-MON', '2026-11-16'), file('NOTIF-TUE', '2026-11-17')]
  expect(await take(monday)).toEqual(['incoming funds: Credited'])
  expect(await take(tuesday)).toEqual(['incoming funds: Credited'])
  expect(await take(monday)).toEqual(['incoming funds: known already'])
  expect((await balance()) - before).toBe(500_00n)
})

test('a deposit that an earlier release booked under the number of its entry is not credited again', async () => {
  const file = (id: string, day: string) =>
    notificationFile(id, deposit(`<NtryRef>7</NtryRef>${valued(day)}`, '260.00'))
  expect(await take(file('NOTIF-OLD', '2026-11-16'))).toEqual(['incoming funds: Credited'])
  await db.pool.query(`update inbound_payments set bank_reference = 'camt.054 7' where amount_minor = 26000`)
  const before = await balance()
  expect(await take(file('NOTIF-OLD', '2026-11-16'))).toEqual(['incoming funds: known already'])
  expect(await balance()).toBe(before)
  expect(await take(file('NOTIF-NEW', '2026-11-17'))).toEqual(['incoming funds: Credited'])
})

test('money with a used reference for another account or another day waits for an operator instead of being dropped', async () => {
  const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
  const order = { entityId: service.entityId, currency: 'GBP', name: 'Second' }
  const second = await inTransaction(db, (tx) => createAccount(tx, order, act))
  const { rows } = await db.pool.query('select iban from accounts where account_id = $1', [second.accountId])
  const file = (of: string, day: string) =>
    notificationFile('N', deposit(`${valued(day)}<AcctSvcrRef>USED</AcctSvcrRef>`, '70.00', of))
  expect(await take(file(iban, '2026-11-18'))).toEqual(['incoming funds: Credited'])
  for (const [of, day] of [
    [rows[0].iban, '2026-11-18'],
    [iban, '2026-11-19'],
  ] as const) {
    expect(await take(file(of, day))).toEqual(['incoming funds: Unidentified'])
    expect(await take(file(of, day))).toEqual(['incoming funds: known already'])
  }
  expect(await take(file(iban, '2026-11-18'))).toEqual(['incoming funds: known already'])
})

test('a deposit for an account that was opened after it is booked once, and one for another unknown account is kept', async () => {
  const file = (of: string) => notificationFile('L', deposit('<AcctSvcrRef>LATER</AcctSvcrRef>', '71.00', of))
  const [unknown, other] = ['GB33BUKB20201555555555', 'DE02120300000000202051']
  expect(await take(file(unknown))).toEqual(['incoming funds: Unidentified'])
  expect(await take(file(other))).toEqual(['incoming funds: Unidentified'])
  const columns = 'named_account as account, status_reason as reason from inbound_payments'
  const query = `select ${columns} where amount_minor = 7100 order by reason`
  expect((await db.pool.query(query)).rows).toEqual([
    { account: unknown, reason: 'AccountNotFound' },
    { account: other, reason: 'ReferenceReused' },
  ])
  await db.pool.query(`update accounts set iban = $1 where iban = $2`, [unknown, iban]) // the account is known now
  try {
    for (const of of [unknown, other]) expect(await take(file(of))).toEqual(['incoming funds: known already'])
    expect(await take(file(unknown.replaceAll(/(.{4})/g, '$1 ')))).toEqual(['incoming funds: known already'])
  } finally {
    await db.pool.query(`update accounts set iban = $2 where iban = $1`, [unknown, iban])
  }
})

test('a repeated credit for an unknown account, or in a currency that its account has not, is booked once', async () => {
  const unknown = notificationFile('U', deposit('<AcctSvcrRef>UNKNOWN</AcctSvcrRef>', '3.00', 'GB33BUKB20201555555555'))
  const euros = notificationFile('E', deposit('<AcctSvcrRef>EUROS</AcctSvcrRef>', '4.00')).replaceAll('"GBP"', '"EUR"')
  for (const file of [unknown, euros]) {
    expect(await take(file)).toEqual(['incoming funds: Unidentified'])
    expect(await take(file)).toEqual(['incoming funds: known already'])
  }
})
