import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { notificationFile, openFileBank } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank
const iban = await bank.iban()

const part = (amount: string, refs = '', rest = '') =>
  `<TxDtls><Refs>${refs}</Refs><Amt Ccy="GBP">${amount}</Amt><RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>${rest}</TxDtls>`
const said = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`
const sumOf = (parts: string[]) =>
  parts.reduce((sum, each) => sum + Number(/<Amt Ccy="GBP">(.*?)<\/Amt>/.exec(each)![1]), 0).toFixed(2)
/** An entry with parts; its head has its references. */
const collective = (head: string, parts: string[], id = 'COLLECTIVE') =>
  notificationFile(
    id,
    `<Ntry><Amt Ccy="GBP">${sumOf(parts)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${head}<NtryDtls>${parts.join('')}</NtryDtls></Ntry>`,
  )
const dated = '<ValDt><Dt>2026-11-16</Dt></ValDt>'
const endToEnd = (id: string) => `<EndToEndId>${id}</EndToEndId>`

test.each<[string, string[]]>([
  ['with end-to-end ids', [part('40.00', endToEnd('A')), part('60.00', endToEnd('B')), part('40.00', endToEnd('C'))]],
  ['without references', [part('41.00'), part('61.00'), part('41.00', '', said('second'))]],
  [
    'that share an end-to-end id',
    [
      part('42.00', endToEnd('NOTPROVIDED')),
      part('62.00', endToEnd('SAME')),
      part('42.00', endToEnd('SAME')),
      part('42.00', endToEnd('SAME'), said('again')),
    ],
  ],
])('the parts of one entry sent again in another order are the same money: %s', async (name, parts) => {
  for (const head of [`${dated}<AcctSvcrRef>OWN-${name}</AcctSvcrRef>`, `${dated}<NtryRef>1</NtryRef>`, dated]) {
    const id = `${name} ${head.length}`
    const before = await balance()
    expect(await take(collective(head, parts, id))).toEqual(parts.map(() => 'incoming funds: Credited'))
    const booked = await balance()
    expect(booked).toBeGreaterThan(before)
    for (const again of [parts, parts.toReversed(), [...parts.slice(1), parts[0]!]])
      expect(await take(collective(head, again, id))).toEqual(parts.map(() => 'incoming funds: known already'))
    expect(await balance()).toBe(booked)
  }
})

test('a part with the reference of another one of its bank is booked beside it', async () => {
  const own = (reference: string) => `<AcctSvcrRef>${reference}</AcctSvcrRef>${endToEnd('X')}`
  const parts = [part('43.00', own('P-1')), part('43.00', own('P-2'))]
  for (const expected of ['Credited', 'known already'])
    expect(await take(collective('', parts))).toEqual(parts.map(() => `incoming funds: ${expected}`))
  expect(await take(collective('', parts.toReversed()))).toEqual(parts.map(() => 'incoming funds: known already'))
})

/** Stores the parts of an entry under their places, as an earlier release did. */
async function storePlaces(start: string, was: Record<string, number>) {
  for (const [name, position] of Object.entries(was)) {
    for (const [table, column] of [
      ['rail_messages', 'rail_ref'],
      ['inbound_payments', 'bank_reference'],
    ] as const)
      await db.pool.query(`update ${table} set ${column} = $1 where ${column} = $2`, [
        `${start}/${position}`,
        `${start}/${name}`,
      ])
  }
}

test('parts that an earlier release booked by their places are not booked again, in any order; another amount waits', async () => {
  const parts = [part('44.00', endToEnd('A')), part('64.00', endToEnd('B')), part('44.00', endToEnd('C'))]
  const head = `${dated}<AcctSvcrRef>FORMER</AcctSvcrRef>`
  await take(collective(head, parts))
  await storePlaces('camt.054 FORMER', { 'EndToEndId:A': 1, 'EndToEndId:B': 2, 'EndToEndId:C': 3 })
  const before = await balance()
  for (const again of [parts, parts.toReversed(), [...parts.slice(1), parts[0]!]])
    expect(await take(collective(head, again))).toEqual(parts.map(() => 'incoming funds: known already'))
  const altered = [part('44.50', endToEnd('A')), ...parts.slice(1)]
  for (const first of ['Unidentified', 'known already'])
    expect((await take(collective(head, altered)))[0]).toBe(`incoming funds: ${first}`)
  expect(await balance()).toBe(before)
})

test('partial returns in one entry count once in any order, and those of an earlier release too', async () => {
  const payment = await settled('90.00')
  const before = await balance()
  const back = (amount: string) => part(amount, `<UETR>${payment.uetr}</UETR>`)
  const parts = [back('20.00'), back('30.00'), back('20.00')]
  const head = '<AcctSvcrRef>BACK</AcctSvcrRef>'
  expect(await take(collective(head, parts))).toEqual(parts.map(() => `payment ${payment.uetr}: Returned`))
  expect(await take(collective(head, parts.toReversed()))).toEqual(parts.map(() => 'known already'))
  const name = (amount: string) => `UETR:${payment.uetr} ${amount} GBP`
  await storePlaces('camt.054 BACK', { [name('20.00')]: 1, [name('30.00')]: 2, [`${name('20.00')} 2`]: 3 })
  expect(await take(collective(head, parts.toReversed()))).toEqual(parts.map(() => 'known already'))
  expect((await balance()) - before).toBe(70_00n)
  expect((await service.read(payment.paymentId)).returned.amount).toBe('70.00')
  expect(await bank.listed()).toEqual([])
})
