import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { FRIDAY, openPayments, payees, screenedLater } from '../../test/support/payment-service.ts'
import { formatId } from '../kernel/values/ids.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const rm = await openPayments(db, 'RM')
const abs = await openPayments(db, 'ABS')
const dubai = {
  name: 'Gulf Bearings LLC',
  address: { line1: 'Sheikh Zayed Road 1', city: 'Dubai', countryCode: 'AE' },
  countryCode: 'AE',
  bankCountryCode: 'AE',
  currency: 'USD',
  iban: 'AE070331234567890123456',
  bic: 'BOMLAEAD',
}
const to = (creditorAccount: object, change: object = {}, currency = 'USD') =>
  rm.order({ beneficiaryId: undefined, creditorAccount, ...change }, currency)
const validate = async (order: object) => (await rm.post('/v1/payments/validate', order)).body

describe('purposes', () => {
  const purposes = (query: string, service = rm) => service.get(`/v1/payments/purpose-of-payment?${query}`)

  test('are those of the destination, from the payer’s view', async () => {
    const { body } = await purposes('currency=AED&country=AE&payeeType=Company')
    expect(body).toMatchObject({ listId: 'ae', required: true })
    expect(body.items).toContainEqual({
      code: 'GDI',
      description: 'Goods bought (imports)',
      required: true,
      appliesTo: { payerTypes: ['Individual', 'Company'], payeeTypes: ['Individual', 'Company'] },
    })
    expect(body.items.map(({ code }: { code: string }) => code)).not.toContain('SAL')
    expect((await purposes('currency=USD&country=US')).body).toEqual({ listId: null, required: false, items: [] })
    expect((await purposes('currency=GBP&country=GB&rail=Chaps')).body.items.length).toBeGreaterThan(300)
  })

  test('are for RM entities', async () => {
    expect(await purposes('currency=AED&country=AE', abs)).toMatchObject({
      status: 403,
      body: { code: 'not_available_for_entity_kind' },
    })
  })

  test.each([
    ['is missing', {}, 'purpose_code_required'],
    ['is not of the list', { purposeCode: 'SUPP' }, 'purpose_code_invalid'],
    ['was withdrawn', { purposeCode: 'GDS' }, 'purpose_code_invalid'],
  ])('a payment to the Emirates whose code %s is rejected with the valid codes', async (_why, change, code) => {
    const found = await validate(to(dubai, change))
    expect(found.errors).toMatchObject([{ pointer: '/purposeCode', code }])
    expect(found.errors[0].params.options).toContain('GDI')
    expect(found.purposeCode).toMatchObject({ required: true, options: expect.arrayContaining(['GDI']) })
    const refused = await rm.post('/v1/payments', to(dubai, change))
    expect(refused).toMatchObject({ status: 422, body: { code } })
  })

  test('a code is stored in the spelling of the list, and the usual code of a payee is the default', async () => {
    const given = await rm.post('/v1/payments', to(dubai, { purposeCode: 'gdi' }))
    expect(given).toMatchObject({ status: 201, body: { purposeCode: 'GDI' } })
    const usual = await rm.post('/v1/payments', to({ ...dubai, defaultPurposeCode: 'PMS' }))
    expect(usual).toMatchObject({ status: 201, body: { purposeCode: 'PMS' } })
  })

  test('a code where none applies is not sent, and the response states that', async () => {
    const { body } = await rm.create({ purposeCode: 'SUPP' }, 'GBP')
    expect(body).toMatchObject({ purposeCode: null, rail: 'Fps', warnings: [{ code: 'purpose_code_ignored' }] })
  })
})

