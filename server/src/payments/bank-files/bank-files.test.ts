import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { openBanks } from './bank-files.ts'
import { statementStoreOf } from '../bank-statements/index.ts'
import { createScreening } from '../../screening/index.ts'
import type { RailPort } from '../rails/index.ts'

const db = await testDatabase()
const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))
writeFileSync(
  path.join(directory, 'rail.json'),
  JSON.stringify({ format: 'pacs.008', name: 'Cambist', bic: 'CMBTDEFF', bankBic: 'DEUTDEFF' }),
)
/** Warnings and errors that were logged. */
const logged: string[] = []
const later: { rail?: RailPort } = {}
const rail: RailPort = { submit: (...call) => later.rail!.submit(...call) }
const service = await openPayments(db, 'RM', { rail })
const { clock } = service.deps
const bankDeps = { db, clock, screening: createScreening(0.88), statementsOf: statementStoreOf }
const [bank] = await openBanks([directory], {
  ...bankDeps,
  log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
})
later.rail = bank!.adapter.port
await service.fund('GBP', 10_000_00n)
await service.settle()

const names = (folder: string) => readdirSync(path.join(directory, folder)).sort()
const read = (...at: string[]) => readFileSync(path.join(directory, ...at), 'utf8')
const put = (name: string, xml: string) => writeFileSync(path.join(directory, 'inbox', name), xml)
const document = (name: string, body: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${body}</Document>`

async function sent(amount = '120.00') {
  const { body } = await service.create({ amount }, 'GBP')
  await service.settle()
  return service.read(body.paymentId)
}

const status = (uetr: string, code: string, id: string) =>
  document(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><TxInfAndSts><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>${code}</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></FIToFIPmtStsRpt>`,
  )
const credit = (iban: string, reference: string, currency = 'GBP', amount = '250.00') =>
  document(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId></GrpHdr><Ntfctn><Id>N</Id><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct><Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Payer Ltd</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  )

const returned = (uetr: string, id: string, amount: string, currency = 'GBP') =>
  document(
    'pacs.004.001.09',
    `<PmtRtr><GrpHdr><MsgId>R</MsgId></GrpHdr><TxInf><RtrId>${id}</RtrId><OrgnlUETR>${uetr}</OrgnlUETR><RtrdIntrBkSttlmAmt Ccy="${currency}">${amount}</RtrdIntrBkSttlmAmt></TxInf></PmtRtr>`,
  )
const notification = (entries: string) =>
  document(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId></GrpHdr><Ntfctn><Id>N</Id><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  )
/** A credit on the bank's account that names a payment of ours, without RtrInf. */
const booked = (refs: string, reference: string, amount: string) =>
  notification(
    `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls></Ntry>`,
  )
const listed = async () =>
  (
    await db.pool.query(
      `select kind, bank_reference as "bankReference", explanation, currency, amount_minor as amount from contradictory_reports
       where status = 'Open' order by reported_at, contradiction_id`,
    )
  ).rows

