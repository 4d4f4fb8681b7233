import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { decodeImage, findImages } from '../../events/images.ts'
import type { PaymentPolicies } from '../orders/deps.ts'
import { findPayments } from '../record/queries.ts'
import {
  openPayments,
  type PaymentService,
  screenedLater,
  simulatedRail,
} from '../../../test/support/payment-service.ts'

const db = await testDatabase({ poolSize: 12 })

/** Rows that the payments of an entity leave, without ids of their own, in the order of the payments. */
async function traces({ entityId }: PaymentService) {
  const read = async (sql: string) => (await db.pool.query(sql, [entityId])).rows
  const own = `- 'entity_id' - 'payment_id' - 'account_id' - 'beneficiary_id' - 'uetr' - 'end_to_end_id' - 'created_by'
    - 'beneficiary_snapshot' - 'release_journal_id' - 'fingerprint' - 'payee_key' - 'payee_sum_key' - 'debtor' - 'hold_id'`
  return {
    payments: await read(
      `select to_jsonb(p) ${own} as row, hold_id is not null as is_held from payments p where entity_id = $1 order by payment_id`,
    ),
    history: await read(
      `select version, status, at, actor_type, reason from payment_history where entity_id = $1 order by payment_id, version`,
    ),
    events: await read(
      `select type, resource_type, resource_version, previous_status, at, actor_type, detail - 'paymentId' as detail
        from events where entity_id = $1 and (resource_type = 'payment' or type = 'account.debited')
        order by resource_id, sequence`,
    ),
    instructions: await read(
      `select rail, adapter, created_at, submitted_at from rail_instructions where entity_id = $1 order by payment_id`,
    ),
    messages: await read(
      `select status, reason, adapter, received_at, applied_at, outcome from rail_messages where entity_id = $1
        order by payment_id, received_at`,
    ),
    journals: await read(
      `select kind, sum(amount_minor) as minor from journals join postings using (entity_id, journal_id)
        where entity_id = $1 and amount_minor > 0 group by kind order by kind`,
    ),
    crossings: await read(
      `select house_kind, kind, sum(amount_minor) as minor from book_crossings where entity_id = $1 and completed_at is not null
        group by house_kind, kind order by house_kind, kind`,
    ),
    balances: await read(
      `select kind, currency, balance_minor, held_minor from balances where entity_id = $1 order by kind, currency`,
    ),
    holds: await read(
      `select amount_minor, created_at, released_at from holds where entity_id = $1 and purpose = 'payment' order by hold_id`,
    ),
    jobs: await read(`select kind from due_work where entity_id = $1`),
  }
}

/** Texts of the last image of each payment in the feed, with the stored order of members. */
async function lastImages(entityId: string) {
  const { rows } = await db.pool.query<{ id: string; sequence: bigint }>(
    `select resource_id as id, max(sequence) as sequence from events where entity_id = $1 and resource_type = 'payment'
      group by resource_id order by resource_id`,
    [entityId],
  )
  const sequences = rows.map(({ sequence }) => sequence)
  const images = await findImages(db.reader, entityId, sequences)
  return sequences.map((sequence) => imageText(decodeImage(images.get(sequence)!)))
}

/** Texts of the same payments as a read returns them. */
async function readsOf(entityId: string) {
  const { rows } = await db.pool.query<{ id: string }>(
    'select payment_id as id from payments where entity_id = $1 order by payment_id',
    [entityId],
  )
  const ids = rows.map(({ id }) => id)
  const found = await findPayments(db.reader, entityId, ids)
  return ids.map((id) => imageText(found.get(id)!))
}

/** Members by name; the members of each in their own order, which responses show. */
const imageText = (payment: object): string =>
  JSON.stringify(
    Object.entries(payment)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, typeof value === 'bigint' ? `${value}` : value]),
  )

