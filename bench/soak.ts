import { setInterval as every } from 'node:timers/promises'
import { openReceiver, openStream } from './consumers.ts'
import { call } from './call.ts'
import type { BenchContext } from './context.ts'
import { quoteBy } from './fx.ts'
import { httpRequest, type LoadResult, runLoad } from './load.ts'
import { paymentRequests } from './payments.ts'
import type { BenchEntity } from './population.ts'
import type { Figure } from './report.ts'
import { transferRequest } from './transfers.ts'

const CONNECTIONS = 64
/** Seconds of full load that the peak is measured in; twice: the first compiles the code. */
const PEAK_SECONDS = 15
const READING_MS = 5000
/** Windows at the begin and at the end whose p99 are compared: five minutes, or a quarter of a short soak. */
const WINDOW_MINUTES = 5
const SHARE_OF_PEAK = 0.5
/** Part of the soak after which memory is warm. */
const WARM_AFTER = 1 / 3

/** State of the service at a moment of the soak. */
interface Reading {
  minutes: number
  memoryMiB: number
  /** Due jobs that are not done. */
  jobs: number
  /** Webhook deliveries that wait. */
  deliveries: number
  /** Events of the endpoint's entity that have no deliveries yet. */
  underived: number
}

/**
 * Mixed load at half of the measured peak for some minutes: transfers, payments, quotes, balances and pages of events, beside a
 * webhook endpoint and an event stream. The memory of the process, its queues and its latency must not grow.
 */
export async function soakFigures(context: BenchContext, minutes: number): Promise<Figure[]> {
  const { server, progress } = context
  const receiver = await openReceiver()
  const [entity] = context.entities as [BenchEntity]
  const body = { entityId: entity.wireId, url: receiver.url }
  const { webhookEndpointId } = await call<{ webhookEndpointId: string }>(
    context,
    entity,
    'POST',
    '/v1/webhook-endpoints',
    body,
  )
  const stream = openStream(context, entity, 0)
  try {
    const request = await mixedRequests(context)
    const load = { port: server.port, connections: CONNECTIONS, request }
    progress('the peak of the mixed load')
    await runLoad({ ...load, seconds: PEAK_SECONDS })
    const peak = accepted(await runLoad({ ...load, seconds: PEAK_SECONDS }))
    await untilIdle(context)
    progress(`${minutes} minutes at ${Math.round(peak * SHARE_OF_PEAK)} requests a second, half of the peak`)
    const readings: Reading[] = []
    const watching = watch(context, readings, minutes)
    const answers: Answer[] = []
    const onAnswer = (atMs: number, latencyMs: number) => void answers.push([atMs, latencyMs])
    const perSecond = peak * SHARE_OF_PEAK
    const result = await runLoad({ ...load, seconds: minutes * 60, perSecond, onAnswer })
    await watching
    accepted(result)
    return figuresOf(minutes, readings, answers, `${Math.round(result.perSecond)}/s of a peak of ${Math.round(peak)}/s`)
  } finally {
    stream.close()
    const headers = { authorization: `Bearer ${entity.token}` }
    const address = `http://127.0.0.1:${server.port}/v1/webhook-endpoints/${webhookEndpointId}`
    await fetch(address, { method: 'DELETE', headers })
    receiver.close()
  }
}

type Answer = readonly [atMs: number, latencyMs: number]

/** Returns the requests of the mix: of a hundred, 60 transfers, 8 payments, 10 quotes, 20 balances and 2 pages of events. */
async function mixedRequests(context: BenchContext): Promise<() => string> {
  const { entities } = context
  const payment = await paymentRequests(context)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!
  const get = ({ token }: BenchEntity, path: string) => httpRequest('GET', path, { authorization: `Bearer ${token}` })
  return () => {
    const entity = pick(entities)
    const draw = Math.random() * 100
    if (draw < 60) return transferRequest(entities, false)
    if (draw < 68) return payment()
    if (draw < 78) {
      const { method, path, headers, body } = quoteBy(entity, 'spot')
      return httpRequest(method, path(), headers, body)
    }
    if (draw < 98) return get(entity, `/v1/balances?accountId=${pick(entity.accounts).wireId}`)
    return get(entity, '/v1/events?limit=100')
  }
}

/** Returns accepted requests per second: while jobs are behind, payments are rejected with 503. @throws Error at another status */
function accepted({ perSecond, statuses }: LoadResult): number {
  const { 200: read = 0, 201: made = 0, 503: rejected = 0, ...others } = statuses
  if (Object.keys(others).length > 0) throw new Error(`the mixed load: ${JSON.stringify(statuses)}`)
  return (perSecond * (read + made)) / (read + made + rejected)
}

