import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openReceiver, openWebhooks, verified } from '../../../test/support/webhooks.ts'
import { emit } from '../../events/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { createSeal } from '../../kernel/values/seal.ts'

const DAY = 86_400_000
const db = await testDatabase()
const { context, time, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf, endpointOf } =
  await openWebhooks(db)
const sender = newSender()

test('a test reaches an endpoint that was disabled because the client that saved it is blocked', async () => {
  const gone = await givenHolder()
  const colleague = await givenHolder(undefined, gone.entityId)
  const receiver = await openReceiver()
  const { id } = await givenEndpoint(gone, receiver)
  await db.pool.query(`update api_clients set status = 'Blocked' where client_id = $1`, [gone.clientId])
  await gone.record('trade.executed')
  await sender.runDue()
  expect(await endpointOf(colleague, id)).toMatchObject({ status: 'Disabled', disabledReason: 'Rights' })
  await send(colleague.token, 'POST', `${id}/test`)
  await sender.runDue()
  expect(receiver.received).toHaveLength(1)
  expect((await deliveriesOf(colleague, id))[0]).toMatchObject({ reason: 'Test', status: 'Delivered', attempts: 1 })
})

test('an event is sent again under new rights although it has left the feed since', async () => {
  const holder = await givenHolder()
  const receiver = await openReceiver()
  const { id } = await givenEndpoint(holder, receiver)
  const at = new Date(Date.now() - 80 * DAY)
  await inTransaction(db, (tx) =>
    emit(
      tx,
      { actor: { type: 'system' }, at, wall: at },
      { entityId: holder.entityId, type: 'trade.executed', resourceType: 'trade', resourceId: newUuid() },
    ),
  )
  await sender.runDue()
  const [delivery] = await deliveriesOf(holder, id)
  time.offsetMs = 15 * DAY
  const { token } = await givenHolder(['webhooks:manage'], holder.entityId)
  await send(token, 'PATCH', id, { description: 'saved by another' })
  const again = await send(token, 'POST', `${id}/deliveries/${delivery.deliveryId}/redeliver`)
  expect(again.status).toBe(202)
  await sender.runDue()
  expect(receiver.received).toHaveLength(2)
  expect(errors).toEqual([])
  time.offsetMs = 0
})

test('a receiver that is gone (410) gets nothing until it is enabled again, and then what was pending', async () => {
  const holder = await givenHolder()
  const receiver = await openReceiver((_request, response) => response.writeHead(410).end())
  const { id } = await givenEndpoint(holder, receiver, { events: ['trade.executed'] })
  await holder.record('trade.executed')
  await sender.runDue()
  await holder.record('trade.executed')
  time.offsetMs = DAY / 48
  await sender.runDue()
  expect(receiver.received).toHaveLength(1)
  expect(await endpointOf(holder, id)).toMatchObject({ status: 'Disabled', disabledReason: 'Gone' })
  expect(await deliveriesOf(holder, id)).toMatchObject([{ failure: 'Gone', status: 'Pending', responseStatus: 410 }])
  receiver.answer = (_request, response) => response.writeHead(204).end()
  await send(holder.token, 'PATCH', id, { status: 'Active' })
  await sender.runDue()
  expect(receiver.received).toHaveLength(3)
  time.offsetMs = 0
})

test.each([
  ['60', 60],
  ['3', 5],
  ['900000', 43_200],
  ['soon', 5],
])('Retry-After: %s delays the next attempt to %i seconds', async (value, seconds) => {
  const holder = await givenHolder()
  const receiver = await openReceiver((_request, response) => response.writeHead(429, { 'retry-after': value }).end())
  const { id } = await givenEndpoint(holder, receiver)
  await holder.record('trade.executed')
  await sender.runDue()
  const [{ lastAttemptAt, nextAttemptAt }] = await deliveriesOf(holder, id)
  const delay = (Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)) / 1000
  expect(delay).toBeGreaterThanOrEqual(seconds)
  expect(delay).toBeLessThan(seconds + 2)
})

test('a second rotation, as after a lost answer, does not end the secret that receivers still have', async () => {
  const holder = await givenHolder()
  const receiver = await openReceiver()
  const { id, secret } = await givenEndpoint(holder, receiver)
  const secrets = [secret]
  for (let i = 0; i < 2; i++) secrets.push((await send(holder.token, 'POST', `${id}/rotate-secret`)).body.secret)
  await holder.record('trade.executed')
  await sender.runDue()
  for (const each of secrets) verified(each, receiver.received[0]!)
  for (let i = 0; i < 10; i++) secrets.push((await send(holder.token, 'POST', `${id}/rotate-secret`)).body.secret)
  await holder.record('trade.executed')
  await sender.runDue()
  const { headers } = receiver.received[1]!
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(5)
  for (const each of secrets.slice(-5)) verified(each, receiver.received[1]!)
})

test('a secret that a lost SECRETS_KEY encrypted can be rotated, and deliveries are signed with the new one alone', async () => {
  const holder = await givenHolder()
  const receiver = await openReceiver()
  const { id } = await givenEndpoint(holder, receiver)
  await db.pool.query('update webhook_endpoints set secret = $2 where entity_id = $1', [
    holder.entityId,
    createSeal(() => Buffer.alloc(32, 9)).seal('lost', 'webhook endpoint'),
  ])
  const { status, body } = await send(holder.token, 'POST', `${id}/rotate-secret`)
  expect([status, body.code]).toEqual([200, undefined])
  await holder.record('trade.executed')
  await sender.runDue()
  verified(body.secret, receiver.received[0]!)
  expect(String(receiver.received[0]!.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('a change of an endpoint of another entity gets the error of a missing one, with any address', async () => {
  const [holder, other] = [await givenHolder(), await givenHolder()]
  const { id } = await givenEndpoint(holder, await openReceiver())
  for (const url of ['http://nowhere.invalid/', 'http://127.0.0.1/'])
    expect((await send(other.token, 'PATCH', id, { url })).body.code).toBe('webhook_endpoint_not_found')
})

test('a delivery whose request cannot be made is counted, reported to the operator and ends as failed; the endpoint is not blamed', async () => {
  const holder = await givenHolder()
  const receiver = await openReceiver()
  const { id } = await givenEndpoint(holder, receiver)
  await holder.record('trade.executed')
  const sealed = newSender({}, { seal: { ...context.seal, open: () => raise('the key does not open the secret') } })
  await sealed.runDue()
  expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Pending', attempts: 1, failure: 'NotPrepared' }])
  for (let day = 1; day <= 4; day++) {
    time.offsetMs = day * DAY
    await sealed.runDue()
  }
  time.offsetMs = 0
  expect(await deliveriesOf(holder, id)).toMatchObject([{ status: 'Failed', failure: 'NotPrepared' }])
  expect(await endpointOf(holder, id)).toMatchObject({ status: 'Active', failingSince: null })
  expect(receiver.received).toEqual([])
  expect(errors.splice(0)).toContainEqual(
    expect.objectContaining({ err: new Error('the key does not open the secret') }),
  )
  time.offsetMs = 0
})

function raise(message: string): never {
  throw new Error(message)
}
