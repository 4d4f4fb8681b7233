import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { whileLocked } from '../../../test/support/held-lock.ts'
import { openPayments, payees } from '../../../test/support/payment-service.ts'
import type { Worker } from '../../kernel/jobs/work.ts'
import { CHUNK } from './items.ts'
import type { VerificationPort } from '../vop/index.ts'

const db = await testDatabase({ poolSize: 12 })
const URL = '/v1/payment-batches'
const HOUR = 3_600_000

/**
 * Simulated payees' banks: record requests and answer with the prepared results. With `open: false` they stay silent
 * until released.
 */
function banks({ open = true } = {}) {
  const asked: string[] = []
  const requestIds = new Set<string>()
  const waiting: (() => void)[] = []
  const answers: Record<string, string> = {}
  let isOpen = open
  const port: VerificationPort = {
    budgetMs: 240_000, // these banks are silent until a test lets them answer
    async ask({ name = '', requestId }) {
      asked.push(name)
      requestIds.add(requestId)
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
      return { scheme: 'SEPA_VOP', code: answers[name] ?? 'MTCH' }
    },
  }
  return {
    port,
    asked,
    requestIds,
    /** The scheme's code for a name, from now on. */
    say: (name: string, code: string) => void (answers[name] = code),
    answer() {
      isOpen = true
      for (const resolve of waiting.splice(0)) resolve()
    },
    hush: () => void (isOpen = false),
  }
}

async function open(at: ReturnType<typeof banks>, more: Parameters<typeof openPayments>[2] = {}) {
  const service = await openPayments(db, 'RM', { jurisdiction: 'EU', verification: at.port, ...more })
  await service.fund('EUR', 1_000_000_00n)
  await service.settle()
  const item = (name: string, change: object = {}) => {
    const { beneficiaryId: _, ...order } = service.order({ amount: '10.00' }) as Record<string, unknown>
    return { ...order, creditorAccount: { ...payees.EUR, name }, ...change }
  }
  const send = async (items: unknown[], more: object = {}) => {
    const { body } = await service.post(URL, { items, ...more })
    return body.batchId as string
  }
  const verifications = async () => {
    const { rows } = await db.pool.query<{ id: string; name: string; status: string }>(
      'select verification_id as id, name, status from payee_verifications where entity_id = $1 order by 1',
      [service.entityId],
    )
    return rows
  }
  return {
    ...service,
    item,
    send,
    verifications,
    dry: async (items: unknown[], more: object = {}) =>
      (await service.post(`${URL}?dryRun=true`, { items, ...more })).body,
    batch: async (id: string) => (await service.get(`${URL}/${id}`)).body,
    items: async (id: string) => (await service.get(`${URL}/${id}/items`)).body.data,
    paid: async () => (await db.pool.query('select 1 from payments where entity_id = $1', [service.entityId])).rowCount,
  }
}

/** A worker that takes up work whose lease has run out: over and over, as who holds it may look once more and take it anew. */
function takenUpBy(worker: Worker, { entityId, time }: Awaited<ReturnType<typeof open>>) {
  const runs: Promise<number>[] = []
  return {
    runs,
    async takeUp<T>(look: () => T): Promise<T> {
      await db.pool.query('update due_work set retry_at = null where entity_id = $1', [entityId])
      runs.push(worker.runDue(time.now))
      return look()
    },
  }
}

