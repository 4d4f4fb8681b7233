import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { openPayments } from '../../../test/support/payment-service.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take, settled } = bank
const iban = await bank.iban()
let count = 0

interface Back {
  refs?: string
  text?: string
  parties?: string
  mark?: string
}
const MARK = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
/** A credit that is marked as a return, with the references of a payment. */
function back(endToEndId: string, amount: string, { refs = '', text = '', parties = '', mark = MARK }: Back = {}) {
  const names = `<Refs>${refs}<EndToEndId>${endToEndId}</EndToEndId></Refs>`
  const said = text && `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`
  const details = `${names}<RltdPties>${parties}<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>${said}${mark}`
  return notificationFile(
    `N-${++count}`,
    entryOf({ amount, head: `<AcctSvcrRef>SHARED-${count}</AcctSvcrRef>`, details }),
  )
}

/** Settled payments that share an end-to-end id. */
async function sharing(endToEndId: string, ...changes: { amount: string; reference?: string }[]) {
  const payments = []
  for (const { amount, ...change } of changes) payments.push(await settled(amount, change))
  const uetrs = payments.map(({ uetr }) => uetr)
  await db.pool.query('update payments set end_to_end_id = $1 where uetr = any ($2)', [endToEndId, uetrs])
  return payments
}

test('a returned payment is found among those with its end-to-end id by its amount', async () => {
  const [, second] = await sharing('SHARED-A', { amount: '50.00' }, { amount: '60.00' }, { amount: '70.00' })
  expect(await take(back('SHARED-A', '60.00'))).toEqual([`payment ${second!.uetr}: Returned`])
})

test('a returned payment is found among equal ones by the reference that we gave the bank', async () => {
  const [, second] = await sharing(
    'SHARED-B',
    { amount: '51.00', reference: 'Invoice 1' },
    { amount: '51.00', reference: 'Invoice 17' },
  )
  expect(await take(back('SHARED-B', '51.00', { text: 'RETURN OF INVOICE 17' }))).toEqual([
    `payment ${second!.uetr}: Returned`,
  ])
})

test.each(['MsgId', 'PmtInfId', 'InstrId', 'TxId'])(
  'a returned payment is found by the id that we gave the bank as %s, among equal ones',
  async (name) => {
    const [first] = await sharing(`SHARED-${name}`, { amount: '52.00' }, { amount: '52.00' })
    const refs = `<${name}>${first!.uetr.replaceAll('-', '')}</${name}>`
    expect(await take(back(`SHARED-${name}`, '52.00', { refs }))).toEqual([`payment ${first!.uetr}: Returned`])
  },
)

test('a return that may be of several payments is returned to none, and waits in suspense with its reason', async () => {
  const payments = await sharing('SHARED-C', { amount: '53.00' }, { amount: '53.00' })
  const balance = await bank.balance()
  const file = back('SHARED-C', '53.00')
  for (const outcome of ['Unidentified', 'known already'])
    expect(await take(file)).toEqual([`incoming funds: ${outcome}`])
  expect(await bank.balance()).toBe(balance)
  for (const { paymentId } of payments) expect((await service.read(paymentId)).status).toBe('Completed')
  const { rows } = await db.pool.query(
    `select status, status_reason as reason from inbound_payments where amount_minor = 5300`,
  )
  expect(rows).toEqual([{ status: 'Unidentified', reason: 'ReturnAmbiguous' }])
})

test('a deposit of a stranger with an end-to-end id that several payments share is credited', async () => {
  await sharing('SHARED-D', { amount: '54.00' }, { amount: '54.00' })
  const parties = '<Dbtr><Pty><Nm>Someone Else</Nm></Pty></Dbtr>'
  expect(await take(back('SHARED-D', '54.00', { parties, mark: '' }))).toEqual(['incoming funds: Credited'])
})

test('a returned payment is found among more than fifty with its end-to-end id', async () => {
  const payments = await sharing('SHARED-E', ...Array.from({ length: 52 }, () => ({ amount: '1.00' })))
  await sharing('SHARED-E', { amount: '2.00' })
  expect(payments).toHaveLength(52)
  const one = await sharing('SHARED-E', { amount: '1.50' })
  expect(await take(back('SHARED-E', '1.50'))).toEqual([`payment ${one[0]!.uetr}: Returned`])
  expect(await take(back('SHARED-E', '1.00'))).toEqual(['incoming funds: Unidentified'])
})

test('a deposit that names the account of its client is credited although its payer was paid twice with one end-to-end id', async () => {
  const [payment] = await sharing('SHARED-F', { amount: '50.00' }, { amount: '60.00' })
  const query = 'select beneficiary_snapshot as payee from payments where uetr = $1'
  const { payee } = (await db.pool.query(query, [payment!.uetr])).rows[0]
  const from = `<DbtrAcct><Id><Othr><Id>${payee.accountNumber}</Id></Othr></Id></DbtrAcct>`
  const parties = `<Dbtr><Pty><Nm>${payee.name}</Nm></Pty></Dbtr>${payee.iban ? `<DbtrAcct><Id><IBAN>${payee.iban}</IBAN></Id></DbtrAcct>` : from}`
  expect(await take(back('SHARED-F', '20.00', { parties, text: 'Deposit back', mark: '' }))).toEqual([
    'incoming funds: Credited',
  ])
})

test('a return is not given to a payment because its reference is one short word of another text', async () => {
  await sharing('SHARED-G', { amount: '56.00', reference: 'Rent' }, { amount: '56.00', reference: 'Lease 20 May' })
  expect(await take(back('SHARED-G', '56.00', { text: 'Payment of rent returned' }))).toEqual([
    'incoming funds: Unidentified',
  ])
})

test('a return is not given to one of two clients by its amount alone', async () => {
  const [{ uetr }] = (await sharing('SHARED-I', { amount: '67.00' })) as [{ uetr: string }]
  const other = await openPayments(db, 'RM', {})
  await other.fund('GBP', 1_000_00n)
  const { body } = await other.create({ amount: '57.00' }, 'GBP')
  await other.settle()
  await db.pool.query(`update payments set end_to_end_id = 'SHARED-I' where uetr = $1`, [body.uetr])
  const { adapter } = (await db.pool.query('select adapter from rail_instructions where uetr = $1', [uetr])).rows[0]
  await db.pool.query('update rail_instructions set adapter = $1 where uetr = $2', [adapter, body.uetr])
  const unnamed = back('SHARED-I', '57.00').replace(/<CdtrAcct>.*<\/CdtrAcct>/, '')
  expect(await take(unnamed)).toEqual(['incoming funds: Unidentified'])
})
