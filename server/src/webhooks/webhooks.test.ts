import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payees.ts'
import { bodiesOf, openReceiver, openWebhooks, type Received, verified } from '../../test/support/webhooks.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'

const db = await testDatabase()
const { time, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf, endpointOf } = await openWebhooks(db)
const sender = newSender()

const HOUR = 3_600_000
const typesOf = (received: Received[]) => bodiesOf(received).map(({ type }) => type)

describe('a delivery', () => {
  test('is the event of the feed with its resource, signed so that the Standard Webhooks verifier accepts it', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const { id, secret } = await givenEndpoint(holder, receiver, { events: ['beneficiary.created'] })
    const made = await send(holder.token, 'POST', '/v1/beneficiaries', { entityId: holder.wireId, ...payees.USD })
    await sender.runDue()
    const [event] = (await send(holder.token, 'GET', '/v1/events?types=beneficiary.created')).body.data
    expect(receiver.received.map((each) => verified(secret, each))).toEqual([event])
    expect(event.data.beneficiaryId).toBe(made.body.beneficiaryId)
    const { headers } = receiver.received[0]!
    expect(headers).toMatchObject({ 'webhook-id': event.id, 'x-delivery-attempt': '1' })
    expect(headers['x-retry-reason']).toBeUndefined()
    const changed = { ...receiver.received[0]!, body: receiver.received[0]!.body.replace('v1', 'v2') }
    expect(() => verified(secret, changed)).toThrow('No matching signature')
    expect(await deliveriesOf(holder, id)).toMatchObject([
      {
        eventId: event.id,
        sequence: event.sequence,
        status: 'Delivered',
        attempts: 1,
        responseStatus: 204,
        failure: null,
      },
    ])
  })

  test('goes to each endpoint once, in two processes too, and only for the types and the entity of the endpoint', async () => {
    const holder = await givenHolder()
    const other = await givenHolder()
    const [all, some] = [await openReceiver(), await openReceiver()]
    await givenEndpoint(holder, all)
    await givenEndpoint(holder, some, { events: ['trade.settled'] })
    for (let i = 0; i < 30; i++) await holder.record(i % 3 === 0 ? 'trade.settled' : 'trade.executed')
    await other.record('trade.settled')
    const second = newSender()
    await Promise.all([sender.runDue(), second.runDue()])
    await sender.runDue()
    const sequences = bodiesOf(all.received).map(({ sequence }) => sequence)
    expect(new Set(sequences).size).toBe(30)
    expect(sequences.length).toBe(30)
    expect(typesOf(some.received)).toEqual(Array(10).fill('trade.settled'))
  })

  test('is repeated under the same id with the same body and the reason, until it is accepted', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver((_request, response) => response.writeHead(503).end())
    const { id } = await givenEndpoint(holder, receiver)
    await holder.record('trade.executed')
    await sender.runDue()
    await sender.runDue()
    expect(receiver.received).toHaveLength(1)
    const [pending] = await deliveriesOf(holder, id)
    expect(pending).toMatchObject({ status: 'Pending', attempts: 1, responseStatus: 503, failure: 'HttpStatus' })
    expect(Date.parse(pending.nextAttemptAt) - Date.parse(pending.lastAttemptAt)).toBeGreaterThanOrEqual(5000)
    receiver.answer = (_request, response) => response.writeHead(200).end('thank you')
    time.offsetMs += 7000
    await sender.runDue()
    const [first, second] = receiver.received
    expect(second!.body).toBe(first!.body)
    expect(second!.headers).toMatchObject({
      'webhook-id': first!.headers['webhook-id'],
      'x-delivery-attempt': '2',
      'x-retry-reason': 'HttpStatus',
    })
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2, failure: null }])
    time.offsetMs = 0
  })

  test.each([
    ['while the service runs', () => sender],
    ['while the service is stopped', newSender],
  ])('is repeated after its usual wait if the clock is set back %s', async (_when, after) => {
    const holder = await givenHolder()
    const receiver = await openReceiver((_request, response) => response.writeHead(503).end())
    const { id } = await givenEndpoint(holder, receiver)
    time.offsetMs = 6 * HOUR
    await holder.record('trade.executed')
    await sender.runDue()
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (_request, response) => response.writeHead(204).end()
    time.offsetMs = 0
    const next = after()
    await next.runDue()
    expect(receiver.received).toHaveLength(1)
    time.offsetMs = 7000
    await next.runDue()
    expect(receiver.received).toHaveLength(2)
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2 }])
    time.offsetMs = 0
  })

  test('is repeated after its usual wait although the database did not answer when the clock was set back', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver((_request, response) => response.writeHead(503).end())
    await givenEndpoint(holder, receiver)
    time.offsetMs = 6 * HOUR
    await holder.record('trade.executed')
    await sender.runDue()
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (_request, response) => response.writeHead(204).end()
    time.offsetMs = 0
    vi.spyOn(db.reader, 'query').mockRejectedValueOnce(new Error('terminated'))
    await expect(sender.runDue()).rejects.toThrow('terminated')
    await sender.runDue()
    time.offsetMs = 7000
    await sender.runDue()
    expect(receiver.received).toHaveLength(2)
    time.offsetMs = 0
  })

  test('without an attempt is not delayed if the clock is set back', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver((_request, response) => response.writeHead(503).end())
    await givenEndpoint(holder, receiver)
    time.offsetMs = 6 * HOUR
    for (let i = 0; i < 3; i++) await holder.record('trade.executed')
    await sender.runDue()
    const before = receiver.received.length
    await db.pool.query(
      `update webhook_deliveries set attempts = 0, first_attempt_at = null, last_attempt_at = null,
          next_attempt_at = created_at where entity_id = $1`,
      [holder.entityId],
    )
    receiver.answer = (_request, response) => response.writeHead(204).end()
    time.offsetMs = 0
    await sender.runDue()
    expect(receiver.received.length - before).toBe(3)
  })

  test('is repeated by another process if its own process ends', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver(() => {}) // never answers
    const { id } = await givenEndpoint(holder, receiver)
    await holder.record('trade.executed')
    const dying = newSender({ timeoutMs: 60_000 })
    dying.start()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 5000 })
    await dying.stop()
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await sender.runDue()
    expect(receiver.received).toHaveLength(1) // the lease of the first holds
    time.offsetMs += 31_000
    await sender.runDue()
    expect(receiver.received).toHaveLength(2)
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2 }])
    time.offsetMs = 0
  })
})

