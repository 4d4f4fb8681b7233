import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { FRIDAY, openPayments, payees } from '../../../test/support/payment-service.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const rm = await openPayments(db, 'RM')
const abs = await openPayments(db, 'ABS')
await rm.fund('EUR', 1_000_000_00n)
await rm.fund('GBP', 1_000_000_00n)
await rm.fund('USD', 1_000_000_00n)
await abs.fund('EUR', 1_000_00n)
await rm.settle()

const statuses = (payment: { history: { status: string }[] }) => payment.history.map(({ status }) => status)

describe('errors, each without effect', () => {
  const inline = { beneficiaryId: undefined, creditorAccount: payees.EUR }
  test.each([
    [404, 'account_not_found', { accountId: 'acc_7' }, '/accountId'],
    [404, 'account_not_found', () => ({ accountId: abs.account['EUR'] }), '/accountId'],
    [404, 'beneficiary_not_found', () => ({ beneficiaryId: abs.beneficiary['EUR'] }), '/beneficiaryId'],
    [404, 'trade_not_found', { tradeId: 'trd_7' }, '/tradeId'],
    [400, 'beneficiary_choice_invalid', { creditorAccount: payees.EUR }, '/creditorAccount'],
    [400, 'beneficiary_choice_invalid', { beneficiaryId: undefined }, '/beneficiaryId'],
    [
      400,
      'iban_invalid',
      { ...inline, creditorAccount: { ...payees.EUR, iban: 'DE89370400440532013001' } },
      '/creditorAccount/iban',
    ],
    [400, 'unknown_field', { beneficary: 'x' }, '/beneficary'],
    [400, 'unknown_field', { payer: { name: 'A', shoeSize: '43' } }, '/payer/shoeSize'],
    [400, 'amount_must_be_string', { amount: 100 }, '/amount'],
    [400, 'amount_invalid', { amount: '-1.00' }, '/amount'],
    [400, 'amount_invalid', { amount: '1e3' }, '/amount'],
    [400, 'amount_not_positive', { amount: '0.00' }, '/amount'],
    [400, 'too_many_decimals', { amount: '1.001' }, '/amount'],
    [400, 'field_required', { reference: undefined }, '/reference'],
    [400, 'characters_not_allowed', { reference: '東京' }, '/reference'],
    [400, 'text_too_long', { reference: 'x'.repeat(36) }, '/reference'],
    [422, 'amount_below_minimum', { amount: '0.99' }, '/amount'],
    [422, 'amount_above_maximum', { amount: '1000000000.01' }, '/amount'],
    [422, 'currency_mismatch', { currency: 'USD', beneficiaryId: undefined, creditorAccount: payees.USD }, '/currency'],
    [422, 'beneficiary_currency_mismatch', () => ({ beneficiaryId: rm.beneficiary['GBP'] }), '/beneficiaryId'],
    [422, 'payment_date_unavailable', { paymentDate: '2026-11-21' }, '/paymentDate'],
    [422, 'payment_date_unavailable', { paymentDate: '2026-11-19' }, '/paymentDate'],
    [422, 'payment_date_too_far_ahead', { paymentDate: '2027-11-30' }, '/paymentDate'],
    [422, 'charge_bearer_not_available', { chargeBearer: 'OUR' }, '/chargeBearer'],
  ])('%i %s', async (status, code, change, pointer) => {
    const before = await rm.balance('EUR')
    const answer = await rm.create(typeof change === 'function' ? change() : change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    expect(await rm.balance('EUR')).toEqual(before)
  })

  test('422 speed_not_available for a local rail that is asked to be instant', async () => {
    const answer = await rm.create({ speed: 'Instant' }, 'USD')
    expect([answer.status, errorCode(answer.body), answer.body.params.rails]).toEqual([
      422,
      'speed_not_available',
      ['Swift'],
    ])
  })

  test('a weekend names the next day that can be paid on', async () => {
    const { body } = await rm.create({ paymentDate: '2026-11-21' })
    expect(body.params).toMatchObject({ reason: 'NotABusinessDay', nextAvailable: '2026-11-23', rail: 'Sepa' })
  })

  test('403 without the permission on the account, 422 on a blocked one, 403 without the scope', async () => {
    const service = await openPayments(db, 'RM')
    const set = (change: string) =>
      db.pool.query(`update accounts set ${change} where account_id = $1`, [service.uuid(service.account['EUR']!)])
    await set(`permissions = '{Reporting}'`)
    expect((await service.create()).body).toMatchObject({ status: 403, code: 'account_permission_missing' })
    await set(`permissions = '{Payments}', status = 'Blocked'`)
    expect((await service.create()).body).toMatchObject({ status: 422, code: 'account_blocked' })
    const { body } = await service.create({}, 'EUR', { authorization: 'Bearer reader' })
    expect(body).toMatchObject({ status: 403, code: 'scope_missing' })
  })

  test('several errors come in one response', async () => {
    const { body } = await rm.create({ amount: '1.001', reference: '東京', creditorAccount: payees.EUR })
    expect(errorCode(body)).toBe('validation_failed')
    expect(body.errors.map((error: { code: string }) => error.code).sort()).toEqual([
      'beneficiary_choice_invalid',
      'characters_not_allowed',
      'too_many_decimals',
    ])
  })

  test('409 for a client reference that is taken, naming the payment', async () => {
    const { body } = await rm.create({ clientReference: 'r-1' })
    const again = await rm.create({ clientReference: 'r-1' })
    expect([again.status, errorCode(again.body), again.body.params.existingId]).toEqual([
      409,
      'duplicate_client_reference',
      body.paymentId,
    ])
  })

  test('422 daily_limit_exceeded, also for two concurrent payments', async () => {
    const service = await openPayments(db, 'RM', { limits: { dailyPaymentMinor: 150_00n } })
    const answers = await Promise.all([service.create(), service.create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(errorCode(answers.find(({ status }) => status === 422)!.body)).toBe('daily_limit_exceeded')
  })
})

test('validate returns 200 with errors, or with the route of a valid order', async () => {
  const bad = await rm.post('/v1/payments/validate', rm.order({ paymentDate: '2026-11-21', chargeBearer: 'BEN' }))
  expect(bad.status).toBe(200)
  expect(bad.body.valid).toBe(false)
  expect(bad.body.errors.map((error: { code: string }) => error.code)).toEqual([
    'charge_bearer_not_available',
    'payment_date_unavailable',
  ])
  const dear = await rm.post('/v1/payments/validate', rm.order({ amount: '100000000.00' }))
  expect([dear.body.valid, dear.body.warnings[0].code]).toEqual([true, 'insufficient_funds'])
  const good = await rm.post('/v1/payments/validate', rm.order({ amount: '7', reference: 'Invoice #APPROVE' }))
  expect(good.body).toMatchObject({
    valid: true,
    errors: [],
    approval: {
      required: true,
      stepsRequired: 1,
    },
    normalised: {
      amount: '7.00',
      chargeBearer: 'SHA',
      speed: 'Normal',
    },
    route: {
      rail: 'Sepa',
      executionDate: FRIDAY,
      expectedArrival: '2026-11-23',
      fee: { amount: '0.00' },
    },
  })
})

test('an inline payee is paid from the order, and saved on request', async () => {
  const { body } = await rm.create({ beneficiaryId: undefined, creditorAccount: payees.EUR })
  expect([body.beneficiaryId, body.beneficiarySnapshot.iban]).toEqual([null, payees.EUR.iban])
  const saved = await rm.create({ beneficiaryId: undefined, creditorAccount: { ...payees.EUR, save: true } })
  expect(saved.body.beneficiaryId).toMatch(/^ben_/)
  expect((await rm.get(`/v1/beneficiaries/${saved.body.beneficiaryId}`)).body.name).toBe(payees.EUR.name)
  const alias = await rm.create({ beneficiaryId: undefined, creditorAccountID: rm.beneficiary['EUR'] })
  expect(alias.body.beneficiaryId).toBe(rm.beneficiary['EUR'])
})

test('optional parts come back as they were sent', async () => {
  const parts = {
    remittance: { unstructured: 'Looms, November', structured: { creditorReference: 'RF18539007547034' } },
    invoice: { number: 'N-7', date: '2026-11-01' },
    ultimateDebtor: { name: 'Mother AG', address: { line1: 'A 1', city: 'Bonn', countryCode: 'DE' } },
    notifyEmails: ['pay@example.com'],
    metadata: { order: '77' },
    reason: 'Goods',
  }
  const { body } = await rm.create(parts)
  expect(await rm.read(body.paymentId)).toMatchObject(parts)
})

test('metadata with invalid names or values is rejected, each with its error, and nothing is stored', async () => {
  for (const [metadata, errors] of [
    [
      { 'order number': 77, 'a/b': 'x', note: 5, ok: 'yes' },
      [
        ['/metadata/order number', 'field_name_invalid'],
        ['/metadata/a~1b', 'field_name_invalid'],
        ['/metadata/note', 'wrong_type'],
      ],
    ],
    [{ [`n${'x'.repeat(40)}`]: 'long' }, [[`/metadata/n${'x'.repeat(40)}`, 'field_name_invalid']]],
    [{ note: 'x'.repeat(501) }, [['/metadata/note', 'text_too_long']]],
  ] as const) {
    const { status, body } = await rm.create({ metadata })
    expect(status).toBe(400)
    const found = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])
    expect(found.sort()).toEqual([...errors].sort())
  }
})

test('a key sent twice makes one payment; a dry run makes none', async () => {
  const headers = { 'idempotency-key': 'one payment' }
  const [first, second] = await Promise.all([rm.create({}, 'GBP', headers), rm.create({}, 'GBP', headers)])
  expect(first.body.paymentId).toBe(second.body.paymentId)
  const before = await rm.balance('GBP')
  const dry = await rm.post('/v1/payments?dryRun=true', rm.order({}, 'GBP'))
  expect([dry.status, dry.body.dryRun, dry.body.status]).toEqual([200, true, 'Submitted'])
  expect(await rm.balance('GBP')).toEqual(before)
  expect((await rm.get(`/v1/payments/${dry.body.paymentId}`)).status).toBe(404)
})

describe('list', () => {
  test('is for RM, newest first, paged, filtered', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const ids: string[] = []
    for (const amount of ['1.00', '2.00', '3.00']) ids.unshift((await service.create({ amount })).body.paymentId)
    const path = `/v1/payments?entityId=${service.wireEntity}`
    const list = async (query: string) =>
      (await service.get(path + query)).body.data.map((payment: { paymentId: string }) => payment.paymentId)
    expect(await list('')).toEqual(ids)
    const page = (await service.get(`${path}&limit=2`)).body
    expect(page.data).toHaveLength(2)
    expect(await list(`&after=${page.nextCursor}`)).toEqual(ids.slice(2))
    expect(await list('&currency=EUR&minAmount=2&maxAmount=2.00')).toEqual([ids[1]])
    expect(await list(`&beneficiaryId=${service.beneficiary['GBP']}`)).toEqual([])
    expect(
      await list(`&beneficiaryId=${service.beneficiary['EUR']}&status=submitted&paymentDateFrom=${FRIDAY}`),
    ).toEqual(ids)
    expect(errorCode((await service.get(`${path}&tradeId=nonsense`)).body)).toBe('trade_not_found')
    expect(await list('&createdFrom=2026-11-21T00:00:00Z')).toEqual([])
    expect(await list('&minAmount=2')).toEqual(ids.slice(0, 2)) // of whatever currency
    expect(await list('&maxAmount=1.999')).toEqual(ids.slice(2))
    expect(errorCode((await service.get(`${path}&currency=EUR&minAmount=1.999`)).body)).toBe('too_many_decimals')
    expect(errorCode((await service.get(`${path}&minAmount=2.01&maxAmount=2`)).body)).toBe('amount_range_invalid')
    expect(errorCode((await service.get(`${path}&colour=red`)).body)).toBe('unknown_parameter')
    expect(errorCode((await service.get(`/v1/payments?entityId=${abs.wireEntity}`)).body)).toBe('entity_not_found')
    expect(errorCode((await abs.get(`/v1/payments?entityId=${abs.wireEntity}`)).body)).toBe(
      'not_available_for_entity_kind',
    )
  })

  test("another entity's payment is not found", async () => {
    const { body } = await rm.create()
    expect(errorCode((await abs.get(`/v1/payments/${body.paymentId}`)).body)).toBe('payment_not_found')
  })
})

