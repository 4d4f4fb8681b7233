import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank, statusFile } from '../../../test/support/file-bank.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'

const bank = await openFileBank(await testDatabase())
const { service, take, settled } = bank
let count = 0

/** A booked debit of a payment, under a reference of its own. */
const debit = (uetr: string, amount: string, reference = `LINE-${++count}`, currency = 'GBP') =>
  notificationFile(
    'N',
    entryOf({
      direction: 'DBIT',
      amount,
      head: `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
      details: `<Refs><UETR>${uetr}</UETR></Refs>`,
    }),
  ).replaceAll('"GBP"', `"${currency}"`)

/** Makes a payment of 120.00 and processes files about it. */
async function after(...files: ((uetr: string) => string)[]) {
  const before = await state()
  const { body } = await service.create({ amount: '120.00' }, 'GBP')
  await service.settle()
  for (const file of files) await take(file(body.uetr))
  expect(service.failures).toEqual([])
  const now = await state()
  return {
    status: (await service.read(body.paymentId)).status,
    paid: before.balance - now.balance,
    suspense: now.suspense - before.suspense,
    /** Money that left our account at the bank, by our books. */
    left: before.bank - now.bank,
    listed: now.listed
      .slice(before.listed.length)
      .map(({ kind, direction, amount }) => (amount === null ? kind : `${kind} ${direction} ${amount}`)),
  }
}

async function state() {
  const [own, house] = [await service.book(), await service.book(HOUSE_ENTITY_ID)]
  return {
    balance: await bank.balance(),
    suspense: own['suspense:GBP'] ?? 0n,
    bank: -(house['safeguarding:GBP'] ?? 0n),
    listed: await bank.listed(),
  }
}

const booked = (amount: string, reference?: string) => (uetr: string) => debit(uetr, amount, reference)
const settledNow = (uetr: string) => statusFile(uetr, 'ACSC', `S-${++count}`)
const rejected = (uetr: string) => statusFile(uetr, 'RJCT', `R-${++count}`)

test.each<[string, ((uetr: string) => string)[], string, bigint, string[]]>([
  ['its amount', [booked('120.00'), settledNow], 'Completed', 0n, []],
  ['its amount after the settlement', [settledNow, booked('120.00')], 'Completed', 0n, []],
  ['its amount, reported twice', [booked('120.00', 'SAME'), booked('120.00', 'SAME')], 'Sent', 0n, []],
  ['ten times its amount', [booked('1200.00')], 'Sent', -1080_00n, ['DebitOfOtherAmount Out 108000']],
  [
    'ten times its amount after the settlement',
    [settledNow, booked('1200.00')],
    'Completed',
    -1080_00n,
    ['DebitOfOtherAmount Out 108000'],
  ],
  ['less than its amount', [booked('100.00'), settledNow], 'Completed', 20_00n, ['DebitOfOtherAmount In 2000']],
  ['its amount twice', [booked('120.00'), booked('120.00')], 'Sent', -120_00n, ['DebitRepeated Out 12000']],
  [
    'its amount twice around the settlement',
    [booked('120.00'), settledNow, booked('120.00')],
    'Completed',
    -120_00n,
    ['DebitRepeated Out 12000'],
  ],
  [
    'another amount under the same reference',
    [booked('120.00', 'OTHER'), booked('130.00', 'OTHER')],
    'Sent',
    -130_00n,
    ['ReferenceUsedAgain Out 13000'],
  ],
])('a debit of a payment of 120.00 leaves the books as at the bank: %s', async (_, files, status, suspense, listed) => {
  const left = 120_00n - suspense
  expect(await after(...files)).toEqual({ status, paid: 120_00n, suspense, left, listed })
})

test.each<[string, ((uetr: string) => string)[], bigint, string[]]>([
  ['once', [rejected, booked('120.00')], 120_00n, ['DebitAfterRejection Out 12000']],
  ['with another amount', [rejected, booked('1200.00')], 1200_00n, ['DebitAfterRejection Out 120000']],
  [
    'and settled, with another amount',
    [rejected, settledNow, booked('130.00')],
    130_00n,
    ['DebitAfterRejection Out 12000', 'DebitOfOtherAmount Out 1000'],
  ],
  [
    'twice',
    [rejected, booked('120.00'), booked('120.00')],
    240_00n,
    ['DebitAfterRejection Out 12000', 'DebitAfterRejection Out 12000'],
  ],
])('a debit of a rejected payment is listed with the amount that left: %s', async (_, files, left, listed) => {
  expect(await after(...files)).toEqual({ status: 'Failed', paid: 0n, suspense: -left, left, listed })
})

test('a debit in another currency than its payment is listed and does not confirm the payment', async () => {
  const found = await after((uetr) => debit(uetr, '120.00', 'EUROS', 'EUR'))
  expect(found).toEqual({ status: 'Submitted', paid: 120_00n, suspense: 0n, left: 0n, listed: ['EntryRejected'] })
})

test.each([
  [
    'the reversal of a deposit',
    'reversed a credit',
    '<RvslInd>true</RvslInd>',
    '<Refs><EndToEndId>DEP-1</EndToEndId></Refs>',
  ],
  ['a debit that names no payment', 'not a payment of ours', '', '<Refs><EndToEndId>ORDER-9</EndToEndId></Refs>'],
  [
    'a debit of a payment that is not ours',
    'not ours',
    '',
    '<Refs><UETR>11111111-2222-4333-8444-555555555555</UETR></Refs>',
  ],
  [
    'the reversal of a return',
    'reversed a credit',
    '<RvslInd>true</RvslInd>',
    (uetr: string) => `<Refs><UETR>${uetr}</UETR></Refs>`,
  ],
])('%s is on the work list, once', async (_, why, more, refs) => {
  const { uetr } = await settled('5.00')
  const before = await state()
  const details = typeof refs === 'string' ? refs : refs(uetr)
  const reference = `UNKNOWN-${++count}`
  const head = `${more}<AcctSvcrRef>${reference}</AcctSvcrRef>`
  const file = notificationFile('N', entryOf({ direction: 'DBIT', amount: '77.00', head, details }))
  for (let i = 0; i < 2; i++) expect(await take(file)).toEqual([expect.stringContaining(`rejected: `)])
  const now = await state()
  const [entry, ...others] = now.listed.slice(before.listed.length)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ kind: 'EntryRejected', amount: null, explanation: expect.stringContaining(why) })
  expect(entry!.explanation).toContain('77.00')
  expect([now.balance, now.bank]).toEqual([before.balance, before.bank])
})

test('a debit that returns a return is listed, and is not the debit of the payment', async () => {
  const payment = await settled('33.00')
  const entry = (direction: 'CRDT' | 'DBIT') =>
    entryOf({
      direction,
      amount: '33.00',
      head: `<AcctSvcrRef>BACK-${direction}</AcctSvcrRef>`,
      details: `<Refs><UETR>${payment.uetr}</UETR></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`,
    })
  expect(await take(notificationFile('B', entry('CRDT')))).toEqual([`payment ${payment.uetr}: Returned`])
  const before = await state()
  const again = notificationFile('B', entry('DBIT'))
  for (let i = 0; i < 2; i++) expect(await take(again)).toEqual([expect.stringMatching(/^rejected: The bank reversed/)])
  const now = await state()
  expect(now.listed.slice(before.listed.length)).toMatchObject([{ kind: 'EntryRejected' }])
  expect([now.balance, now.bank]).toEqual([before.balance, before.bank])
  // the debit of the payment itself is still to come
  expect(await take(debit(payment.uetr, '33.00'))).toEqual([`payment ${payment.uetr}: Sent`])
})