/** Makes three payments, runs what is due after each wait, and returns what they leave after each. */
async function threePayments(
  isAlone: boolean,
  waits: readonly number[],
  change: Record<string, unknown> = {},
  policies: { policies?: PaymentPolicies } = { policies: screenedLater },
) {
  const service = await openPayments(db, 'RM', { ...policies, ...(isAlone && { wrap: (handler) => handler }) })
  await service.fund('EUR', 1_000_00n)
  const waiting = policies.policies ? 'Screening' : 'Submitted'
  const first = change['paymentDate'] ? 'Scheduled' : waiting
  for (let i = 0; i < 3; i++) expect((await service.create(change)).body.status).toBe(first)
  const left = []
  for (const wait of waits) {
    service.time.now = new Date(service.time.now.getTime() + wait)
    await service.settle()
    left.push(await traces(service))
  }
  return { entityId: service.entityId, left, jobsAlone: service.jobsRun() }
}

test.each([
  ['one report after the other', [0, 1000, 60_000]],
  ['debited and settled by the time that a worker looks', [0, 60_000]],
])('payments leave the same in a set as alone: %s', async (_, waits) => {
  const set = await threePayments(false, waits)
  const alone = await threePayments(true, waits)
  expect(set.left).toEqual(alone.left)
  expect(await lastImages(set.entityId)).toEqual(await readsOf(set.entityId))
  const { payments, jobs } = set.left.at(-1)!
  expect(payments.map(({ row }) => [row.status, row.version])).toEqual(payments.map(() => ['Completed', 4]))
  expect(payments).toHaveLength(3)
  expect(jobs).toEqual([])
  expect([set.jobsAlone, alone.jobsAlone]).toEqual([0, 12])
})

test('payments that nothing stopped leave the same after their reports in a set as alone', async () => {
  const set = await threePayments(false, [0, 60_000], {}, {})
  const alone = await threePayments(true, [0, 60_000], {}, {})
  expect(set.left).toEqual(alone.left)
  expect(await lastImages(set.entityId)).toEqual(await readsOf(set.entityId))
  expect(set.left.at(-1)!.payments.map(({ row }) => [row.status, row.version])).toEqual(
    Array.from({ length: 3 }, () => ['Completed', 3]),
  )
  expect([set.jobsAlone, alone.jobsAlone]).toEqual([0, 6])
})

test('the stored image of a step says only what later steps of its transaction changed, without the payee', async () => {
  const { entityId } = await threePayments(false, [60_000], {}, {})
  const { rows } = await db.pool.query<{ sequence: bigint; members: string[] }>(
    `select sequence, array(select jsonb_object_keys(image::jsonb -> 'changes')) as members
      from events join event_images using (entity_id, sequence) where entity_id = $1 and type = 'payment.sent'`,
    [entityId],
  )
  expect(rows).toHaveLength(3)
  const changed = ['completedAt', 'history', 'status', 'updatedAt', 'version']
  for (const { members } of rows) {
    expect(members).toContain('status')
    expect(changed).toEqual(expect.arrayContaining(members))
  }
  const images = await findImages(db.reader, entityId, [rows[0]!.sequence])
  expect(decodeImage(images.get(rows[0]!.sequence)!)).toMatchObject({
    status: 'Sent',
    beneficiarySnapshot: { name: expect.any(String) as string },
    history: [{ status: 'Submitted' }, { status: 'Sent' }],
  })
})

test('scheduled payments whose date has come leave the same in a set as alone, and one without money is decided alone', async () => {
  const days = (n: number) => n * 86_400_000
  const change = { paymentDate: '2026-11-24' }
  const set = await threePayments(false, [0, days(4), 60_000], change)
  const alone = await threePayments(true, [0, days(4), 60_000], change)
  expect(set.left).toEqual(alone.left)
  expect(await lastImages(set.entityId)).toEqual(await readsOf(set.entityId))
  expect(set.left.at(-1)!.payments.map(({ row }) => [row.status, row.version])).toEqual(
    Array.from({ length: 3 }, () => ['Completed', 5]),
  )
  expect([set.jobsAlone, alone.jobsAlone]).toEqual([0, 15])
  const poor = await openPayments(db, 'ABS')
  await poor.fund('EUR', 250_00n)
  for (let i = 0; i < 3; i++) await poor.create(change)
  poor.time.now = new Date(poor.time.now.getTime() + days(4))
  await poor.settle()
  const { rows } = await db.pool.query('select status from payments where entity_id = $1 order by payment_id', [
    poor.entityId,
  ])
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['Submitted', 'Submitted', 'Rejected'])
  expect(poor.failures).toEqual([])
})

