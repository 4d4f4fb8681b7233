import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openFileBank } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank

const back = (uetr: string, amount: string, { id = '', reason = 'AC04' } = {}) =>
  `<TxInf>${id && `<RtrId>${id}</RtrId>`}<OrgnlUETR>${uetr}</OrgnlUETR><RtrdIntrBkSttlmAmt Ccy="GBP">${amount}</RtrdIntrBkSttlmAmt><RtrRsnInf><Rsn><Cd>${reason}</Cd></Rsn></RtrRsnInf></TxInf>`
const message = (id: string, ...parts: string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr><GrpHdr><MsgId>${id}</MsgId></GrpHdr>${parts.join('')}</PmtRtr></Document>`
const totalOf = async ({ paymentId }: { paymentId: string }) => (await service.read(paymentId)).returned?.amount

test('a partial return that the bank repeats in another message, or with another reason, is credited once', async () => {
  const payment = await settled('150.00')
  const before = await balance()
  const id = 'RTR/20261120/150'
  expect(await take(message('M-1', back(payment.uetr, '20.00', { id })))).toEqual([`payment ${payment.uetr}: Returned`])
  expect(await take(message('M-2', back(payment.uetr, '20.00', { id })))).toEqual(['known already'])
  expect(await take(message('M-1', back(payment.uetr, '20.00', { id, reason: 'AC06' })))).toEqual(['known already'])
  expect((await balance()) - before).toBe(20_00n)
  // another return, though short ids such as numbers recur in messages
  for (const name of ['M-3', 'M-4']) await take(message(name, back(payment.uetr, '20.00', { id: '1' })))
  expect((await balance()) - before).toBe(60_00n)
  expect(await bank.listed()).toEqual([])
})

test('another amount under the id of an earlier return waits for an operator, also in another message', async () => {
  const payment = await settled('151.00')
  const before = await balance()
  const id = 'RTR-20261120-151'
  await take(message('M-5', back(payment.uetr, '20.00', { id })))
  for (const outcome of [
    expect.stringContaining(`contradictory: payment ${payment.uetr} is Returned, and the bank reports Returned.`),
    'known already',
  ])
    expect(await take(message('M-6', back(payment.uetr, '21.00', { id })))).toEqual([outcome])
  expect((await balance()) - before).toBe(20_00n)
  expect(await bank.listed()).toMatchObject([{ kind: 'ReferenceUsedAgain', direction: 'In', amount: 21_00n }])
})

test('returns without ids count once in any order of their message, and those of an earlier release too', async () => {
  const [one, other] = [await settled('152.00'), await settled('153.00')]
  const parts = [back(one.uetr, '20.00'), back(other.uetr, '30.00'), back(one.uetr, '40.00')]
  await take(message('M-7', ...parts))
  const totals = async () => [await totalOf(one), await totalOf(other)]
  expect(await totals()).toEqual(['60.00', '30.00'])
  const moved = [parts[1]!, parts[0]!, parts[2]!]
  expect(await take(message('M-7', ...moved))).toEqual(moved.map(() => 'known already'))
  const places = { [one.uetr]: 1, [other.uetr]: 2, [`${one.uetr} 2`]: 3 }
  for (const [name, place] of Object.entries(places))
    await db.pool.query('update rail_messages set rail_ref = $1 where rail_ref = $2', [
      `pacs.004 M-7/${place}`,
      `pacs.004 M-7/${name}`,
    ])
  expect(await take(message('M-7', ...moved))).toEqual(moved.map(() => 'known already'))
  expect(await totals()).toEqual(['60.00', '30.00'])
})

test.each([
  ['two messages', 'M-11'],
  ['one message', 'M-10'],
])(
  'a return that waits as other contents of %s with its id is not booked again from a third message',
  async (name, second) => {
    const payment = await settled('154.00')
    const listed = (await bank.listed()).length
    const id = `RTR-154-${name}`
    await take(message('M-10', back(payment.uetr, '20.00', { id })))
    expect(await take(message(second, back(payment.uetr, '21.00', { id })))).toEqual([
      expect.stringContaining(`contradictory: payment ${payment.uetr} is Returned, and the bank reports Returned.`),
    ])
    for (const amount of ['21.00', '20.00'])
      expect(await take(message('M-12', back(payment.uetr, amount, { id })))).toEqual(['known already'])
    expect((await bank.listed()).slice(listed)).toMatchObject([{ kind: 'ReferenceUsedAgain', amount: 21_00n }])
  },
)
