import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { whileBalancesAreLocked } from '../../../test/support/locked-balances.ts'
import { openPayments, payees, type PaymentService, screenedLater } from '../../../test/support/payment-service.ts'
import { setBeneficiaryPolicy, setBlocked } from '../../beneficiaries/index.ts'
import { deleteBeneficiary } from '../../beneficiaries/service.ts'
import { setLimits } from '../../entities/index.ts'
import { decodeImage, findImages } from '../../events/images.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { PaymentPolicies } from '../orders/deps.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'

const db = await testDatabase({ poolSize: 12 })

/** Number of payments that went into sets so far. */
const inSets = ({ deps }: PaymentService) => deps.acceptance.batcher.metrics.commands

/** Rows that a payment leaves, without ids and instants of their own. */
async function traces({ entityId, uuid }: PaymentService, paymentId: string) {
  const read = async (sql: string) => (await db.pool.query(sql, [entityId, uuid(paymentId)])).rows
  const own = `- 'payment_id' - 'hold_id' - 'release_journal_id' - 'uetr' - 'end_to_end_id' - 'created_at' - 'updated_at' - 'fingerprint'`
  return {
    payment: await read(`select to_jsonb(p) ${own} as row from payments p where entity_id = $1 and payment_id = $2`),
    history: await read(
      `select version, status, actor_type, actor_id, reason from payment_history where entity_id = $1 and payment_id = $2`,
    ),
    events: await read(
      `select type, resource_type, case resource_type when 'account' then resource_id end as account, resource_version,
          previous_status, actor_type, actor_id, detail - 'paymentId' as detail, e.at = p.created_at as is_at_creation
        from events e join payments p on p.entity_id = e.entity_id and p.payment_id = $2
        where e.entity_id = $1 and (resource_id = $2 or detail->>'paymentId' = '${paymentId}') order by sequence`,
    ),
    jobs: await read(
      `select kind, lane, continues, retry_at, case kind when 'payment.release' then w.due_at end as due_at,
          w.due_at - p.created_at as wait
        from due_work w join payments p on p.entity_id = w.entity_id and p.payment_id = $2
        where w.entity_id = $1 and w.resource_id in (select $2 union all
          select message_id from rail_messages where entity_id = $1 and payment_id = $2)
        order by w.due_at`,
    ),
    instructions: await read(
      `select i.rail, adapter, body - 'uetr' - 'endToEndId' as body, i.created_at = p.created_at as is_at_creation,
          i.submitted_at = p.submitted_at as is_submitted
        from rail_instructions i join payments p using (entity_id, payment_id) where entity_id = $1 and payment_id = $2`,
    ),
    messages: await read(
      `select m.uetr = p.uetr and rail_ref like p.uetr || '/%' as is_own, m.status, m.reason, m.amount_minor, m.currency, alters,
          same_as, adapter, m.received_at - p.created_at as wait, applied_at
        from rail_messages m join payments p using (entity_id, payment_id)
        where entity_id = $1 and payment_id = $2 order by received_at`,
    ),
    postings: await read(
      `select j.kind, b.kind as account, amount_minor, type, p.description, p.reference, counterparty_name, p.detail - 'uetr' as detail
        from journals j join postings p using (entity_id, journal_id) join balances b using (entity_id, account_id)
        where entity_id = $1 and source_id = $2 order by b.kind, amount_minor`,
    ),
    holds: await read(
      `select account_id, currency, amount_minor, purpose, related_type, description, reference, released_at
        from holds where entity_id = $1 and related_id = $2`,
    ),
  }
}

/** The account in the image of the event of its debit by a payment. */
async function debitedImage({ entityId }: PaymentService, paymentId: string): Promise<object> {
  const { rows } = await db.pool.query<{ sequence: bigint }>(
    `select sequence from events where entity_id = $1 and type = 'account.debited' and detail->>'paymentId' = $2`,
    [entityId, paymentId],
  )
  const { sequence } = rows[0]!
  return decodeImage((await findImages(db.reader, entityId, [sequence])).get(sequence)!)
}