test('a local rupee payment names its payer: the address of the entity suffices, a person needs a birth date', async () => {
  const open = (addresses: object[]) =>
    openPayments(db, 'RM', {
      currencies: ['INR'],
      entity: { baseCurrency: 'INR', addresses: addresses as never },
      limits: { minPaymentMinor: 1n },
    })
  const payee = {
    name: 'Deccan Bearings Pvt Ltd',
    address: { line1: '12 MG Road', city: 'Pune', countryCode: 'IN' },
    countryCode: 'IN',
    bankCountryCode: 'IN',
    currency: 'INR',
    accountNumber: '50100012345678',
    routingCodes: [{ type: 'Ifsc', value: 'HDFC0000001' }],
  }
  const without = await open([])
  const address = { line1: 'Am Sandtorkai 48', city: 'Hamburg', countryCode: 'DE' }
  const order = (service: typeof without, change: object) =>
    service.order(
      {
        beneficiaryId: undefined,
        creditorAccount: payee,
        purposeCode: 'services',
        paymentDate: '2026-11-23',
        ...change,
      },
      'INR',
    )
  const errorsOf = async (change: object) =>
    (await without.post('/v1/payments/validate', order(without, change))).body.errors
  expect(await errorsOf({})).toMatchObject([
    { pointer: '/payer', code: 'payer_details_required', params: { missing: ['address'] } },
  ])
  expect(await errorsOf({ payer: { name: 'Ada', type: 'Individual', address } })).toMatchObject([
    { params: { missing: ['dateOfBirth'] } },
  ])
  expect(await errorsOf({ payer: { name: 'Ada', type: 'Individual', address, dateOfBirth: '1990-01-01' } })).toEqual([])
  const withAddress = await open([address])
  expect((await withAddress.post('/v1/payments/validate', order(withAddress, {}))).body).toMatchObject({ valid: true })
})

describe('options', () => {
  const options = (query: string) => rm.get(`/v1/payments/options?${query}`)
  type Item = { speed: string; rail: string; chargeBearer: string; isDefault: boolean }
  const ways = (items: Item[]) => items.map(({ speed, rail, chargeBearer }) => `${speed} ${rail} ${chargeBearer}`)

  test('list every route of a payment, with its fee, cut-off and arrival, and mark the default', async () => {
    const { body } = await options('currency=USD&country=TR')
    expect(ways(body.items)).toEqual([
      'Normal Swift SHA',
      'Normal Swift OUR',
      'Normal Swift BEN',
      'Urgent Swift SHA',
      'Urgent Swift OUR',
      'Urgent Swift BEN',
    ])
    expect(body.items[1]).toMatchObject({
      fee: { amount: '20.00', currency: 'USD' },
      executionDate: FRIDAY,
      cutOffLocal: { time: '16:00', zone: 'America/New_York' },
      expectedArrival: '2026-11-23',
      isDefault: false,
    })
    expect(body.items.filter(({ isDefault }: Item) => isDefault)).toMatchObject([
      { speed: 'Normal', chargeBearer: 'SHA' },
    ])
  })

  test('do not list rails that cannot carry the amount', async () => {
    const { body } = await options('currency=GBP&country=GB&amount=1000000.01')
    expect(ways(body.items)).toEqual(['Normal Chaps SHA', 'Urgent Chaps SHA'])
    expect((await options('currency=EUR&country=DE')).body.items[0]).toMatchObject({ maxAmount: '999999999.99' })
  })

  test('list the rail, fee and arrival that a created payment gets', async () => {
    const { body } = await options(`currency=USD&beneficiaryId=${rm.beneficiary['USD']}&paymentDate=2026-11-24`)
    for (const { speed, chargeBearer, rail, fee, expectedArrival } of body.items) {
      const made = await rm.create({ speed, chargeBearer, paymentDate: '2026-11-24' }, 'USD')
      expect(made.body).toMatchObject({ rail, fee, expectedArrival })
    }
  })

  test('a date that no rail supports is rejected with the next supported one', async () => {
    expect(await options('currency=USD&country=TR&paymentDate=2026-11-22')).toMatchObject({
      status: 422,
      body: { code: 'payment_date_unavailable', params: { nextAvailable: '2026-11-23' } },
    })
  })

  test('another’s beneficiary, or one in another currency, is refused', async () => {
    expect((await options(`currency=EUR&beneficiaryId=${abs.beneficiary['EUR']}`)).status).toBe(404)
    expect(errorCode((await options(`currency=EUR&beneficiaryId=${rm.beneficiary['USD']}`)).body)).toBe(
      'beneficiary_currency_mismatch',
    )
  })
})