describe('a payment out', () => {
  test('is one file, whole under its name, and the bank’s answer completes it', async () => {
    const payment = await sent()
    const name = `pacs.008-${payment.uetr.replaceAll('-', '')}.xml`
    expect([payment.status, names('outbox')]).toEqual(['Submitted', [name]])
    expect(read('outbox', name)).toContain('<IntrBkSttlmAmt Ccy="GBP">120.00</IntrBkSttlmAmt>')

    put('answer.xml', status(payment.uetr, 'ACSC', 'A1'))
    expect(await bank!.poll()).toBe(1)
    await service.settle()
    expect((await service.read(payment.paymentId)).status).toBe('Completed')
    expect(names('inbox')).toEqual([])
    expect(JSON.parse(read('done', 'answer.xml.result.json'))).toEqual({
      message: 'pacs.002',
      results: [{ reference: 'pacs.002 A1/1', outcome: `payment ${payment.uetr}: Completed` }],
    })
  })

  test.each(['/CGODDR/', 'CGODDR', 'cgoddr'])(
    'to China in CNY given for purpose %s names it with its slashes',
    async (purposeCode) => {
      const creditorAccount = {
        name: 'Ningbo Valve Works Co Ltd',
        address: { line1: '8 Harbour Road', city: 'Ningbo', countryCode: 'CN' },
        countryCode: 'CN',
        bankCountryCode: 'CN',
        currency: 'CNY',
        accountNumber: '6222021102012345678',
        bic: 'ICBKCNBJ',
        routingCodes: [{ type: 'Cnaps', value: '102100099996' }],
      }
      const china = await openPayments(db, 'RM', {
        rail,
        currencies: ['CNY'],
        entity: { baseCurrency: 'CNY' },
        limits: { minPaymentMinor: 1n },
      })
      await china.fund('CNY', 1_000_00n)
      const change = { beneficiaryId: undefined, creditorAccount, purposeCode, paymentDate: '2026-11-23' }
      const { body } = await china.create(change, 'CNY')
      expect([body.code, body.purposeCode]).toEqual([undefined, '/CGODDR/'])
      await china.advance('2026-11-23T01:00:00.000Z')
      const xml = read('outbox', `pacs.008-${body.uetr.replaceAll('-', '')}.xml`)
      expect(xml).toContain('<Purp><Prtry>/CGODDR/</Prtry></Purp>')
    },
  )

  test('is credited to the payee when the bank reports that, not when it has only settled, and not after its return', async () => {
    const tracking = async (id: string) => (await service.get(`/v1/payments/${id}/tracking`)).body
    const [settled, credited] = [await sent('2.00'), await sent('3.00')]
    put('settled.xml', status(settled.uetr, 'ACSC', 'C1'))
    put('credited.xml', status(credited.uetr, 'ACCC', 'C2'))
    await bank!.poll()
    await service.settle()
    expect(await tracking(settled.paymentId)).toMatchObject({ status: 'Completed', creditedAt: null })
    const { completedAt, statusReason } = await service.read(credited.paymentId)
    expect(await tracking(credited.paymentId)).toMatchObject({ status: 'Completed', creditedAt: completedAt })
    expect(statusReason.code).toBe('ACCC')
    await service.post(`/v1/sandbox/payments/${credited.paymentId}/transition`, { status: 'Returned' })
    expect(await tracking(credited.paymentId)).toMatchObject({ status: 'Returned', creditedAt: null })
  })

  test('settled first and credited in a later file is credited then, and a booking of its debit changes nothing any more', async () => {
    const payment = await sent('4.00')
    const tell = async (name: string, xml: string) => {
      put(name, xml)
      await bank!.poll()
      await service.advance(1000)
      return service.read(payment.paymentId)
    }
    const settled = await tell('c3.xml', status(payment.uetr, 'ACSC', 'C3'))
    const credited = await tell('c4.xml', status(payment.uetr, 'ACCC', 'C4'))
    expect([settled.isoStatus, credited.isoStatus, credited.completedAt]).toEqual(['ACSC', 'ACCC', settled.completedAt])
    const debit = `<Ntry><Amt Ccy="GBP">4.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>D-4</AcctSvcrRef><NtryDtls><TxDtls><Refs><UETR>${payment.uetr}</UETR></Refs></TxDtls></NtryDtls></Ntry>`
    const camt = `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M4</MsgId></GrpHdr><Ntfctn><Id>N4</Id>${debit}</Ntfctn></BkToCstmrDbtCdtNtfctn>`
    expect(await tell('c5.xml', document('camt.054.001.08', camt))).toEqual(credited)
    const { body } = await service.get(`/v1/payments/${payment.paymentId}/tracking`)
    expect(body.creditedAt).toBe(credited.updatedAt)
  })

  test('handed over twice stays one file, also when the bank has taken the first', async () => {
    const payment = await sent('1.00')
    const { rows } = await db.pool.query('select body from rail_instructions where uetr = $1', [payment.uetr])
    const before = names('outbox').length
    await bank!.adapter.port.submit(rows[0].body, service.time.now, async () => {})
    expect(names('outbox')).toHaveLength(before)
    const name = `pacs.008-${payment.uetr.replaceAll('-', '')}.xml`
    rmSync(path.join(directory, 'outbox', name))
    writeFileSync(path.join(directory, 'sent', name), 'taken')
    await bank!.adapter.port.submit(rows[0].body, service.time.now, async () => {})
    expect(names('outbox')).toHaveLength(before - 1)
  })

  test('carries texts in the form that the client was shown', async () => {
    const { body } = await service.create({ amount: '2.00', reference: 'Façade & Söhne' }, 'GBP')
    expect(body.warnings.map(({ sent }: { sent: string }) => sent)).toContain('Facade + Soehne')
    await service.settle()
    const { uetr } = await service.read(body.paymentId)
    expect(read('outbox', `pacs.008-${uetr.replaceAll('-', '')}.xml`)).toContain('<Ustrd>Facade + Soehne</Ustrd>')
  })

  test('rejected by the bank returns the money once, though the answer is read twice', async () => {
    const before = await service.balance('GBP')
    const payment = await sent('55.00')
    put('refusal-1.xml', status(payment.uetr, 'RJCT', 'A2'))
    put('refusal-2.xml', status(payment.uetr, 'RJCT', 'A2'))
    expect(await bank!.poll()).toBe(2)
    await service.settle()
    const failed = await service.read(payment.paymentId)
    expect([failed.status, failed.statusReason.code]).toEqual(['Failed', 'AC04'])
    expect(await service.balance('GBP')).toEqual(before)
    expect(read('done', 'refusal-2.xml.result.json')).toContain('known already')
  })

  test('a return credits the amount that came back', async () => {
    const payment = await sent('40.00')
    put('sent.xml', status(payment.uetr, 'ACSC', 'A3'))
    put(
      'zz-return.xml',
      document(
        'pacs.004.001.09',
        `<PmtRtr><GrpHdr><MsgId>R</MsgId></GrpHdr><TxInf><RtrId>1</RtrId><OrgnlUETR>${payment.uetr}</OrgnlUETR><RtrdIntrBkSttlmAmt Ccy="GBP">39.50000</RtrdIntrBkSttlmAmt><RtrRsnInf><Rsn><Cd>AC06</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr>`,
      ),
    )
    await bank!.poll()
    await service.settle()
    const back = await service.read(payment.paymentId)
    expect([back.status, back.returned.amount, back.returned.reason]).toEqual(['Returned', '39.50', 'AC06'])
  })

  test('a return in another currency waits in suspense: its amount is not booked in ours', async () => {
    const payment = await sent('40.00')
    const before = await service.balance('GBP')
    put('sent-too.xml', status(payment.uetr, 'ACSC', 'A4'))
    put('zz-return-in-euros.xml', returned(payment.uetr, 'R-EUR', '40.00', 'EUR'))
    await bank!.poll()
    await service.settle()
    expect((await service.read(payment.paymentId)).status).toBe('Completed')
    expect((await service.balance('GBP')).balance).toBe(before.balance)
    expect((await service.book())['suspense:EUR']).toBe(40_00n)
    expect(await listed()).toMatchObject([
      { kind: 'ReturnInOtherCurrency', currency: 'EUR', amount: 40_00n, bankReference: 'pacs.004 R/R-EUR' },
    ])
  })

  test('accepted and in process is not debited: only the booking or settlement says that the money left', async () => {
    const payment = await sent('6.00')
    const book = await service.book()
    put('in-process.xml', status(payment.uetr, 'ACSP', 'P1'))
    await bank!.poll()
    await service.settle()
    const seen = await service.read(payment.paymentId)
    expect([seen.status, seen.isoStatus, seen.sentAt]).toEqual(['Submitted', 'ACSP', null])
    expect(await service.book()).toEqual(book)
    expect(JSON.parse(read('done', 'in-process.xml.result.json')).results[0].outcome).toContain('noted')
  })
})

