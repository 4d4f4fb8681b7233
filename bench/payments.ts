import { setTimeout as sleep } from 'node:timers/promises'
import { call as callFor } from './call.ts'
import type { BenchContext } from './context.ts'
import { checked, perSecond } from './against-echo.ts'
import { httpRequest, type LoadResult, median, runLoad } from './load.ts'
import type { BenchEntity } from './population.ts'
import type { Figure } from './report.ts'
import { transferRequest } from './transfers.ts'

const CONNECTIONS = 64
const POOL = 2000
/** Longest wait for the last payment of a load. */
const PATIENCE_MS = 180_000
/** Payments of the batch figure, in files of the most that one may hold. */
const BATCH = 10_000
const FILE = 5_000
/** Connections that read balances beside the batch. */
const READERS = 4
const runId = Math.random().toString(36).slice(2)
let keys = 0

/** Makes a request of a payment; each has a key of its own. */
type Request = () => string

/**
 * Payments of one entity and of a hundred: accepted per second, against the echo; completed per second during
 * the load, against transfers per second. Then a batch of 10,000 payments until the last is completed.
 */
export async function paymentFigures(context: BenchContext): Promise<Figure[]> {
  const { entities, echo, server, rounds, seconds, progress } = context
  progress('saving a verified payee in each entity')
  const orders = await ordersOf(context, entities)
  const requests = { one: requestsOf(entities.slice(0, 1), orders), all: requestsOf(entities, orders) }
  const echoed = await echoOf(context, entities[0]!, orders[0]!)
  const run = (port: number, request: Request) => runLoad({ port, connections: CONNECTIONS, seconds, request })
  const found = { echo: [] as LoadResult[], transfers: [] as LoadResult[] }
  const made = { one: [] as Measured[], all: [] as Measured[] }
  await measure(context, requests.all) // warm
  for (let round = 1; round <= rounds; round++) {
    progress(`payments, round ${round} of ${rounds}`)
    found.echo.push(await run(echo.port, () => echoed))
    found.transfers.push(await run(server.port, () => transferRequest(entities, false)))
    made.one.push(await measure(context, requests.one))
    made.all.push(await measure(context, requests.all))
  }
  return [
    ...figuresOf('one entity', made.one, found, [0.1, 0.1]),
    ...figuresOf('100 entities', made.all, found, [0.12, 0.15]),
    ...(await batchFigures(context, entities[1]!, orders[1]!)),
  ]
}

/** Payments of all entities. */
interface OpenPayments {
  /** Accepted and completed per second, as shares of the echo's answers. */
  speeds(): Promise<Record<string, number>>
}

/** Saves a payee in each entity, and prepares the echo. */
export async function openPayments(context: BenchContext): Promise<OpenPayments> {
  const { entities, echo, seconds } = context
  const orders = await Promise.all(entities.map((entity) => orderOf(context, entity)))
  const request = requestsOf(entities, orders)
  const echoed = await echoOf(context, entities[0]!, orders[0]!)
  await measure(context, request) // warm
  return {
    async speeds() {
      const limit = await runLoad({ port: echo.port, connections: CONNECTIONS, seconds, request: () => echoed })
      const { load, completedPerSecond } = await measure(context, request)
      return {
        'Payments accepted': load.perSecond / limit.perSecond,
        'Payments completed': completedPerSecond / limit.perSecond,
      }
    },
  }
}

interface Measured {
  load: LoadResult
  /** Payments completed per second of the load. */
  completedPerSecond: number
  /** Seconds from the end of the load until the last payment is completed. */
  restSeconds: number
}