describe('texts', () => {
  const polish = { ...payees.EUR, name: 'Łódzkie Zakłady Müller & Söhne' }

  test('that change on their way to the bank of the payee are reported before and after, and the order stays as given', async () => {
    const order = to(polish, { reference: 'Faktura #7 – część', remittance: { unstructured: 'Zażółć' } }, 'EUR')
    const found = await validate(order)
    expect(found.warnings).toMatchObject([
      { pointer: '/creditorAccount', code: 'text_will_be_converted', sent: 'Lodzkie Zaklady Mueller + Soehne' },
      { pointer: '/reference', code: 'text_will_be_converted', sent: 'Faktura .7 - czesc' },
      { pointer: '/remittance/unstructured', sent: 'Zazolc' },
      { code: 'insufficient_funds' },
    ])
    expect(found.normalised.sent).toEqual({
      payeeName: 'Lodzkie Zaklady Mueller + Soehne',
      reference: 'Faktura .7 - czesc',
      remittance: 'Zazolc',
    })
    const made = await rm.post('/v1/payments', order)
    expect(made.body.warnings).toHaveLength(3)
    expect(made.body.reference).toBe('Faktura #7 – część')
    expect((await rm.read(made.body.paymentId)).warnings).toBeUndefined()
  })

  const bill = { remittance: { unstructured: 'Looms', structured: { creditorReference: 'RF18539007547034' } } }

  test('that SEPA drops beside a creditor reference are reported before and after', async () => {
    const order = to(payees.EUR, { ...bill, invoice: { number: 'INV-7' } }, 'EUR')
    const found = await validate(order)
    const lost = found.warnings.filter(({ code }: { code: string }) => code === 'text_will_not_be_sent')
    expect(lost.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/reference',
      '/remittance/unstructured',
      '/invoice/number',
    ])
    expect(found.normalised.sent).toEqual({ payeeName: payees.EUR.name })
    expect((await rm.post('/v1/payments', order)).body.warnings).toEqual(lost)
  })

  test('that SEPA shortens are reported in the shortened form; SWIFT carries them whole', async () => {
    const long = { remittance: { unstructured: 'x'.repeat(140) } }
    const inEuros = (await validate(to(payees.EUR, long, 'EUR'))).warnings
    expect(inEuros).toContainEqual(
      expect.objectContaining({
        pointer: '/remittance/unstructured',
        code: 'text_will_be_shortened',
        sent: 'x'.repeat(130),
      }),
    )
    const inDollars = (await validate(to(payees.USD, { ...long, invoice: { number: 'INV-7' } }, 'USD'))).warnings
    expect(inDollars.filter(({ code }: { code: string }) => code.startsWith('text_'))).toEqual([])
  })

  test('of an invoice or a bill in unsupported characters are rejected with all errors', async () => {
    const structured = { creditorReference: ' ', invoiceNumber: '請求書' }
    const { errors } = await validate(to(payees.EUR, { remittance: { structured }, invoice: { number: '号' } }, 'EUR'))
    expect(errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
      ['/remittance/structured/creditorReference', 'text_blank'],
      ['/remittance/structured/invoiceNumber', 'characters_not_allowed'],
      ['/invoice/number', 'characters_not_allowed'],
    ])
  })

  test('the number of an invoice that would be cut once it is in Latin letters is refused', async () => {
    const found = await validate(to(payees.USD, { invoice: { number: 'Ü'.repeat(18) } }, 'USD'))
    expect(found.errors).toMatchObject([
      { pointer: '/invoice/number', code: 'reference_too_long', params: { limit: 35 } },
    ])
  })

  test('the reference of a bill is on the account’s transactions', async () => {
    await rm.fund('EUR', 1_000_00n)
    const { body } = await rm.post('/v1/payments', to(payees.EUR, bill, 'EUR'))
    await rm.settle()
    const { rows } = await db.pool.query(
      `select detail->>'creditorReference' as bill from postings where related_id = $1 and amount_minor < 0 and type = 'Payment'
         and account_id = $2`,
      [rm.uuid(body.paymentId), rm.uuid(rm.account['EUR']!)],
    )
    expect(rows).toEqual([{ bill: 'RF18539007547034' }])
  })

  test('in unsupported characters are rejected', async () => {
    const { errors } = await validate(to(polish, { reference: '東京' }, 'EUR'))
    expect(errors).toMatchObject([{ pointer: '/reference', code: 'characters_not_allowed' }])
  })
})

