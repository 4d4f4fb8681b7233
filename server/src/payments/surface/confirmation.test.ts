import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, payees } from '../../../test/support/payment-service.ts'
import { confirmationDocument } from './confirmation.ts'
import { makeDocument } from '../../documents/make.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { findPayment } from '../record/queries.ts'

const db = await testDatabase()
const abs = await openPayments(db, 'ABS')
await abs.fund('GBP', 5_000_00n)
await abs.settle()
const confirmationOf = (paymentId: string, headers = {}) => abs.get(`/v1/payments/${paymentId}/confirmation`, headers)

describe('the confirmation of a payment', () => {
  test('is not available before the payment is sent, and then is always the same file', async () => {
    const { body: payment } = await abs.create({}, 'GBP')
    expect(await confirmationOf(payment.paymentId)).toMatchObject({
      status: 409,
      body: { code: 'confirmation_not_ready', retryable: true, params: { status: 'Submitted' } },
    })
    await abs.advance(60_000)
    const first = await confirmationOf(payment.paymentId)
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/pdf'])
    await abs.advance(3_600_000)
    const again = await confirmationOf(payment.paymentId)
    expect(again.body).toEqual(first.body)

    const { body } = await confirmationOf(payment.paymentId, { accept: 'application/json' })
    expect(body).toMatchObject({
      documentId: expect.stringMatching(/^doc_/),
      kind: 'PaymentConfirmation',
      mediaType: 'application/pdf',
      sha256: createHash('sha256').update(first.body).digest('hex'),
    })
    expect(await confirmationOf(payment.paymentId, { accept: 'image/png' })).toMatchObject({ status: 406 })
  })

  test('concurrent requests get the same file', async () => {
    const { body: payment } = await abs.create({}, 'GBP')
    await abs.advance(60_000)
    const answers = await Promise.all([1, 2, 3].map(() => confirmationOf(payment.paymentId)))
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
  })

  test('is not given for a payment that was rejected or returned', async () => {
    for (const reference of ['x #FAIL:AC01', 'x #RETURN']) {
      const { body: payment } = await abs.create({ reference }, 'GBP')
      await abs.advance(3_600_000)
      expect(await confirmationOf(payment.paymentId)).toMatchObject({ status: 409, body: { retryable: false } })
    }
  })

  test("is for ABS entities; another entity's payment is not found", async () => {
    const rm = await openPayments(db, 'RM')
    expect(await rm.get(`/v1/payments/${formatId('pay', newUuid())}/confirmation`)).toMatchObject({
      status: 403,
      body: { code: 'not_available_for_entity_kind' },
    })
    const other = await openPayments(db, 'ABS')
    const { body: payment } = await abs.create({}, 'GBP')
    expect(await other.get(`/v1/payments/${payment.paymentId}/confirmation`)).toMatchObject({ status: 404 })
  })

  test('the database rejects a change of it', async () => {
    await expect(db.pool.query('update documents set issued_at = now()')).rejects.toThrow('append-only')
    await expect(db.pool.query('delete from documents')).rejects.toThrow('append-only')
  })
})

describe('its contents', async () => {
  const { body } = await abs.create({ reason: 'Looms', clientReference: 'PO-7' }, 'GBP')
  await abs.advance(60_000)
  const payment = (await findPayment(db.reader, abs.entityId, abs.uuid(body.paymentId)))!
  const source: Parameters<typeof confirmationDocument>[0] = {
    payment,
    debtorBic: 'CMBTDEFF',
    issuer: { name: 'Test House', licence: '', safeguarding: '', contact: '', objectionDays: 7 },
    timeZone: 'Europe/Berlin',
    at: new Date('2026-11-20T12:00:00Z'),
    verification: { status: 'NearMatch', checkedAt: new Date('2026-11-20T09:00:00Z') } as never,
    trade: { tradeId: newUuid(), currencyPair: 'EUR/GBP', rate: '0.8612' } as never,
  }
  const textOf = (model: object) => JSON.stringify(model)

  test.each([
    ['Confirmation of payment sent'],
    ['100.00 GBP'],
    [payees.GBP.name],
    ['Account 66374958'],
    ['Sort Code 08-99-99'],
    [payment.uetr],
    [payment.endToEndId],
    ['SHA: payer and payee each pay their own bank'],
    ['20 November 2026, 13:00:00 Europe/Berlin'],
    ['NearMatch: the name almost matches the account'],
    ['EUR/GBP at 0.86120'],
    ['Looms'],
    ['carries no signature'],
  ])('%s', (text) => {
    expect(textOf(confirmationDocument(source))).toContain(text)
  })

  test('a payee whose bank has no name shows the country of its bank in a sentence, not as a name', () => {
    const to = (bank: object) =>
      textOf(confirmationDocument({ ...source, payment: { ...payment, beneficiarySnapshot: { name: 'A', ...bank } } }))
    expect(to({ bankCountryCode: 'DE' })).toContain('Bank in DE')
    expect(to({ bankCountryCode: 'DE', bankName: 'Muster Bank' })).toContain('Bank Muster Bank, DE')
    expect(to({})).not.toContain('Bank')
  })

  test('names of Łódź, Şişli and 東京 and شركة are shown, each with the fonts it needs', async () => {
    const to = (name: string) =>
      confirmationDocument({ ...source, payment: { ...payment, beneficiarySnapshot: { name } } })
    const bytes = await makeDocument(to('Łódź Şişli 東京 AŞ'))
    expect(bytes.includes('NotoSansJP')).toBe(true)
    expect((await makeDocument(to('Łódź Şişli AŞ'))).includes('NotoSansJP')).toBe(false)
    expect((await makeDocument(to('شركة'))).includes('NotoSansArabic')).toBe(true)
  })
})

test('a statement line of a payment shows the payee with its address, and the code of its rail', async () => {
  await abs.create({}, 'GBP')
  await abs.advance(60_000)
  const { rows } = await db.pool.query(
    `select detail from postings where account_id = $1 and type = 'Payment' order by seq desc limit 1`,
    [abs.uuid(abs.account['GBP']!)],
  )
  expect(rows[0].detail).toMatchObject({
    address: '1 Mill Lane, Leeds',
    country: 'GB',
    bankTransactionCode: 'PMNT IRCT DMCT',
  })
})