test('payments that missed their date keep their one hold until they leave, in a set as alone', async () => {
  const days = (n: number) => n * 86_400_000
  const waits = [days(0.5), days(2.5), 60_000]
  const set = await threePayments(false, waits)
  const alone = await threePayments(true, waits)
  expect(set.left).toEqual(alone.left)
  const [moved, , done] = set.left
  expect(moved!.payments.map(({ row }) => row.status)).toEqual(['Scheduled', 'Scheduled', 'Scheduled'])
  expect(done!.payments.map(({ row }) => row.status)).toEqual(['Completed', 'Completed', 'Completed'])
  expect(done!.holds).toHaveLength(3)
  expect(done!.holds.every(({ released_at }) => released_at !== null)).toBe(true)
  const held = done!.balances.map(({ held_minor }) => held_minor as bigint)
  expect(held.every((minor) => minor === 0n)).toBe(true)
  expect(await lastImages(set.entityId)).toEqual(await readsOf(set.entityId))
})

test('debits that a set confirms are one amount for the house; its journal names the payments', async () => {
  const service = await openPayments(db, 'RM')
  for (const currency of ['EUR', 'GBP']) await service.fund(currency, 1_000_00n)
  for (const currency of ['EUR', 'EUR', 'GBP', 'EUR']) await service.create({}, currency)
  await service.settle()
  service.time.now = new Date(service.time.now.getTime() + 60_000)
  await service.settle()
  const { rows } = await db.pool.query(
    `select c.currency, c.amount_minor = sum(p.amount_minor) as whole, count(*)::int as payments, bool_and(p.status = 'Completed') as paid,
        exists (select 1 from journals h where h.journal_id = c.crossing_id and h.source_id = c.source_id) as by_house
      from book_crossings c
        join postings l on l.entity_id = c.entity_id and l.journal_id = c.journal_id and l.amount_minor = c.amount_minor
        cross join lateral jsonb_array_elements_text(l.detail->'payments') as named (payment_id)
        join payments p on p.entity_id = c.entity_id and p.payment_id = named.payment_id::uuid
      where c.entity_id = $1 and c.kind = 'paymentSent' group by c.crossing_id, c.entity_id order by c.currency`,
    [service.entityId],
  )
  expect(rows).toEqual([{ currency: 'EUR', whole: true, payments: 3, paid: true, by_house: true }])
  expect(service.failures).toEqual([])
})

test('a set hands over what its adapter takes in process; another bank is called after the commit, by a job', async () => {
  const calls: string[] = []
  const bank = {
    id: 'bank',
    schemes: ['Fps' as const],
    callsAtOnce: 4,
    port: {
      async submit({ uetr }: { uetr: string }) {
        const { rows } = await db.pool.query<{ status: string }>('select status from payments where uetr = $1', [uetr])
        calls.push(rows[0]!.status)
      },
    },
  }
  const service = await openPayments(db, 'RM', { adapters: [bank], rail: simulatedRail })
  for (const currency of ['EUR', 'GBP']) await service.fund(currency, 1_000_00n)
  for (const currency of ['EUR', 'GBP', 'EUR', 'GBP']) await service.create({}, currency)
  await service.settle()
  const { rows } = await db.pool.query(
    `select adapter, count(*)::int as payments, bool_and(submitted_at is not null) as handed from rail_instructions
      where entity_id = $1 group by adapter order by adapter`,
    [service.entityId],
  )
  expect(rows).toEqual([
    { adapter: 'bank', payments: 2, handed: true },
    { adapter: 'simulated', payments: 2, handed: true },
  ])
  expect(calls).toEqual(['Submitted', 'Submitted'])
  expect(service.failures).toEqual([])
})
