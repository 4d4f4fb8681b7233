import { setTimeout as pause } from 'node:timers/promises'
import { checked, perSecond } from './against-echo.ts'
import { call } from './call.ts'
import { openReceiver, openStream, type StreamConsumer } from './consumers.ts'
import type { BenchContext } from './context.ts'
import { type LoadResult, median, runLoad } from './load.ts'
import type { BenchEntity } from './population.ts'
import type { Figure } from './report.ts'
import { transferRequest } from './transfers.ts'

const CONNECTIONS = 64
/** Entities whose events one consumer each streams. */
const STREAMS = 10
/** Events that one consumer reads for a figure. */
const READ = 50_000
const PAGE = 500

/**
 * Transfers per second while every entity has a webhook endpoint for all events and ten have a consumer of their stream, against
 * transfers without either, in interleaved rounds. Then the events per second that one consumer reads, by polling and as a stream.
 */
export async function eventFigures(context: BenchContext): Promise<Figure[]> {
  const receiver = await openReceiver()
  try {
    return [await costFigure(context, receiver), ...(await readingFigures(context))]
  } finally {
    receiver.close()
  }
}

async function costFigure(context: BenchContext, receiver: Awaited<ReturnType<typeof openReceiver>>): Promise<Figure> {
  const { entities, server, rounds, seconds, progress } = context
  const endpoints = await openEndpoints(context, receiver.url)
  const run = async () =>
    checked(
      'transfers',
      await runLoad({
        port: server.port,
        connections: CONNECTIONS,
        seconds,
        request: () => transferRequest(entities, false),
      }),
      201,
    )
  for (let i = 0; i < 3; i++) await run() // warm
  const found = { off: [] as LoadResult[], on: [] as LoadResult[] }
  const rates = { webhooks: [] as number[], streamed: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    const order = round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
    for (const way of order) {
      progress(`events, round ${round} of ${rounds}, webhooks and streams ${way}`)
      if (way === 'off') {
        await endpoints.set('Disabled')
        found.off.push(await run())
        continue
      }
      await endpoints.set('Active')
      const streams = await openStreams(context)
      await pause(1000) // as long as it takes to find the endpoints
      const [hooksBefore, streamedBefore, begin] = [receiver.count(), countOf(streams), performance.now()]
      found.on.push(await run())
      const took = (performance.now() - begin) / 1000
      rates.webhooks.push((receiver.count() - hooksBefore) / took)
      rates.streamed.push((countOf(streams) - streamedBefore) / took)
      for (const stream of streams) stream.close()
    }
  }
  await endpoints.remove()
  const rounded = (values: number[]) => Math.round(median(values)).toLocaleString('en')
  return {
    name: `Transfers with webhooks of every entity and ${STREAMS} event streams, of those without`,
    value: median(found.on.map((on, i) => on.perSecond / found.off[i]!.perSecond)),
    unit: 'ratio',
    floor: 0.9,
    note: `${perSecond(found.on)} of ${perSecond(found.off)}; meanwhile ${rounded(rates.webhooks)} webhooks/s delivered, ${rounded(rates.streamed)} events/s streamed`,
  }
}

const countOf = (streams: readonly StreamConsumer[]) => streams.reduce((sum, stream) => sum + stream.count(), 0)

/** Opens an endpoint for each entity. */
async function openEndpoints(context: BenchContext, url: string) {
  const opened: { entity: BenchEntity; path: string }[] = []
  for (const entity of context.entities) {
    const body = { entityId: entity.wireId, url, status: 'Disabled' }
    const { webhookEndpointId } = await call<{ webhookEndpointId: string }>(
      context,
      entity,
      'POST',
      '/v1/webhook-endpoints',
      body,
    )
    opened.push({ entity, path: `/v1/webhook-endpoints/${webhookEndpointId}` })
  }
  return {
    async set(status: 'Active' | 'Disabled') {
      for (const { entity, path } of opened) await call(context, entity, 'PATCH', path, { status })
    },
    async remove() {
      for (const { entity, path } of opened) {
        const headers = { authorization: `Bearer ${entity.token}` }
        await fetch(`http://127.0.0.1:${context.server.port}${path}`, { method: 'DELETE', headers })
      }
    },
  }
}

async function openStreams(context: BenchContext): Promise<StreamConsumer[]> {
  return Promise.all(
    context.entities
      .slice(0, STREAMS)
      .map(async (entity) => openStream(context, entity, await lastSequence(context, entity))),
  )
}

async function lastSequence({ db }: Pick<BenchContext, 'db'>, { entityId }: BenchEntity): Promise<number> {
  const { rows } = await db.pool.query<{ last: bigint }>(
    'select event_sequence as last from books where entity_id = $1',
    [entityId],
  )
  return Number(rows[0]?.last ?? 0n)
}

/** Events per second that one consumer of one entity reads, without a load beside it. */
async function readingFigures(context: BenchContext): Promise<Figure[]> {
  const entity = context.entities[0]!
  await fill(context, entity)
  const polled: number[] = []
  const streamed: number[] = []
  for (let round = 1; round <= context.rounds; round++) {
    context.progress(`reading events, round ${round} of ${context.rounds}`)
    polled.push(await poll(context, entity))
    streamed.push(await stream(context, entity))
  }
  const figure = (name: string, rates: number[]): Figure => ({
    name,
    value: median(rates) / LIMIT,
    unit: 'times',
    floor: 1,
    note: `${Math.round(median(rates)).toLocaleString('en')}/s; ${READ.toLocaleString('en')} events of one entity`,
  })
  const limit = `of ${LIMIT.toLocaleString('en')} a second`
  return [
    figure(`Events that one consumer reads by polling pages of ${PAGE}, ${limit}`, polled),
    figure(`Events that one consumer reads as a stream, ${limit}`, streamed),
  ]
}

const LIMIT = 10_000

/** Has the entity make transfers until it has enough events. */
async function fill(context: BenchContext, entity: BenchEntity): Promise<void> {
  const { server, progress } = context
  progress(`making ${READ.toLocaleString('en')} events of one entity`)
  while ((await lastSequence(context, entity)) < READ) {
    const request = () => transferRequest([entity], true)
    checked('transfers', await runLoad({ port: server.port, connections: CONNECTIONS, seconds: 2, request }), 201)
  }
}

async function poll(context: BenchContext, entity: BenchEntity): Promise<number> {
  const begin = performance.now()
  let read = 0
  for (let after = '0'; read < READ; ) {
    const path = `/v1/events?limit=${PAGE}&after=${after}`
    const { data, position } = await call<{ data: object[]; position: string }>(context, entity, 'GET', path)
    read += data.length
    after = position
  }
  return (read * 1000) / (performance.now() - begin)
}

async function stream(context: BenchContext, entity: BenchEntity): Promise<number> {
  const begin = performance.now()
  const consumer = openStream(context, entity, 0)
  while (consumer.count() < READ) {
    if (performance.now() - begin > 120_000) throw new Error(`the stream sent ${consumer.count()} events only`)
    await pause(5)
  }
  const rate = (consumer.count() * 1000) / (performance.now() - begin)
  consumer.close()
  return rate
}
