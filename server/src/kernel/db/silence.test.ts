import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { nothing, openAccounts, transfer } from '../../../test/support/ledger.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { silentProxy } from '../../../test/support/silent-proxy.ts'
import { createPostingBatcher, openPostingConnection } from '../../ledger/index.ts'
import { createHttp } from '../http/http.ts'
import { serviceRoutes } from '../../service/routes.ts'
import { systemClock } from '../values/clock.ts'
import { newUuid } from '../values/ids.ts'
import { inTransaction, openDb } from './db.ts'
import { watchSilence } from './silence.ts'

const real = await testDatabase()
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service whose database can fall silent. Only the watch notices it: no connection gives up by itself. */
async function openService() {
  const limits = { openMs: 60_000, answerMs: 60_000 } // a busy machine is not taken for a silent database
  const proxy = await silentProxy(real.connection)
  closing.push(() => proxy.close())
  const db = await openDb(proxy.connection, { poolSize: 2, silence: limits })
  closing.push(() => db.close())
  const stopping = new AbortController()
  const app = createHttp({ clock: systemClock, authenticate: () => undefined }, false)
  closing.push(() => app.close())
  const open = { config: { public: true } }
  serviceRoutes(app, { deprecations: [], db, stopping: stopping.signal })
  app.get('/reads', open, async () => (await db.reader.query('select 1 as one')).rows)
  app.post('/writes', open, () => inTransaction(db, async (tx) => (await tx.query('select 1 as one')).rows))
  const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const response = await app.inject({ url, method })
    const { statusCode: status, headers } = response
    return { status, retryAfter: headers['retry-after'], body: response.json() }
  }
  return { proxy, db, ask, stopping, limits }
}

test('a database that accepts and stays silent: readiness fails, requests get 503 without a queue, and both recover', async () => {
  const { proxy, ask, limits } = await openService()
  expect(await ask('/health/ready')).toMatchObject({ status: 200 })
  proxy.fallSilent()
  limits.answerMs = 750
  const [ready, reads, writes, others] = await Promise.all([
    ask('/health/ready'),
    ask('/reads'),
    ask('/writes', 'POST'),
    ask('/writes', 'POST'),
  ])
  expect(ready).toMatchObject({ status: 503, body: { code: 'not_ready' }, retryAfter: '1' })
  for (const answer of [reads, writes, others])
    expect(answer).toMatchObject({ status: 503, body: { code: 'database_unavailable' }, retryAfter: '1' })
  const later = await Promise.all(Array.from({ length: 200 }, () => ask('/writes', 'POST'))) // a queue would take hours
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([503]))
  limits.answerMs = 60_000
  proxy.resume()
  await expect.poll(async () => (await ask('/health/ready')).status, { timeout: 60_000 }).toBe(200)
  expect(await ask('/reads')).toMatchObject({ status: 200 })
  expect(await ask('/writes', 'POST')).toMatchObject({ status: 200 })
})

test.each([
  ['before its first byte', ''],
  ['in the middle of the login', 'R'],
])(
  'a database that falls silent %s of the watch loses its connections, so that callers do not wait',
  async (_when, answer) => {
    const database = createServer((socket) => socket.on('error', () => {}).write(answer))
    closing.push(() => database.close())
    await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
    const { port } = database.address() as AddressInfo
    const cut = vi.fn()
    const watch = watchSilence({ host: '127.0.0.1', port }, { cut, restore: vi.fn() }, { openMs: 300, answerMs: 750 })
    closing.push(() => watch.close())
    await expect.poll(() => cut.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  },
)

test('a statement that takes longer than the limit of a probe is not cut', async () => {
  const { db, limits } = await openService()
  limits.answerMs = 1500
  const { rows } = await db.pool.query('select pg_sleep(3.5), 1 as one')
  expect(rows[0].one).toBe(1)
})

test('readiness fails on a database that accepts no writes, and as soon as the service is asked to stop', async () => {
  const { ask, stopping } = await openService()
  stopping.abort()
  const stopped = await ask('/health/ready')
  expect(stopped).toMatchObject({ status: 503, body: { params: { reason: 'the service is being stopped' } } })
  expect(await ask('/reads')).toMatchObject({ status: 200 }) // still served until the listener closes
  const readOnly = await openDb({ ...real.connection, options: '-c default_transaction_read_only=on' })
  closing.push(() => readOnly.close())
  const app = createHttp({ clock: systemClock, authenticate: () => undefined }, false)
  serviceRoutes(app, { db: readOnly, deprecations: [] })
  const answer = await app.inject('/health/ready')
  expect([answer.statusCode, answer.json().params.reason]).toEqual([503, 'the database is a standby or read-only'])
})

test("the posting connection keeps its planner settings when the database's address has options", async () => {
  const { host, port, user = '', password, database = '' } = new pg.Client(real.connection)
  const url = new URL('postgres://localhost')
  url.pathname = database
  const parameters = { host, port: String(port), user, options: '-c work_mem=8MB' }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (typeof password === 'string') url.searchParams.set('password', password)
  const posting = openPostingConnection({ connection: { connectionString: url.href } })
  closing.push(() => posting.close())
  const settings = await posting.query<{ name: string; setting: string }>({
    name: 'settings',
    text: `select name, setting from pg_settings where name in ('enable_seqscan', 'jit', 'plan_cache_mode', 'work_mem') order by name`,
    values: [],
  })
  expect(settings.map(({ setting }) => setting)).toEqual(['off', 'off', 'force_generic_plan', '8192'])
  const entityId = newUuid()
  const [a, b] = (await openAccounts(real, entityId, [
    { currency: 'EUR', balanceMinor: 10n },
    { currency: 'EUR', balanceMinor: 0n },
  ])) as [string, string]
  const batcher = createPostingBatcher<undefined>(posting, systemClock, { name: 'options', ...nothing })
  expect(await batcher.post(transfer(entityId, a, b, 1n))).toMatchObject({ outcome: 'posted' })
})
