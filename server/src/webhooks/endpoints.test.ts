import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payees.ts'
import { openProcess } from '../../test/support/process.ts'
import { bodiesOf, openReceiver, openWebhooks, type Receiver, verified } from '../../test/support/webhooks.ts'
import { setClientStatus } from '../auth/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { webhooksModule } from './module.ts'
import { createWebhookTargets } from './targets/targets.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const { context, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf, endpointOf } =
  await openWebhooks(db)
const sender = newSender()

describe('a client', () => {
  test('tests an endpoint, also a disabled one: one attempt, whose outcome it reads', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver((_request, response) => response.writeHead(404).end())
    const { id, secret } = await givenEndpoint(holder, receiver, { status: 'Disabled' })
    const { status, body } = await send(holder.token, 'POST', `${id}/test`)
    expect([status, body.status, body.reason]).toEqual([202, 'Pending', 'Test'])
    await sender.runDue()
    expect(verified(secret, receiver.received[0]!)).toMatchObject({
      id: body.eventId,
      type: 'webhookEndpoint.test',
      data: { webhookEndpointId: id },
    })
    const read = await send(holder.token, 'GET', `${id}/deliveries/${body.deliveryId}`)
    expect(read.body).toMatchObject({ status: 'Failed', attempts: 1, responseStatus: 404, nextAttemptAt: null })
    expect((await endpointOf(holder, id)).failingSince).toBeNull()
  })

  test('has an event sent again under the same id, and a pending one immediately', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const { id } = await givenEndpoint(holder, receiver)
    await holder.record('trade.executed')
    await sender.runDue()
    const [done] = await deliveriesOf(holder, id)
    const again = await send(holder.token, 'POST', `${id}/deliveries/${done.deliveryId}/redeliver`)
    expect([again.status, again.body.reason, again.body.eventId]).toEqual([202, 'Redelivery', done.eventId])
    receiver.answer = (_request, response) => response.writeHead(500).end()
    await sender.runDue()
    expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body)
    receiver.answer = (_request, response) => response.writeHead(200).end()
    await sender.runDue()
    expect(receiver.received).toHaveLength(2)
    await send(holder.token, 'POST', `${id}/deliveries/${again.body.deliveryId}/redeliver`)
    await sender.runDue()
    expect(receiver.received).toHaveLength(3)
    expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Delivered', attempts: 2 }, { attempts: 1 }])
  })

  test('replays the feed from a sequence on', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const { id, body } = await givenEndpoint(holder, receiver)
    for (let i = 0; i < 5; i++) await holder.record('trade.executed')
    await sender.runDue()
    const replayed = await send(holder.token, 'POST', `${id}/replay`, { fromSequence: body.position + 3 })
    expect([replayed.status, replayed.body.position]).toEqual([200, body.position + 2])
    await sender.runDue()
    const again = bodiesOf(receiver.received.slice(5)).map(({ sequence }) => sequence - body.position)
    expect(again.sort()).toEqual([3, 4, 5])
    const beyond = await send(holder.token, 'POST', `${id}/replay`, { fromSequence: body.position + 7 })
    expect([beyond.status, errorCode(beyond.body)]).toEqual([422, 'event_position_unknown'])
    const params = { after: String(body.position + 7), last: String(body.position + 5) }
    expect(beyond.body).toMatchObject({ params })
  })

  test('changes an endpoint at the version it has read only', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const { id } = await givenEndpoint(holder, receiver)
    const change = (etag: string) =>
      send(holder.token, 'PATCH', id, { events: ['trade.settled'] }, { 'if-match': etag })
    const changed = await change('"1"')
    expect([changed.status, changed.body.version, changed.headers.etag]).toEqual([200, 2, '"2"'])
    const stale = await change('"1"')
    expect([stale.status, errorCode(stale.body)]).toEqual([412, 'webhook_endpoint_version_conflict'])
    await holder.record('trade.executed')
    await sender.runDue()
    expect(receiver.received).toEqual([])
    expect((await send(holder.token, 'PATCH', id, { events: null })).body.events).toBeNull()
  })

  test('deletes an endpoint: nothing more is sent, and it is gone from lists', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const { id } = await givenEndpoint(holder, receiver)
    await holder.record('trade.executed')
    expect((await send(holder.token, 'DELETE', id)).status).toBe(204)
    await sender.runDue()
    expect(receiver.received).toEqual([])
    expect(errorCode((await send(holder.token, 'GET', id)).body)).toBe('webhook_endpoint_not_found')
    expect((await send(holder.token, 'GET', '')).body.data).toEqual([])
  })

  test('finds no endpoint of another entity', async () => {
    const [holder, stranger] = [await givenHolder(), await givenHolder()]
    const receiver = await openReceiver()
    const { id } = await givenEndpoint(holder, receiver)
    for (const [method, path] of [
      ['GET', id],
      ['DELETE', id],
      ['POST', `${id}/test`],
      ['GET', `${id}/deliveries`],
    ] as const)
      expect(errorCode((await send(stranger.token, method, path)).body)).toBe('webhook_endpoint_not_found')
  })

  test('has 20 endpoints at most', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    await Promise.all(Array.from({ length: 22 }, () => send(holder.token, 'POST', '', { url: receiver.url })))
    expect((await send(holder.token, 'GET', '')).body.data).toHaveLength(20)
    const { status, body } = await send(holder.token, 'POST', '', { url: receiver.url })
    expect([status, errorCode(body)]).toEqual([409, 'webhook_endpoint_limit_reached'])
  })

  test.each([
    [{}, 'field_required'],
    [{ url: 'ftp://example.com' }, 'webhook_url_invalid'],
    [{ url: 'http://user:password@127.0.0.1/' }, 'webhook_url_invalid'],
    [{ url: 'http://127.0.0.1/', events: ['payment.complete'] }, 'event_type_unknown'],
    [{ url: 'http://127.0.0.1/', events: [] }, 'too_few_items'],
  ])('gets an error for %o', async (order, code) => {
    const { token } = await givenHolder()
    const { status, body } = await send(token, 'POST', '', order)
    expect([status, body.errors.map((each: { code: string }) => each.code)]).toEqual([400, [code]])
  })
})

