import { describe, expect, test } from 'vitest'
import { errorCode } from '../../test/support/codes.ts'
import { testDatabase } from '../../test/support/database.ts'
import { presentPosting } from '../accounts/index.ts'
import { postingsPage } from '../ledger/index.ts'
import { openPayments, payees, screenedLater, simulatedRail } from '../../test/support/payment-service.ts'

const db = await testDatabase()
const rm = await openPayments(db, 'RM')
const abs = await openPayments(db, 'ABS')
await rm.fund('EUR', 1_000_000_00n)
await rm.fund('GBP', 1_000_000_00n)
await rm.fund('USD', 1_000_000_00n)
await abs.fund('EUR', 1_000_00n)
await rm.settle()

const statuses = (payment: { history: { status: string }[] }) => payment.history.map(({ status }) => status)

test('a payment that nothing stops runs to Completed: money with the rail, then out of the house', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('GBP', 500_00n)
  const { status, body } = await service.create({ amount: '120.5' }, 'GBP')
  expect([status, body.status, body.amount, body.rail, body.fee]).toEqual([
    201,
    'Submitted',
    '120.50',
    'Fps',
    { amount: '0.00', currency: 'GBP' },
  ])
  expect(await service.balance('GBP')).toEqual({ balance: 379_50n, held: 0n })
  expect(await service.book()).toMatchObject({ 'out_clearing:GBP': 120_50n, 'in_transit:GBP': -500_00n })

  await service.advance(2_000)
  const done = await service.read(body.paymentId)
  expect(done).toMatchObject({ status: 'Completed', isoStatus: 'ACSC', statusReason: null })
  expect(done.beneficiarySnapshot).toMatchObject({ name: payees.GBP.name, accountNumber: '66374958' })
  expect(statuses(done)).toEqual(['Submitted', 'Sent', 'Completed'])
  expect(await service.events(body.paymentId)).toEqual(['payment.submitted', 'payment.sent', 'payment.completed'])
  const lines = await db.pool.query(
    'select type, description, counterparty_name, amount_minor from postings where account_id = $1 order by seq',
    [service.uuid(service.account['GBP']!)],
  )
  expect(lines.rows[1]).toEqual({
    type: 'Payment',
    description: `Payment to ${payees.GBP.name}`,
    counterparty_name: payees.GBP.name,
    amount_minor: -12050n,
  })
  expect(await service.book()).toEqual({ 'client:GBP': 379_50n, 'in_transit:GBP': -379_50n })
})

test('a payment that is screened once more holds its money until then', async () => {
  const service = await openPayments(db, 'RM', { policies: screenedLater })
  await service.fund('GBP', 500_00n)
  const { body } = await service.create({ amount: '120.5' }, 'GBP')
  expect(body.status).toBe('Screening')
  expect(await service.balance('GBP')).toEqual({ balance: 500_00n, held: 120_50n })
  await service.settle()
  expect((await service.read(body.paymentId)).status).toBe('Submitted')
  expect(await service.balance('GBP')).toEqual({ balance: 379_50n, held: 0n })
  await service.advance(2_000)
  expect(statuses(await service.read(body.paymentId))).toEqual(['Screening', 'Submitted', 'Sent', 'Completed'])
  expect(await service.events(body.paymentId)).toEqual([
    'payment.screening',
    'payment.submitted',
    'payment.sent',
    'payment.completed',
  ])
})

test('OUR costs a fee, taken with the amount and kept when the payment is returned', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('USD', 1_000_00n)
  const { body } = await service.create({ chargeBearer: 'OUR', reference: 'Loom #RETURN' }, 'USD')
  expect(body.fee).toEqual({ amount: '20.00', currency: 'USD' })
  expect(await service.balance('USD')).toEqual({ balance: 880_00n, held: 0n })
  await service.advance(60_000)
  const done = await service.read(body.paymentId)
  expect(done).toMatchObject({ status: 'Returned', returned: { amount: '100.00', reason: 'AC04' } })
  expect(await service.book()).toEqual({ 'client:USD': 980_00n, 'fees:USD': 20_00n, 'in_transit:USD': -1_000_00n })
})

test('a rejection by the rail releases everything, the fee and the daily limit too', async () => {
  const service = await openPayments(db, 'RM', { limits: { dailyPaymentMinor: 300_00n } })
  await service.fund('USD', 1_000_00n)
  for (let i = 0; i < 5; i++) {
    const { status, body } = await service.create(
      { chargeBearer: 'OUR', reference: 'x #FAIL:AC01', amount: '300' },
      'USD',
    )
    expect(status).toBe(201)
    await service.advance(60_000)
    const done = await service.read(body.paymentId)
    expect(done).toMatchObject({ status: 'Failed', isoStatus: 'RJCT', statusReason: { code: 'AC01' } })
  }
  expect(await service.book()).toEqual({ 'client:USD': 1_000_00n, 'in_transit:USD': -1_000_00n })
})

