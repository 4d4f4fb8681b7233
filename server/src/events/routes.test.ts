import { expect, test } from 'vitest'
import { openAccountsApp } from '../../test/support/accounts-app.ts'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payees.ts'
import { inTransaction } from '../kernel/db/db.ts'
import type { EventType } from '../kernel/values/emitted.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { emit } from './record.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const { send, givenHolder } = await openAccountsApp(db)

const DAY = 86_400_000
const actAt = (wall: Date) => ({ actor: { type: 'system' as const }, at: new Date('2026-11-25T10:00:00.000Z'), wall })
const record = (entityId: string, type: EventType, wall = new Date(), more: object = {}) =>
  inTransaction(db, (tx) =>
    emit(tx, actAt(wall), { entityId, type, resourceType: 'trade', resourceId: newUuid(), ...more }),
  )
/** An entity whose first event is its own, with the sequence that its events continue from. */
async function givenFeed() {
  const holder = await givenHolder('RM')
  const read = async (query = '') => send(holder.token, 'GET', `/v1/events${query}`)
  const { body } = await read()
  return { ...holder, read, start: Number(body.position) }
}
type Shown = { sequence: number; type: string }
const numbers = (body: { data: Shown[] }) => body.data.map(({ sequence }) => sequence)

test('a poller receives every event once, in the order of its sequence, page after page', async () => {
  const { entityId, wireId, read, start } = await givenFeed()
  const resourceId = newUuid()
  await record(entityId, 'trade.executed', new Date(), { resourceId })
  await record(entityId, 'trade.settled', new Date(), { resourceId, previousStatus: 'Open', resourceVersion: 2 })
  await record(entityId, 'trade.cancelled')
  const first = await read(`?after=${start}&limit=2`)
  expect(first.body).toEqual({
    data: [
      {
        id: `evt_${wireId.slice(4)}_${start + 1}`,
        type: 'trade.executed',
        apiVersion: 'v1',
        createdAt: '2026-11-25T10:00:00.000Z',
        sequence: start + 1,
        entityId: wireId,
        resource: { type: 'trade', id: formatId('trd', resourceId), version: 1 },
      },
      expect.objectContaining({
        sequence: start + 2,
        resource: { type: 'trade', id: formatId('trd', resourceId), version: 2 },
        previous: { status: 'Open' },
      }),
    ],
    position: String(start + 2),
    nextCursor: String(start + 2),
  })
  const rest = await read(`?after=${first.body.nextCursor}`)
  expect([numbers(rest.body), rest.body.position, rest.body.nextCursor]).toEqual([[start + 3], String(start + 3), null])
  expect((await read(`?after=${start + 3}`)).body).toEqual({
    data: [],
    position: String(start + 3),
    nextCursor: null,
  })
})

test('an event of a transaction that is still running is neither shown nor skipped', async () => {
  const { entityId, read, start } = await givenFeed()
  await inTransaction(db, async (tx) => {
    await emit(tx, actAt(new Date()), {
      entityId,
      type: 'trade.executed',
      resourceType: 'trade',
      resourceId: newUuid(),
    })
    const { body } = await read(`?after=${start}`)
    expect([numbers(body), body.position]).toEqual([[], String(start)])
  })
  expect(numbers((await read(`?after=${start}`)).body)).toEqual([start + 1])
})

test('a filter by type moves the position past events of other types', async () => {
  const { entityId, read, start } = await givenFeed()
  for (const type of ['trade.executed', 'trade.settled', 'trade.overdue', 'trade.cancelled'] as const) {
    await record(entityId, type)
  }
  const { body } = await read(`?after=${start}&types=trade.executed&types=trade.overdue`)
  expect([numbers(body), body.position, body.nextCursor]).toEqual([[start + 1, start + 3], String(start + 4), null])
})

