import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../server/src/kernel/db/db.ts'
import { type EchoCase, WARM_ROUNDS } from './against-echo.ts'
import type { BenchContext } from './context.ts'
import { httpRequest, type LoadResult, median, runLoad } from './load.ts'
import { type BenchEntity, populate } from './population.ts'
import type { Figure } from './report.ts'

const CONNECTIONS = 64
const PAIRS = 5000

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!
let keys = 0
const runId = Math.random().toString(36).slice(2)

const POOL = 2000
const KEY = 'x'.repeat(24)
/** A request without its key, in two parts, made once: the generator must not cost more than it has to. */
type Template = readonly [head: string, tail: string]
const pools = new Map<string, Template[]>()

/**
 * A transfer between two accounts; `hot` always debits the first account of the first entity. Requests are made beforehand,
 * once for each name.
 */
export function transferRequest(entities: BenchEntity[], hot: boolean, name = hot ? 'hot' : 'spread'): string {
  let pool = pools.get(name)
  if (!pool) {
    pool = Array.from({ length: POOL }, () => template(entities, hot))
    pools.set(name, pool)
  }
  const [head, tail] = pick(pool)
  return `${head}${runId}${(keys++).toString().padStart(KEY.length - runId.length, '0')}${tail}`
}

function template(entities: BenchEntity[], hot: boolean): Template {
  const entity = hot ? entities[0]! : pick(entities)
  const debit = hot ? entity.accounts[0]! : pick(entity.accounts)
  let credit = pick(entity.accounts)
  while (credit === debit) credit = pick(entity.accounts)
  const body = { entityId: entity.wireId, debitAccountId: debit.wireId, creditAccountId: credit.wireId, amount: '1.00' }
  const headers = { authorization: `Bearer ${entity.token}`, 'idempotency-key': KEY }
  const request = httpRequest('POST', '/v1/internal-account-transfers', headers, JSON.stringify(body))
  const at = request.indexOf(KEY)
  return [request.slice(0, at), request.slice(at + KEY.length)]
}

/** Transfers between accounts of all entities, to be compared with the echo. */
export function transferCase(entities: BenchEntity[]): EchoCase {
  const { wireId, token, accounts } = entities[0]!
  return {
    name: 'Transfers',
    sample: 'transfer',
    method: 'POST',
    path: () => '/v1/internal-account-transfers',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': `${runId}-${(keys++).toString().padStart(6, '0')}`,
    },
    body: JSON.stringify({
      entityId: wireId,
      debitAccountId: accounts[0]!.wireId,
      creditAccountId: accounts[1]!.wireId,
      amount: '1.00',
    }),
    expected: 201,
    request: () => transferRequest(entities, false),
  }
}

