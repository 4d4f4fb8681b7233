import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openSandboxApi } from '../../../test/support/sandbox-api.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { type LevelDirection, watchRate } from './index.ts'

const db = await testDatabase()
let sandbox: Awaited<ReturnType<typeof openSandboxApi>>
let token: string
let entityId: string

beforeAll(async () => {
  sandbox = await openSandboxApi(db)
  token = await sandbox.tokenOf(sandbox.credentials.clients.rm)
  const { rows } = await db.pool.query<{ id: string }>(
    `select entity_id as id from entities where service_kind <> 'House' limit 1`,
  )
  entityId = rows[0]!.id
})
afterAll(() => sandbox.close())

const post = async (url: string, payload: object) => {
  const answer = await sandbox.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${token}` },
  })
  expect([url, answer.statusCode, answer.body]).toEqual([url, 200, expect.any(String)])
  return answer.json<Record<string, string>>()
}
/** Jobs of a kind without a handler fail when they run, and stay with their failure. */
const watched = (direction: LevelDirection, level: string) =>
  inTransaction(db, async (tx) => {
    const resourceId = newUuid()
    const place = { entityId, resourceId, kind: 'note.reached', currencyPair: 'EUR/USD', priceSide: 'Mid' as const }
    await watchRate(tx, { ...place, direction, level: new Decimal(level) })
    return resourceId
  })
const tried = async () => {
  const { rows } = await db.pool.query<{ id: string }>(
    `select resource_id as id from due_work where kind = 'note.reached' and attempts > 0 order by work_id`,
  )
  return rows.map(({ id }) => id)
}

test('a market move is answered when the jobs of the levels that it reached have run', async () => {
  await post('/v1/sandbox/market/EURUSD', { rate: '1.20' })
  const [near, far] = [await watched('AtOrAbove', '1.22'), await watched('AtOrAbove', '1.30')]
  await post('/v1/sandbox/market/EURUSD', { rate: '1.21' })
  expect(await tried()).toEqual([])
  await post('/v1/sandbox/market/EURUSD', { rate: '1.23' })
  expect(await tried()).toEqual([near])
  await post('/v1/sandbox/market/EURUSD', { rate: '1.31' })
  expect(await tried()).toEqual([near, far])
})

test('a move of the clock is answered when the jobs of the levels that its new time reached have run', async () => {
  const before = await tried()
  const { now } = await post('/v1/sandbox/clock', { freeze: true })
  expect(now).toBeDefined()
  const above = await watched('AtOrAbove', '0.5') // the clock stands, so only a look at it can find them
  await post('/v1/sandbox/clock', { advance: 'PT1S' })
  expect((await tried()).filter((id) => !before.includes(id))).toEqual([above])
})
