import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openReceiver, openWebhooks } from '../../../test/support/webhooks.ts'
import { emit } from '../../events/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'

const DAY = 86_400_000
const db = await testDatabase()
const { time, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf, endpointOf } = await openWebhooks(db)
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
