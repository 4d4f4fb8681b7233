import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { Type } from 'typebox'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { nothing, openAccounts, transfer } from '../../test/support/ledger.ts'
import { createHttp } from '../kernel/http/http.ts'
import { Input, Output } from '../kernel/http/wire.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { createWorker, scheduleWork, type WorkHandler } from '../kernel/jobs/work.ts'
import { activeTracing, inSpan, setTracing } from '../kernel/tracing.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { serverDirectory } from '../kernel/values/package-directory.ts'
import { createPostingBatcher, openPostingConnection } from '../ledger/index.ts'
import { openTracing } from './index.ts'

interface Exported {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  links?: { traceId: string; spanId: string }[]
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

const db = await testDatabase()
const received: Exported[] = []
const headers: IncomingHttpHeaders[] = []
let status = 200
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    headers.push(request.headers)
    if (request.url === '/v1/traces' && status === 200)
      for (const { scopeSpans } of JSON.parse(text).resourceSpans)
        for (const { spans } of scopeSpans) received.push(...(spans as Exported[]))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => collector.close(resolve)))
const settings = {
  endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  headers: { 'x-token': 'secret' },
  service: 'cambist',
  ratio: 1,
}

const failures: Error[] = []
let close = async () => {}
afterEach(async () => {
  setTracing(undefined)
  await close()
  received.length = 0
  failures.length = 0
})
async function trace(change: Partial<typeof settings> = {}) {
  const tracing = await openTracing({ ...settings, ...change }, (error) => failures.push(error))
  setTracing(tracing)
  close = () => tracing.close()
  /** Exports what is left and returns the spans by name. */
  return async () => {
    setTracing(undefined)
    await tracing.close()
    close = async () => {}
    return received
  }
}
const named = (spans: readonly Exported[], name: string) => spans.find((span) => span.name === name)!
const attributesOf = ({ attributes }: Exported) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const refOf = ({ traceId, spanId }: Exported) => expect.objectContaining({ traceId, spanId })

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