test.each([
  ['paymentDateFrom=2026-11-25&paymentDateTo=2026-11-24', '2026-11-25'],
  ['createdFrom=2026-11-25T00:00:00Z&createdTo=2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'],
])('a range that ends before it begins is refused: %s', async (query) => {
  const answer = await rm.get(`/v1/payments?entityId=${rm.wireEntity}&${query}`)
  expect([answer.status, errorCode(answer.body)]).toEqual([400, 'date_range_invalid'])
})

test('all errors of the query of a list are reported together, schema errors too', async () => {
  const pointers = async (url: string) =>
    (
      await rm.get(
        `${url}?entityId=${rm.wireEntity}&createdFrom=2026-11-25T00:00:00Z&createdTo=2026-11-24T00:00:00Z&after=x&limit=0`,
      )
    ).body.errors.map(({ pointer }: { pointer: string }) => pointer)
  expect(await pointers('/v1/payment-batches')).toEqual(['?limit', '?createdTo', '?after'])
  const { body } = await rm.get(
    `/v1/payments?entityId=${rm.wireEntity}&paymentDateFrom=2026-11-25&paymentDateTo=2026-11-24&currency=JPY&minAmount=1.5&maxAmount=0&after=x`,
  )
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '?paymentDateTo',
    '?minAmount',
    '?after',
  ])
  expect(await pointers('/v1/payments')).toEqual(['?limit', '?createdTo', '?after'])
})

test('payments changed since an instant are listed, those before are not', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const first = (await service.create()).body.paymentId
  await service.advance(60_000)
  const since = new Date(service.time.now.getTime() + 1).toISOString()
  await service.advance(60_000)
  const second = (await service.create()).body.paymentId
  const listed = async (query: string) =>
    (await service.get(`/v1/payments?entityId=${service.wireEntity}${query}`)).body.data.map(
      (each: { paymentId: string }) => each.paymentId,
    )
  expect(await listed('')).toEqual([second, first])
  expect(await listed(`&updatedSince=${since}`)).toEqual([second])
})

