import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction, type Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { decodeImage, deleteOldImages, encodeImage, findImages } from './images.ts'
import { emit } from './record.ts'
import { createEventStreams } from './stream/streams.ts'

const db = await testDatabase()
afterEach(() => {
  delete db.resourceReaders
})

const NOW = new Date('2026-11-25T10:00:00.000Z')
const DAY = 86_400_000
const actAt = (wall: Date) => ({ actor: { type: 'system' as const }, at: NOW, wall })

/** Has trades read as one row, which a test changes. */
function givenTrade() {
  const trade: Record<string, unknown> = { version: 1, status: 'Executed' }
  const read = async (_db: unknown, _entityId: string, ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { ...trade }]))
  db.resourceReaders = { trade: { read } }
  return trade
}

const executed = (tx: Tx, entityId: string, more: object = {}, wall = new Date()) =>
  emit(tx, actAt(wall), { entityId, type: 'trade.executed', resourceType: 'trade', resourceId: newUuid(), ...more })

async function imagesOf(entityId: string): Promise<object[]> {
  const images = await findImages(db.reader, entityId, [1n, 2n, 3n])
  return [...images].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, image]) => decodeImage(image))
}

test('an image keeps instants and whole numbers beyond 53 bits, at any depth', () => {
  const resource = {
    at: NOW,
    minor: 9_007_199_254_740_993n,
    none: null,
    text: '2026-11-25T10:00:00.000Z',
    parts: [{ at: NOW, minor: -1n }, 'x', 1.5, true],
  }
  expect(decodeImage(encodeImage(resource))).toEqual(resource)
})

test('the image of any resource is JSON and gives the same resource', () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\u0000', '\u2028', '\ud800', 'Zürich', '😀'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt(),
    fc.date({ noInvalidDate: true }),
  )
  const { resource } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value')), tie('resource')),
    resource: fc.dictionary(
      fc.string().filter((name) => name !== '__proto__' && !name.startsWith('$')),
      tie('value'),
      { noNullPrototype: true },
    ),
  }))
  fc.assert(
    fc.property(resource, (made) => {
      const image = encodeImage(made as object)
      expect(decodeImage(image)).toEqual(made)
      expect(() => JSON.parse(image) as unknown).not.toThrow()
    }),
  )
  expect(encodeImage({ a: undefined, b: [undefined] })).toBe('{"b":[null]}')
})

test('an event keeps its resource as its transaction left it, and takes its version', async () => {
  const entityId = await givenEntity(db, 'RM')
  const trade = givenTrade()
  await inTransaction(db, async (tx) => {
    await executed(tx, entityId)
    Object.assign(trade, { version: 4, status: 'Settled' }) // later in the same transaction
  })
  Object.assign(trade, { version: 5, status: 'Cancelled' })
  expect(await imagesOf(entityId)).toEqual([{ version: 4, status: 'Settled' }])
  const { rows } = await db.pool.query('select resource_version from events where entity_id = $1', [entityId])
  expect(rows).toEqual([{ resource_version: 4 }])
})

test('each step of one transaction has its own image, if its emitter gave it', async () => {
  const entityId = await givenEntity(db, 'RM')
  const resourceId = newUuid()
  Object.assign(givenTrade(), { version: 2, status: 'Settled', at: NOW })
  await inTransaction(db, async (tx) => {
    const source = { version: 1, status: 'Executed' }
    await executed(tx, entityId, { resourceId, resourceVersion: 1, source })
    await executed(tx, entityId, { resourceId, resourceVersion: 2, source: { version: 2, status: 'Settled' } })
  })
  expect(await imagesOf(entityId)).toEqual([
    { version: 1, status: 'Executed' },
    { version: 2, status: 'Settled', at: NOW },
  ])
})

test('an image that is like a later one of its transaction is stored as what differs, and read in full alone too', async () => {
  const entityId = await givenEntity(db, 'RM')
  const resourceId = newUuid()
  const last = { version: 3, status: 'Settled', at: NOW, minor: 5n, text: 'x'.repeat(1000) }
  Object.assign(givenTrade(), last)
  await inTransaction(db, async (tx) => {
    await executed(tx, entityId, { resourceId, resourceVersion: 2, source: { ...last, version: 2, minor: 4n } })
    await executed(tx, entityId, { resourceId, resourceVersion: 3, source: last })
    await executed(tx, entityId, { resourceId })
  })
  const { rows } = await db.pool.query<{ long: boolean }>(
    'select length(image) > 1000 as long from event_images where entity_id = $1 order by sequence',
    [entityId],
  )
  expect(rows.map(({ long }) => long)).toEqual([false, false, true])
  expect(await imagesOf(entityId)).toEqual([{ ...last, version: 2, minor: 4n }, last, last])
  const alone = await findImages(db.reader, entityId, [1n])
  expect(decodeImage(alone.get(1n)!)).toEqual({ ...last, version: 2, minor: 4n })
})

test('an event without a version, between steps of its transaction, has that of the next step: versions never fall', async () => {
  const entityId = await givenEntity(db, 'RM')
  const resourceId = newUuid()
  Object.assign(givenTrade(), { version: 3, status: 'Settled' })
  await inTransaction(db, async (tx) => {
    await executed(tx, entityId, { resourceId }) // such as approval.granted
    await executed(tx, entityId, { resourceId, resourceVersion: 2, source: { version: 2, status: 'Executed' } })
    await executed(tx, entityId, { resourceId, resourceVersion: 3, source: { version: 3, status: 'Settled' } })
  })
  expect(await imagesOf(entityId)).toEqual([
    { version: 2, status: 'Executed' },
    { version: 2, status: 'Executed' },
    { version: 3, status: 'Settled' },
  ])
  const { rows } = await db.pool.query(
    'select resource_version as version from events where entity_id = $1 order by sequence',
    [entityId],
  )
  expect(rows.map(({ version }) => version)).toEqual([2, 2, 3])
})

test('images are deleted once their events have left the feed; the events stay', async () => {
  const entityId = await givenEntity(db, 'RM')
  givenTrade()
  const today = Date.now()
  for (const age of [91, 89]) await inTransaction(db, (tx) => executed(tx, entityId, {}, new Date(today - age * DAY)))
  while ((await deleteOldImages(db.pool, new Date(today - 90 * DAY), 100)) > 0);
  expect([...(await findImages(db.reader, entityId, [1n, 2n])).keys()]).toEqual([2n])
  const { rows } = await db.pool.query('select sequence from events where entity_id = $1', [entityId])
  expect(rows).toHaveLength(2)
})

test('a process whose streams are all in use reports that, not that the client has too many', async () => {
  const streams = createEventStreams({ db, eventViews: {}, authenticate: () => undefined }, undefined, 0)
  const request = { principal: { clientId: newUuid() } } as never
  await expect(streams.open(request, {} as never, { entityId: newUuid(), limit: 1 })).rejects.toMatchObject({
    code: 'event_streams_exhausted',
    status: 503,
  })
})