test('more events than one page examines do not hide a rare type', async () => {
  const { entityId, read, start } = await givenFeed()
  const resourceId = newUuid()
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < 10_050; i++) {
      await emit(tx, actAt(new Date()), { entityId, type: 'trade.executed', resourceType: 'trade', resourceId })
    }
  })
  await record(entityId, 'trade.overdue')
  const none = (await read(`?after=${start}&types=trade.overdue`)).body
  expect([numbers(none), none.nextCursor]).toEqual([[], String(start + 10_000)])
  expect(numbers((await read(`?after=${none.nextCursor}&types=trade.overdue`)).body)).toEqual([start + 10_051])
})

test('events older than 90 days are not returned, and a position among them is an error with the next valid one', async () => {
  const { entityId, read } = await givenFeed()
  const start = Number((await read()).body.position)
  expect(start).toBe(0)
  for (let i = 0; i < 5; i++) await record(entityId, 'trade.executed', new Date(Date.now() - 91 * DAY))
  for (let i = 0; i < 2; i++) await record(entityId, 'trade.settled', new Date(Date.now() - 89 * DAY))
  expect(numbers((await read()).body)).toEqual([6, 7])
  expect(numbers((await read('?after=5')).body)).toEqual([6, 7])
  const expired = await read('?after=4')
  expect([expired.status, errorCode(expired.body), expired.body.params]).toEqual([
    410,
    'event_position_expired',
    { after: '4', oldest: '5' },
  ])
})

test('a position after the last event is an error, so that a poller notices a reset', async () => {
  const { read, start } = await givenFeed()
  const { status, body } = await read(`?after=${start + 1}`)
  expect([status, errorCode(body)]).toEqual([422, 'event_position_unknown'])
})

test('another entity reads as missing, and its events are not shown', async () => {
  const { read, start } = await givenFeed()
  const other = await givenFeed()
  await record(other.entityId, 'trade.executed')
  expect(numbers((await read(`?after=${start}`)).body)).toEqual([])
  const { status, body } = await read(`?entityId=${other.wireId}`)
  expect([status, errorCode(body)]).toEqual([404, 'entity_not_found'])
})

test('an event shows its resource as its read operation does, to a client with the scope of that operation only', async () => {
  const holder = await givenHolder('RM')
  const reader = await givenHolder('RM', ['reporting:read'])
  Object.assign(reader.principal, { entityId: holder.entityId })
  const made = await send(holder.token, 'POST', '/v1/beneficiaries', {
    body: { entityId: holder.wireId, ...payees.USD },
  })
  const id = made.body.beneficiaryId
  expect([made.status, id]).toEqual([201, expect.stringMatching(/^ben_/)])
  const types = '?types=beneficiary.created'
  const shown = (await send(holder.token, 'GET', `/v1/events${types}`)).body.data
  expect(shown[0].data).toEqual((await send(holder.token, 'GET', `/v1/beneficiaries/${id}`)).body)
  const hidden = (await send(reader.token, 'GET', `/v1/events${types}`)).body.data
  expect(hidden[0].resource).toEqual(shown[0].resource)
  expect(hidden[0].data).toBeUndefined()
})

test('a misspelt type is an error that lists the valid ones, not an empty page', async () => {
  const { read } = await givenFeed()
  const { status, body } = await read('?types=payment.complete&types=trade.executed')
  expect([status, errorCode(body)]).toEqual([400, 'event_type_unknown'])
  expect(body.errors[0].params).toMatchObject({ unknown: ['payment.complete'] })
  expect(body.errors[0].params.known).toEqual(expect.arrayContaining(['payment.completed', 'trade.executed']))
})

test('a client without the scope reporting:read reads no events', async () => {
  const { token } = await givenHolder('RM', ['fx:quote'])
  const { status } = await send(token, 'GET', '/v1/events')
  expect(status).toBe(403)
})

test.each(['after=x', 'after=-1', 'types=payments', 'limit=0', 'from=3'])('%s is an error', async (query) => {
  const { read } = await givenFeed()
  expect((await read(`?${query}`)).status).toBe(400)
})