describe('one return that the bank reports twice, as a message and as a booking', () => {
  /** A payment of 100.00 that has settled, then these files in this order. */
  async function after(...files: ((payment: { uetr: string; endToEndId: string }) => string)[]) {
    const payment = await sent('100.00')
    put('a-settled.xml', status(payment.uetr, 'ACSC', `S-${payment.uetr}`))
    await bank!.poll()
    await service.advance(1000)
    const before = await service.balance('GBP')
    for (const [i, file] of files.entries()) {
      put(`b-${i}.xml`, file(payment))
      await bank!.poll()
      await service.advance(1000)
    }
    const back = (await service.balance('GBP')).balance - before.balance
    const { returned: total } = await service.read(payment.paymentId)
    return { back, total: total?.amount, listed: (await listed()).length, failures: service.failures }
  }
  let line = 0
  const message = (amount: string) => (payment: { uetr: string }) => returned(payment.uetr, `RT-${++line}`, amount)
  const booking = (amount: string) => (payment: { uetr: string }) =>
    booked(`<UETR>${payment.uetr}</UETR>`, `LN-${++line}`, amount)
  const withEndToEndId = (amount: string) => (payment: { endToEndId: string }) =>
    booked(`<EndToEndId>${payment.endToEndId}</EndToEndId>`, `LN-${++line}`, amount)

  test.each([
    ['the message first', [message('100.00'), booking('100.00')]],
    ['the booking first', [booking('100.00'), message('100.00')]],
    ['the booking first, with our end-to-end id alone', [withEndToEndId('100.00'), message('100.00')]],
    ['the message first, the booking with our end-to-end id alone', [message('100.00'), withEndToEndId('100.00')]],
  ])('is booked once: %s', async (_, files) => {
    const count = (await listed()).length
    expect(await after(...files)).toEqual({ back: 100_00n, total: '100.00', listed: count, failures: [] })
  })

  test('is booked once beside another return: three messages, and four', async () => {
    const count = (await listed()).length
    const whole = { back: 100_00n, total: '100.00', listed: count, failures: [] }
    expect(await after(message('60.00'), booking('60.00'), message('40.00'))).toEqual(whole)
    expect(await after(booking('50.00'), message('50.00'), booking('50.00'), message('50.00'))).toEqual(whole)
    expect(await after(message('50.00'), message('50.00'), booking('50.00'), booking('50.00'))).toEqual(whole)
  })
})

