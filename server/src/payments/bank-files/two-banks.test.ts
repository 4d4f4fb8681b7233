import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { createScreening } from '../../screening/index.ts'
import type { RailAdapter } from '../rails/index.ts'
import { openBanks } from './bank-files.ts'
import { statementStoreOf } from '../bank-statements/index.ts'

const db = await testDatabase()
const root = temporaryDirectory()
afterAll(() => rmSync(root, { recursive: true, force: true }))
const at = (bank: string, ...rest: string[]) => path.join(root, bank, ...rest)
const identity = { format: 'pacs.008', name: 'Cambist', bic: 'CMBTDEFF', bankBic: 'DEUTDEFF' }
const folder = (bank: string, settings: object) => {
  mkdirSync(at(bank), { recursive: true })
  writeFileSync(at(bank, 'rail.json'), JSON.stringify({ ...identity, ...settings }))
}
folder('london', { schemes: ['Fps', 'Chaps'] })
folder('frankfurt', { id: 'frankfurt', schemes: ['Sepa', 'SepaInstant'] })
const open = (...banks: string[]) =>
  openBanks(
    banks.map((bank) => at(bank)),
    {
      db,
      clock: { now: () => new Date('2026-11-20T10:00:00.000Z'), wall: () => new Date() },
      screening: createScreening(0.88),
      statementsOf: statementStoreOf,
      log: pino({ level: 'silent' }),
    },
  )
const [london, frankfurt] = await open('london', 'frankfurt')
const service = await openPayments(db, 'RM', { adapters: [london!.adapter, frankfurt!.adapter] })
await service.fund('GBP', 1_000_00n)
await service.fund('EUR', 1_000_00n)

const status = (uetr: string, id: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><TxInfAndSts><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>ACSC</TxSts></TxInfAndSts></FIToFIPmtStsRpt></Document>`
const credit = (reference: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId></GrpHdr><Ntfctn><Id>N</Id><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct><Ntry><Amt Ccy="GBP">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
async function sent(currency: 'GBP' | 'EUR') {
  const { body } = await service.create({ amount: '10.00' }, currency)
  await service.settle()
  return service.read(body.paymentId)
}
const file = ({ uetr }: { uetr: string }) => `pacs.008-${uetr.replaceAll('-', '')}.xml`

test('two banks at once: each gets the payments of its schemes, and the reports of each are booked', async () => {
  const [pounds, euros] = [await sent('GBP'), await sent('EUR')]
  expect(readdirSync(at('london', 'outbox'))).toEqual([file(pounds)])
  expect(readdirSync(at('frankfurt', 'outbox'))).toEqual([file(euros)])
  writeFileSync(at('london', 'inbox', 'a.xml'), status(pounds.uetr, 'A1'))
  writeFileSync(at('frankfurt', 'inbox', 'a.xml'), status(euros.uetr, 'A1'))
  expect(await Promise.all([london!.poll(), frankfurt!.poll()])).toEqual([1, 1])
  await service.settle()
  for (const { paymentId } of [pounds, euros]) expect((await service.read(paymentId)).status).toBe('Completed')
})

test('a report on a payment that the other bank submitted is not booked, and an operator sees it', async () => {
  const pounds = await sent('GBP')
  writeFileSync(at('frankfurt', 'inbox', 'b.xml'), status(pounds.uetr, 'B1'))
  await frankfurt!.poll()
  await service.settle()
  expect((await service.read(pounds.paymentId)).status).toBe('Submitted')
  const { rows } = await db.pool.query(
    'select kind, explanation from contradictory_reports where bank_reference = $1',
    ['frankfurt: pacs.002 B1/1'],
  )
  expect(rows).toEqual([{ kind: 'EntryRejected', explanation: expect.stringContaining('did not submit') }])
  const forged = db.pool.query(
    `insert into rail_messages (entity_id, message_id, payment_id, uetr, rail_ref, status, received_at, adapter)
     select entity_id, gen_random_uuid(), payment_id, uetr, 'x', 'Completed', now(), 'frankfurt' from payments where uetr = $1`,
    [pounds.uetr],
  )
  await expect(forged).rejects.toThrow('another adapter submitted the payment')
})

test('credits that two banks report under one reference are both booked', async () => {
  for (const bank of ['london', 'frankfurt']) writeFileSync(at(bank, 'inbox', 'c.xml'), credit('SAME'))
  await Promise.all([london!.poll(), frankfurt!.poll()])
  const { rows } = await db.pool.query(
    `select bank_reference as reference from inbound_payments where bank_reference like '%SAME' order by 1`,
  )
  expect(rows).toEqual([{ reference: 'camt.054 SAME' }, { reference: 'frankfurt: camt.054 SAME' }])
})

test('two folders without an id, or with the same schemes, are refused', async () => {
  folder('paris', { schemes: ['Sepa'] })
  folder('milan', { id: 'milan', schemes: ['Sepa'] })
  await expect(open('london', 'paris')).rejects.toThrow('"id"')
  const [milan] = await open('milan')
  await expect(openPayments(db, 'RM', { adapters: [frankfurt!.adapter, milan!.adapter] })).rejects.toThrow(
    'serve the same payments',
  )
})

test('a bank that does not answer delays its own payments only, no transaction waits for it', async () => {
  let answer = () => {}
  const silent = new Promise<void>((resolve) => (answer = resolve))
  const calls: string[] = []
  const slow: RailAdapter = {
    id: 'slow',
    schemes: ['Fps'],
    callsAtOnce: 2,
    port: {
      async submit({ uetr }) {
        calls.push(uetr)
        await silent
      },
    },
  }
  const quick = await openPayments(db, 'RM', { adapters: [slow] })
  await quick.fund('GBP', 1_000_00n)
  await quick.fund('EUR', 1_000_00n)
  const waiting = []
  for (let i = 0; i < 5; i++) waiting.push((await quick.create({ amount: '1.00' }, 'GBP')).body)
  const other = (await quick.create({ amount: '1.00' }, 'EUR')).body
  const runs: Promise<unknown>[] = []
  /** Time passes although the bank is silent. */
  const afterAnotherSecond = async () => {
    quick.time.now = new Date(quick.time.now.getTime() + 1000)
    runs.push(quick.settle())
    return (await quick.read(other.paymentId)).status
  }
  await expect.poll(afterAnotherSecond).toBe('Completed')
  const open = () =>
    db.pool.query(`select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
  await expect.poll(async () => (await open()).rowCount).toBe(0)
  expect(calls.length).toBe(2)
  answer()
  await Promise.all(runs)
  expect([calls.length, new Set(calls).size]).toEqual([5, 5])
  const { rows } = await db.pool.query(
    `select count(*)::int as count from rail_instructions where entity_id = $1 and adapter = 'slow' and submitted_at is not null`,
    [quick.entityId],
  )
  expect([rows, waiting.length]).toEqual([[{ count: 5 }], 5])
})

test('an unknown scheme or field of rail.json is rejected with the known ones', async () => {
  folder('oslo', { schemes: ['FasterPayments'] })
  await expect(open('oslo')).rejects.toThrow(/\/schemes\/0 must be one of: .*Fps/)
  folder('rome', { scheme: ['Fps'] })
  await expect(open('rome')).rejects.toThrow('has unknown fields: scheme. Known fields: format, name, ')
  folder('bern', { accounts: { eur: 'GB33BUKB20201555555555' } })
  await expect(open('bern')).rejects.toThrow('/accounts has fields that are no currency code such as EUR: eur')
})
