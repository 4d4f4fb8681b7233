import { expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { everyPayment, openPayments, payees, type PaymentService } from '../../test/support/payment-service.ts'
import { type DecisionRow, type Policy, setPolicy, validApprovals } from '../approvals/index.ts'
import { setBeneficiaryPolicy, setBlocked } from '../beneficiaries/index.ts'
import { inTransaction, type Queryable } from '../kernel/db/db.ts'

const db = await testDatabase({ poolSize: 12 })
const MONDAY = '2026-11-23'
const RELEASE = '2026-11-23T02:00:00Z'
const OTHER_IBAN = 'DE75512108001245126199'

async function given(...policies: Partial<Policy>[]) {
  const service = await openPayments(db, 'RM')
  for (const currency of ['EUR', 'GBP', 'USD']) await service.fund(currency, 1_000_000_00n)
  await service.settle()
  for (const policy of policies) {
    await inTransaction(db, (tx) => setPolicy(tx, service.entityId, { ...everyPayment, ...policy }, operatorAct))
  }
  const approve = (paymentId: string, token = 'approver') =>
    service.post(`/v1/payments/${paymentId}/approve`, undefined, { authorization: `Bearer ${token}` })
  const change = (currency: 'EUR' | 'GBP' | 'USD', to: object) =>
    service.put(`/v1/beneficiaries/${service.beneficiary[currency]}`, {
      entityId: service.wireEntity,
      ...payees[currency],
      ...to,
    })
  const scheduled = async (currency = 'EUR', order: object = {}): Promise<string> =>
    (await service.create({ paymentDate: MONDAY, ...order }, currency)).body.paymentId
  return { ...service, approve, change, scheduled }
}

const instructionOf = async (service: Pick<PaymentService, 'entityId' | 'uuid'>, paymentId: string) => {
  const { rows } = await db.pool.query<{ body: Record<string, unknown> }>(
    'select body from rail_instructions where entity_id = $1 and payment_id = $2',
    [service.entityId, service.uuid(paymentId)],
  )
  return rows[0]?.body
}

test('a payment that is not released shows a changed payee under a new version, and marks of the payee change none', async () => {
  const service = await given()
  const paymentId = await service.scheduled()
  const before = await service.read(paymentId)
  await service.change('EUR', { nickname: 'Supplier' })
  await service.settle()
  const after = await service.read(paymentId)
  expect(after).toMatchObject({ payee: { nickname: 'Supplier' }, version: before.version + 1 })
  const { body } = await service.get('/v1/events?types=payment.updated')
  expect(body.data).toMatchObject([{ resource: { id: paymentId, version: after.version }, data: after }])
  await service.change('EUR', { nickname: 'Supplier', isDefaultForCurrency: true })
  await service.settle()
  expect(await service.read(paymentId)).toEqual(after)
})

test('approved while its payee was blocked, a payment does not go to an account that was put in afterwards', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  const block = (isBlocked: boolean) =>
    inTransaction(db, (tx) => {
      const ids = { entityId: service.entityId, beneficiaryId: service.uuid(service.beneficiary['EUR']!) }
      return setBlocked(tx, ids, isBlocked, operatorAct)
    })
  await block(true)
  expect(await service.approve(paymentId)).toMatchObject({
    status: 422,
    body: { code: 'payment_not_payable', params: { reason: 'BeneficiaryNotActive' } },
  })
  await block(false)
  await service.change('EUR', { iban: OTHER_IBAN })
  await service.advance(RELEASE)
  expect((await service.read(paymentId)).status).toBe('PendingApproval')
  expect(await instructionOf(service, paymentId)).toBeUndefined()
})

test.each([
  ['GBP', { secondaryReference: '1234/567 890' }, 'creditor.secondaryReference'],
  ['USD', { intermediary: { bic: 'CHASUS33' } }, 'creditor.intermediary'],
  ['EUR', { iban: OTHER_IBAN, name: 'Somebody Else GmbH' }, 'creditor.iban, creditor.name'],
  ['EUR', { address: { line1: 'Elsewhere 2', city: 'Berlin', countryCode: 'DE' } }, 'creditor.address.line1'],
] as const)(
  'a payee in %s that is changed to %o after approval is approved again before it is paid',
  async (currency, to, named) => {
    const service = await given({})
    const paymentId = await service.scheduled(currency)
    expect((await service.approve(paymentId)).body.status).toBe('Scheduled')
    expect((await service.change(currency, to)).status).toBe(200)
    await service.settle()
    const { status, statusReason, approval } = await service.read(paymentId)
    expect({ status, code: statusReason.code, given: approval.stepsGiven }).toEqual({
      status: 'PendingApproval',
      code: 'BeneficiaryChanged',
      given: 0,
    })
    expect(statusReason.message).toContain(`Changed: ${named}.`)
    expect((await service.events(paymentId)).slice(-2)).toEqual(['payment.pendingApproval', 'approval.requested'])
    await service.approve(paymentId)
    await service.advance('2026-11-23T12:00:00Z')
    expect(await service.read(paymentId)).toMatchObject({ beneficiarySnapshot: to })
    expect(await instructionOf(service, paymentId)).toMatchObject({ creditor: to })
  },
)

