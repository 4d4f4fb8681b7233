import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank
const iban = await bank.iban()

/** Renames the one row of a notification to the reference that an earlier release gave it. */
async function store(notification: string, was: string) {
  let count = 0
  for (const [table, column] of [
    ['rail_messages', 'rail_ref'],
    ['inbound_payments', 'bank_reference'],
  ] as const)
    count +=
      (
        await db.pool.query(`update ${table} set ${column} = $1 where ${column} like $2`, [
          was,
          `camt.054 ${notification}/%`,
        ])
      ).rowCount ?? 0
  expect(count).toBe(1)
}

const numbered = (amount: string, refs: string, direction: 'CRDT' | 'DBIT' = 'CRDT') =>
  entryOf({
    amount,
    direction,
    head: '<NtryRef>1</NtryRef>',
    details: `<Refs>${refs}</Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`,
  })

test.each([
  ['by its UETR', (payment: { uetr: string }) => `<UETR>${payment.uetr}</UETR>`],
  ['by its end-to-end id', (payment: { endToEndId: string }) => `<EndToEndId>${payment.endToEndId}</EndToEndId>`],
])(
  'a partial return that an earlier release booked under the number of its entry is not credited again: %s',
  async (_, refs) => {
    const payment = await settled('80.00')
    const before = await balance()
    const file = (id: string, amount: string) => notificationFile(id, numbered(amount, refs(payment)))
    expect(await take(file('OLD', '30.00'))).toEqual([`payment ${payment.uetr}: Returned`])
    await store('OLD', 'camt.054 1')
    expect(await take(file('OLD', '30.00'))).toEqual(['known already'])
    expect((await balance()) - before).toBe(30_00n)
    expect(await take(file('NEW', '20.00'))).toEqual([`payment ${payment.uetr}: Returned`])
    expect((await balance()) - before).toBe(50_00n)
    expect(await bank.listed()).toEqual([])
  },
)

test('a debit that an earlier release stored without its amount is not a second one when its file comes again', async () => {
  const { body } = await service.create({ amount: '81.00' }, 'GBP')
  await service.settle()
  const file = notificationFile(
    'DEBITS',
    numbered('81.00', `<UETR>${body.uetr}</UETR>`, 'DBIT').replace('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>', ''),
  )
  expect(await take(file)).toEqual([`payment ${body.uetr}: Sent`])
  await store('DEBITS', 'camt.054 1')
  await db.pool.query('update rail_messages set amount_minor = null where uetr = $1', [body.uetr])
  expect(await take(file)).toEqual(['known already'])
  expect(await bank.listed()).toEqual([])
})

