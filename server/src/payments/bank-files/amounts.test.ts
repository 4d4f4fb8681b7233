import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank
const iban = await bank.iban()
const onAccount = `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
const amount = (value: string, currency = 'GBP') => `<Amt Ccy="${currency}">${value}</Amt>`

test.each([
  ['in another currency', amount('120.00', 'USD')],
  ['before a fee of the bank', amount('100.00')],
])('a deposit is credited with the amount booked on our account, not the one of its payment %s', async (name, of) => {
  const before = await balance()
  const entry = entryOf({ amount: '92.00', head: `<AcctSvcrRef>${name}</AcctSvcrRef>`, details: of + onAccount })
  expect(await take(notificationFile('N', entry))).toEqual(['incoming funds: Credited'])
  expect((await balance()) - before).toBe(92_00n)
  expect(await bank.listed()).toEqual([])
})

test('a return after a fee of the bank is credited with what came back', async () => {
  const payment = await settled('120.00')
  const before = await balance()
  const details = `<Refs><UETR>${payment.uetr}</UETR></Refs>${amount('120.00')}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`
  await take(notificationFile('N', entryOf({ amount: '115.00', head: '<AcctSvcrRef>FEE</AcctSvcrRef>', details })))
  expect((await balance()) - before).toBe(115_00n)
  expect((await service.read(payment.paymentId)).returned.amount).toBe('115.00')
})

test.each([
  ['parts with another sum', '', 2, ['Credited', 'Credited']],
  ['one part of several', '<Btch><NbOfTxs>3</NbOfTxs></Btch>', 1, ['Credited']],
])('an entry with %s books them, and the difference is on the work list once', async (name, batch, count, booked) => {
  const listed = (await bank.listed()).length
  const parts = ['10.00', '20.00'].slice(0, count).map((value) => `<TxDtls>${amount(value)}${onAccount}</TxDtls>`)
  const entry = entryOf({ amount: '35.00', head: `<AcctSvcrRef>${name}</AcctSvcrRef>` })
  const file = notificationFile('N', entry.replace('</Ntry>', `<NtryDtls>${batch}${parts.join('')}</NtryDtls></Ntry>`))
  const outcomes = (each: string[]) => [
    ...each.map((outcome) => `incoming funds: ${outcome}`),
    expect.stringMatching('rejected'),
  ]
  expect(await take(file)).toEqual(outcomes(booked))
  expect(await take(file)).toEqual(outcomes(booked.map(() => 'known already')))
  expect((await bank.listed()).slice(listed)).toMatchObject([
    { kind: 'EntryRejected', explanation: expect.stringContaining('35.00 GBP has parts with another sum') },
  ])
})

test('a deposit that an earlier release booked before the fee of the bank is not booked again after it', async () => {
  const entry = (value: string) =>
    entryOf({ amount: value, head: '<AcctSvcrRef>FEE-2</AcctSvcrRef>', details: amount('100.00') + onAccount })
  expect(await take(notificationFile('N', entry('100.00')))).toEqual(['incoming funds: Credited'])
  const before = await balance()
  expect(await take(notificationFile('N', entry('92.00')))).toEqual(['incoming funds: known already'])
  expect(await balance()).toBe(before)
})

test.each([
  ['a return', 'CRDT', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'],
  ['an unmarked return', 'CRDT', ''],
  ['a debit', 'DBIT', ''],
] as const)(
  '%s that an earlier release stored before the fee of the bank is known after it',
  async (name, direction, mark) => {
    const payment = await settled('121.00')
    const listed = await bank.listed()
    const refs = `<Refs>${name === 'an unmarked return' ? `<EndToEndId>${payment.endToEndId}</EndToEndId>` : `<UETR>${payment.uetr}</UETR>`}</Refs>`
    const entry = (value: string) =>
      entryOf({
        direction,
        amount: value,
        head: `<AcctSvcrRef>FEE ${name}</AcctSvcrRef>`,
        details: refs + amount('121.00') + mark,
      })
    const first = direction === 'CRDT' ? 'Returned' : 'Sent'
    expect(await take(notificationFile('N', entry('121.00')))).toEqual([`payment ${payment.uetr}: ${first}`])
    const before = await balance()
    expect(await take(notificationFile('N', entry('115.00')))).toEqual(['known already'])
    expect(await balance()).toBe(before)
    expect(await bank.listed()).toEqual(listed)
  },
)

/** Returns the outcome of one entry, and the amount and value date that are booked for it. */
async function takeEntry(reference: string, change: (entry: string) => string) {
  const entry = entryOf({ amount: '500', head: `<AcctSvcrRef>${reference}</AcctSvcrRef>`, details: onAccount })
  const [outcome] = await take(notificationFile('N', change(entry)))
  const query = `select amount_minor as minor, value_date::text as day from inbound_payments where bank_reference = $1`
  return { outcome, ...(await db.pool.query(query, [`camt.054 ${reference}`])).rows[0] }
}

test.each([
  ['JPY', '500', 500n],
  ['JPY', '500.00', 500n],
  ['KWD', '5.125', 5125n],
  ['KWD', '5', 5000n],
  ['JPY', '500.5', undefined],
  ['KWD', '5.1255', undefined],
  ['GBP', '-5.00', undefined],
  ['GBP', '+5.00', undefined],
  ['GBP', '5e2', undefined],
])('an entry of %s %s is booked with the decimals of its currency, or not at all', async (currency, value, minor) => {
  const booked = await takeEntry(`DECIMALS ${currency} ${value}`, (entry) =>
    entry.replace('"GBP">500', `"${currency}">${value}`),
  )
  expect(booked.minor).toBe(minor)
  expect(booked.outcome).toMatch(minor === undefined ? /^rejected: / : /^incoming funds: Unidentified/)
})

test.each([
  ['1970-01-01', '1970-01-01'],
  ['2199-12-31', '2199-12-31'],
  ['0001-01-01', undefined],
  ['2200-01-01', undefined],
  ['9999-12-31', undefined],
  ['2026-02-30', undefined],
  ['2026-11-30Z', '2026-11-30'],
  ['2026-11-30+01:00', '2026-11-30'],
])('an entry with the value date %s is booked once, on it or on the day of its receipt', async (day, booked) => {
  const dated = () =>
    takeEntry(`DAY ${day}`, (entry) => entry.replace('<NtryDtls>', `<ValDt><Dt>${day}</Dt></ValDt><NtryDtls>`))
  const first = await dated()
  expect(first).toMatchObject({ outcome: 'incoming funds: Credited', day: booked ?? '2026-11-20' })
  expect(await dated()).toEqual({ ...first, outcome: 'incoming funds: known already' })
})
