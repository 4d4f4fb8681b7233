import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled, balance } = bank
const iban = await bank.iban()
let count = 0

interface Part {
  amount?: string
  account?: string
  refs?: string
}
const part = ({ amount, account = iban, refs = '' }: Part) =>
  `<TxDtls><Refs>${refs}</Refs>${amount === undefined ? '' : `<Amt Ccy="GBP">${amount}</Amt>`}<RltdPties><CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
const own = (id: string) => `<AcctSvcrRef>${id}</AcctSvcrRef>`
const valued = (day: string) => `<ValDt><Dt>${day}</Dt></ValDt>`

/** An entry with parts, or without any details; `account` is the one that the notification is about. */
function entry(head: string, amount: string, parts: Part[] = [], direction = 'CRDT') {
  const details = parts.length === 0 ? '' : `<NtryDtls>${parts.map(part).join('')}</NtryDtls>`
  return `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${head}${details}</Ntry>`
}
const file = (entries: string, account = iban, id = `N-${++count}`) =>
  notificationFile(id, entries).replace('<Othr><Id>1</Id></Othr>', `<IBAN>${account}</IBAN>`)
const nostro = 'DE89370400440532013000'

async function booked() {
  const house = await service.book(HOUSE_ENTITY_ID)
  return -(house['safeguarding:GBP'] ?? 0n)
}
/** Processes files. Returns what they added to our account at the bank by our books, and the last outcomes. */
async function after(...files: string[]) {
  const [before, listed] = [await booked(), (await bank.listed()).length]
  let outcomes: string[] = []
  for (const each of files) outcomes = await take(each)
  expect(service.failures).toEqual([])
  return { added: (await booked()) - before, outcomes, listed: (await bank.listed()).length - listed }
}

const known = 'incoming funds: known already'

test.each<[string, Part[]]>([
  ['one part', [{}]],
  ['one part with a reference of its own', [{ refs: own('P-1') }]],
  ['several parts', [{ amount: '40.00' }, { amount: '60.00' }]],
  [
    'several parts with references',
    [
      { amount: '40.00', refs: own('P-2') },
      { amount: '60.00', refs: own('P-3') },
    ],
  ],
])('an entry is booked once that comes with and without details, whichever is first: %s', async (name, parts) => {
  for (const account of [iban, nostro])
    for (const isBareFirst of [true, false]) {
      const head = `${valued('2026-11-16')}${own(`${name} ${account} ${isBareFirst}`)}`
      const files = [
        file(entry(head, '100.00'), account),
        file(entry(head, '100.00', parts).replaceAll('>P-', `>${++count}-P-`), account),
      ]
      const { added, outcomes } = await after(...(isBareFirst ? files : files.toReversed()))
      expect([added, account === iban || !isBareFirst ? new Set(outcomes) : null]).toEqual([
        100_00n,
        account === iban || !isBareFirst ? new Set([known]) : null,
      ])
    }
})

test('details of money that waits in suspense tell the operator whose it is, once', async () => {
  const head = own('LATE-DETAILS')
  const [bare, detailed] = [file(entry(head, '70.00'), nostro), file(entry(head, '70.00', [{}]), nostro)]
  const { added, outcomes, listed } = await after(bare, detailed, detailed)
  expect([added, outcomes, listed]).toEqual([70_00n, [expect.stringContaining('rejected: ')], 1])
  expect((await bank.listed()).at(-1)!.explanation).toMatch(/inp_.*assign-funds/s)
})

test('an entry without details, after some of its parts, adds only what an operator must look at', async () => {
  const head = own('PARTS')
  const batch = entry(head, '100.00', [{ amount: '40.00' }]).replace(
    '<NtryDtls>',
    '<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>',
  )
  const { added, listed } = await after(file(batch), file(entry(head, '100.00')))
  expect([added, listed]).toEqual([40_00n, 2]) // the difference, and the entry that reports it again
  // the other part comes later
  const whole = entry(head, '100.00', [{ amount: '40.00' }, { amount: '60.00' }])
  expect((await after(file(whole))).added).toBe(60_00n)
  expect(await after(file(entry(head, '100.00')))).toEqual({ added: 0n, outcomes: [known], listed: 0 })
})

test('a return is booked once that came as an entry without details before, or comes so later', async () => {
  for (const isBareFirst of [true, false]) {
    const payment = await settled('130.00')
    const head = own(`RETURN-${isBareFirst}`)
    const back = entry(head, '130.00', [{ refs: `<UETR>${payment.uetr}</UETR>` }])
    const files = [file(entry(head, '130.00')), file(back)]
    expect((await after(...(isBareFirst ? files : files.toReversed()))).added).toBe(130_00n)
  }
})

test('debits of payments that were booked by the parts of an entry are not listed when the entry comes without them', async () => {
  const orders = []
  for (const amount of ['11.00', '12.00']) orders.push((await service.create({ amount }, 'GBP')).body)
  await service.settle()
  const parts = orders.map(({ uetr, amount }) => ({ amount, refs: `<UETR>${uetr}</UETR>` }))
  const head = own('COLLECTIVE-DEBIT')
  const { added, listed, outcomes } = await after(
    file(entry(head, '23.00', parts, 'DBIT')),
    file(entry(head, '23.00', [], 'DBIT')),
  )
  expect([added, listed, outcomes]).toEqual([-23_00n, 0, ['known already']])
})

test('the same reference on another account, or for another amount, is other money at any depth', async () => {
  const head = own('SHARED')
  const other = (await db.pool.query(`select iban from accounts where iban is not null and iban <> $1`, [iban])).rows[0]
    .iban
  expect((await after(file(entry(head, '15.00')))).added).toBe(15_00n)
  expect((await after(file(entry(head, '15.00'), other))).added).toBe(15_00n)
  expect((await after(file(entry(head, '16.00', [{ amount: '7.00' }, { amount: '9.00' }])))).added).toBe(16_00n)
})

test('entries without a reference of the bank are the same in any order of their notification, and equal ones stay two', async () => {
  const entries = [
    entry(valued('2026-11-16'), '21.00', [{ refs: '<EndToEndId>A</EndToEndId>' }]),
    entry(valued('2026-11-16'), '22.00', [{ refs: '<EndToEndId>B</EndToEndId>' }]),
    entry(valued('2026-11-16'), '21.00', [{ refs: '<EndToEndId>A</EndToEndId>' }]),
    entry(valued('2026-11-17'), '21.00', [{ amount: '1.00' }, { amount: '20.00' }]),
  ]
  const numbered = (each: string[]) =>
    each.map((text, i) => text.replace('</Sts>', `</Sts><NtryRef>${i + 1}</NtryRef>`)).join('')
  for (const number of [(each: string[]) => each.join(''), numbered]) {
    const id = `ORDER-${++count}`
    const before = await balance()
    expect((await after(file(number(entries), iban, id))).added).toBe(85_00n)
    for (const again of [entries, entries.toReversed(), [...entries.slice(1), entries[0]!]]) {
      const { added, outcomes } = await after(file(number(again), iban, id))
      expect([added, new Set(outcomes)]).toEqual([0n, new Set([known])])
    }
    const bare = entries.map((text) => text.replace(/<NtryDtls>.*<\/NtryDtls>/s, ''))
    expect((await after(file(number(bare.toReversed()), iban, id))).added).toBe(0n)
    expect((await balance()) - before).toBe(85_00n)
  }
})

test('a payment that two notifications report by its UETR, without a reference of the bank, is booked once', async () => {
  const uetr = '11111111-2222-4333-8444-666666666666'
  const one = entry(valued('2026-11-16'), '31.00', [{ refs: `<UETR>${uetr}</UETR>` }])
  expect((await after(file(one), file(one))).added).toBe(31_00n)
  const other = entry(valued('2026-11-16'), '31.00', [{ refs: `<UETR>${uetr.replace('6666', '7777')}</UETR>` }])
  expect((await after(file(other))).added).toBe(31_00n)
})

test('the payments of a batch are credited although the bank reported their sum first, and the sum is known afterwards', async () => {
  const batch = (parts: string) =>
    file(
      entry(`${valued('2026-11-20')}${own('BATCH')}`, '30.00').replace(
        '</Ntry>',
        `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${parts}</NtryDtls></Ntry>`,
      ),
      nostro,
    )
  const parts = [
    part({ amount: '10.00', refs: '<EndToEndId>P1</EndToEndId>' }),
    part({ amount: '20.00', refs: '<EndToEndId>P2</EndToEndId>' }),
  ].join('')
  const sum = await after(batch(''))
  expect(sum).toMatchObject({ added: 0n, listed: 1 })
  expect(await after(batch(parts))).toEqual({
    added: 30_00n,
    outcomes: Array(2).fill('incoming funds: Credited'),
    listed: 0,
  })
  expect(await after(batch(''))).toEqual({ added: 0n, outcomes: [known], listed: 0 })
})

test('returned payments of a batch are returned although the bank reported their sum first', async () => {
  const payments = [await settled('11.00'), await settled('12.00')]
  const back = ({ uetr, amount }: { uetr: string; amount: string }) =>
    `<TxDtls><Refs><UETR>${uetr}</UETR></Refs><Amt Ccy="GBP">${amount}</Amt><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`
  const batch = (parts: string) =>
    file(
      entry(own('RETURNS'), '23.00').replace(
        '</Ntry>',
        `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${parts}</NtryDtls></Ntry>`,
      ),
      nostro,
    )
  const { outcomes } = await after(batch(''), batch(payments.map(back).join('')))
  expect(outcomes).toEqual(payments.map(({ uetr }) => `payment ${uetr}: Returned`))
})

test('an entry of another day is booked although the parts of one with its reference and sum are booked', async () => {
  const parts = [{ amount: '45.00' }, { amount: '46.00' }]
  const detailed = entry(`${own('REUSED')}${valued('2026-11-16')}`, '91.00', parts)
  const later = entry(`${own('REUSED')}${valued('2026-11-17')}`, '91.00')
  expect((await after(file(detailed))).added).toBe(91_00n)
  expect((await after(file(later))).added).toBe(91_00n)
  expect(await after(file(later), file(detailed))).toMatchObject({ added: 0n, listed: 0 })
})
