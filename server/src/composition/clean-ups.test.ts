import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openSandboxApi } from '../../test/support/sandbox-api.ts'
import { MODULES } from './modules.ts'

const db = await testDatabase()
const { app, credentials, tokenOf, close } = await openSandboxApi(db)
afterAll(close)

/** A step may delete rows of all entities, because they are independent of each other (decision 44). */
const connection = await db.pool.connect()
await connection.query(`set cambist.several_entities = 'seed'`)
afterAll(() => connection.release(true))

const LIMIT = 3
const PAST = new Date(0)
const FUTURE = new Date('2099-12-31T23:59:59Z')

/** Records that last, and rows that do not. */
const LASTING = ['postings', 'journals', 'events', 'fx_trades', 'payments', 'accounts', 'users']
const PASSING = ['event_images', 'fx_quotes', 'idempotency_keys']
const countAll = async (tables: string[]) => {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  return (await db.pool.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows[0]!
}

/** Runs the clean-ups of all modules to their end; returns how many rows they deleted. */
async function cleanUpAll(at: Date): Promise<number> {
  let sum = 0
  for (const cleanUp of MODULES.flatMap((module) => module.cleanUp ?? [])) {
    let deleted: number
    do {
      deleted = await cleanUp(connection, { business: at, wall: at }, LIMIT)
      expect(deleted).toBeLessThanOrEqual(LIMIT)
      sum += deleted
    } while (deleted === LIMIT)
  }
  return sum
}

test('clean-ups delete old rows in small steps, and neither young rows nor lasting records', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(credentials.clients.rm)}` }
  const deal = { sellCurrency: 'GBP', buyCurrency: 'EUR', fixedSide: 'Sell', amount: '10.00' }
  const quote = { method: 'POST', url: '/v1/fx/quotes/spot', payload: deal } as const
  for (const key of ['first', 'second', 'third', 'fourth']) {
    const { statusCode } = await app.inject({ ...quote, headers: { ...headers, 'idempotency-key': key } })
    expect(statusCode).toBe(201)
  }
  const before = await countAll([...LASTING, ...PASSING])
  expect(await cleanUpAll(PAST)).toBe(0)
  expect(await countAll([...LASTING, ...PASSING])).toEqual(before)
  expect(await cleanUpAll(FUTURE)).toBeGreaterThan(LIMIT)
  expect(await cleanUpAll(FUTURE)).toBe(0)
  expect(await countAll(LASTING)).toEqual(Object.fromEntries(LASTING.map((table) => [table, before[table]])))
  expect(await countAll(PASSING)).toEqual(Object.fromEntries(PASSING.map((table) => [table, 0])))
})