describe('an entity of the EU that pays euros', async () => {
  const eu = await openPayments(db, 'RM', { jurisdiction: 'EU' })
  test('must name a verification of the payee; validate says so', async () => {
    const { body } = await eu.post('/v1/payments/validate', eu.order())
    expect(body.verification).toEqual({ required: true, reason: expect.stringContaining('/v1/payments/verification') })
    expect(body.errors).toMatchObject([{ pointer: '/verificationId', code: 'verification_required' }])
    expect(await eu.create()).toMatchObject({ status: 422, body: { code: 'verification_required' } })
    expect((await eu.create({}, 'GBP')).status).toBe(201)
  })

  const verified = async (change: object = {}, service = eu) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into payee_verifications (entity_id, verification_id, account_key, name, party_type, scheme, scheme_code, status,
         message, checked_at, expires_at, created_by)
       values ($1, gen_random_uuid(), $2, $3, $4, 'SIMULATED', 'NMTC', 'NoMatch', 'No match.', $5, $6, $1) returning verification_id as id`,
      Object.values({
        entityId: service.entityId,
        account: payees.EUR.iban,
        name: payees.EUR.name,
        type: null,
        at: service.time.now,
        until: new Date(service.time.now.getTime() + 1_000),
        ...change,
      }),
    )
    return formatId('ver', rows[0]!.id)
  }

  test('may rely on one for what was verified only, and not for ever', async () => {
    const codeOf = async (change: object) => {
      const answer = await eu.create({ verificationId: await verified(change) })
      return errorCode(answer.body) ?? answer.status
    }
    expect(await codeOf({})).toBe(201) // a payer may go on after being told that nothing matches
    expect(await codeOf({ name: 'Somebody Else' })).toBe('verification_mismatch')
    expect(await codeOf({ account: 'DE75512108001245126199' })).toBe('verification_mismatch')
    expect(await codeOf({ type: 'Individual' })).toBe('verification_mismatch')
    expect(await codeOf({ type: 'Company' })).toBe(201)
    const id = await verified({})
    await eu.advance(2_000)
    expect(errorCode((await eu.create({ verificationId: id })).body)).toBe('verification_expired')
    expect((await eu.create({ verificationId: 'ver_00000000000000000000000000' })).status).toBe(404)
  })

  test.each([
    ['another account', `iban = 'DE75512108001245126199'`, 'Rejected', 'PayeeNotVerified'],
    ['another name', `name = 'Somebody Else GmbH'`, 'Rejected', 'PayeeNotVerified'],
    ['another type', `type = 'Individual'`, 'Rejected', 'PayeeNotVerified'],
    ['another address', `address = address || '{"line1": "Neue Strasse 2"}'`, 'Paid', null],
  ])('a scheduled payment does not follow its payee to %s', async (_what, change, status, reason) => {
    const service = await openPayments(db, 'RM', { jurisdiction: 'EU' })
    await service.fund('EUR', 1_000_00n)
    const order = { paymentDate: '2026-11-23', verificationId: await verified({ type: 'Company' }, service) }
    const { paymentId } = (await service.create(order)).body
    expect((await service.read(paymentId)).status).toBe('Scheduled')
    await db.pool.query(
      `update beneficiaries set ${change}, version = version + 1, updated_at = updated_at + interval '1 minute' where entity_id = $1`,
      [service.entityId],
    )
    await service.advance('2026-11-23T02:00:00Z')
    const payment = await service.read(paymentId)
    expect(payment.statusReason?.code ?? null).toBe(reason)
    expect(payment.status === 'Rejected' ? 'Rejected' : 'Paid').toBe(status)
  })

  test.each([1, 3])(
    'payments that an earlier release accepted for another type of payee are paid: %i',
    async (count) => {
      const service = await openPayments(db, 'RM', { jurisdiction: 'EU' })
      await service.fund('EUR', 1_000_00n)
      const order = { paymentDate: '2026-11-23', verificationId: await verified({ type: 'Company' }, service) }
      const made = []
      for (let i = 0; i < count; i++) made.push((await service.create(order)).body.paymentId)
      await db.pool.query(`update beneficiaries set type = 'Individual' where entity_id = $1`, [service.entityId])
      await service.advance('2026-11-23T02:00:00Z')
      for (const paymentId of made) expect((await service.read(paymentId)).statusReason).toBeNull()
    },
  )

  test('nor does one whose payee is changed while it is screened', async () => {
    const service = await openPayments(db, 'RM', { jurisdiction: 'EU', policies: screenedLater })
    await service.fund('EUR', 1_000_00n)
    const { paymentId } = (await service.create({ verificationId: await verified({}, service) })).body
    await db.pool.query(`update beneficiaries set name = 'Somebody Else GmbH' where entity_id = $1`, [service.entityId])
    await service.settle()
    expect(await service.read(paymentId)).toMatchObject({
      status: 'Rejected',
      statusReason: { code: 'PayeeNotVerified' },
    })
    expect((await service.balance('EUR')).held).toBe(0n)
  })
})