test('earliest settlement by rail and country, and rejected where the rail is not offered', async () => {
  const earliest = async (query: string) => (await abs.get(`/v1/payments/earliest-settlement?${query}`)).body
  expect(await earliest('currency=EUR&country=DE')).toMatchObject({
    rail: 'Sepa',
    earliestPaymentDate: FRIDAY,
    expectedArrivalDate: '2026-11-23',
    cutOffAt: '2026-11-20T15:00:00.000Z',
    cutOffLocal: {
      time: '16:00',
      zone: 'Europe/Brussels',
    },
  })
  expect(await earliest('currency=EUR&country=DE&rail=SepaInstant')).toMatchObject({ expectedArrivalDate: FRIDAY })
  expect((await earliest('currency=EUR&rail=Fps')).code).toBe('rail_not_available')
})

test.each([
  ['PHP', '2026-11-26', '2026-11-30'],
  ['MYR', '2026-11-06', '2026-11-09'],
  ['QAR', '2026-11-19', '2026-11-20'],
  ['KWD', '2027-02-24', '2027-02-25'],
  ['EGP', '2027-01-06', '2027-01-07'],
  ['JOD', '2026-05-24', '2026-05-25'],
  ['BHD', '2026-12-15', '2026-12-16'],
])('%s can be dated: %s is open, %s is not', async (currency, open, closed) => {
  const { status, body } = await abs.get(`/v1/payments/earliest-settlement?currency=${currency}`)
  expect([status, errorCode(body), body.currency]).toEqual([200, undefined, currency])
  const { calendars } = abs.deps
  expect([calendars.closure(currency, open), calendars.closure(currency, closed)?.currency]).toEqual([
    undefined,
    currency,
  ])
  expect(calendars.coverage(currency)).toMatchObject({ toDay: '2028-12-31', announcedTo: null })
})