describe('a receiver', () => {
  test('is cut off if it hangs, and does not delay the others', async () => {
    const [slow, quick] = [await givenHolder(), await givenHolder()]
    const hanging = await openReceiver(() => {})
    const receiver = await openReceiver()
    const { id } = await givenEndpoint(slow, hanging)
    await givenEndpoint(quick, receiver)
    for (let i = 0; i < 50; i++) await slow.record('trade.executed')
    for (let i = 0; i < 20; i++) await quick.record('trade.executed')
    const running = newSender({ timeoutMs: 3000 })
    running.start()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(20), { timeout: 5000, interval: 20 })
    expect(hanging.received.length).toBeLessThanOrEqual(4) // the first attempts, still waiting
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(slow, id)).map((each: { failure: string }) => each.failure)).toContain('Timeout'),
      { timeout: 5000 },
    )
    await running.stop()
    await send(slow.token, 'DELETE', id)
  })

  test('cannot redirect a delivery to another address', async () => {
    const holder = await givenHolder()
    const elsewhere = await openReceiver()
    const receiver = await openReceiver((_request, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    const { id } = await givenEndpoint(holder, receiver)
    await holder.record('trade.executed')
    await sender.runDue()
    expect(elsewhere.received).toEqual([])
    expect(await deliveriesOf(holder, id)).toMatchObject([{ failure: 'Redirect', responseStatus: 307 }])
    await send(holder.token, 'DELETE', id)
  })

  test('is marked failing after 72 hours without acceptance, and disabled after seven days; re-enabled, it gets missed events', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver((_request, response) => response.writeHead(500).end())
    const { id } = await givenEndpoint(holder, receiver, { events: ['trade.executed', 'trade.settled'] })
    await holder.record('trade.executed')
    const start = Date.now()
    for (let hours = 0; hours < 80; hours += 1) {
      time.offsetMs = hours * HOUR
      await sender.runDue()
    }
    const [failed] = await readDeliveries(id)
    expect(failed).toMatchObject({ status: 'Failed', nextAttemptAt: null })
    expect(failed!.lastAttemptAt.getTime() - start).toBeLessThan(72 * HOUR + 60_000)
    expect(failed!.lastAttemptAt.getTime() - start).toBeGreaterThan(48 * HOUR)
    expect(await statusOf(id)).toEqual({ status: 'Failing', reason: null })
    for (let hours = 80; hours < 9 * 24; hours += 24) {
      time.offsetMs = hours * HOUR // less than 36 hours after the attempt before
      await holder.record('trade.executed')
      await sender.runDue()
    }
    expect(await statusOf(id)).toEqual({ status: 'Disabled', reason: 'Failures' })
    const attempts = receiver.received.length
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await holder.record('trade.settled')
    await sender.runDue()
    expect(receiver.received).toHaveLength(attempts)
    time.offsetMs = 0
    const enabled = await send(holder.token, 'PATCH', id, { status: 'Active' })
    expect(enabled.body).toMatchObject({ status: 'Active', disabledReason: null, failingSince: null })
    time.offsetMs = 10 * 24 * HOUR
    await sender.runDue()
    expect(typesOf(receiver.received.slice(attempts))).toContain('trade.settled')
    const types = (
      await db.pool.query<{ type: string; detail: object }>(
        `select type, detail from events where entity_id = $1 and resource_type = 'webhookEndpoint' order by sequence`,
        [holder.entityId],
      )
    ).rows
    expect(types).toEqual([
      { type: 'webhookEndpoint.failing', detail: null },
      { type: 'webhookEndpoint.disabled', detail: { reason: 'Failures' } },
    ])
    time.offsetMs = 0
  })
})

