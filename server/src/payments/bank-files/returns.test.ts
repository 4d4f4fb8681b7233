import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank, returnFile } from '../../../test/support/file-bank.ts'

const bank = await openFileBank(await testDatabase())
const { service, take, settled } = bank
const iban = await bank.iban()
let count = 0

/** A credit for our client that has the end-to-end id of a payment, and more. */
const credit = (endToEndId: string, amount: string, more: { parties?: string; agents?: string; rest?: string } = {}) =>
  notificationFile(
    `N-${++count}`,
    entryOf({
      amount,
      head: `<AcctSvcrRef>LINE-${count}</AcctSvcrRef>`,
      details: `<Refs><EndToEndId>${endToEndId}</EndToEndId></Refs><RltdPties>${more.parties ?? ''}<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>${more.agents ?? ''}${more.rest ?? ''}`,
    }),
  )
const payer = (number: string) =>
  `<Dbtr><Pty><Nm>A Customer Ltd</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>${number}</Id></Othr></Id></DbtrAcct>`

test("a customer's payment under the number of an invoice that we paid is a deposit, not the return of our payment", async () => {
  const payment = await settled('120.00')
  expect(await take(credit(payment.endToEndId, '50.00', { parties: payer('20000012345678') }))).toEqual([
    'incoming funds: Credited',
  ])
  expect((await service.read(payment.paymentId)).status).toBe('Completed')
})

test('a credit of an unnamed payer is the return of a payment by its end-to-end id only with the whole amount', async () => {
  const payment = await settled('121.00')
  const named = '<Dbtr><Pty><Nm>A Customer Ltd</Nm></Pty></Dbtr>'
  expect(await take(credit(payment.endToEndId, '120.99'))).toEqual(['incoming funds: Credited'])
  expect(await take(credit(payment.endToEndId, '121.00', { parties: named }))).toEqual(['incoming funds: Credited'])
  const balance = await bank.balance()
  expect(await take(credit(payment.endToEndId, '121.00'))).toEqual([`payment ${payment.uetr}: Returned`])
  await take(returnFile(payment.uetr, 'RTR-20261120-121', '121.00')) // the same money, announced after its booking
  expect((await bank.balance()) - balance).toBe(121_00n)
})

test.each([
  ['an ultimate debtor', { parties: '<UltmtDbtr><Pty><Nm>A Customer Ltd</Nm></Pty></UltmtDbtr>' }],
  [
    'a debtor by its id',
    { parties: '<Dbtr><Pty><Id><OrgId><LEI>5493001KJTIIGC8Y1R12</LEI></OrgId></Id></Pty></Dbtr>' },
  ],
  ['a proxy of its account', { parties: '<DbtrAcct><Prxy><Id>customer@example.com</Id></Prxy></DbtrAcct>' }],
  [
    'the bank of the payer',
    { agents: '<RltdAgts><DbtrAgt><FinInstnId><BICFI>BUKBGB22XXX</BICFI></FinInstnId></DbtrAgt></RltdAgts>' },
  ],
  [
    'a bank without a code',
    { agents: '<RltdAgts><DbtrAgt><FinInstnId><Nm>Some Bank</Nm></FinInstnId></DbtrAgt></RltdAgts>' },
  ],
])('a credit of the whole amount with our end-to-end id and %s is a deposit', async (_, more) => {
  const payment = await settled('126.00')
  expect(await take(credit(payment.endToEndId, '126.00', more))).toEqual(['incoming funds: Credited'])
  expect((await service.read(payment.paymentId)).status).toBe('Completed')
})

test('a credit of an unnamed payer is a return with the amount that is left of its payment, and its bank may be named', async () => {
  const payment = await settled('127.00')
  await take(returnFile(payment.uetr, 'RTR-20261120-127', '27.00'))
  expect(await take(credit(payment.endToEndId, '127.00'))).toEqual(['incoming funds: Credited'])
  const bankOfPayee =
    '<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>089999</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts>'
  expect(await take(credit(payment.endToEndId, '100.00', { agents: bankOfPayee }))).toEqual([
    `payment ${payment.uetr}: Returned`,
  ])
  expect((await service.read(payment.paymentId)).returned.amount).toBe('127.00')
})