test.each<[string, object, { policies?: PaymentPolicies }?, string?]>([
  ['to a saved payee', {}],
  ['to a payee given with it', { beneficiaryId: undefined, creditorAccount: payees.EUR }],
  ['for a later date', { paymentDate: '2026-11-24' }],
  ['that is screened once more', {}, { policies: screenedLater }],
  ['that its bank returns', { reference: 'a #RETURN' }, {}, 'USD'],
])(
  'a payment %s leaves the same in a set as alone, and its answer is what is read',
  async (_, change, options = {}, currency = 'EUR') => {
    const service = await openPayments(db, 'RM', options)
    await service.fund(currency, 1_000_00n)
    const before = inSets(service)
    const set = await service.create(change, currency)
    expect([set.status, inSets(service) - before]).toEqual([201, 1])
    expect(JSON.stringify(await service.read(set.body.paymentId))).toBe(JSON.stringify(set.body))
    // A policy that asks for nothing here is not a fact that a set knows.
    await db.pool.query(
      `insert into approval_policies (entity_id, policy_id, resource, from_minor, new_payee_only, daily_sum, steps, created_at)
     values ($1, gen_random_uuid(), 'Payment', 99999999999, false, true, 1, now())`,
      [service.entityId],
    )
    await service.create(change, currency) // refused by its set, as the facts have changed, and made alone
    const alone = await service.create(change, currency)
    expect([alone.status, inSets(service) - before]).toEqual([201, 2])
    expect(await traces(service, set.body.paymentId)).toEqual(await traces(service, alone.body.paymentId))
    if (set.body.status !== 'Submitted') return
    const [inSet, madeAlone] = [
      await debitedImage(service, set.body.paymentId),
      await debitedImage(service, alone.body.paymentId),
    ]
    const balance = { balanceMinor: 900_00n, heldMinor: 0n, sequence: 2n }
    expect(inSet).toEqual({ ...madeAlone, balance })
    expect(madeAlone).toMatchObject({ balance: { balanceMinor: 700_00n, heldMinor: 0n, sequence: 4n } })
  },
)

test('forty concurrent payments do not exceed the daily limit, and each that is made counts', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 10_000_00n)
  const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
  await inTransaction(db, (tx) => setLimits(tx, service.entityId, { dailyPaymentMinor: 1_250_00n }, act))
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.create()))
  const made = answers.filter(({ status }) => status === 201)
  const { rows } = await db.pool.query<{ used: bigint; sum: bigint; count: number }>(
    `select (select used_minor from daily_usage where entity_id = $1 and kind = 'payment') as used,
        sum(base_minor)::bigint as sum, count(*)::int as count from payments where entity_id = $1`,
    [service.entityId],
  )
  expect(rows).toEqual([{ used: rows[0]!.sum, sum: expect.any(BigInt), count: made.length }])
  expect(rows[0]!.used).toBeLessThanOrEqual(1_250_00n)
  const [first] = made
  expect(made.length).toBe(Number(1_250_00n / (rows[0]!.sum / BigInt(made.length))))
  expect(first?.body.status).toBe('Submitted')
  const others = answers.filter(({ status }) => status !== 201)
  expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['daily_limit_exceeded']))
})

test('what an operator or the client changed a moment ago counts for the next payment', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  expect((await service.create()).status).toBe(201)
  const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
  const name = { entityId: service.entityId, beneficiaryId: service.uuid(service.beneficiary['EUR']!) }
  const block = (isBlocked: boolean) => inTransaction(db, (tx) => setBlocked(tx, name, isBlocked, act))
  await block(true)
  expect((await service.create()).body.code).toBe('beneficiary_blocked')
  await block(false)
  expect((await service.create()).status).toBe(201)
  await inTransaction(db, (tx) => setLimits(tx, service.entityId, { singlePaymentMinor: 50_00n }, act))
  expect((await service.create()).body.code).toBe('amount_above_maximum')
  await inTransaction(db, (tx) => setLimits(tx, service.entityId, { singlePaymentMinor: 500_000_00n }, act))
  await service.create()
  await inTransaction(db, (tx) =>
    setBeneficiaryPolicy(tx, service.entityId, { needsApproval: true, coolingOffHours: 0 }, act),
  )
  const inline = { beneficiaryId: undefined, creditorAccount: payees.EUR }
  expect((await service.create(inline)).body.status).toBe('PendingApproval')
})

