import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { freePort } from '../../test/support/free-port.ts'
import { openProcess } from '../../test/support/process.ts'
import { silentProxy } from '../../test/support/silent-proxy.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { createWorker, laneOf, scheduleWork } from '../kernel/jobs/work.ts'
import { createHttp } from '../kernel/http/http.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { newUuid } from '../kernel/values/ids.ts'
import type { RailAdapter } from '../payments/rails/index.ts'
import { reconcile } from '../reconciliation/index.ts'
import { operationId } from '../service/index.ts'
import { createDatabaseFigures } from './database-figures.ts'
import { createMetrics, openMonitoring } from './index.ts'

const db = await testDatabase()
const metrics = createMetrics()
const { context } = await openProcess(db, { clock: systemClock })
const address = { host: '127.0.0.1', port: await freePort() }

/** Samples of a text in the Prometheus format: name with labels, and value. */
const samplesOf = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

const ask = (path: string, method = 'GET') =>
  new Promise<{ status: number; allow: string | undefined; type: string | undefined; text: string }>(
    (resolve, reject) => {
      httpRequest({ ...address, path, method, agent: false }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => {
          const { allow, 'content-type': type } = response.headers
          resolve({ status: response.statusCode!, allow, type, text })
        })
      })
        .on('error', reject)
        .end()
    },
  )

