import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { openPayments } from '../../../test/support/payment-service.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled } = bank
const anna = await bank.iban()
const berta = await ibanOfAnother()
const VALUED = '<ValDt><Dt>2026-11-20</Dt></ValDt>'
const [credited, known] = ['incoming funds: Credited', 'incoming funds: known already']

async function ibanOfAnother(): Promise<string> {
  const other = await openPayments(db, 'RM', {})
  await other.fund('GBP', 100n)
  const query = `select iban from accounts where entity_id = $1 and currency = 'GBP'`
  return (await db.pool.query(query, [other.entityId])).rows[0].iban
}

interface Money {
  from: string
  to?: string
  amount?: string
  refs?: string
}
/** An entry without a reference of the bank, from a payer to a client's account. */
function entry({ from, to = anna, amount = '30.00', refs = '' }: Money) {
  const names = `<Refs>${refs}<EndToEndId>X-${from}</EndToEndId></Refs>`
  const parties = `<RltdPties><Dbtr><Pty><Nm>${from}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct></RltdPties>`
  return entryOf({ amount, head: VALUED, details: names + parties })
}
const file = (id: string, ...entries: string[]) => notificationFile(id, entries.join(''))

/** Returns the sum that came from a payer on an account, in minor units. */
async function received(from: string, to: string) {
  const query = `select coalesce(sum(amount_minor), 0)::bigint as sum from inbound_payments i join accounts a using (account_id)
    where i.debtor_name = $1 and a.iban = $2 and i.status = 'Credited'`
  return (await db.pool.query(query, [from, to])).rows[0].sum
}

const fromAnna = { from: 'Payer of A', to: anna }
const fromBerta = { from: 'Payer of B', to: berta }

test('a notification that grows by an equal entry credits each client once, wherever the new entry is', async () => {
  for (const [first, second] of [
    [fromAnna, fromBerta],
    [fromBerta, fromAnna],
  ] as const)
    for (const isInFront of [true, false]) {
      const id = `GROWS-${first.from}-${isInFront}`.replaceAll(' ', '')
      const names = (money: Money) => ({ ...money, from: `${money.from} ${id}` })
      const [one, two] = [entry(names(first)), entry(names(second))]
      expect(await take(file(id, one))).toEqual([credited])
      const grown = isInFront ? [two, one] : [one, two]
      expect(await take(file(id, ...grown))).toEqual(isInFront ? [credited, known] : [known, credited])
      expect(await take(file(id, ...grown.toReversed()))).toEqual([known, known])
      for (const money of [first, second]) expect(await received(names(money).from, money.to)).toBe(30_00n)
    }
})

test('equal entries that come again with one more reference are not credited again', async () => {
  const more = { amount: '40.00' }
  expect(await take(file('MORE', entry({ ...fromAnna, ...more }), entry({ ...fromBerta, ...more })))).toEqual([
    credited,
    credited,
  ])
  const again = [
    entry({ ...fromAnna, ...more, refs: '<TxId>9</TxId>' }),
    entry({ ...fromBerta, ...more, refs: '<TxId>1</TxId>' }),
  ]
  for (const entries of [again, again.toReversed()])
    expect(await take(file('MORE', ...entries))).toEqual([known, known])
})

test('an entry that equals a credited one in all its facts is credited when the notification grows by it', async () => {
  const one = entry({ ...fromAnna, amount: '41.00' })
  expect(await take(file('TWICE', one))).toEqual([credited])
  expect(await take(file('TWICE', one, one))).toEqual([known, credited])
  expect(await take(file('TWICE', one, one))).toEqual([known, known])
})

test('equal entries of several payers in two messages with one id are credited each', async () => {
  const amount = '42.00'
  const [first, second] = [entry({ from: 'Page 1', amount }), entry({ from: 'Page 2', amount })]
  expect(await take(file('PAGED', first))).toEqual([credited])
  expect(await take(file('PAGED', entry({ from: 'Other', amount: '3.00' }), second))).toEqual([credited, credited])
  expect(await take(file('PAGED', first))).toEqual([known])
  expect(await take(file('PAGED', second))).toEqual([known])
})