test('a payment is not submitted to a payee that was blocked while its set waited for a balance', async () => {
  const service = await openPayments(db, 'RM')
  const { entityId, time } = service
  await service.fund('EUR', 1_000_00n)
  expect((await service.create()).body.status).toBe('Submitted')
  const act = { actor: { type: 'operator' as const }, at: time.now, wall: time.now }
  const name = { entityId, beneficiaryId: service.uuid(service.beneficiary['EUR']!) }
  const answer = await whileBalancesAreLocked(
    db,
    entityId,
    () => service.create(),
    () => inTransaction(db, (tx) => setBlocked(tx, name, true, act)),
  )
  expect(answer.body.code).toBe('beneficiary_blocked')
})

test.each<[string, object, { policies?: PaymentPolicies }?]>([
  ['for a later date', { paymentDate: '2026-11-24' }],
  ['that is screened once more', {}, { policies: screenedLater }],
])(
  'a payment %s waits for a change of its payee that is under way, and is refused after it',
  async (_, change, options) => {
    const service = await openPayments(db, 'RM', options)
    const { entityId, time } = service
    await service.fund('EUR', 1_000_00n)
    expect((await service.create(change)).status).toBe(201)
    const act = { actor: { type: 'operator' as const }, at: time.now, wall: time.now }
    const beneficiaryId = service.uuid(service.beneficiary['EUR']!)
    const none = () => Promise.resolve([])
    const changes: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => setBlocked(tx, { entityId, beneficiaryId }, true, act),
      (tx) => setBlocked(tx, { entityId, beneficiaryId }, false, act),
      (tx) => deleteBeneficiary(tx, entityId, beneficiaryId, none, { ...act, force: false }),
    ]
    const before = inSets(service)
    const answers = []
    for (const changePayee of changes) {
      const waiting: ReturnType<PaymentService['create']>[] = []
      await inTransaction(db, async (tx) => {
        await changePayee(tx)
        waiting.push(service.create(change))
        await untilWaiting(db)
      })
      const { status, body } = await waiting[0]!
      answers.push(status === 201 ? status : body.code)
    }
    expect(answers).toEqual(['beneficiary_blocked', 201, 'beneficiary_not_found'])
    expect(inSets(service)).toBeGreaterThan(before)
  },
)

test('a client reference, and a key, used twice concurrently make one payment', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const named = await Promise.all(Array.from({ length: 8 }, () => service.create({ clientReference: 'R-1' })))
  expect(named.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  const keyed = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      service.create({ amount: i < 7 ? '2.00' : '3.00' }, 'EUR', { 'idempotency-key': 'K-1' }),
    ),
  )
  const other = keyed.filter(({ status }) => status === 422)
  expect(new Set(keyed.filter(({ status }) => status === 201).map(({ body }) => body.paymentId)).size).toBe(1)
  expect([1, 7]).toContain(other.length)
  const { rows } = await db.pool.query(`select count(*)::int as count from payments where entity_id = $1`, [
    service.entityId,
  ])
  expect(rows).toEqual([{ count: 2 }])
})

test('a payment without money is decided alone, and the others of its set are made', async () => {
  const service = await openPayments(db, 'ABS')
  await service.fund('EUR', 150_00n)
  const answers = await Promise.all([service.create(), service.create(), service.create({ amount: '40.00' })])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(answers.map(({ body }) => body.status).sort()).toEqual(['Rejected', 'Submitted', 'Submitted'])
  expect(await service.balance('EUR')).toEqual({ balance: 10_00n, held: 0n })
})

test('sets of payments of several entities number the events of each without gaps', async () => {
  const services = await Promise.all([openPayments(db, 'RM'), openPayments(db, 'ABS')])
  for (const service of services) await service.fund('EUR', 1_000_00n)
  const orders = services.flatMap((service) => Array.from({ length: 6 }, () => service.create({ amount: '1.00' })))
  expect((await Promise.all(orders)).every(({ status }) => status === 201)).toBe(true)
  for (const { entityId } of services) {
    const { rows } = await db.pool.query<{ sequence: bigint }>(
      'select sequence from events where entity_id = $1 order by sequence',
      [entityId],
    )
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, i) => BigInt(i + 1)))
  }
})