test.each([
  ['https://127.0.0.1/', 422, 'webhook_address_not_allowed'],
  ['https://metadata.test/', 422, 'webhook_address_not_allowed'],
  ['https://nowhere.test/', 422, 'webhook_host_not_found'],
  ['http://public.test/', 400, 'webhook_url_not_https'],
  ['https://public.test/', 201, undefined],
])('without the permission of the operator, %s is answered with %i %s when it is saved', async (url, status, code) => {
  const addresses: Record<string, string> = { 'metadata.test': '169.254.169.254', 'public.test': '8.8.8.8' }
  const resolve = async (host: string) => (addresses[host] ? [{ address: addresses[host], family: 4 }] : [])
  const { app } = await openProcess(db, {
    ...context,
    webhookTargets: createWebhookTargets({ allowsPrivate: false }, resolve),
  })
  const { token } = await givenHolder()
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/webhook-endpoints',
    headers: { authorization: `Bearer ${token}` },
    payload: { url },
  })
  const body = answer.json<{ code?: string; errors?: { code: string }[] }>()
  expect([answer.statusCode, body.errors?.[0]?.code ?? errorCode(body)]).toEqual([status, code])
})

describe('rights', () => {
  test('a delivery contains no more than the client that saved the endpoint may read now', async () => {
    const owner = await givenHolder()
    const other = await givenHolder(['webhooks:manage'], owner.entityId)
    const [first, second] = [
      await openReceiver(),
      await openReceiver((_request, response) => response.writeHead(500).end()),
    ]
    const { id } = await givenEndpoint(owner, second, { events: ['beneficiary.created'] })
    await givenEndpoint(other, first, { events: ['beneficiary.created'] })
    await send(owner.token, 'POST', '/v1/beneficiaries', { entityId: owner.wireId, ...payees.USD })
    await sender.runDue()
    const dataOf = ({ received }: Receiver) => received.map(({ body }) => (JSON.parse(body) as { data?: object }).data)
    expect(dataOf(first)).toEqual([undefined])
    expect(dataOf(second)).toEqual([expect.objectContaining({ currency: 'USD' })])
    const taken = await openReceiver()
    await send(other.token, 'PATCH', id, { url: taken.url })
    const [pending] = await deliveriesOf(owner, id)
    await send(other.token, 'POST', `${id}/deliveries/${pending.deliveryId}/redeliver`)
    await sender.runDue()
    expect(dataOf(taken)).toEqual([undefined])
  })

  test('an endpoint is disabled once the client that saved it is blocked', async () => {
    const holder = await givenHolder()
    const receiver = await openReceiver()
    const other = await givenHolder(['webhooks:manage'], holder.entityId)
    const { id } = await givenEndpoint(holder, receiver)
    const act = { actor: { type: 'operator' as const }, at: new Date(), wall: new Date() }
    await inTransaction(db, (tx) => setClientStatus(tx, holder.clientId, 'Blocked', act))
    await holder.record('trade.executed')
    await sender.runDue()
    expect(receiver.received).toEqual([])
    expect(await endpointOf(other, id)).toMatchObject({ status: 'Disabled', disabledReason: 'Rights' })
  })

  test('a client without the scope manages no endpoints', async () => {
    const { token } = await givenHolder(['reporting:read'])
    expect((await send(token, 'GET', '')).status).toBe(403)
  })
})

test('old deliveries are deleted after 30 days', async () => {
  const holder = await givenHolder()
  const receiver = await openReceiver()
  const { id } = await givenEndpoint(holder, receiver)
  for (let i = 0; i < 2; i++) await holder.record('trade.executed')
  await sender.runDue()
  await db.pool.query(
    `update webhook_deliveries set created_at = now() - interval '31 days' where entity_id = $1 and sequence = 
      (select min(sequence) from webhook_deliveries where entity_id = $1)`,
    [holder.entityId],
  )
  const wall = new Date()
  for (const cleanUp of webhooksModule.cleanUp!) await cleanUp(db.pool, { business: wall, wall }, 1000)
  expect(await deliveriesOf(holder, id)).toHaveLength(1)
})

test('the sender reported no error', () => {
  expect(errors).toEqual([])
})