test('an approval without the approved details does not count, and cannot be stored', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  const bound = { amount: '100.00' }
  const decided = (details: DecisionRow['bound']) =>
    ({ decision: 'Approved', counts: true, bound: details }) as DecisionRow
  expect(validApprovals([decided(null), decided(bound), decided({ amount: '1.00' })], bound)).toBe(1)
  expect(validApprovals([decided(null), decided(bound)], undefined)).toBe(0)
  const stored = db.pool.query(
    `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
      values ($1, 'payment', $2, 1, $3, 'Approved', null, now())`,
    [service.entityId, service.uuid(paymentId), service.clients.approver],
  )
  await expect(stored).rejects.toMatchObject({ constraint: 'approval_binds_details' })
})

test('a new nickname does not stop an approved payment', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  await service.approve(paymentId)
  await service.change('EUR', { nickname: 'Berlin', email: 'a@example.com' })
  await service.advance('2026-11-23T02:10:00Z')
  expect((await service.read(paymentId)).status).toBe('Completed')
})

test('two approvals of different accounts are not two approvals', async () => {
  const service = await given({ steps: 2 })
  const paymentId = await service.scheduled()
  await service.approve(paymentId)
  await service.change('EUR', { iban: OTHER_IBAN })
  expect(await service.approve(paymentId, 'second')).toMatchObject({
    status: 409,
    // A client library that repeats by itself would approve a payee that no approver has seen.
    body: { code: 'payment_details_changed', retryable: false },
  })
  await service.settle()
  expect((await service.approve(paymentId, 'second')).body).toMatchObject({
    status: 'PendingApproval',
    approval: { stepsGiven: 1, stepsRequired: 2 },
  })
  expect((await service.approve(paymentId)).body.status).toBe('Scheduled')
})

test('a payee that was changed while the approval was recalled does not prevent another approval', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  await service.approve(paymentId)
  const post = (what: string, token: string) =>
    service.post(`/v1/payments/${paymentId}/${what}`, undefined, { authorization: `Bearer ${token}` })
  expect((await post('recall-approval', 'approver')).body.status).toBe('ApprovalRecalled')
  await service.change('EUR', { iban: OTHER_IBAN })
  await service.settle()
  expect((await post('request-approval', 'maker')).body.status).toBe('PendingApproval')
  expect((await service.approve(paymentId)).body.status).toBe('Scheduled')
})

test('a payee whose change waits for approval itself does not keep the payment from being approved afterwards', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  await inTransaction(db, (tx) =>
    setBeneficiaryPolicy(tx, service.entityId, { needsApproval: true, coolingOffHours: 0 }, operatorAct),
  )
  await service.change('EUR', { iban: OTHER_IBAN })
  await service.settle()
  expect((await service.approve(paymentId)).body.code).toBe('payment_not_payable')
  await service.post(`/v1/beneficiaries/${service.beneficiary['EUR']}/approve`, undefined, {
    authorization: 'Bearer approver',
  })
  expect((await service.approve(paymentId)).body.status).toBe('Scheduled')
})

test('a client that changed the payee of a payment does not approve it', async () => {
  const service = await given({})
  const made = await service.create({ paymentDate: MONDAY }, 'EUR')
  await db.pool.query('update payments set created_by = $3 where entity_id = $1 and payment_id = $2', [
    service.entityId,
    service.uuid(made.body.paymentId),
    service.clients.second,
  ])
  service.time.now = new Date(service.time.now.getTime() + 60_000)
  await service.change('EUR', { iban: OTHER_IBAN }) // by the client behind "maker" and "dual"
  await service.settle()
  expect((await service.approve(made.body.paymentId, 'dual')).body.code).toBe('approval_self_not_allowed')
  expect((await service.approve(made.body.paymentId)).body.status).toBe('Scheduled')
})