/** Waits until no job is due, so that the soak does not begin with the work of the peak. */
async function untilIdle(context: BenchContext): Promise<void> {
  const end = performance.now() + 120_000
  for await (const _ of every(500)) {
    const { jobs } = await readQueues(context)
    if (jobs === 0) return
    if (performance.now() > end) throw new Error(`${jobs} jobs are left of the peak`)
  }
}

async function watch(context: BenchContext, readings: Reading[], minutes: number): Promise<void> {
  const begin = performance.now()
  let shown = 0
  for await (const _ of every(READING_MS)) {
    const at = (performance.now() - begin) / 60_000
    if (at >= minutes) return
    const reading = { minutes: at, memoryMiB: context.server.memory(), ...(await readQueues(context)) }
    readings.push(reading)
    if (at < shown + 1 && readings.length > 1) continue
    shown = Math.floor(at)
    const { memoryMiB, jobs, deliveries, underived } = reading
    context.progress(
      `minute ${at.toFixed(1)}: ${memoryMiB.toFixed(0)} MiB, ${jobs} due jobs, ${deliveries} deliveries, ${underived} events without`,
    )
  }
}

async function readQueues({ db, entities }: BenchContext): Promise<Pick<Reading, 'jobs' | 'deliveries' | 'underived'>> {
  const { rows } = await db.pool.query<Pick<Reading, 'jobs' | 'deliveries' | 'underived'>>(
    `select (select count(*) from due_work where due_at < $2)::int as jobs,
        (select count(*) from webhook_deliveries where entity_id = $1 and status = 'Pending')::int as deliveries,
        (select coalesce(max(b.event_sequence - e.position), 0) from webhook_endpoints e join books b using (entity_id)
          where entity_id = $1 and e.status <> 'Deleted')::int as underived`,
    [entities[0]!.entityId, await businessTime(db)],
  )
  return rows[0]!
}

/** The sandbox's time. */
async function businessTime(db: BenchContext['db']): Promise<Date> {
  const { rows } = await db.pool.query<{ offset: bigint }>(
    'select offset_ms as offset from sandbox_clock order by version desc limit 1',
  )
  return new Date(Date.now() + Number(rows[0]?.offset ?? 0n))
}

function figuresOf(minutes: number, readings: readonly Reading[], answers: readonly Answer[], rate: string): Figure[] {
  const warm = readings.filter((reading) => reading.minutes >= minutes * WARM_AFTER)
  const window = Math.min(WINDOW_MINUTES, minutes / 4)
  const ofWindow = (from: number) =>
    p99Of(answers.filter(([at]) => at >= from * 60_000 && at < (from + window) * 60_000))
  const [first, last] = [ofWindow(0), ofWindow(minutes - window)]
  const queue = (reading: Reading) => reading.jobs + reading.deliveries + reading.underived
  const most = Math.max(...warm.map(queue))
  return [
    {
      name: `Growth of the process’s memory over ${minutes} minutes of mixed load at half of the peak`,
      value: slopeOf(warm.map((reading) => [reading.minutes, reading.memoryMiB])),
      unit: 'MiB/min',
      floor: 1,
      atMost: true,
      note: `${rate}; ${warm[0]?.memoryMiB.toFixed(0)} MiB after a third, ${warm.at(-1)?.memoryMiB.toFixed(0)} MiB at the end`,
    },
    {
      name: 'Growth of the queues per minute, of a second’s requests',
      value: slopeOf(warm.map((reading) => [reading.minutes, queue(reading)])) / requestsPerSecond(answers, minutes),
      unit: 'ratio',
      floor: 0.1,
      atMost: true,
      note: `jobs, webhook deliveries and events without: ${most} at most, ${queue(readings.at(-1)!)} at the end`,
    },
    {
      name: `p99 of the last ${window} minutes against the first`,
      value: last / first,
      unit: 'times',
      floor: 1.3,
      atMost: true,
      note: `${last.toFixed(1)} ms against ${first.toFixed(1)} ms`,
    },
  ]
}

const requestsPerSecond = (answers: readonly Answer[], minutes: number): number => answers.length / (minutes * 60)

function p99Of(answers: readonly Answer[]): number {
  const latencies = answers.map(([, latency]) => latency).toSorted((a, b) => a - b)
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}

/** Slope of a line through points, by least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)]
  const covariance = mean(([x, y]) => (x - meanX) * (y - meanY))
  return covariance / mean(([x]) => (x - meanX) ** 2)
}