test('tracking shows the steps of a payment, and no credit that no bank has reported', async () => {
  const { body } = await rm.create({}, 'GBP')
  await rm.advance(10_000)
  const { body: tracking } = await rm.get(`/v1/payments/${body.paymentId}/tracking`)
  expect(tracking).toMatchObject({ uetr: body.uetr, status: 'Completed' })
  expect(tracking.events.map((event: { status: string }) => event.status)).toEqual(
    statuses(await rm.read(body.paymentId)),
  )
  expect(tracking.creditedAt).toBeNull()
})

describe('a payment can ask for its rail', () => {
  test('CHAPS takes an amount that Faster Payments would take', async () => {
    const usual = await rm.create({}, 'GBP')
    const chosen = await rm.create({ rail: 'Chaps' }, 'GBP')
    expect([usual.body.rail, chosen.status, chosen.body.rail]).toEqual(['Fps', 201, 'Chaps'])
    await rm.settle()
  })

  test.each([
    [{ rail: 'Sepa' }, 'rail_not_available', '/rail'],
    [{ rail: 'Chaps', speed: 'Instant' }, 'speed_not_available', '/rail'],
    [{ rail: 'Fps', amount: '1000000.01' }, 'amount_above_rail_limit', '/rail'],
    [{ rail: 'Pigeon' }, 'value_not_allowed', '/rail'],
  ])('%j is rejected with %s', async (change, code, pointer) => {
    const { body } = await rm.create(change, 'GBP')
    expect(body.errors).toEqual([expect.objectContaining({ code, pointer })])
  })
})

test('validate keeps rail and fee where another field is wrong, and reports a missing payee', async () => {
  const validate = (change: object) => rm.post('/v1/payments/validate', rm.order(change))
  const account = (await validate({ accountId: 'acc_7' })).body
  expect(account).toMatchObject({ valid: false, route: { rail: 'Sepa', fee: { amount: '0.00' } } })
  const dated = (await validate({ paymentDate: '2026-11-21' })).body
  expect(dated.route).toMatchObject({ rail: 'Sepa', executionDate: null, expectedArrival: null, cutOffAt: null })
  const missing = await validate({ beneficiaryId: undefined })
  expect(missing.status).toBe(200)
  expect(missing.body.errors).toEqual([
    expect.objectContaining({ code: 'beneficiary_choice_invalid', pointer: '/beneficiaryId' }),
  ])
})

test('an event shows its payment as the read operation does', async () => {
  const { body } = await rm.create({}, 'GBP')
  await rm.advance(10_000)
  const events = (await rm.get('/v1/events?types=payment.completed&limit=500')).body.data
  const event = events.find(({ resource }: { resource: { id: string } }) => resource.id === body.paymentId)
  expect(event.data).toEqual((await rm.get(`/v1/payments/${body.paymentId}`)).body)
})