/** Every leaf of a value, by its path. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, held]) => leaves(held, [...path, key]))
}
function withChange(body: object, path: readonly string[]): object {
  const [key, ...rest] = path as [string, ...string[]]
  const held = (body as Record<string, unknown>)[key]
  const changed = rest.length > 0 ? withChange(held as object, rest) : `${String(held)}x`
  return Array.isArray(body)
    ? body.map((item: unknown, i) => (String(i) === key ? changed : item))
    : { ...body, [key]: changed }
}

test('no detail of an instruction can differ from what was approved, whichever it is, except the date', async () => {
  const service = await given({})
  const rich = {
    chargeBearer: 'SHA',
    remittance: { unstructured: 'Rent' },
    invoice: { number: '4711' },
    ultimateDebtor: { name: 'Holding AG', countryCode: 'DE' },
    ultimateCreditor: { name: 'Landlord AG', countryCode: 'DE' },
    regulatoryReporting: { code: '100' },
  }
  const order = { ...service.order({ paymentDate: MONDAY }), ...rich }
  const { body: checked } = await service.post('/v1/payments/validate', order)
  const refused = checked.errors.map(({ pointer }: { pointer: string }) => pointer.split('/')[1])
  const kept = Object.fromEntries(Object.entries(rich).filter(([name]) => !refused.includes(name)))
  const paymentId = await service.scheduled('EUR', kept)
  await service.approve(paymentId)
  await service.advance(RELEASE)
  const body = (await instructionOf(service, paymentId))!
  const paths = leaves(body)
  expect(paths.length).toBeGreaterThan(15)
  const names = new Set(paths.map(([name]) => name))
  for (const name of ['amount', 'currency', 'rail', 'chargeBearer', 'reference', 'creditor', 'debtor', 'details']) {
    expect(names).toContain(name)
  }
  for (const path of paths) {
    const attempt = db.pool.query('update rail_instructions set body = $3 where entity_id = $1 and payment_id = $2', [
      service.entityId,
      service.uuid(paymentId),
      JSON.stringify(withChange(body, path)),
    ])
    if (path[0] === 'paymentDate') await attempt
    else await expect(attempt).rejects.toMatchObject({ constraint: 'instruction_is_what_was_approved' })
  }
})

test.each([
  ["reference = 'Another'", 'reference'],
  ["charge_bearer = 'OUR'", 'chargeBearer'],
  ["end_to_end_id = 'another'", 'endToEndId'],
  ["purpose_code = 'GDDS'", 'purposeCode'],
  [`details = '{"remittance":{"unstructured":"Another"}}'`, 'details.remittance'],
  [`debtor = debtor || '{"name":"Another"}'`, 'debtor.name'],
])('a payment whose row was changed (%s) behind the service is not paid, and says what differs', async (set, named) => {
  const service = await given({})
  const paymentId = await service.scheduled()
  await service.approve(paymentId)
  await db.pool.query(`update payments set ${set} where entity_id = $1 and payment_id = $2`, [
    service.entityId,
    service.uuid(paymentId),
  ])
  await service.advance(RELEASE)
  const { status, statusReason } = await service.read(paymentId)
  expect([status, statusReason.code]).toEqual(['PendingApproval', 'DetailsChanged'])
  expect(statusReason.message).toContain(`Changed: ${named}`)
  expect(await instructionOf(service, paymentId)).toBeUndefined()
})

test('a known payee whose name and account are changed is a new payee: 50,000 needs approval', async () => {
  const service = await given({ newPayeeOnly: true })
  const first = (await service.create({ amount: '1.00' })).body.paymentId
  await service.approve(first)
  await service.advance(60_000)
  expect((await service.read(first)).status).toBe('Completed')
  const before = (await service.create({ amount: '50000.00', paymentDate: MONDAY })).body
  expect(before.status).toBe('Scheduled')
  await service.change('EUR', { iban: OTHER_IBAN, name: 'Somebody Else GmbH' })
  await service.settle()
  expect((await service.create({ amount: '50000.00' })).body.status).toBe('PendingApproval')
  // The one that was on its way needs approval now as well.
  expect(await service.read(before.paymentId)).toMatchObject({
    status: 'PendingApproval',
    approval: { stepsRequired: 1 },
  })
})

test('payments split below the band need approval once their sum of the day to one account reaches it', async () => {
  const service = await given({ currency: 'EUR', fromMinor: 10_000_00n, dailySum: true })
  const pay = async (change: object = {}) => (await service.create({ amount: '4000.00', ...change })).body.status
  expect([await pay(), await pay()]).toEqual(['Submitted', 'Submitted'])
  expect(await pay()).toBe('PendingApproval')
  expect(await pay({ beneficiaryId: undefined, creditorAccount: { ...payees.EUR, name: 'Same Account AG' } })).toBe(
    'PendingApproval',
  )
  expect(await pay({ beneficiaryId: undefined, creditorAccount: { ...payees.EUR, iban: OTHER_IBAN } })).toBe(
    'Submitted',
  )
  expect(await pay({ paymentDate: MONDAY })).toBe('Scheduled')
})

test('payments to one account that are split and sent at the same moment do not stay below the band together', async () => {
  const service = await given({ currency: 'EUR', fromMinor: 10_000_00n, dailySum: true })
  const made = await Promise.all(Array.from({ length: 6 }, () => service.create({ amount: '4000.00' })))
  expect(made.map(({ body }) => body.status).sort()).toEqual([
    ...Array.from({ length: 4 }, () => 'PendingApproval'),
    'Submitted',
    'Submitted',
  ])
})

test('payees that are changed to one account before release are counted together', async () => {
  const service = await given({ currency: 'EUR', fromMinor: 10_000_00n, dailySum: true })
  const { body: other } = await service.post('/v1/beneficiaries', {
    entityId: service.wireEntity,
    ...payees.EUR,
    iban: OTHER_IBAN,
  })
  await service.scheduled('EUR', { amount: '6000.00' })
  const second = await service.scheduled('EUR', { amount: '6000.00', beneficiaryId: other.beneficiaryId })
  expect((await service.read(second)).status).toBe('Scheduled')
  await service.put(`/v1/beneficiaries/${other.beneficiaryId}`, { entityId: service.wireEntity, ...payees.EUR })
  await service.settle()
  expect((await service.read(second)).status).toBe('PendingApproval')
})

test('an approver sees name and account of the payee in full before the payment is released', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  const headers = { authorization: 'Bearer approver' }
  const read = async () => (await service.get(`/v1/payments/${paymentId}`, headers)).body
  const { name, iban } = payees.EUR
  expect(await read()).toMatchObject({ beneficiarySnapshot: null, payee: { name, iban } })
  await service.change('EUR', { iban: OTHER_IBAN })
  await service.settle()
  const pending = await read()
  expect([pending.status, pending.payee.iban]).toEqual(['PendingApproval', OTHER_IBAN])
  await service.approve(paymentId)
  await service.advance(RELEASE)
  const released = await read()
  expect(released.beneficiarySnapshot).toMatchObject({ name, iban: OTHER_IBAN })
  expect(released.beneficiarySnapshot).toMatchObject(released.payee)
  const { beneficiaryId: _id, version: _version, ...frozen } = released.beneficiarySnapshot
  expect(frozen).toMatchObject(pending.payee)
  const { data } = (await service.get('/v1/payments', headers)).body
  expect(data[0].payee).toEqual(released.payee)
})

/** Returns how often a connection compared instructions with approvals, also in transactions that were undone. */
async function comparisons(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'is_instruction_approved'`,
  )
  return rows[0]!.calls
}

/** Stores the instruction of a payment that has none, and undoes it. Returns the number of comparisons with the approvals. */
async function instruct({ entityId, uuid }: PaymentService, paymentId: string, body: object): Promise<number> {
  const client = await db.pool.connect()
  try {
    await client.query(`begin; set local track_functions = 'all'`)
    const before = await comparisons(client)
    await client.query(
      `insert into rail_instructions (entity_id, payment_id, uetr, rail, body, created_at)
        select entity_id, payment_id, uetr, 'SepaInstant', $3, created_at from payments where entity_id = $1 and payment_id = $2`,
      [entityId, uuid(paymentId), JSON.stringify(body)],
    )
    return (await comparisons(client)) - before
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('a new instruction equals what was approved, and only that of a payment with approvals is compared', async () => {
  const service = await given({})
  const paymentId = await service.scheduled()
  await service.approve(paymentId)
  const { rows } = await db.pool.query<{ bound: object }>('select bound from approvals where resource_id = $1', [
    service.uuid(paymentId),
  ])
  const { bound } = rows[0]!
  expect(await instruct(service, paymentId, { ...bound, paymentDate: MONDAY })).toBe(1)
  await expect(instruct(service, paymentId, { ...bound, amount: '1.01' })).rejects.toMatchObject({
    constraint: 'instruction_is_what_was_approved',
  })
  const free = await given()
  expect(await instruct(free, await free.scheduled(), { amount: '1.01' })).toBe(0)
})