test.each([
  ['debits', 'DBIT', ''],
  ['returns', 'CRDT', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'],
] as const)('equal %s of a notification that grows are each stored once', async (name, direction, mark) => {
  const [one, other] = [await settled('25.00'), await settled('25.00')]
  const of = ({ uetr }: { uetr: string }) =>
    entryOf({ direction, amount: '25.00', head: VALUED, details: `<Refs><UETR>${uetr}</UETR></Refs>${mark}` })
  for (const [id, first, second] of [
    [`${name}-1`, one, other],
    [`${name}-2`, other, one],
  ] as const) {
    const status = direction === 'DBIT' ? 'Sent' : 'Returned'
    if (id.endsWith('1')) {
      expect(await take(file(id, of(first)))).toEqual([`payment ${first.uetr}: ${status}`])
      expect(await take(file(id, of(second), of(first)))).toEqual([
        `payment ${second.uetr}: ${status}`,
        'known already',
      ])
    }
    expect(await take(file(`${name}-1`, of(first), of(second)))).toEqual(['known already', 'known already'])
  }
  expect(await bank.listed()).toEqual([])
})

test('a pending entry that is booked later leaves the equal entries of its notification as they are', async () => {
  const [one, other] = [await settled('26.00'), await settled('26.00')]
  const of = ({ uetr }: { uetr: string }) =>
    entryOf({ direction: 'DBIT', amount: '26.00', head: VALUED, details: `<Refs><UETR>${uetr}</UETR></Refs>` })
  const pending = (each: string) => each.replace('BOOK', 'PDNG')
  for (const [id, first, second] of [
    ['PENDING', one, other],
    ['PENDING', other, one],
  ] as const)
    await take(file(id, id === 'PENDING' && first === one ? pending(of(first)) : of(first), of(second)))
  expect(await take(file('PENDING', of(one), of(other)))).toEqual(['known already', 'known already'])
  expect(await bank.listed()).toEqual([])
})

test('returns of payments that share an end-to-end id are not stored again when they are read again', async () => {
  const payments = [await settled('27.00'), await settled('28.00')]
  await db.pool.query('update payments set end_to_end_id = $1 where uetr = any ($2)', [
    'E',
    payments.map((p) => p.uetr),
  ])
  const back = entryOf({
    amount: '10.00',
    head: VALUED,
    details: '<Refs><EndToEndId>E</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>',
  })
  const outcomes = await take(file('SHARE', back, back))
  expect(outcomes).toEqual(['incoming funds: Unidentified', 'incoming funds: Unidentified'])
  expect(await take(file('SHARE', back, back))).toEqual([known, known])
})

test('two equal returns of one payment by its end-to-end id are stored once each', async () => {
  const payment = await settled('29.00')
  await db.pool.query('update payments set end_to_end_id = $1 where uetr = $2', ['HALVES', payment.uetr])
  const back = entryOf({
    amount: '14.50',
    head: VALUED,
    details: '<Refs><EndToEndId>HALVES</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>',
  })
  const returned = `payment ${payment.uetr}: Returned`
  expect(await take(file('HALVES', back))).toEqual([returned])
  expect(await take(file('HALVES', back, back))).toEqual(['known already', returned])
  expect(await take(file('HALVES', back, back))).toEqual(['known already', 'known already'])
  expect((await service.read(payment.paymentId)).status).toBe('Returned')
})

test('equal batches come with and without their payments, and each is booked once', async () => {
  const part = (from: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${from}</EndToEndId></Refs><Amt Ccy="GBP">${amount}</Amt><RltdPties><CdtrAcct><Id><IBAN>${anna}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
  const batch = (parts: string) =>
    entryOf({ amount: '33.00', head: VALUED }).replace('</Ntry>', `<NtryDtls>${parts}</NtryDtls></Ntry>`)
  const [a, b] = [batch(part('A1', '11.00') + part('A2', '22.00')), batch(part('B1', '11.00') + part('B2', '22.00'))]
  const bare = entryOf({ amount: '33.00', head: VALUED })
  expect(await take(file('BATCHES', a))).toEqual([credited, credited])
  expect(await take(file('BATCHES', bare))).toEqual([known])
  expect(await take(file('BATCHES', b, a))).toEqual([credited, credited, known, known])
  expect(await take(file('BATCHES', bare, bare))).toEqual([known, known])
})

test('an entry that comes again for another account waits in suspense instead of being credited twice', async () => {
  const money = { from: 'Payer of C', amount: '43.00' }
  expect(await take(file('CORRECTED', entry({ ...money, to: anna })))).toEqual([credited])
  const corrected = file('CORRECTED', entry({ ...money, to: berta }))
  expect(await take(corrected)).toEqual(['incoming funds: Unidentified'])
  expect(await take(corrected)).toEqual([known])
})

test('equal entries that are not payments are listed once each', async () => {
  const fee = entryOf({ direction: 'DBIT', amount: '44.00', head: VALUED })
  const before = (await bank.listed()).length
  for (const entries of [[fee], [fee, fee], [fee, fee]]) await take(file('FEES', ...entries))
  expect((await bank.listed()).length - before).toBe(2)
})
