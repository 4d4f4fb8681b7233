import { afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openReceiver, openWebhooks } from '../../test/support/webhooks.ts'
import { readWebhookQueue } from './index.ts'
import { webhooksModule } from './module.ts'

const db = await testDatabase()
const { time, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf, endpointOf } = await openWebhooks(db)
const sender = newSender()

const HOUR = 3_600_000
const DAY = 24 * HOUR
const later = (ms: number) => new Date(Date.now() + ms)
afterEach(() => {
  time.offsetMs = 0
})

/** Cleans up row by row: a test writes rows of one entity in a transaction. */
async function cleanUpAt(at: Date): Promise<void> {
  for (const cleanUp of webhooksModule.cleanUp!) while ((await cleanUp(db.pool, { business: at, wall: at }, 1)) > 0);
}

/** Reads the endpoint of an entity from the database: its clients' tokens have expired by a later time. */
const statusOf = async (entityId: string) =>
  (await db.pool.query('select status, failures from webhook_endpoints where entity_id = $1', [entityId])).rows[0]

/** An endpoint whose one delivery failed once and waits for another attempt. */
async function givenWaiting() {
  const holder = await givenHolder()
  const receiver = await openReceiver((_request, response) => response.writeHead(503).end())
  const { id } = await givenEndpoint(holder, receiver)
  await holder.record('trade.executed')
  await sender.runDue()
  expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Pending', attempts: 1 }])
  return { holder, receiver, id }
}

describe('deliveries that no sender may attempt are not in the backlog that alerts operators:', () => {
  test('those of a disabled endpoint, unless it is a test', async () => {
    const { holder, id } = await givenWaiting()
    expect((await readWebhookQueue(db.reader, later(HOUR))).oldestDueSeconds).toBeGreaterThan(3000)
    await send(holder.token, 'PATCH', id, { status: 'Disabled' })
    expect(await readWebhookQueue(db.reader, later(HOUR))).toEqual({ pending: 0, oldestDueSeconds: 0 })
    await send(holder.token, 'POST', `${id}/test`)
    expect(await readWebhookQueue(db.reader, later(HOUR))).toMatchObject({ pending: 1 })
    await send(holder.token, 'DELETE', id)
  })

  test('those of a deleted endpoint', async () => {
    const { holder, id } = await givenWaiting()
    await send(holder.token, 'DELETE', id)
    expect(await readWebhookQueue(db.reader, later(HOUR))).toEqual({ pending: 0, oldestDueSeconds: 0 })
  })
})

test.each(['another address', 'an active one again'])(
  'a receiver that is repaired gets what waits for it immediately, not hours later: %s',
  async (repair) => {
    const { holder, receiver, id } = await givenWaiting()
    const repaired = await openReceiver()
    if (repair === 'another address') await send(holder.token, 'PATCH', id, { url: repaired.url })
    else {
      await send(holder.token, 'PATCH', id, { status: 'Disabled' })
      receiver.answer = (_request, response) => response.writeHead(204).end()
      await send(holder.token, 'PATCH', id, { status: 'Active' })
    }
    await sender.runDue()
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2 }])
    await send(holder.token, 'DELETE', id)
  },
)

test.each([410, 503])(
  'an attempt at the former address that ends with %i after the repair delays no delivery and disables nothing',
  async (status) => {
    const holder = await givenHolder()
    const repaired = await openReceiver()
    const former = await openReceiver((_request, response) => {
      void send(holder.token, 'PATCH', id, { url: repaired.url }).then(() => response.writeHead(status).end())
    })
    const { id } = await givenEndpoint(holder, former)
    await holder.record('trade.executed')
    await newSender({ timeoutMs: 60_000 }).runDue()
    expect(former.received).toHaveLength(1)
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2 }])
    expect(repaired.received).toHaveLength(1)
    expect(await statusOf(holder.entityId)).toEqual({ status: 'Active', failures: 0 })
    await send(holder.token, 'DELETE', id)
  },
)

test('another description of an endpoint changes no wait', async () => {
  const { holder, id } = await givenWaiting()
  await send(holder.token, 'PATCH', id, { description: 'Ledger' })
  await sender.runDue()
  expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Pending', attempts: 1 }])
  await send(holder.token, 'DELETE', id)
})