function figuresOf(
  name: string,
  made: readonly Measured[],
  { echo, transfers }: { echo: LoadResult[]; transfers: LoadResult[] },
  [accepted, completed]: readonly [number, number],
): Figure[] {
  const loads = made.map(({ load }) => load)
  const p99 = median(loads.map((load) => load.p99)).toFixed(1)
  const rejected = loads.reduce((sum, { statuses }) => sum + (statuses[503] ?? 0), 0)
  const rest = median(made.map(({ restSeconds }) => restSeconds)).toFixed(1)
  return [
    {
      name: `Payments accepted, ${name}, of the echo`,
      value: median(loads.map((load, i) => load.perSecond / echo[i]!.perSecond)),
      unit: 'ratio',
      floor: accepted,
      goal: 0.25,
      note: `${perSecond(loads)} of ${perSecond(echo)}; p99 ${p99} ms; ${rejected} rejected while jobs were behind`,
    },
    {
      name: `Payments completed during acceptance, ${name}, of transfers`,
      value: median(made.map(({ completedPerSecond }, i) => completedPerSecond / transfers[i]!.perSecond)),
      unit: 'ratio',
      floor: completed,
      goal: 0.3,
      note: `${Math.round(median(made.map((each) => each.completedPerSecond)))}/s of ${perSecond(transfers)}; the last ${rest} s after the load`,
    },
  ]
}

/** Loads the server with payments, and waits until all of them are completed. */
async function measure(context: BenchContext, request: Request): Promise<Measured> {
  const { server, seconds } = context
  const before = await countCompleted(context)
  const begin = performance.now()
  const load = await runLoad({ port: server.port, connections: CONNECTIONS, seconds: seconds * 3, request })
  const during = (await countCompleted(context)) - before
  const took = (performance.now() - begin) / 1000
  const restSeconds = await untilCompleted(context)
  return { load: acceptedOf(load), completedPerSecond: during / took, restSeconds }
}

/** Counts accepted payments alone: when jobs are behind, others are rejected. */
function acceptedOf(load: LoadResult): LoadResult {
  const { 201: accepted = 0, 503: rejected = 0, ...others } = load.statuses
  checked('payments', { ...load, statuses: others }, 201)
  return { ...load, perSecond: (load.perSecond * accepted) / (accepted + rejected) }
}

async function countCompleted({ db }: Pick<BenchContext, 'db'>): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from payments where status = 'Completed'`,
  )
  return rows[0]!.count
}

/** @returns seconds until no payment is under way */
async function untilCompleted({ db }: Pick<BenchContext, 'db'>): Promise<number> {
  const begin = performance.now()
  while (performance.now() - begin < PATIENCE_MS) {
    const { rowCount } = await db.pool.query(
      `select 1 from payments where status in ('Screening', 'Submitted', 'Sent') limit 1`,
    )
    if (rowCount === 0) return (performance.now() - begin) / 1000
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('payments were left under way')
}

/** An order of a payment without its account. */
type Order = Record<string, unknown>

const PAYEE = {
  type: 'Company',
  name: 'Muster GmbH',
  currency: 'EUR',
  countryCode: 'DE',
  bankCountryCode: 'DE',
  iban: 'DE75512108001245126199',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', postCode: '10115', countryCode: 'DE' },
}

/** Saves a payee in each entity; returns an order to it. */
const ordersOf = (context: BenchContext, entities: readonly BenchEntity[]): Promise<Order[]> =>
  Promise.all(entities.map((entity) => orderOf(context, entity)))

/** Returns requests of payments of the entities to payees that are saved for it. */
export async function paymentRequests(context: BenchContext): Promise<() => string> {
  return requestsOf(context.entities, await ordersOf(context, context.entities))
}

async function orderOf(context: BenchContext, entity: BenchEntity): Promise<Order> {
  const { wireId: entityId } = entity
  const { beneficiaryId } = await call(context, entity, 'POST', '/v1/beneficiaries', { entityId, ...PAYEE })
  const { name, iban } = PAYEE
  const asked = { entityId, name, iban }
  const { verificationId } = await call(context, entity, 'POST', '/v1/payments/verification', asked)
  const query = new URLSearchParams({ entityId, currency: 'EUR', rail: 'SepaInstant' })
  const { earliestPaymentDate } = await call(
    context,
    entity,
    'GET',
    `/v1/payments/earliest-settlement?${query.toString()}`,
  )
  const order = { beneficiaryId, verificationId, paymentDate: earliestPaymentDate, speed: 'Instant' }
  return { ...order, amount: '1.00', currency: 'EUR', reference: 'Invoice 1' }
}

const call = callFor<Record<string, string>>

const KEY = 'x'.repeat(24)

/** Requests of payments from any account of the entities, made beforehand except for their keys. */
function requestsOf(entities: readonly BenchEntity[], orders: readonly Order[]): Request {
  const pool = Array.from({ length: POOL }, (_, i) => {
    const at = i % entities.length
    const entity = entities[at]!
    const account = entity.accounts[i % entity.accounts.length]!
    const body = JSON.stringify({ ...orders[at]!, accountId: account.wireId })
    const headers = { authorization: `Bearer ${entity.token}`, 'idempotency-key': KEY }
    const request = httpRequest('POST', '/v1/payments', headers, body)
    const place = request.indexOf(KEY)
    return [request.slice(0, place), request.slice(place + KEY.length)] as const
  })
  return () => {
    const [head, tail] = pool[Math.floor(Math.random() * POOL)]!
    return `${head}${runId}${(keys++).toString().padStart(KEY.length - runId.length, '0')}${tail}`
  }
}

/** Has the echo answer like a payment; returns the request for it. */
async function echoOf(context: BenchContext, entity: BenchEntity, order: Order): Promise<string> {
  const body = { ...order, accountId: entity.accounts[0]!.wireId }
  const sample = await call(context, entity, 'POST', '/v1/payments', body)
  await fetch(`http://127.0.0.1:${context.echo.port}/samples/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sample),
  })
  const headers = { authorization: `Bearer ${entity.token}`, 'idempotency-key': KEY }
  return httpRequest('POST', '/like/payment', headers, JSON.stringify(body))
}