const uuidOf = async (wireId: string) =>
  (await db.pool.query<{ id: string }>('select webhook_endpoint_id as id from webhook_endpoints')).rows
    .map(({ id }) => id)
    .find((id) => formatId('whe', id) === wireId)!
const readDeliveries = async (wireId: string) =>
  (
    await db.pool.query<{ status: string; nextAttemptAt: Date | null; lastAttemptAt: Date }>(
      `select status, next_attempt_at as "nextAttemptAt", last_attempt_at as "lastAttemptAt" from webhook_deliveries
        where webhook_endpoint_id = $1 order by delivery_id`,
      [await uuidOf(wireId)],
    )
  ).rows
const statusOf = async (wireId: string) =>
  (
    await db.pool.query<{ status: string; reason: string | null }>(
      'select status, disabled_reason as reason from webhook_endpoints where webhook_endpoint_id = $1',
      [await uuidOf(wireId)],
    )
  ).rows[0]

describe('the secret', () => {
  test('is stored sealed, and is neither in later answers nor in the stored answer of an Idempotency-Key', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const headers = { 'idempotency-key': newUuid() }
    const order = { url: receiver.url }
    const first = await send(holder.token, 'POST', '', order, headers)
    const again = await send(holder.token, 'POST', '', order, headers)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(first.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await endpointOf(holder, first.body.webhookEndpointId)).secret).toBeUndefined()
    const { rows } = await db.pool.query(
      `select 1 from idempotency_keys where strpos(body, $1) > 0
        union all select 1 from webhook_endpoints where strpos(encode(secret, 'escape'), $1) > 0`,
      [first.body.secret.slice('whsec_'.length)],
    )
    expect(rows).toEqual([])
  })

  test('can be rotated without a gap: for 24 hours both secrets verify each delivery', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const { id, secret } = await givenEndpoint(holder, receiver)
    const rotated = await send(holder.token, 'POST', `${id}/rotate-secret`)
    expect(rotated.body.secret).not.toBe(secret)
    await holder.record('trade.executed')
    await sender.runDue()
    const [delivery] = receiver.received
    expect(verified(secret, delivery!)).toEqual(verified(rotated.body.secret, delivery!))
    await db.pool.query(
      `update webhook_endpoints set previous_expires_at = now() - interval '1 second'
      where entity_id = $1`,
      [holder.entityId],
    )
    await holder.record('trade.executed')
    await sender.runDue()
    expect(() => verified(secret, receiver.received[1]!)).toThrow('No matching signature')
    verified(rotated.body.secret, receiver.received[1]!)
  })
})

test('the sender reported no error', () => {
  expect(errors).toEqual([])
})