test('the money of a rejected payment is shown as a return in statements, and its fee as refunded', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('USD', 1_000_00n)
  await service.create({ chargeBearer: 'OUR', reference: 'x #FAIL:AC01' }, 'USD')
  await service.advance(60_000)
  const account = { entityId: service.entityId, accountId: service.uuid(service.account['USD']!) }
  const { rows } = await postingsPage(db.reader, account, { after: 0n, before: 100n, limit: 10 })
  const lines = rows.map(presentPosting)
  const shown = lines.map(({ creditOrDebit, bankTransactionCode: code, description }) => [
    creditOrDebit,
    `${code.domain} ${code.family} ${code.subFamily}`,
    description,
  ])
  expect(shown).toContainEqual(['Credit', 'PMNT ICDT RRTN', 'Payment to Bosporus Tekstil AS refused'])
  expect(shown).toContainEqual(['Credit', 'ACMT MCOP CHRG', 'Payment fee refunded'])
})

test('#HOLD waits for a review, #APPROVE for another client, #SLOW for an hour', async () => {
  const held = (await rm.create({ reference: 'a #HOLD' })).body
  const slow = (await rm.create({ reference: 'a #SLOW' }, 'GBP')).body
  const approve = (await rm.create({ reference: 'a #APPROVE' })).body
  await rm.advance(60_000)
  expect((await rm.read(held.paymentId)).status).toBe('Held')
  expect((await rm.read(slow.paymentId)).status).toBe('Sent')
  const before = await rm.read(approve.paymentId)
  expect(before).toMatchObject({
    status: 'PendingApproval',
    approval: { required: true, steps: [], canApprove: false },
  })

  const path = `/v1/payments/${approve.paymentId}/approve`
  const dual = { authorization: 'Bearer dual' }
  expect((await rm.post(path, undefined, dual)).body.code).toBe('approval_self_not_allowed')
  const { status, body } = await rm.post(path, undefined, { authorization: 'Bearer approver' })
  expect([status, body.status, body.approval.steps[0].decision]).toEqual([200, 'Screening', 'Approved'])
  expect((await rm.post(path, undefined, { authorization: 'Bearer approver' })).body.code).toBe(
    'payment_not_awaiting_approval',
  )
  await rm.advance(3_600_000)
  expect((await rm.read(slow.paymentId)).status).toBe('Completed')
  expect((await rm.read(approve.paymentId)).status).toBe('Completed')
})

test('an approver may reject, and a payment without approval lapses at its cut-off', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 500_00n)
  const rejected = (await service.create({ reference: 'a #APPROVE' })).body
  const lapsed = (await service.create({ reference: 'b #APPROVE' })).body
  const answer = await service.post(`/v1/payments/${rejected.paymentId}/reject`, undefined, {
    authorization: 'Bearer approver',
  })
  expect(answer.body).toMatchObject({ status: 'Rejected', statusReason: { code: 'ApprovalRejected' } })
  await service.advance(lapsed.cutOffAt)
  expect(await service.read(lapsed.paymentId)).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'CutOffPassed' },
  })
  expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 0n })
})

