import { inTransaction } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { receiveFunds } from '../inbound/index.ts'
import { explainBreak } from './index.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStatementBank, statementFile, statementOf } from '../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, returnFile } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openStatementBank(db)
const iban = await bank.iban()

/** Each test continues the statements of the account. */
let balance = 1000
let number = 0
let id = ''
beforeEach(() => {
  id = `S${++number}`
})

const head = (reference: string) => `<AcctSvcrRef>${reference}</AcctSvcrRef><ValDt><Dt>${bank.today()}</Dt></ValDt>`
const to = (payer = 'Payer') =>
  `<RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
const credit = (reference: string, amount: string) => entryOf({ amount, head: head(reference), details: to() })
const debit = (reference: string, amount: string, details = '') =>
  entryOf({ direction: 'DBIT', amount, head: head(reference), details })
const notify = (entries: string) => bank.take(notificationFile(`N${id}`, entries))

/** Sends the statement of entries that change the balance. */
async function state(change: number, entries: string, options: object = {}) {
  const opening = balance.toFixed(2)
  balance += change
  const closing = balance.toFixed(2)
  return bank.take(
    statementFile(statementOf({ id, sequence: number, opening, closing, day: bank.today(), entries, ...options })),
  )
}
const figures = async () => (await bank.compare())[0]!

describe('no break remains', () => {
  test('for a credit, whether its notification comes before the statement or after it', async () => {
    await notify(credit('A1', '250.00'))
    await state(300, credit('A1', '250.00') + credit('A2', '50.00'))
    expect(await bank.breaks()).toEqual([
      expect.objectContaining({ kind: 'OnlyAtBank', amount: '50.00', reference: 'A2', status: 'Open', bank: 'file' }),
    ])
    const before = await bank.balance()
    await notify(credit('A2', '50.00'))
    expect(await bank.breaks()).toEqual([])
    expect(Number(await bank.balance()) - Number(before)).toBe(5000)
    expect(await figures()).toMatchObject({
      bankBalance: '1300.00',
      bookBalance: '300.00',
      atStart: '1000.00',
      difference: '1000.00',
    })
  })

  test('for payments by their debits, a return by its bank reference, and a return that a pacs.004 announced', async () => {
    const [one, two] = [await bank.settled('120.00'), await bank.settled('80.00')]
    const refs = ({ uetr }: { uetr: string }) => `<Refs><UETR>${uetr}</UETR></Refs>`
    await notify(debit('D1', '120.00', refs(one)))
    await bank.take(returnFile(two.uetr, 'RETURN-0001', '80.00'))
    const returned = `<Refs><TxId>RETURN-0001</TxId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`
    await state(
      -120,
      debit('D1', '120.00', refs(one)) +
        debit('D2', '80.00', refs(two)) +
        entryOf({ amount: '80.00', head: head('D3'), details: returned }),
    )
    expect(await bank.breaks()).toEqual([])
  })

  test('for a batch that only the notification itemises, and for one that only the statement itemises', async () => {
    const part = (amount: string, reference: string) =>
      `<TxDtls><Refs><TxId>${reference}</TxId></Refs><Amt Ccy="GBP">${amount}</Amt>${to()}</TxDtls>`
    const detailed = (reference: string) =>
      entryOf({ amount: '30.00', head: head(reference) }).replace(
        '</Ntry>',
        `<NtryDtls>${part('10.00', 'x')}${part('20.00', 'y')}</NtryDtls></Ntry>`,
      )
    await notify(detailed('B1') + entryOf({ amount: '30.00', head: head('B2') }))
    await state(60, entryOf({ amount: '30.00', head: head('B1') }) + detailed('B2'))
    expect(await bank.breaks()).toEqual([])
  })

  test('for entries without a reference of the bank, by payer, account and day', async () => {
    const day = `<ValDt><Dt>${bank.today()}</Dt></ValDt>`
    const entries = ['Zoe', 'Adam', 'Zoe']
      .map((payer) => entryOf({ amount: '7.00', head: day, details: to(payer) }))
      .join('')
    await notify(entries)
    await state(21, entries)
    expect(await bank.breaks()).toEqual([])
    await state(7, entryOf({ amount: '7.00', head: day, details: to('Eve') }), { id: `${id}b`, sequence: ++number })
    expect(await bank.breaks()).toEqual([expect.objectContaining({ kind: 'OnlyAtBank', amount: '7.00' })])
    await notify(entryOf({ amount: '7.00', head: day, details: to('Eve') }))
    expect(await bank.breaks()).toEqual([])
  })
})

test('a credit that only the statement shows is booked by an operator under its reference, and its notification books it no more', async () => {
  await state(60, credit('O1', '60.00'))
  expect(await bank.breaks()).toHaveLength(1)
  const { rows } = await db.pool.query(
    'select entity_id as "entityId", account_id as "accountId", currency from accounts where iban = $1',
    [iban],
  )
  const funds = {
    account: rows[0],
    currency: 'GBP',
    amountMinor: 6000n,
    bankReference: 'camt.054 O1',
    valueDate: bank.today(),
  }
  const { at, wall } = { at: bank.service.deps.clock.now(), wall: new Date() }
  await inTransaction(db, (tx) => receiveFunds(tx, funds, { actor: { type: 'operator' }, at, wall }))
  expect(await bank.breaks()).toEqual([])
  expect(await notify(credit('O1', '60.00'))).toEqual(['known already'].map((outcome) => `incoming funds: ${outcome}`))
  expect(await bank.breaks()).toEqual([])
})

describe('a break shows', () => {
  test('a fee that the bank debited, and a credit that it booked less a fee', async () => {
    await notify(credit('C1', '100.00'))
    await state(92, credit('C1', '95.00') + debit('C2', '3.00'))
    const breaks = await bank.breaks()
    expect(breaks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'AmountDiffers', amount: '-5.00', atBank: '95.00', inBooks: '100.00' }),
        expect.objectContaining({ kind: 'OnlyAtBank', amount: '-3.00', reference: 'C2' }),
      ]),
    )
    expect(breaks).toHaveLength(2)
    const { difference, atStart, openAmount, openBreaks } = await figures()
    expect([difference, atStart, openAmount, openBreaks]).toEqual(['992.00', '1000.00', '-8.00', 2])
  })
})

test('an operator explains a break: its amount counts as explained, the act is recorded, and it may still be resolved', async () => {
  await state(12, credit('E1', '12.00'))
  const all = await bank.breaks()
  const { breakId } = all.find(({ reference }) => reference === 'E1')!
  const act = { actor: { type: 'operator' as const }, at: bank.service.deps.clock.now(), wall: new Date() }
  const explained = { by: 'A. Khan', reason: 'The notification comes on Monday' }
  const before = await figures()
  const explain = (id: string) => inTransaction(db, (tx) => explainBreak(tx, id, explained, act))
  await explain(parseId('brk', breakId)!)
  expect(await bank.breaks()).toContainEqual(
    expect.objectContaining({ breakId, status: 'Explained', reason: explained.reason, explainedBy: 'A. Khan' }),
  )
  expect(await figures()).toMatchObject({
    openBreaks: before.openBreaks - 1,
    explainedBreaks: 1,
    explainedAmount: '12.00',
  })
  const { rows } = await db.pool.query(`select detail from events where type = 'bankBreak.explained'`)
  expect(rows).toEqual([
    { detail: { bank: 'file', kind: 'OnlyAtBank', amount: '12.00', currency: 'GBP', ...explained } },
  ])
  await notify(credit('E1', '12.00'))
  expect((await bank.breaks()).map((each) => each.breakId)).not.toContain(breakId)
  await expect(explain(parseId('brk', breakId)!)).rejects.toMatchObject({ code: 'bank_break_not_found' })
})

test('an explained break is open again once its amount is another', async () => {
  await state(40, credit('X1', '40.00'))
  const found = async () => (await bank.breaks()).find(({ reference }) => reference === 'X1')
  const { breakId } = (await found())!
  const act = { actor: { type: 'operator' as const }, at: bank.service.deps.clock.now(), wall: new Date() }
  const explained = { by: 'A. Khan', reason: 'The notification comes on Monday' }
  await inTransaction(db, (tx) => explainBreak(tx, parseId('brk', breakId)!, explained, act))
  expect(await found()).toMatchObject({ status: 'Explained', amount: '40.00' })
  await notify(credit('X1', '90.00'))
  expect(await found()).toMatchObject({ breakId, status: 'Open', amount: '-50.00', reason: null })
})

test('a settled payment that the bank did not debit in the time of its statements is only in the books, with its age', async () => {
  const before = await figures()
  const { paymentId } = await bank.settled('33.00')
  await bank.compare()
  await state(0, '')
  const found = (await bank.breaks(3)).filter(({ kind }) => kind === 'OnlyInBooks')
  expect(found).toEqual([
    expect.objectContaining({ amount: '33.00', inBooks: '-33.00', source: paymentId, ageDays: 3 }),
  ])
  const after = await figures()
  expect(Number(after.difference) - Number(before.difference)).toBeCloseTo(33)
})
