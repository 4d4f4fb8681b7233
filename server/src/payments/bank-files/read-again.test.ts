import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank
const iban = await bank.iban()

const named = '<Dbtr><Pty><Nm>Northern Looms</Nm></Pty></Dbtr>'
const onAccount = (to: string, payer = named) =>
  `<RltdPties>${payer}<CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct></RltdPties>`
const endToEnd = (payment: { endToEndId: string }) => `<Refs><EndToEndId>${payment.endToEndId}</EndToEndId></Refs>`
const mark = '<RvslInd>1</RvslInd>'

test.each([
  ['its reference', '<AcctSvcrRef>AGAIN-1</AcctSvcrRef>', undefined],
  ['its number', '<NtryRef>1</NtryRef><ValDt><Dt>2026-11-16</Dt></ValDt>', 'camt.054 1'],
])('an entry booked as incoming funds is not a return when it is marked as one later: by %s', async (_, head, was) => {
  const payment = await settled('230.00')
  const before = await balance()
  const file = (marks: string) =>
    notificationFile(
      'AGAIN',
      entryOf({ amount: '230.00', head: head + marks, details: endToEnd(payment) + onAccount(iban) }),
    )
  expect(await take(file(''))).toEqual(['incoming funds: Credited'])
  if (was !== undefined)
    await db.pool.query('update inbound_payments set bank_reference = $1 where bank_reference like $2', [
      was,
      'camt.054 AGAIN/%',
    ])
  expect(await take(file(mark))).toEqual(['incoming funds: known already'])
  expect((await balance()) - before).toBe(230_00n)
  expect((await service.read(payment.paymentId)).status).toBe('Completed')
  expect(await bank.listed()).toEqual([])
})

test('an entry with the id of our payment, booked for another account of ours, is not its return later', async () => {
  const { rows } = await db.pool.query<{ iban: string }>(
    `select iban from accounts where iban is not null and iban <> $1`,
    [iban],
  )
  const payment = await settled('231.00')
  const before = await balance()
  const file = (marks: string) =>
    notificationFile(
      'OTHER',
      entryOf({
        amount: '231.00',
        head: `<AcctSvcrRef>AGAIN-2</AcctSvcrRef>${marks}`,
        details: `<Refs><UETR>${payment.uetr}</UETR></Refs>${onAccount(rows[0]!.iban)}`,
      }),
    )
  expect(await take(file(''))).toEqual([expect.stringMatching('incoming funds: (Credited|Unidentified)')])
  expect(await take(file(mark))).toEqual(['incoming funds: known already'])
  expect(await balance()).toBe(before)
  expect((await service.read(payment.paymentId)).status).toBe('Completed')
})

test('a return with the reference and amount of a deposit for another account is a return', async () => {
  const payment = await settled('232.00')
  const file = (details: string, marks = '') =>
    notificationFile('N', entryOf({ amount: '232.00', head: `<AcctSvcrRef>AGAIN-3</AcctSvcrRef>${marks}`, details }))
  await take(file(onAccount('DE89370400440532013000')))
  expect(await take(file(endToEnd(payment) + onAccount(iban), mark))).toEqual([`payment ${payment.uetr}: Returned`])
})

test.each([
  ['without a payer', '', ''],
  ['with a mark that it has no more', named, mark],
])('an entry booked as a return is not incoming funds when it comes again: %s', async (name, payer, marks) => {
  const payment = await settled('233.00')
  const before = await balance()
  const file = (has: string) =>
    notificationFile(
      'N',
      entryOf({
        amount: '233.00',
        head: `<AcctSvcrRef>AGAIN-4 ${name}</AcctSvcrRef>${has}`,
        details: endToEnd(payment) + onAccount(iban, payer),
      }),
    )
  expect(await take(file(marks))).toEqual([`payment ${payment.uetr}: Returned`])
  expect(await take(file(''))).toEqual(['known already'])
  expect((await balance()) - before).toBe(233_00n)
  expect(await bank.listed()).toEqual([])
})
