import { formatId, newUuid, parseId } from '../server/src/kernel/values/ids.ts'
import { compareWithEcho, type EchoCase, latencyFigure, throughputFigure } from './against-echo.ts'
import type { BenchContext } from './context.ts'
import { openBook } from './forwards.ts'
import { dealableDay, quoteBy, spotDay } from './fx.ts'
import { httpRequest } from './load.ts'
import type { BenchEntity } from './population.ts'
import type { Figure } from './report.ts'

/** Clients that book at the same time: one client's bookings wait for its limits, one after the other. */
const CLIENTS = 20
/** Quotes made for each second of a load; a load ends when they are used up. */
const QUOTES_PER_SECOND = 6_000
const GOAL = 0.15

/** Bookings of spot and forward quotes with idempotency keys, throughput and p99, against an echo of answers of the same size. */
export async function bookingFigures(context: BenchContext): Promise<Figure[]> {
  const funds = context.entities.slice(0, CLIENTS)
  const companies: BenchEntity[] = []
  for (let i = 0; i < CLIENTS; i++) companies.push(await openBook(context, 0))
  const valueDate = await dealableDay(context, companies[0]!)
  const spotDate = await spotDay(context, funds[0]!)
  const figures: Figure[] = []
  const cases = [
    {
      name: 'Spot bookings',
      sample: 'spot-booking',
      floor: 0.08,
      bookings: () => bookingsBy(context, funds, 'spot', spotDate),
    },
    {
      name: 'Bookings of same-day deals, settled meanwhile',
      sample: 'spot-booking',
      bookings: () => bookingsBy(context, funds, 'spot'),
    },
    {
      name: 'Forward bookings',
      sample: 'forward-booking',
      floor: 0.05,
      bookings: () => bookingsBy(context, companies, 'forwards', valueDate),
    },
  ]
  for (const { floor, bookings, ...each } of cases) {
    const comparison = await compareWithEcho(context, { ...each, ...(await bookings()) }) // its first quote must not expire
    figures.push(throughputFigure(comparison, floor, floor && GOAL), latencyFigure(comparison))
  }
  return figures
}

type Bookings = Omit<EchoCase, 'name' | 'sample'>

/** Bookings of quotes that are copied before each load, of each client in turn. */
export async function bookingsBy(
  context: BenchContext,
  clients: readonly BenchEntity[],
  product: 'spot' | 'forwards',
  valueDate?: string,
): Promise<Bookings> {
  const path = `/v1/fx/trades/${product}`
  const terms = product === 'spot' ? {} : { forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' }
  const bodyOf = ({ wireId }: BenchEntity, quoteId: string) => JSON.stringify({ entityId: wireId, quoteId, ...terms })
  const headersOf = ({ token }: BenchEntity) => ({ authorization: `Bearer ${token}`, 'idempotency-key': newUuid() })
  const waiting: { client: BenchEntity; quoteId: string }[] = []
  const [first] = clients
  const sample = await quoteOf(context, first!, product, valueDate)
  return {
    method: 'POST',
    path: () => path,
    headers: headersOf(first!),
    body: bodyOf(first!, sample),
    expected: 201,
    async prepare() {
      const each = Math.ceil((context.seconds * QUOTES_PER_SECOND) / clients.length)
      const copied = await Promise.all(
        clients.map(async (client) =>
          copiesOf(context, client, await quoteOf(context, client, product, valueDate), each),
        ),
      )
      waiting.length = 0
      for (let n = 0; n < each; n++) clients.forEach((client, i) => waiting.push({ client, quoteId: copied[i]![n]! }))
    },
    request() {
      const next = waiting.pop()
      return next && httpRequest('POST', path, headersOf(next.client), bodyOf(next.client, next.quoteId))
    },
  }
}

/** @returns the wire id of a quote of a client */
async function quoteOf(
  { server }: BenchContext,
  client: BenchEntity,
  product: 'spot' | 'forwards',
  valueDate: string | undefined,
): Promise<string> {
  const { method, path, headers, body } = quoteBy(client, product, valueDate)
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${server.port}${path()}`, {
    method,
    headers: { ...headers, ...json },
    body,
  })
  const { quoteId, ...problem } = (await answer.json()) as { quoteId?: string }
  if (!quoteId) throw new Error(`no ${product} quote: ${JSON.stringify(problem)}`)
  return quoteId
}

/** Copies a quote so many times, valid for an hour. @returns the wire ids of the copies */
async function copiesOf({ db }: BenchContext, { entityId }: BenchEntity, wireId: string, copies: number) {
  const ids = Array.from({ length: copies }, () => newUuid())
  await db.pool.query(COPY_QUOTE, [entityId, parseId('quo', wireId), ids])
  return ids.map((id) => formatId('quo', id))
}

/** $1 entity, $2 quote, $3 ids of the copies */
const COPY_QUOTE = `
  with copied as (
    insert into fx_quotes
      select (jsonb_populate_record(q, jsonb_build_object('quote_id', id, 'expires_at', now() + interval '1 hour'))).*
      from fx_quotes q, unnest($3::uuid[]) id where q.entity_id = $1 and q.quote_id = $2
      returning quote_id)
  insert into fx_forward_quotes
    select (jsonb_populate_record(f, jsonb_build_object('quote_id', copied.quote_id))).*
    from copied, fx_forward_quotes f where f.entity_id = $1 and f.quote_id = $2`