test.each([
  ['from the account of the payee', { parties: payer('08999966374958') }],
  [
    'from the account of the payee at its bank',
    {
      parties: payer('66374958'),
      agents:
        '<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>089999</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts>',
    },
  ],
  ['marked as a return', { rest: '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' }],
])('a credit %s is the return of the payment with its end-to-end id', async (_, more) => {
  const payment = await settled('122.00')
  expect(await take(credit(payment.endToEndId, '122.00', more))).toEqual([`payment ${payment.uetr}: Returned`])
  const { status, returned } = await service.read(payment.paymentId)
  expect([status, returned.amount, returned.reason ?? null]).toEqual([
    'Returned',
    '122.00',
    'rest' in more ? 'AC04' : null,
  ])
})

test('a deposit with a short number in its references is not the return that the bank numbered so', async () => {
  const payment = await settled('123.00')
  await take(returnFile(payment.uetr, '', '123.00')) // its id is its number in the message: 1
  const details = (id: string) =>
    `<Refs><InstrId>${id}</InstrId></Refs><RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
  const entry = (reference: string, id: string) =>
    notificationFile(
      reference,
      entryOf({ amount: '123.00', head: `<AcctSvcrRef>${reference}</AcctSvcrRef>`, details: details(id) }),
    )
  expect(await take(entry('D-1', '1'))).toEqual(['incoming funds: Credited'])
  const other = await settled('124.00')
  await take(returnFile(other.uetr, 'RTR-20261120-4', '124.00'))
  const booking = entry('D-2', 'RTR-20261120-4').replace('123.00', '124.00')
  expect(await take(booking)).toEqual([`payment ${other.uetr}: Returned`])
  expect((await service.read(other.paymentId)).returned.amount).toBe('124.00')
  expect(await bank.listed()).toEqual([])
})

test("a customer's payment is no return once the money of the announced return was booked, whichever message came first", async () => {
  const booking = (uetr: string) =>
    notificationFile(
      `B-${++count}`,
      entryOf({
        amount: '50.00',
        head: `<AcctSvcrRef>BACK-${count}</AcctSvcrRef>`,
        details: `<Refs><UETR>${uetr}</UETR></Refs>`,
      }),
    )
  for (const isBookedFirst of [true, false]) {
    const payment = await settled('125.00')
    const files = [booking(payment.uetr), returnFile(payment.uetr, `RTR-125-${count}`, '50.00')]
    for (const file of isBookedFirst ? files : files.toReversed()) await take(file)
    expect((await service.read(payment.paymentId)).returned.amount).toBe('50.00')
    expect(await take(credit(payment.endToEndId, '50.00', { parties: payer('20000012345678') }))).toEqual([
      'incoming funds: Credited',
    ])
    expect((await service.read(payment.paymentId)).returned.amount).toBe('50.00')
  }
})

const code = (subFamily: string, family = 'ICDT') =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`

test.each([
  ['of the entry', 'RRTN', 'ICDT', true],
  ['of the entry for a received transfer', 'RRTN', 'RCDT', true],
  ['of its part', 'RPCR', 'IRCT', false],
])(
  'a credit with the transaction code of a return %s is the return of the payment with its end-to-end id: %s',
  async (_, sub, family, isOfEntry) => {
    const payment = await settled('128.00')
    const parties = '<Dbtr><Pty><Nm>Someone Else</Nm></Pty></Dbtr>'
    const plain = credit(payment.endToEndId, '28.00', { parties, rest: isOfEntry ? '' : code(sub, family) })
    const file = isOfEntry ? plain.replace('<NtryDtls>', `${code(sub, family)}<NtryDtls>`) : plain
    expect(await take(file)).toEqual([`payment ${payment.uetr}: Returned`])
  },
)

test('a credit with the code of a transfer is no return, and a debit with that of a return is no debit of the payment', async () => {
  const payment = await settled('129.00')
  const parties = '<Dbtr><Pty><Nm>Someone Else</Nm></Pty></Dbtr>'
  const plain = credit(payment.endToEndId, '29.00', { parties }).replace(
    '<NtryDtls>',
    `${code('ESCT', 'RCDT')}<NtryDtls>`,
  )
  expect(await take(plain)).toEqual(['incoming funds: Credited'])
  const listed = (await bank.listed()).length
  const debit = entryOf({
    direction: 'DBIT',
    amount: '129.00',
    head: `<AcctSvcrRef>BACK-129</AcctSvcrRef>${code('RRTN', 'RCDT')}`,
    details: `<Refs><UETR>${payment.uetr}</UETR></Refs>`,
  })
  expect(await take(notificationFile('BACK', debit))).toEqual([expect.stringContaining('rejected: ')])
  expect((await bank.listed()).slice(listed)).toMatchObject([{ kind: 'EntryRejected' }])
})