/**
 * Sends a batch of 10,000 payments of one entity.
 *
 * @returns seconds until the last is completed
 * @throws Error if some are not completed in time
 */
async function completeBatch(context: BenchContext, entity: BenchEntity, order: Order): Promise<number> {
  const payments = Array.from({ length: BATCH }, (_, i) => ({
    ...order,
    accountId: entity.accounts[i % entity.accounts.length]!.wireId,
    reference: `Salary ${i + 1}`,
  }))
  const before = await countCompleted(context)
  const begin = performance.now()
  for (let from = 0; from < BATCH; from += FILE)
    await call(context, entity, 'POST', '/v1/payment-batches', { items: payments.slice(from, from + FILE) })
  let completed = 0
  while (completed < BATCH && performance.now() - begin < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    completed = (await countCompleted(context)) - before
  }
  if (completed < BATCH) throw new Error(`${BATCH - completed} payments of the batch were left under way`)
  return (performance.now() - begin) / 1000
}

/** Time from sending a batch of one entity until its last payment is completed, and what balance reads wait meanwhile. */
async function batchFigures(context: BenchContext, entity: BenchEntity, order: Order): Promise<Figure[]> {
  const alone = await readsWhile(context, () => sleep(context.seconds * 1000))
  context.progress(`a batch of ${BATCH.toLocaleString('en')} payments`)
  const seconds = await completeBatch(context, entity, order)
  context.progress('the same beside reads of balances')
  const beside = await readsWhile(context, () => completeBatch(context, entity, order))
  return [
    {
      name: `A batch of ${BATCH.toLocaleString('en')} payments of one entity, from its request to the last completion`,
      value: seconds,
      unit: 's',
      floor: 30,
      atMost: true,
      goal: 8,
      note: `${Math.round(BATCH / seconds)}/s, simulated bank`,
    },
    {
      name: `p99 of a balance read beside such a batch, against one alone`,
      value: beside.p99 / alone.p99,
      unit: 'times',
      floor: 3,
      atMost: true,
      goal: 1.5,
      note: `${beside.p99.toFixed(1)} ms beside it, ${alone.p99.toFixed(1)} ms alone; ${READERS} connections`,
    },
  ]
}

/** Reads balances of all entities until the work is done. */
async function readsWhile(context: BenchContext, work: () => Promise<unknown>): Promise<LoadResult> {
  const { server, entities } = context
  const requests = entities.map(({ token, accounts }) =>
    httpRequest('GET', `/v1/balances?accountId=${accounts[0]!.wireId}`, { authorization: `Bearer ${token}` }),
  )
  let isDone = false
  const reads = runLoad({
    port: server.port,
    connections: READERS,
    seconds: PATIENCE_MS / 1000,
    request: (n) => (isDone ? undefined : requests[n % requests.length]),
  })
  await work().finally(() => (isDone = true))
  return checked('balances', await reads, 200)
}