test('while a bank is silent no row is locked and no transaction is open: the account, the payee and the batch can be changed', async () => {
  const directory = banks({ open: false })
  const service = await open(directory)
  const batchId = await service.send([service.item('Muster GmbH'), { ...service.order() }])
  const run = service.settle()
  await expect.poll(() => directory.asked.length).toBe(2)
  const idle = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  await expect.poll(async () => (await db.pool.query(idle)).rowCount).toBe(0)
  const locks = async () => {
    const { rows } = await db.pool.query(
      `select locktype, relation::regclass from pg_locks where pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows
  }
  await expect.poll(locks).toEqual([])
  for (const table of ['balances', 'accounts', 'beneficiaries', 'payment_batches', 'payment_batch_items'])
    await db.pool.query(`select 1 from ${table} where entity_id = $1 for update nowait`, [service.entityId])
  expect((await service.post(`${URL}/${batchId}/cancel`, undefined)).status).toBe(200)
  directory.answer()
  await run
  expect(await service.batch(batchId)).toMatchObject({ status: 'Cancelled', counts: { skipped: 2 } })
  expect(await service.paid()).toBe(0)
})

test('an answer that waits for its payee does not hold the entity’s events meanwhile', async () => {
  const service = await open(banks())
  const batchId = await service.send([service.order()])
  await whileLocked(
    db,
    ['select 1 from beneficiaries where beneficiary_id = $1 for share', service.uuid(service.beneficiary['EUR']!)],
    () => service.settle(),
    () => db.pool.query('select 1 from books where entity_id = $1 for update nowait', [service.entityId]),
  )
  expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', counts: { created: 1 } })
})

test('a silent bank holds up its own batch alone', async () => {
  const directory = banks({ open: false })
  const service = await open(directory)
  const silent = await service.send([service.item('Silent GmbH')])
  const run = service.settle()
  await expect.poll(() => directory.asked).toEqual(['Silent GmbH'])
  const { body } = await service.post(URL, { items: [service.order({ amount: '1.00' }, 'GBP')] })
  const other = service.newWorker()
  await other.runDue(service.time.now)
  expect((await service.batch(body.batchId)).counts).toMatchObject({ created: 1 })
  expect((await service.batch(silent)).counts).toMatchObject({ pending: 1 })
  directory.answer()
  await run
  expect(await service.batch(silent)).toMatchObject({ status: 'Completed', counts: { created: 1 } })
})

test('killed between verification and payment, a batch pays on the stored responses and asks no bank again', async () => {
  const directory = banks()
  let isKilled = true
  let turn = 0
  const service = await open(directory, {
    wrap:
      (handler) =>
      async (...args) => {
        const externalCall = await handler(...args)
        const isBatch = args[1].kind === 'paymentBatch.process'
        if (isBatch && turn++ === 1 && isKilled) throw new Error('killed with the answers stored')
        return externalCall
      },
  })
  const names = Array.from({ length: 70 }, (_, i) => `Payee ${i}`)
  const batchId = await service.send(names.map((name) => service.item(name)))
  await service.settle()
  expect(await service.paid()).toBe(0)
  const stored = await service.verifications()
  expect(stored).toHaveLength(CHUNK)
  isKilled = false
  await db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])
  await service.settle()
  expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', counts: { created: 70 } })
  expect([...directory.asked].sort()).toEqual([...names].sort())
  expect(await service.paid()).toBe(70)
})

test('killed while it asks, a batch keeps the answers it has, and another process asks for the others', async () => {
  const directory = banks({ open: false })
  const service = await open(directory)
  const batchId = await service.send([service.item('Quick GmbH'), service.item('Slow GmbH')])
  let quick: () => void = () => {}
  const ask: VerificationPort['ask'] = directory.port.ask.bind(directory.port)
  directory.port.ask = (question, signal) =>
    question.name === 'Quick GmbH'
      ? new Promise((resolve) => (quick = () => resolve({ scheme: 'SEPA_VOP', code: 'MTCH' })))
      : ask(question, signal)
  const gone = service.settle()
  await expect.poll(() => directory.asked).toEqual(['Slow GmbH'])
  quick()
  await expect.poll(() => service.verifications()).toHaveLength(1)
  directory.port.ask = ask
  const other = service.newWorker()
  expect(await other.runDue(service.time.now)).toBe(0)
  const another = takenUpBy(other, service)
  await expect.poll(() => another.takeUp(() => directory.asked)).toEqual(['Slow GmbH', 'Slow GmbH'])
  directory.answer()
  await Promise.all([gone, ...another.runs])
  expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', counts: { created: 2 } })
  expect(directory.asked).toHaveLength(2)
  expect(await service.paid()).toBe(2)
})

test('two workers that both ask, as the lease of one ran out, ask under the same ids and make each payment once', async () => {
  const directory = banks({ open: false })
  const service = await open(directory)
  const names = Array.from({ length: 70 }, (_, i) => `Payee ${i}`)
  const batchId = await service.send(
    names.map((name) => service.item(name)),
    { mode: 'Partial' },
  )
  const first = service.settle()
  await expect.poll(() => directory.asked.length).toBe(CHUNK)
  const second = takenUpBy(service.newWorker(), service)
  await expect.poll(() => second.takeUp(() => directory.asked.length)).toBe(2 * CHUNK)
  directory.answer()
  await Promise.all([first, ...second.runs])
  expect(await service.batch(batchId)).toMatchObject({
    status: 'Completed',
    progress: { done: 70, total: 70, percent: 100 },
    counts: { created: 70, pending: 0 },
  })
  const { rows } = await db.pool.query(
    `select count(distinct payment_id)::int as payments, count(*)::int as items from payment_batch_items where entity_id = $1`,
    [service.entityId],
  )
  expect([rows[0], await service.paid()]).toEqual([{ payments: 70, items: 70 }, 70])
  expect([directory.requestIds.size, (await service.verifications()).length]).toEqual([70, 70])
  expect(service.failures).toEqual([])
})

test('a dry run asks no bank, stores nothing and names no verification, but says that one will be made', async () => {
  const directory = banks()
  const service = await open(directory)
  const dry = await service.dry([
    service.item('Muster GmbH'),
    service.order(),
    service.item('Other AG', { amount: '0' }),
  ])
  expect(dry).toMatchObject({
    dryRun: true,
    status: 'Rejected',
    counts: { invalid: 1, skipped: 2 },
    errors: [{ line: 3, errors: [{ code: 'amount_not_positive' }] }],
  })
  const note = [expect.objectContaining({ pointer: '/verificationId', code: 'verification_will_be_made' })]
  expect(dry.warnings).toEqual([1, 2, 3].map((line) => ({ line, warnings: note })))
  const passing = await service.dry([service.item('Muster GmbH'), service.order()])
  expect(passing).toMatchObject({ status: 'Completed', counts: { created: 2 }, errors: [] })
  expect(passing.warnings).toEqual([1, 2].map((line) => ({ line, warnings: note })))
  const partial = await service.dry([service.item('Muster GmbH'), { ...service.order(), amount: 1 }], {
    mode: 'Partial',
  })
  expect(partial).toMatchObject({ counts: { created: 1, invalid: 1 }, warnings: [{ line: 1, warnings: note }] })
  expect(JSON.stringify([dry, passing, partial])).not.toContain('ver_')
  expect([directory.asked, await service.verifications(), await service.paid()]).toEqual([[], [], 0])
})

test('a dry run takes a stored answer, and names only that', async () => {
  const directory = banks()
  directory.say('Wrong GmbH', 'NMTC')
  const service = await open(directory)
  await service.send([service.item('Muster GmbH'), service.item('Wrong GmbH')])
  await service.settle()
  const stored = await service.verifications()
  directory.asked.length = 0
  const dry = await service.dry([service.item('Muster GmbH'), service.item('Wrong GmbH'), service.item('New GmbH')])
  expect(dry.errors).toMatchObject([
    { line: 2, errors: [{ code: 'payee_not_matched', params: { status: 'NoMatch' } }] },
  ])
  const [{ errors }] = dry.errors
  expect(stored.map(({ id }) => id)).toContain(service.uuid(errors[0].params.verificationId))
  expect(dry.warnings).toMatchObject([{ line: 3, warnings: [{ code: 'verification_will_be_made' }] }])
  expect([directory.asked, await service.verifications()]).toEqual([[], stored])
})

test('a second batch takes the answer of the first while it can be relied on; the bank’s later answer counts after that', async () => {
  const directory = banks()
  const service = await open(directory)
  const order = () => service.item('Muster GmbH', { paymentDate: '2026-11-27' })
  const first = await service.send([order()])
  await service.settle()
  directory.say('Muster GmbH', 'NMTC')
  await service.advance(23 * HOUR)
  const second = await service.send([order()])
  await service.settle()
  const idOf = async (batchId: string) => (await service.items(batchId))[0].verification.verificationId
  expect(await idOf(second)).toBe(await idOf(first))
  expect(directory.asked).toEqual(['Muster GmbH'])
  await service.advance(HOUR)
  const third = await service.send([order()])
  await service.settle()
  expect(directory.asked).toHaveLength(2)
  expect((await service.items(third))[0]).toMatchObject({
    status: 'Invalid',
    errors: [{ code: 'payee_not_matched', params: { status: 'NoMatch' } }],
  })
})

test('the bank’s latest answer counts for a new batch, though an earlier one has not expired', async () => {
  const directory = banks()
  const service = await open(directory)
  await service.send([service.item('Muster GmbH')])
  await service.settle()
  await db.pool.query(
    `insert into payee_verifications (entity_id, verification_id, account_key, name, scheme, scheme_code, status, message,
        checked_at, expires_at, created_by)
      select entity_id, 'ffffffff-0000-7000-8000-000000000001', account_key, name, scheme, 'NMTC', 'NoMatch', 'Another.',
        checked_at, expires_at, created_by from payee_verifications where entity_id = $1`,
    [service.entityId],
  )
  const batchId = await service.send([service.item('Muster GmbH')])
  await service.settle()
  expect((await service.items(batchId))[0]).toMatchObject({ status: 'Invalid', verification: { status: 'NoMatch' } })
  expect(directory.asked).toHaveLength(1)
})

/** A service whose strict batches are checked and not paid until `payNow`. */
async function openCheckedOnly(directory: ReturnType<typeof banks>) {
  let isHeld = true
  const service = await open(directory, {
    wrap:
      (handler) =>
      async (...args) => {
        const { rows } = await args[0].query<{ status: string }>(
          'select status from payment_batches where batch_id = $1',
          [args[1].resourceId],
        )
        if (isHeld && rows[0]?.status === 'Processing') throw new Error('not yet')
        return handler(...args)
      },
  })
  const payNow = async () => {
    isHeld = false
    await db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])
    await service.settle()
  }
  return { service, payNow }
}

test('an answer that expires between the check of a strict batch and its payment is requested again', async () => {
  const directory = banks()
  const { service, payNow } = await openCheckedOnly(directory)
  const order = service.item('Muster GmbH', { paymentDate: '2026-11-27' })
  const batchId = await service.send([order, order])
  await service.settle()
  expect((await service.batch(batchId)).counts).toMatchObject({ checked: 2 })
  directory.say('Muster GmbH', 'NMTC')
  service.time.now = new Date(service.time.now.getTime() + 25 * HOUR)
  await payNow()
  expect(directory.asked).toHaveLength(2)
  expect(await service.batch(batchId)).toMatchObject({ status: 'Rejected', counts: { created: 0, invalid: 2 } })
  expect(await service.balance('EUR')).toMatchObject({ held: 0n })
})

test('a payee who is renamed after the check is verified by the new name, not refused for the old one', async () => {
  const directory = banks()
  const { service, payNow } = await openCheckedOnly(directory)
  const batchId = await service.send([service.order()])
  await service.settle()
  await db.pool.query(`update beneficiaries set name = 'Muster Neu GmbH' where entity_id = $1 and currency = 'EUR'`, [
    service.entityId,
  ])
  await payNow()
  expect(directory.asked).toEqual(['Muster Maschinenbau GmbH', 'Muster Neu GmbH'])
  expect(await service.batch(batchId)).toMatchObject({ status: 'Completed', counts: { created: 1 } })
})

test('one account verified for a person and for a company is two requests', async () => {
  const directory = banks()
  const service = await open(directory)
  const as = (type: string) =>
    service.item('Jean Weber', { creditorAccount: { ...payees.EUR, name: 'Jean Weber', type } })
  const batchId = await service.send([as('Company'), as('Individual'), as('Company')])
  await service.settle()
  const [company, person, again] = await service.items(batchId)
  expect(directory.asked).toHaveLength(2)
  expect(company.verification.verificationId).toBe(again.verification.verificationId)
  expect(company.verification.verificationId).not.toBe(person.verification.verificationId)
})

test('items of 60 payees are all verified and paid, and the same key sends them once', async () => {
  const directory = banks()
  directory.say('Payee 7', 'NMTC')
  const service = await open(directory)
  const items = Array.from({ length: 60 }, (_, i) => service.item(`Payee ${i}`))
  const key = { 'idempotency-key': 'sixty' }
  const first = await service.post(URL, { items, mode: 'Partial' }, key)
  await service.settle()
  const again = await service.post(URL, { items, mode: 'Partial' }, key)
  await service.settle()
  expect(again.body.batchId).toBe(first.body.batchId)
  expect(await service.batch(first.body.batchId)).toMatchObject({
    progress: { done: 60, percent: 100 },
    counts: { created: 59, invalid: 1 },
  })
  expect([directory.asked.length, await service.paid()]).toEqual([60, 59])
})