describe('a request', () => {
  test('continues the trace of its caller through its body, the ledger and the log, without data of the client', async () => {
    const finish = await trace()
    const entityId = newUuid()
    const [a, b] = (await openAccounts(db, entityId, [
      { currency: 'EUR', balanceMinor: 1000n },
      { currency: 'EUR', balanceMinor: 0n },
    ])) as [string, string]
    const connection = openPostingConnection(db)
    const batcher = createPostingBatcher<undefined>(connection, systemClock, { name: 'test', ...nothing })
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const app = createHttp({ clock: systemClock, authenticate: () => undefined, operationId: () => 'moveMoney' }, log)
    const schema = { body: Input({ name: Type.String() }), response: { 200: Output({ ok: Type.Boolean() }) } }
    app.post('/accounts/:accountId', { config: { public: true }, schema }, async () => {
      await Promise.all([batcher.post(transfer(entityId, a, b, 1n)), batcher.post(transfer(entityId, a, b, 2n))])
      return { ok: true }
    })
    app.get('/health/live', { config: { public: true } }, () => ({}))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const order = {
      method: 'POST',
      body: '{"name":"Muster"}',
      headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` },
    }
    expect((await fetch(`${url}/accounts/DE89370400440532013000`, order)).status).toBe(200)
    await fetch(`${url}/health/live`)
    await expect.poll(() => lines.find(({ msg }) => msg === 'request')).toMatchObject({ traceId: TRACE })
    await app.close()
    await connection.close()
    const spans = await finish()
    const request = named(spans, 'moveMoney')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    expect(attributesOf(request)).toMatchObject({
      'http.route': '/accounts/:accountId',
      'http.response.status_code': 200,
    })
    const commands = spans.filter(({ name }) => name === 'ledger test')
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(command).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId })
    const batch = named(spans, 'batch test')
    expect(batch.traceId).not.toBe(TRACE)
    expect(batch.links).toEqual(commands.map(refOf))
    expect(commands[0]!.links).toEqual([refOf(batch)])
    expect(spans).toHaveLength(4)
    expect(JSON.stringify(spans)).not.toMatch(/DE8937|Muster/)
    expect(headers.at(-1)).toMatchObject({ 'x-token': 'secret' })
  })

  test('with an invalid traceparent begins a trace, and one that fails is marked', async () => {
    const finish = await trace()
    const app = createHttp({ clock: systemClock, authenticate: () => undefined, operationId: () => 'fail' }, false)
    app.get('/fail', { config: { public: true } }, () => {
      throw new Error('DE89370400440532013000')
    })
    await app.inject({ url: '/fail', headers: { traceparent: 'nonsense' } })
    await app.inject({ url: '/unknown' })
    await app.close()
    const spans = await finish()
    expect(named(spans, 'fail')).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      status: { code: 2 },
    })
    expect(named(spans, 'fail').parentSpanId).toBeUndefined()
    expect(named(spans, 'unknown').status.code ?? 0).toBe(0)
    expect(JSON.stringify(spans)).not.toContain('DE8937')
  })
})

describe('a job', () => {
  const entityId = newUuid()
  const workerOf = (handler: WorkHandler, sets = {}) =>
    createWorker({ db, clock: systemClock, handlers: { 'test.job': handler }, sets, onFailure: () => {} })
  const schedule = () =>
    inTransaction(db, (tx) =>
      scheduleWork(tx, { entityId, kind: 'test.job', resourceId: newUuid(), dueAt: new Date(Date.now() - 1000) }),
    )

  test('has a trace that is linked with the command that scheduled it, and continues after its external call', async () => {
    const finish = await trace()
    await inSpan('command', { root: true }, schedule)
    let called = 0
    const handler: WorkHandler = async () =>
      called > 0 ? undefined : { queue: { name: 'rail north', atOnce: 1 }, run: async () => void called++ }
    await workerOf(handler).runDue(new Date())
    expect(called).toBe(1)
    const spans = await finish()
    const [command, scheduled] = [named(spans, 'command'), named(spans, 'schedule test.job')]
    expect(scheduled.parentSpanId).toBeUndefined()
    expect(scheduled.links).toEqual([refOf(command)])
    expect(command.links).toEqual([refOf(scheduled)])
    const later = spans.filter(({ name }) => name === 'job test.job' || name === 'call test.job')
    expect(later.map(({ name }) => name)).toEqual(['job test.job', 'call test.job', 'job test.job'])
    for (const span of later) expect(span).toMatchObject({ traceId: scheduled.traceId, parentSpanId: scheduled.spanId })
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
  })

  test('of a set has a span in its own trace, linked with the span of the set', async () => {
    const finish = await trace()
    await inSpan('command', { root: true }, async () => {
      for (let i = 0; i < 3; i++) await schedule()
    })
    const set = async (_tx: unknown, works: readonly { resourceId: string }[]) =>
      new Set(works.map(({ resourceId }) => resourceId))
    await workerOf(async () => {}, { 'test.job': set }).runDue(new Date())
    const spans = await finish()
    const jobs = spans.filter(({ name }) => name === 'job test.job')
    const scheduled = spans.filter(({ name }) => name === 'schedule test.job')
    expect(jobs.map(({ traceId }) => traceId).toSorted()).toEqual(scheduled.map(({ traceId }) => traceId).toSorted())
    expect(jobs).toHaveLength(3)
    const whole = named(spans, 'set test.job')
    expect(whole.links).toEqual(jobs.map(refOf))
    for (const job of jobs) expect(job.links).toEqual([refOf(whole)])
  })

  test('records the type of an error, but not its message, on the failed span', async () => {
    const finish = await trace()
    await schedule()
    await workerOf(async () => {
      throw Object.assign(new Error('secret'), { code: '23505' })
    }).runDue(new Date())
    await db.pool.query('delete from due_work')
    const failed = named(await finish(), 'job test.job')
    expect(failed.status).toMatchObject({ code: 2 })
    expect(attributesOf(failed)).toMatchObject({ 'error.type': '23505' })
    expect(JSON.stringify(failed)).not.toContain('secret')
  })
})

describe('the share of recorded traces', () => {
  test('of 0 records only traces that a client began', async () => {
    const finish = await trace({ ratio: 0 })
    await inSpan('own', { root: true }, async () => {})
    await inSpan('given', { parent: `00-${TRACE}-${PARENT}-01` }, () => inSpan('inner', {}, async () => {}))
    await inSpan('unwanted', { parent: `00-${TRACE}-${PARENT}-00` }, async () => {})
    expect((await finish()).map(({ name }) => name)).toEqual(['inner', 'given'])
  })
})

test('a collector that rejects spans is reported once, and work continues', async () => {
  const finish = await trace()
  status = 400
  try {
    expect(await inSpan('one', {}, async () => 1)).toBe(1)
    await expect.poll(() => failures.length, { timeout: 5000 }).toBe(1)
    expect(await inSpan('two', {}, async () => 2)).toBe(2)
    expect(await finish()).toEqual([])
    expect(failures).toHaveLength(1)
  } finally {
    status = 200
  }
})

describe('without a collector', () => {
  test('nothing is recorded, and no package of OpenTelemetry is imported at the start', async () => {
    expect(activeTracing()).toBeUndefined()
    expect(await inSpan('any', {}, async () => 7)).toBe(7)
    const source = path.join(serverDirectory, 'src')
    const loading = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .filter((name) => /^import (?!type )[^']*'@opentelemetry\//m.test(readFileSync(path.join(source, name), 'utf8')))
    expect(loading).toEqual([])
  })
})