test('deliveries of a suspended entity are no backlog either', async () => {
  const { holder, id } = await givenWaiting()
  const setStatus = (status: string) =>
    db.pool.query('update entities set status = $2 where entity_id = $1', [holder.entityId, status])
  await setStatus('Suspended')
  expect(await readWebhookQueue(db.reader, later(HOUR))).toEqual({ pending: 0, oldestDueSeconds: 0 })
  await setStatus('Active')
  await send(holder.token, 'DELETE', id)
})

test('a delivery of a suspended entity is repeated for 72 hours once the entity is active again', async () => {
  const { holder, id } = await givenWaiting()
  const setStatus = (status: string) =>
    db.pool.query('update entities set status = $2 where entity_id = $1', [holder.entityId, status])
  await setStatus('Suspended')
  time.offsetMs = 5 * DAY
  await sender.runDue()
  await setStatus('Active')
  await sender.runDue()
  const { rows } = await db.pool.query(
    `select d.status, d.attempts, e.status as endpoint from webhook_deliveries d join webhook_endpoints e using (entity_id)
      where d.entity_id = $1`,
    [holder.entityId],
  )
  expect(rows).toEqual([{ status: 'Pending', attempts: 2, endpoint: 'Active' }])
  time.offsetMs = 0
  await send(holder.token, 'DELETE', id)
})

describe('an endpoint is not disabled at the first failure', () => {
  test('after its entity was suspended for more than seven days', async () => {
    const { holder, id } = await givenWaiting()
    const setStatus = (status: string) =>
      db.pool.query('update entities set status = $2 where entity_id = $1', [holder.entityId, status])
    await setStatus('Suspended')
    time.offsetMs = 8 * DAY
    await sender.runDue()
    await setStatus('Active')
    await sender.runDue()
    expect(await statusOf(holder.entityId)).toMatchObject({ status: 'Active', failures: 2 })
    time.offsetMs = 0
    await send(holder.token, 'DELETE', id)
  })

  test('after no event occurred for more than seven days, though an earlier event was never accepted', async () => {
    const { holder, id } = await givenWaiting()
    for (let hours = 0; hours < 80; hours++) {
      time.offsetMs = hours * HOUR
      await sender.runDue()
    }
    expect(await statusOf(holder.entityId)).toMatchObject({ status: 'Failing' })
    time.offsetMs = 12 * DAY
    await holder.record('trade.settled')
    await sender.runDue()
    expect(await statusOf(holder.entityId)).toMatchObject({ status: 'Failing' })
    time.offsetMs = 0
    await send(holder.token, 'DELETE', id)
  })
})

describe('a delivery that waits at a disabled endpoint', () => {
  test('is sent when the endpoint is enabled after weeks: no event is lost', async () => {
    const { holder, receiver, id } = await givenWaiting()
    await send(holder.token, 'PATCH', id, { status: 'Disabled' })
    await cleanUpAt(later(40 * DAY))
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await send(holder.token, 'PATCH', id, { status: 'Active' })
    time.offsetMs = 7000
    await sender.runDue()
    time.offsetMs = 0
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2 }])
    await send(holder.token, 'DELETE', id)
  })

  test('is repeated for 72 hours once the endpoint is enabled, however long it was disabled', async () => {
    const { holder, id } = await givenWaiting()
    await send(holder.token, 'PATCH', id, { status: 'Disabled' })
    time.offsetMs = 5 * DAY
    const colleague = await givenHolder(undefined, holder.entityId)
    await send(colleague.token, 'PATCH', id, { status: 'Active' })
    await sender.runDue()
    expect(await deliveriesOf(colleague, id)).toMatchObject([{ status: 'Pending', attempts: 2 }])
    expect((await endpointOf(colleague, id)).status).toBe('Active')
    await send(colleague.token, 'DELETE', id)
  })

  test('is deleted with the others once its endpoint is deleted', async () => {
    const { holder, id } = await givenWaiting()
    await send(holder.token, 'DELETE', id)
    await cleanUpAt(later(40 * DAY))
    const { rows } = await db.pool.query('select 1 from webhook_deliveries where entity_id = $1', [holder.entityId])
    expect(rows).toEqual([])
  })
})

test('the sender reported no error', () => {
  expect(errors).toEqual([])
})