/** Reads the figures at each refresh, however slow the machine is. */
const UNHURRIED = { everyMs: 0, patienceMs: 60_000, timeLimitMs: 60_000 }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('the listener', () => {
  test('serves the metrics of every kind and nothing else', async () => {
    const bankFiles = [{ adapter: { id: 'north' } as RailAdapter, secondsSinceRead: () => 90_000 }]
    const opened = await openMonitoring({ ...context, bankFiles, metrics }, address)
    closing.push(() => opened.close())
    const { status, type, text } = await vi.waitFor(async () => {
      const answer = await ask('/metrics')
      expect(answer.text).toContain('cambist_jobs_due{') // a scrape does not wait long for a busy database
      return answer
    }, 60_000)
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const samples = samplesOf(text)
    expect(samples.get('cambist_database_connections_limit')).toBe(10)
    expect(samples.get('cambist_ledger_waiting{batcher="payments"}')).toBe(0)
    expect(samples.get('cambist_jobs_due{lane="0"}')).toBe(0)
    expect(samples.get('cambist_bank_contradictions_open')).toBe(0)
    expect(samples.get('cambist_bank_files_age_seconds{bank="north"}')).toBe(90_000)
    expect(samples.get('cambist_market_data_age_seconds{currency="EUR",dealable="true"}')).toBeGreaterThanOrEqual(0)
    expect(samples.get('cambist_calendar_days_left{calendar="EUR"}')).toBeGreaterThan(365)
    expect(samples.get('cambist_database_figures_age_seconds')).toBeLessThan(5)
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(await ask('/metrics', 'POST')).toMatchObject({ status: 405, allow: 'GET, HEAD' })
    for (const path of ['/', '/metrics/', '/metrics?x=1', '/health/live', '/v1/accounts'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })
})

test('a sanctions list that is not renewed shows its age, and one that was removed shows none', async () => {
  const registry = new Registry()
  const figures = createDatabaseFigures(registry, { connection: db.connection, clock: systemClock }, UNHURRIED)
  closing.push(() => figures.close())
  const ageOf = async (list: string) => {
    await figures.refresh()
    return samplesOf(await registry.metrics()).get(`cambist_screening_list_age_seconds{list="${list}"}`)
  }
  const loadedAt = new Date(Date.now() - 5 * 86_400_000)
  await db.pool.query(
    `insert into screening_lists (list, format, published, sha256, entries, names, loaded_at)
      values ('UK', 'UK', null, '', 1, 1, $1)`,
    [loadedAt],
  )
  const age = await ageOf('UK')
  expect(age).toBeGreaterThanOrEqual(5 * 86_400)
  expect(age).toBeLessThan(6 * 86_400)
  await db.pool.query("delete from screening_lists where list = 'UK'")
  expect(await ageOf('UK')).toBeUndefined()
})

describe('requests', () => {
  test('count by operation and status, all unknown paths under one label', async () => {
    const own = createMetrics()
    const app = createHttp({ ...context, metrics: own, operationId }, false)
    app.get('/health/live', { config: { public: true } }, () => ({}))
    app.get('/v1/accounts/:accountId', { config: { scope: 'fx:quote' } }, () => ({}))
    closing.push(() => app.close())
    for (const url of [
      '/health/live',
      '/health/live',
      '/v1/accounts/acc_1',
      '/v1/accounts/acc_2',
      '/a',
      '/b?c',
      '/%zz',
    ])
      await app.inject(url)
    await app.inject({ method: 'DELETE', url: '/health/live' })
    const read = async () => samplesOf(await own.registry.metrics())
    await expect
      .poll(async () =>
        [...(await read())]
          .filter(([name]) => name.startsWith('cambist_http_requests_total'))
          .map(([name, value]) => `${name} ${value}`)
          .toSorted(),
      )
      .toEqual([
        'cambist_http_requests_total{operation="getAccount",status="401"} 2',
        'cambist_http_requests_total{operation="getLiveness",status="200"} 2',
        'cambist_http_requests_total{operation="unknown",status="404"} 3',
        'cambist_http_requests_total{operation="unknown",status="405"} 1',
      ])
    const samples = await read()
    expect(samples.get('cambist_http_request_duration_seconds_count{operation="unknown"}')).toBe(4)
    expect(samples.get('cambist_http_request_duration_seconds_bucket{le="10",operation="getLiveness"}')).toBe(2)
  })
})

describe('figures of the process', () => {
  test('show a connection that transactions wait for, and calls that wait for their turn', async () => {
    const own = createMetrics()
    const narrow = await testDatabase({ poolSize: 1 })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const call = { queue: { name: 'rail slow', atOnce: 1 }, run: () => released }
    const worker = createWorker({
      db: narrow,
      clock: systemClock,
      handlers: { 'test.call': async () => call },
      onFailure: () => {},
    })
    const opened = await openMonitoring({ ...context, db: narrow, worker, metrics: own }, address)
    closing.push(() => opened.close())
    const entityId = newUuid()
    for (let i = 0; i < 3; i++)
      await inTransaction(narrow, (tx) =>
        scheduleWork(tx, { entityId, kind: 'test.call', resourceId: newUuid(), dueAt: new Date() }),
      )
    worker.start()
    await expect
      .poll(async () => {
        const samples = samplesOf((await ask('/metrics')).text)
        const of = (state: string) => samples.get(`cambist_external_calls{queue="rail slow",state="${state}"}`)
        return [of('under_way'), of('waiting')]
      })
      .toEqual([1, 2])
    release()
    await worker.stop()
    const held = await narrow.pool.connect()
    const waiting = narrow.pool.query('select 1')
    const samples = samplesOf((await ask('/metrics')).text)
    expect(samples.get('cambist_database_connections{state="used"}')).toBe(1)
    expect(samples.get('cambist_database_connections_waiting')).toBe(1)
    held.release()
    await waiting
  })
})

describe('figures of the database', () => {
  const timing = { everyMs: 0, patienceMs: 10_000, timeLimitMs: 20_000 }
  const figuresOn = (connection = db.connection, change: Partial<typeof timing> = {}) => {
    const registry = new Registry()
    const figures = createDatabaseFigures(registry, { connection, clock: systemClock }, { ...timing, ...change })
    closing.push(() => figures.close())
    const read = async () => {
      await figures.refresh()
      return samplesOf(await registry.metrics())
    }
    return { read, registry }
  }

  test('show due and failing jobs, and a difference that reconciliation found', async () => {
    const entityId = newUuid()
    const due = new Date(Date.now() - 60_000)
    for (const kind of ['test.due', 'test.failing'])
      await inTransaction(db, (tx) => scheduleWork(tx, { entityId, kind, resourceId: newUuid(), dueAt: due }))
    await db.pool.query(
      `update due_work set attempts = 3, retry_at = now() + interval '1 hour' where kind = 'test.failing'`,
    )
    await reconcile(db, { actor: { type: 'system' }, at: new Date(), wall: new Date() })
    const banks = `[{"bank": "file", "currency": "EUR", "openBreaks": 2, "openAmount": "-7.50", "oldestDays": 3, "missing": [{}]}]`
    await db.pool.query(
      `update reconciliations set difference_count = 2, report = jsonb_set(report::jsonb, '{currencies}',
        '[{"currency": "EUR", "difference": "-0.01"}]') || jsonb_build_object('banks', $1::jsonb)`,
      [banks],
    )
    const { read } = figuresOn()
    const samples = await read()
    const lane = laneOf(entityId)
    expect(samples.get(`cambist_jobs_due{lane="${lane}"}`)).toBe(1)
    expect(samples.get(`cambist_jobs_oldest_due_seconds{lane="${lane}"}`)).toBeGreaterThanOrEqual(60)
    expect(samples.get('cambist_jobs_failing{kind="test.failing"}')).toBe(1)
    expect(samples.get('cambist_reconciliation_difference{currency="EUR"}')).toBe(-0.01)
    expect(samples.get('cambist_reconciliation_findings')).toBe(2)
    const ofBank = (name: string) => samples.get(`cambist_bank_${name}{bank="file",currency="EUR"}`)
    const names = ['breaks_open', 'breaks_amount', 'breaks_oldest_days', 'statements_missing']
    expect(names.map(ofBank)).toEqual([2, -7.5, 3, 1])
    expect(samples.get('cambist_reconciliation_age_seconds')).toBeLessThan(60)
    await db.pool.query('delete from due_work')
    const after = await read()
    expect(after.get(`cambist_jobs_due{lane="${lane}"}`)).toBe(0)
    expect(after.has('cambist_jobs_failing{kind="test.failing"}')).toBe(false)
  })

  test('are read once in a while, however often they are scraped', async () => {
    const { read } = figuresOn(db.connection, { everyMs: 60_000 })
    const due = `cambist_jobs_due{lane="${laneOf('0001')}"}`
    expect((await read()).get(due)).toBe(0)
    await inTransaction(db, (tx) =>
      scheduleWork(tx, {
        entityId: newUuid(),
        partition: '0001',
        kind: 'test.due',
        resourceId: newUuid(),
        dueAt: new Date(0),
      }),
    )
    expect((await read()).get(due)).toBe(0)
    await db.pool.query('delete from due_work')
  })

  test('of a silent database are the last ones, grow old, delay no scrape, and are read again when it responds', async () => {
    const proxy = await silentProxy(db.connection)
    closing.push(async () => proxy.close())
    const { read } = figuresOn(proxy.connection, { patienceMs: 200, timeLimitMs: 600 })
    const isRead = async () => (await read()).get('cambist_jobs_due{lane="0"}') === 0
    await expect.poll(isRead, { timeout: 10_000 }).toBe(true) // a busy machine may take longer than the patience
    proxy.fallSilent()
    await pause(400)
    const begin = performance.now()
    const samples = await read()
    expect(performance.now() - begin).toBeLessThan(1000)
    expect(samples.get('cambist_database_figures_age_seconds')).toBeGreaterThan(0.5)
    expect(samples.get('cambist_jobs_due{lane="0"}')).toBe(0)
    proxy.resume()
    await expect
      .poll(async () => (await read()).get('cambist_database_figures_age_seconds'), { timeout: 20_000 })
      .toBeLessThan(0.3)
  })
})