describe('without funds', () => {
  test('an ABS payment is made as Rejected and counts towards no limit', async () => {
    const { status, body } = await abs.create({ amount: '1000.01' })
    expect([status, body.status, body.statusReason.code]).toEqual([201, 'Rejected', 'InsufficientFunds'])
    expect(await abs.balance('EUR')).toEqual({ balance: 1_000_00n, held: 0n })
    const { rows } = await db.pool.query('select used_minor from daily_usage where entity_id = $1', [abs.entityId])
    expect(rows).toEqual([])
  })

  test('an RM payment waits, goes when the money comes, and is rejected past its cut-off', async () => {
    const service = await openPayments(db, 'RM')
    const first = (await service.create({ amount: '50.00' })).body
    const second = (await service.create({ amount: '70.00' })).body
    expect([first.status, first.statusReason.code, second.status]).toEqual([
      'AwaitingFunds',
      'InsufficientFunds',
      'AwaitingFunds',
    ])
    await service.fund('EUR', 60_00n)
    await service.settle()
    expect((await service.read(first.paymentId)).status).toBe('Submitted')
    expect((await service.read(second.paymentId)).status).toBe('AwaitingFunds')
    await service.advance(new Date(new Date(second.cutOffAt).getTime() - 1))
    expect((await service.read(second.paymentId)).status).toBe('AwaitingFunds')
    await service.advance(1)
    expect(await service.read(second.paymentId)).toMatchObject({
      status: 'Rejected',
      statusReason: { code: 'InsufficientFunds' },
    })
    expect((await service.read(first.paymentId)).status).toBe('Completed')
    expect(await service.balance('EUR')).toEqual({ balance: 10_00n, held: 0n })
  })

  test('a waiting payment has no job but the one at its cut-off', async () => {
    const service = await openPayments(db, 'RM')
    const { body } = await service.create({ amount: '50.00' })
    await service.settle()
    const jobs = await db.pool.query('select kind, due_at as due from due_work where entity_id = $1', [
      service.entityId,
    ])
    expect(jobs.rows).toEqual([{ kind: 'payment.fund', due: new Date(body.cutOffAt) }])
  })

  test('a receipt of 1.00 causes one lookup with hundreds of payments waiting, and they leave by date, then by age', async () => {
    const service = await openPayments(db, 'RM')
    const first = (await service.create({ amount: '50.00' })).body
    const second = (await service.create({ amount: '20.00' })).body
    const { rows } = await db.pool.query<{ list: string }>(
      `select string_agg(attname, ', ' order by attnum) as list from pg_attribute
       where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const list = rows[0]!.list
    await db.pool.query(
      `insert into payments (${list}) select ${list.replaceAll(/\w+/g, 'copy.$&')} from payments t, generate_series(1, 300) n, jsonb_populate_record(null::payments,
         to_jsonb(t) || jsonb_build_object('payment_id', gen_random_uuid(), 'uetr', gen_random_uuid(),
           'payment_date', t.payment_date + 1, 'reference', n::text)) copy
       where t.entity_id = $1 and t.payment_id = $2`,
      [service.entityId, service.uuid(second.paymentId)],
    )
    await service.settle()
    await service.fund('EUR', 1_00n)
    const before = service.jobsRun()
    await service.settle()
    expect(service.jobsRun() - before).toBeLessThanOrEqual(3) // the house's leg of the receipt is one
    await service.fund('EUR', 49_00n)
    await service.settle()
    expect((await service.read(first.paymentId)).status).toBe('Submitted')
    expect((await service.read(second.paymentId)).status).toBe('AwaitingFunds')
    await service.fund('EUR', 25_00n)
    await service.settle()
    expect((await service.read(second.paymentId)).status).toBe('Submitted')
    expect(service.failures).toEqual([])
  })
})

test('money that comes back funds the payments that wait for it', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('GBP', 100_00n)
  await service.create({ reference: 'x #FAIL:AC01' }, 'GBP')
  const waiting = (await service.create({}, 'GBP')).body
  expect(waiting.status).toBe('AwaitingFunds')
  await service.advance(2_000)
  expect((await service.read(waiting.paymentId)).status).toBe('Completed')
})

describe('scheduled', () => {
  test('a later date is released on its day, once, with two workers at once, its payee frozen then', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const { body } = await service.create({ paymentDate: '2026-11-23' })
    expect([body.status, body.scheduledFor]).toEqual(['Scheduled', '2026-11-22T23:00:00.000Z'])
    expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 0n })
    expect(body.beneficiarySnapshot).toBeNull()

    service.time.now = new Date('2026-11-22T23:00:00.000Z')
    await Promise.all([service.worker.runDue(service.time.now), service.newWorker().runDue(service.time.now)])
    await service.advance(60_000)
    const done = await service.read(body.paymentId)
    expect(statuses(done)).toEqual(['Scheduled', 'Screening', 'Submitted', 'Sent', 'Completed'])
    expect(done.beneficiarySnapshot.iban).toBe(payees.EUR.iban)
    expect(await service.balance('EUR')).toEqual({ balance: 400_00n, held: 0n })
    expect(service.failures).toEqual([])
  })

  test('its beneficiary is in use until then; deleted by force, the payment is rejected', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const { body } = await service.create({ paymentDate: '2026-11-23' })
    const path = `/v1/beneficiaries/${service.beneficiary['EUR']}`
    expect((await service.delete(path)).body).toMatchObject({
      code: 'beneficiary_in_use',
      params: { paymentIds: [body.paymentId] },
    })
    expect((await service.delete(`${path}?force=true`)).status).toBe(204)
    await service.advance('2026-11-23T09:00:00.000Z')
    expect(await service.read(body.paymentId)).toMatchObject({
      status: 'Rejected',
      statusReason: { code: 'BeneficiaryNotActive' },
    })
    expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 0n })
  })
})

describe('cancel', () => {
  test.each([
    ['Scheduled', { paymentDate: '2026-11-23' }],
    ['Held', { reference: 'a #HOLD' }],
    ['PendingApproval', { reference: '#APPROVE' }],
  ])('cancels one that is %s', async (status, change) => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const { body } = await service.create(change)
    await service.settle()
    expect((await service.read(body.paymentId)).status).toBe(status)
    const cancelled = await service.post(`/v1/payments/${body.paymentId}/cancel`, undefined)
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'Cancelled'])
    expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 0n })
    await service.advance('2026-11-24T09:00:00.000Z')
    expect((await service.read(body.paymentId)).status).toBe('Cancelled')
  })

  test('is refused with the state once it is submitted', async () => {
    const { body } = await rm.create()
    await rm.settle()
    const { status, body: problem } = await rm.post(`/v1/payments/${body.paymentId}/cancel`, undefined)
    expect([status, problem.code, problem.params.status]).toEqual([409, 'payment_not_cancellable', 'Submitted'])
    expect((await rm.post('/v1/payments/pay_0/cancel', undefined)).body.code).toBe('payment_not_found')
  })
})

describe('sandbox transition', () => {
  test('makes one step of the table, and rejects a step outside it with the allowed ones', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const { body } = await service.create({ reference: 'a #HOLD' })
    const go = (payload: object) => service.post(`/v1/sandbox/payments/${body.paymentId}/transition`, payload)
    const refused = await go({ status: 'Completed' })
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      409,
      'payment_transition_not_allowed',
      {
        status: 'Held',
        wanted: 'Completed',
        allowed: ['PendingApproval', 'Scheduled', 'Submitted', 'Rejected', 'Cancelled'],
      },
    ])
    expect((await go({ status: 'Submitted' })).body.status).toBe('Submitted')
    expect((await go({ status: 'Completed' })).body).toMatchObject({ status: 'Completed' })
    expect((await go({ status: 'Returned', reasonCode: 'AC04' })).body).toMatchObject({
      status: 'Returned',
      returned: {
        amount: '100.00',
        reason: 'AC04',
      },
    })
    await service.advance(60_000) // what the rail had still to tell finds the payment past it
    expect((await service.read(body.paymentId)).status).toBe('Returned')
    expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 0n })
    expect(errorCode((await go({ status: 'Nowhere' })).body)).toBe('value_not_allowed')
    expect(service.failures).toEqual([])
  })

  test.each([
    ['a review', 'a #HOLD', 'ScreeningRejected'],
    ['an order of the sandbox', 'a #APPROVE', 'NoReasonGiven'],
  ])('a payment that %s rejects states a reason', async (_by, reference, reason) => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const { body } = await service.create({ reference })
    await service.post(`/v1/sandbox/payments/${body.paymentId}/transition`, { status: 'Rejected' })
    const { status, statusReason } = await service.read(body.paymentId)
    expect([status, statusReason?.code]).toEqual(['Rejected', reason])
  })

  test('a failure after it was sent gives the money back too', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 500_00n)
    const { body } = await service.create()
    const go = (payload: object) => service.post(`/v1/sandbox/payments/${body.paymentId}/transition`, payload)
    expect((await go({ status: 'Sent' })).body.status).toBe('Sent')
    expect((await go({ status: 'Failed', reasonCode: 'AC06' })).body.statusReason.code).toBe('AC06')
    expect(await service.book()).toEqual({ 'client:EUR': 500_00n, 'in_transit:EUR': -500_00n })
  })
})

test('a rail that fails or dies is called again with the same payment, and paid once', async () => {
  const seen: string[] = []
  const rail = {
    submit: async (...args: Parameters<typeof simulatedRail.submit>) => {
      seen.push(args[0].uetr)
      await simulatedRail.submit(...args)
      if (seen.length < 3) throw new Error('the line is down')
    },
  }
  const service = await openPayments(db, 'RM', { rail })
  await service.fund('GBP', 500_00n)
  const { body } = await service.create({}, 'GBP')
  for (let i = 0; i < 3; i++) {
    await service.advance(10_000)
    await db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])
  }
  await service.advance(10_000)
  expect(seen).toEqual([body.uetr, body.uetr, body.uetr])
  expect((await service.read(body.paymentId)).status).toBe('Completed')
  expect(await service.balance('GBP')).toEqual({ balance: 400_00n, held: 0n })
})