describe('money in', () => {
  const ibanOf = async (currency: string) => {
    const { rows } = await db.pool.query('select iban from accounts where entity_id = $1 and currency = $2', [
      service.entityId,
      currency,
    ])
    return rows[0].iban as string
  }
  const inbound = async (reference: string) => {
    const { rows } = await db.pool.query(
      'select status, amount_minor, debtor_name from inbound_payments where bank_reference = $1',
      [`camt.054 ${reference}`],
    )
    return rows
  }

  test('credits the account it names, once, though the bank reports it in two files', async () => {
    const before = await service.balance('GBP')
    put('credit-1.xml', credit(await ibanOf('GBP'), 'B-1'))
    put('credit-2.xml', credit(await ibanOf('GBP'), 'B-1'))
    expect(await bank!.poll()).toBe(2)
    expect((await service.balance('GBP')).balance).toBe(before.balance + 250_00n)
    expect(await inbound('B-1')).toEqual([{ status: 'Credited', amount_minor: 250_00n, debtor_name: 'Payer Ltd' }])
    expect(read('done', 'credit-2.xml.result.json')).toContain('known already')
  })

  test.each([
    ['for an account of nobody', 'GB33BUKB20201555555555', 'GBP', 'B-2'],
    ['in another currency than the account', undefined, 'EUR', 'B-3'],
  ])('%s waits in suspense', async (_, iban, currency, reference) => {
    put(`${reference}.xml`, credit(iban ?? (await ibanOf('GBP')), reference, currency))
    await bank!.poll()
    expect(await inbound(reference)).toMatchObject([{ status: 'Unidentified' }])
  })
})

