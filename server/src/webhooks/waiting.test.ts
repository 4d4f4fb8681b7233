import { afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openReceiver, openWebhooks } from '../../test/support/webhooks.ts'
import { readWebhookQueue } from './index.ts'

const db = await testDatabase()
const { time, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf } = await openWebhooks(db)
const sender = newSender()

const HOUR = 3_600_000
const later = (ms: number) => new Date(Date.now() + ms)
afterEach(() => {
  time.offsetMs = 0
})

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

describe('deliveries that no sender may attempt are no backlog that operators are alerted of:', () => {
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

test('deliveries of a suspended entity are no backlog either', async () => {
  const { holder, id } = await givenWaiting()
  const setStatus = (status: string) =>
    db.pool.query('update entities set status = $2 where entity_id = $1', [holder.entityId, status])
  await setStatus('Suspended')
  expect(await readWebhookQueue(db.reader, later(HOUR))).toEqual({ pending: 0, oldestDueSeconds: 0 })
  await setStatus('Active')
  await send(holder.token, 'DELETE', id)
})

test('the sender reported no error', () => {
  expect(errors).toEqual([])
})