test('a second debit is listed although an earlier release stored the first without its amount', async () => {
  const { body } = await service.create({ amount: '84.00' }, 'GBP')
  await service.settle()
  const debit = (reference: string) =>
    notificationFile(
      'N',
      entryOf({
        direction: 'DBIT',
        amount: '84.00',
        head: `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
        details: `<Refs><UETR>${body.uetr}</UETR></Refs>`,
      }),
    )
  expect(await take(debit('DEBIT-1'))).toEqual([`payment ${body.uetr}: Sent`])
  await db.pool.query('update rail_messages set amount_minor = null where uetr = $1', [body.uetr])
  expect(await take(debit('DEBIT-1'))).toEqual(['known already'])
  expect(await bank.listed()).toEqual([])
  expect(await take(debit('DEBIT-2'))).toEqual([
    expect.stringContaining(`contradictory: payment ${body.uetr} is Sent, and the bank reports Sent.`),
  ])
  expect(await bank.listed()).toMatchObject([{ kind: 'DebitRepeated', direction: 'Out', amount: 84_00n }])
})

test('a return of another bank that an earlier release took as incoming funds is not booked again', async () => {
  const uetr = '11111111-2222-4333-8444-555555555555'
  const file = notificationFile('STRAY', numbered('82.00', `<UETR>${uetr}</UETR>`))
  expect(await take(file)).toEqual(['incoming funds: Unidentified'])
  await store('STRAY', 'camt.054 1')
  expect(await take(file)).toEqual(['incoming funds: known already'])
})

test('a deposit of another account of the payer is not the one that an earlier release booked', async () => {
  const file = (from: string) =>
    notificationFile(
      `FROM-${from}`,
      entryOf({
        amount: '83.00',
        head: '<NtryRef>9</NtryRef><ValDt><Dt>2026-11-16</Dt></ValDt>',
        details: `<RltdPties><DbtrAcct><Id><IBAN>${from}</IBAN></Id></DbtrAcct><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`,
      }),
    )
  const [one, other] = ['DE89370400440532013000', 'FR1420041010050500013M02606']
  expect(await take(file(one))).toEqual(['incoming funds: Credited'])
  await store(`FROM-${one}`, 'camt.054 9')
  expect(await take(file(one))).toEqual(['incoming funds: known already'])
  expect(await take(file(other))).toEqual(['incoming funds: Credited'])
})

test.each([
  ['without numbers', ['85.00', '85.50'], ''],
  ['with one number', ['86.00', '86.50'], '<NtryRef>3</NtryRef>'],
])(
  'deposits that an earlier release booked by their places are not booked again in another order: %s',
  async (name, amounts, number) => {
    const id = name.replaceAll(' ', '-')
    const entries = amounts.map((amount) =>
      entryOf({
        amount,
        head: number,
        details: `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`,
      }),
    )
    expect(await take(notificationFile(id, entries.join('')))).toEqual(entries.map(() => 'incoming funds: Credited'))
    for (const [i, amount] of amounts.entries())
      await db.pool.query('update inbound_payments set bank_reference = $1 where bank_reference like $2', [
        `camt.054 ${id}/${i + 1}/1${number && ' 3'}`,
        `camt.054 ${id}/% CRDT ${amount.replace(/\.?0+$/, '')} GBP`,
      ])
    const again = notificationFile(id, entries.toReversed().join(''))
    expect(await take(again)).toEqual(entries.map(() => 'incoming funds: known already'))
  },
)

test('parts that an earlier release booked by the place of their entry are not booked again', async () => {
  const part = (value: string) =>
    `<TxDtls><Amt Ccy="GBP">${value}</Amt><RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
  const details = `<NtryDtls>${part('40.00')}${part('47.00')}</NtryDtls>`
  const file = notificationFile('PLACES', entryOf({ amount: '87.00' }).replace('</Ntry>', `${details}</Ntry>`))
  expect(await take(file)).toEqual(['incoming funds: Credited', 'incoming funds: Credited'])
  for (const amount of ['40.00', '47.00'])
    await db.pool.query(
      'update inbound_payments set bank_reference = $1, entry_reference = null where bank_reference like $2',
      [`camt.054 PLACES/1/${amount} GBP`, `camt.054 PLACES/%/${amount} GBP`],
    )
  expect(await take(file)).toEqual(['incoming funds: known already', 'incoming funds: known already'])
})

test('a debit with the code of a return that an earlier release stored is not listed when its file comes again', async () => {
  const { body } = await service.create({ amount: '88.00' }, 'GBP')
  await service.settle()
  const code = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>'
  for (const own of ['<AcctSvcrRef>CODED</AcctSvcrRef>', '']) {
    const debit = (head: string) =>
      notificationFile(
        `CODED${own.length}`,
        entryOf({ direction: 'DBIT', amount: '88.00', head, details: `<Refs><UETR>${body.uetr}</UETR></Refs>` }),
      )
    await take(debit(own))
    if (own === '') await store('CODED0', 'camt.054 CODED0/1/1')
    const before = (await bank.listed()).length
    expect(await take(debit(own + code))).toEqual(['known already'])
    expect((await bank.listed()).length).toBe(before)
  }
  const other = entryOf({
    direction: 'DBIT',
    amount: '89.00',
    head: code,
    details: `<Refs><UETR>${body.uetr}</UETR></Refs>`,
  })
  expect(await take(notificationFile('CODED-2', other))).toEqual([expect.stringContaining('rejected: ')])
})