describe('an entry that cannot be booked', () => {
  const entry = (reference: string, amount: string, refs = '') =>
    `<Ntry>${amount}<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef>${refs}</Ntry>`

  test.each([
    ['an unknown currency', 'U-1', '<Amt Ccy="XQX">5.00</Amt>', 'The currency XQX is not known.'],
    ['too many decimals', 'U-2', '<Amt Ccy="GBP">5.005</Amt>', 'decimal'],
    ['a negative amount', 'U-3', '<Amt Ccy="GBP">-5.00</Amt>', 'amount'],
    ['no amount', 'U-4', '', 'no amount'],
  ])('with %s is rejected alone, once; the others of its file are booked', async (_, reference, amount, why) => {
    const good = '<Amt Ccy="GBP">7.00</Amt>'
    const xml = notification(entry(`${reference}-a`, good) + entry(reference, amount) + entry(`${reference}-b`, good))
    logged.length = 0
    put(`${reference}.xml`, xml)
    put(`${reference}-again.xml`, xml)
    expect(await bank!.poll()).toBe(2)
    expect(names('inbox')).not.toContain(`${reference}.xml`)
    const results = JSON.parse(read('done', `${reference}.xml.result.json`)).results as { outcome: string }[]
    expect(results.map(({ outcome }) => outcome.split(':')[0])).toEqual([
      'incoming funds',
      'rejected',
      'incoming funds',
    ])
    const { rows } = await db.pool.query('select explanation from contradictory_reports where bank_reference = $1', [
      `camt.054 ${reference}`,
    ])
    expect([rows.length, logged.length]).toEqual([1, 1])
    expect(rows[0].explanation).toContain(why)
  })

  test('whose reference was booked before with another amount waits in suspense', async () => {
    const said = '<NtryDtls><TxDtls><RmtInf><Ustrd>Invoice 12</Ustrd></RmtInf></TxDtls></NtryDtls>'
    const xml = (amount: string) => notification(entry('D-1', `<Amt Ccy="GBP">${amount}</Amt>`, said))
    for (const [i, amount] of ['9.00', '8.00', '8.00', '9.00'].entries()) {
      put(`d-${i}.xml`, xml(amount))
      await bank!.poll()
    }
    const columns = 'amount_minor as amount, status_reason as reason, reference from inbound_payments'
    const { rows } = await db.pool.query(`select ${columns} where bank_reference like 'camt.054 D-1%' order by 1`)
    expect(rows).toEqual([
      { amount: 8_00n, reason: 'ReferenceReused', reference: 'Invoice 12' },
      { amount: 9_00n, reason: 'AccountNotFound', reference: 'Invoice 12' },
    ])
  })

  test('as a return of an unknown payment is money in suspense', async () => {
    put('stray.xml', returned('11111111-2222-4333-8444-555555555555', 'ST-1', '12.00'))
    await bank!.poll()
    const { rows } = await db.pool.query(
      `select amount_minor as amount, status from inbound_payments where bank_reference = 'pacs.004 R/ST-1'`,
    )
    expect(rows).toEqual([{ amount: 12_00n, status: 'Unidentified' }])
  })
})

describe('files that are not messages', () => {
  test('a file still being written is left alone, a broken one is put aside with the reason after a minute', async () => {
    const half = credit('GB33BUKB20201555555555', 'B-9').slice(0, 200)
    put('half.xml', half)
    expect(await bank!.poll()).toBe(0)
    expect(names('inbox')).toEqual(['half.xml'])
    utimesSync(path.join(directory, 'inbox', 'half.xml'), new Date(0), new Date(0))
    expect(await bank!.poll()).toBe(1)
    expect(read('failed', 'half.xml.error.txt')).toContain('not well-formed')
  })

  test('another message is put aside immediately, with the accepted ones; other files and folders are not touched', async () => {
    put('statement.xml', document('camt.053.001.08', '<BkToCstmrStmt></BkToCstmrStmt>'))
    put('notes.txt', 'not ours')
    mkdirSync(path.join(directory, 'inbox', 'folder.xml'))
    expect(await bank!.poll()).toBe(1)
    expect(read('failed', 'statement.xml.error.txt')).toContain('camt.054')
    expect(names('inbox')).toEqual(['folder.xml', 'notes.txt'])
  })
})

test('a file that the server died over is read again to the end, and nothing counts twice', async () => {
  const first = await sent('10.00')
  const second = await sent('11.00')
  const both = document(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt><GrpHdr><MsgId>A9</MsgId></GrpHdr>${[first, second].map(({ uetr }) => `<TxInfAndSts><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>ACSC</TxSts></TxInfAndSts>`).join('')}</FIToFIPmtStsRpt>`,
  )
  put('cut.xml', status(first.uetr, 'ACSC', 'A9')) // what had been taken of it
  await bank!.poll()
  put('cut.xml', both)
  await bank!.poll()
  await service.settle()
  expect((await service.read(first.paymentId)).status).toBe('Completed')
  expect((await service.read(second.paymentId)).status).toBe('Completed')
  expect(
    (await service.read(first.paymentId)).history.filter(({ status }: { status: string }) => status === 'Completed'),
  ).toHaveLength(1)
})

test('invalid settings are rejected at the start, with all errors and an example', async () => {
  const wrong = temporaryDirectory()
  writeFileSync(path.join(wrong, 'rail.json'), JSON.stringify({ format: 'MT103', bankBic: 'x' }))
  const opening = openBanks([wrong], { ...bankDeps, log: pino({ level: 'silent' }) })
  await expect(opening).rejects.toThrow(/format[\s\S]*bankBic[\s\S]*example/)
  rmSync(wrong, { recursive: true })
})