/** Idempotent internal transfers over HTTP, spread and on one hot account, against the echo and against pgbench. */
export async function transferFigures(context: BenchContext): Promise<Figure[]> {
  const { entities, echo, server, rounds, seconds } = context
  const sample = await sampleTransfer(context)
  await fetch(`http://127.0.0.1:${echo.port}/samples/transfer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sample,
  })
  const order = JSON.stringify({
    entityId: entities[0]!.wireId,
    debitAccountId: entities[0]!.accounts[0]!.wireId,
    creditAccountId: entities[0]!.accounts[1]!.wireId,
    amount: '1.00',
  })
  const echoed = httpRequest(
    'POST',
    '/like/transfer',
    { authorization: `Bearer ${entities[0]!.token}`, 'idempotency-key': `${runId}-000000` },
    order,
  )
  const run = (port: number, request: () => string) => runLoad({ port, connections: CONNECTIONS, seconds, request })
  await preparePgbench(context)
  const results = {
    echo: [] as LoadResult[],
    spread: [] as LoadResult[],
    hot: [] as LoadResult[],
    pg16: [] as number[],
    pgHot32: [] as number[],
  }
  for (let i = 0; i < WARM_ROUNDS; i++) await run(server.port, () => transferRequest(entities, false))
  for (let round = 1; round <= rounds; round++) {
    context.progress(`transfers, round ${round} of ${rounds}`)
    results.echo.push(await run(echo.port, () => echoed))
    results.spread.push(checked(await run(server.port, () => transferRequest(entities, false))))
    if (context.pgbench) results.pg16.push(runPgbench(context, 'bench_pairs', 16))
    results.hot.push(checked(await run(server.port, () => transferRequest(entities, true))))
    if (context.pgbench) results.pgHot32.push(runPgbench(context, 'bench_hot_pairs', 32))
  }
  return toFigures(results)
}

function toFigures(r: {
  echo: LoadResult[]
  spread: LoadResult[]
  hot: LoadResult[]
  pg16: number[]
  pgHot32: number[]
}): Figure[] {
  const ratio = (a: number[], b: number[]) => median(a.map((value, i) => value / b[i]!))
  const rate = (results: LoadResult[]) => results.map((result) => result.perSecond)
  const [echo, spread, hot] = [rate(r.echo), rate(r.spread), rate(r.hot)]
  const p99 = (results: LoadResult[]) => results.map((result) => result.p99)
  const perSecond = (values: number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`
  const figures: Figure[] = [
    {
      name: 'Internal transfers over HTTP, 64 connections, of the echo',
      value: ratio(spread, echo),
      unit: 'ratio',
      floor: 0.3,
      goal: 0.45,
      note: `${perSecond(spread)} of ${perSecond(echo)}`,
    },
    { name: 'The same on one hot account, of the echo', value: ratio(hot, echo), unit: 'ratio', note: perSecond(hot) },
    {
      name: 'p99 of transfers, against the echo’s',
      value: ratio(p99(r.spread), p99(r.echo)),
      unit: 'times',
      floor: 3.5,
      atMost: true,
      goal: 2.2,
      note: `${median(p99(r.spread)).toFixed(1)} ms against ${median(p99(r.echo)).toFixed(1)} ms`,
    },
  ]
  if (r.pg16.length === 0) return figures
  return [
    ...figures,
    {
      name: 'Transfers over HTTP against pgbench, one call each, 16 clients',
      value: ratio(spread, r.pg16),
      unit: 'times',
      floor: 1.2,
      goal: 1.6,
      note: `${perSecond(spread)} against ${perSecond(r.pg16)}`,
    },
    {
      name: 'One hot account against pgbench’s, 32 clients',
      value: ratio(hot, r.pgHot32),
      unit: 'times',
      floor: 4,
      goal: 6,
      note: `${perSecond(hot)} against ${perSecond(r.pgHot32)}`,
    },
  ]
}

function checked(result: LoadResult): LoadResult {
  const refused = Object.entries(result.statuses).filter(([status]) => status !== '201')
  if (refused.length > 0) throw new Error(`transfers were not all made: ${JSON.stringify(result.statuses)}`)
  return result
}

async function sampleTransfer({ server, entities }: BenchContext): Promise<string> {
  const [entity] = entities
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/internal-account-transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${entity!.token}` },
    body: JSON.stringify({
      entityId: entity!.wireId,
      debitAccountId: entity!.accounts[0]!.wireId,
      creditAccountId: entity!.accounts[1]!.wireId,
      amount: '1.00',
    }),
  })
  if (answer.status !== 201) throw new Error(`no transfer could be made: ${await answer.text()}`)
  return answer.text()
}

// ---- pgbench: one call of one function a transfer

/**
 * Prepares pgbench with separate accounts: the service predicts balances, and pgbench's postings would mispredict each
 * round's first batches.
 */
async function preparePgbench({ db, entities: ours, pgbench }: BenchContext): Promise<void> {
  if (!pgbench) return
  const entities = await populate(db, ours.length, ours[0]!.accounts.length, new Date())
  await db.pool.query(readFileSync(path.join(import.meta.dirname, 'pgbench-transfer.sql'), 'utf8'))
  await fillPairs(
    db,
    'bench_pairs',
    Array.from({ length: PAIRS }, () => pairOf(pick(entities), false)),
  )
  await fillPairs(
    db,
    'bench_hot_pairs',
    Array.from({ length: PAIRS }, () => pairOf(entities[0]!, true)),
  )
}

function pairOf(entity: BenchEntity, hot: boolean) {
  const debit = hot ? entity.accounts[0]! : pick(entity.accounts)
  let credit = pick(entity.accounts)
  while (credit === debit) credit = pick(entity.accounts)
  return [entity.entityId, entity.clientId, debit.id, credit.id] as const
}

async function fillPairs(db: Db, name: string, pairs: (readonly [string, string, string, string])[]): Promise<void> {
  const column = (i: 0 | 1 | 2 | 3) => pairs.map((pair) => pair[i])
  await db.pool.query(`truncate ${name}`)
  await db.pool.query(
    `insert into ${name} select row_number() over (), * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])`,
    [column(0), column(1), column(2), column(3)],
  )
  await db.pool.query(`analyze ${name}`)
}

/** Transfers a second that pgbench makes with so many clients. */
function runPgbench({ connection, pgbench, seconds }: BenchContext, pairs: string, clients: number): number {
  const script = `\\set n random(1, ${PAIRS})\nselect bench_transfer(entity, client, debit, credit, 100) from ${pairs} where n = :n;\n`
  const { host, port, user, password, database } = connection
  const out = execFileSync(
    pgbench!,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      '-',
      '-h',
      String(host),
      '-p',
      String(port),
      '-U',
      String(user),
      String(database),
    ],
    {
      input: script,
      env: { ...process.env, PGPASSWORD: String(password) },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const tps = /tps = ([\d.]+)/.exec(out)?.[1]
  if (!tps || /number of failed transactions: [1-9]/.test(out)) throw new Error(`pgbench: ${out}`)
  return Number(tps)
}
