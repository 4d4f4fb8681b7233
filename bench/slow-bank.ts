import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { createAccount } from '../server/test/support/accounts.ts'
import { buildApi } from '../server/src/composition/api.ts'
import type { Context } from '../server/src/composition/context.ts'
import { openContext } from '../server/src/composition/open-context.ts'
import { MODULES } from '../server/src/composition/modules.ts'
import { readConfig } from '../server/src/settings/config.ts'
import { type Db, inTransaction, openDb } from '../server/src/kernel/db/db.ts'
import { migrate } from '../server/src/kernel/db/migrations.ts'
import { createWorker, type Sweep, type WorkHandler } from '../server/src/kernel/jobs/work.ts'
import type { Clock } from '../server/src/kernel/values/clock.ts'
import { formatId } from '../server/src/kernel/values/ids.ts'
import { postJournal } from '../server/src/ledger/index.ts'
import { payees } from '../server/test/support/payees.ts'
import { createRailRegistry, type RailAdapter } from '../server/src/payments/rails/index.ts'
import { simulatedRail } from '../server/src/sim/rails/index.ts'
import type { BenchContext } from './context.ts'
import { onServer } from './crossings.ts'
import { median } from './load.ts'
import { type BenchEntity, makeEntity } from './population.ts'
import type { Figure } from './report.ts'

const SLOW_MS = 2000
/** Entities with quick banks: enough for every lane of the worker. */
const OTHERS = 15
/** Payments of a round: of each other entity, and of the entity with the slow bank by either rail. */
const EACH = 40
/** A Friday, when every rail is open. */
const DAY = '2026-11-20'
/** Business time runs faster, so that the reports of the simulated rails are due within the round. */
const PACE = 50

/**
 * Payments completed per second by other entities, and by another rail of the same entity, while one bank takes two seconds
 * per call, against the same payments while that bank answers at once. In a database of its own on the same server.
 */
export async function slowBankFigures(
  context: Pick<BenchContext, 'connection' | 'rounds' | 'progress'>,
): Promise<Figure[]> {
  const name = `bench_slow_bank_${randomBytes(4).toString('hex')}`
  await onServer(context.connection, `create database ${name}`)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cambist-bench-'))
  try {
    const connection = { ...context.connection, database: name }
    await migrate(connection)
    const db = await openDb(connection)
    const config = readConfig({ SANDBOX: 'true', DATA_DIR: dataDir, OPEN_BANKING: 'false' })
    const services = await openContext(db, config, pino({ level: 'silent' }))
    try {
      return [await compare(db, services, context)]
    } finally {
      await services.close()
      await db.close()
    }
  } finally {
    await onServer(context.connection, `drop database ${name} with (force)`)
    rmSync(dataDir, { recursive: true })
  }
}

async function compare(
  db: Db,
  services: Context,
  { rounds, progress }: Pick<BenchContext, 'rounds' | 'progress'>,
): Promise<Figure> {
  const rates = { quick: [] as number[], slow: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    progress(`slow bank, round ${round} of ${rounds}`)
    const order = round % 2 === 0 ? (['quick', 'slow'] as const) : (['slow', 'quick'] as const)
    for (const bank of order) {
      const rate = await rateOf(db, services, bank === 'slow' ? SLOW_MS : 0)
      if (round > 0) rates[bank].push(rate)
    }
  }
  const shown = (each: number[]) => `${Math.round(median(each)).toLocaleString('en')}/s`
  return {
    name: 'Payments of other entities and rails while one bank takes 2 s per call, of the rate while it answers at once',
    value: median(rates.slow.map((rate, i) => rate / rates.quick[i]!)),
    unit: 'ratio',
    floor: 0.9,
    note: `${shown(rates.slow)} against ${shown(rates.quick)}; ${EACH} payments of ${(OTHERS + 2) * EACH} go to that bank`,
  }
}

/** Makes new entities and their payments, then starts the worker. @returns completed payments per second, without the bank's */
async function rateOf(db: Db, services: Context, delayMs: number): Promise<number> {
  const start = new Date(`${DAY}T10:00:00Z`)
  const clock: Clock & { started?: number } = {
    now: () => new Date(start.getTime() + (clock.started ? (performance.now() - clock.started) * PACE : 0)),
    wall: () => new Date(),
  }
  const entities: BenchEntity[] = []
  for (let i = 0; i <= OTHERS; i++) entities.push(await makeEntity(db, `Payer ${i}`, 0, start))
  const [client] = entities
  const released = new AbortController()
  const bank = bankOf(client!, delayMs, released.signal)
  const rails = createRailRegistry([bank], { id: 'simulated', port: simulatedRail, callsAtOnce: 1 })
  const context = { ...services, clock, rails }
  await givePayments(db, context, entities)
  const failures: unknown[] = []
  const worker = createWorker({
    db,
    clock,
    handlers: Object.assign({}, ...MODULES.map(({ jobs }) => jobs?.(context) ?? {})) as Record<string, WorkHandler>,
    sweeps: Object.assign({}, ...MODULES.map(({ sweeps }) => sweeps)) as Record<string, Sweep>,
    onFailure: (error) => void failures.push(error),
  })
  const begin = performance.now()
  clock.started = begin
  worker.start()
  const ids = entities.map(({ entityId }) => entityId)
  await untilCompleted(db, ids, (OTHERS + 1) * EACH, failures)
  const seconds = (performance.now() - begin) / 1000
  released.abort()
  await worker.stop()
  return ((OTHERS + 1) * EACH) / seconds
}

/** The bank of one entity for faster payments: each call takes so long, until the round is over. */
const bankOf = ({ entityId }: BenchEntity, delayMs: number, signal: AbortSignal): RailAdapter => ({
  id: 'slow',
  schemes: ['Fps'],
  entities: [entityId],
  callsAtOnce: 8,
  port: {
    async submit() {
      if (delayMs > 0 && !signal.aborted) await sleep(delayMs, undefined, { signal }).catch(() => {})
    },
  },
})

/** Orders payments over the API: in pounds of each entity, and in dollars too of the first, the client of the bank. */
async function givePayments(db: Db, context: Context, entities: readonly BenchEntity[]): Promise<void> {
  const app = await buildApi(context, false)
  for (const [i, entity] of entities.entries())
    for (const currency of i === 0 ? (['GBP', 'USD'] as const) : (['GBP'] as const)) {
      const accountId = await fundedAccount(db, entity, currency, context.clock.now())
      const order = { accountId, currency, amount: '1.00', paymentDate: DAY, creditorAccount: payees[currency] }
      for (let n = 0; n < EACH; n++) {
        const answer = await app.inject({
          method: 'POST',
          url: '/v1/payments',
          headers: { authorization: `Bearer ${entity.token}` },
          payload: { ...order, reference: `Invoice ${n}` },
        })
        if (answer.statusCode !== 201) throw new Error(`a payment was refused: ${answer.body}`)
      }
    }
  await app.close()
}

async function fundedAccount(db: Db, { entityId }: BenchEntity, currency: string, now: Date): Promise<string> {
  return inTransaction(db, async (tx) => {
    const act = { actor: { type: 'operator' as const }, at: now, wall: new Date() }
    const { accountId } = await createAccount(tx, { entityId, currency, name: currency }, act)
    const legs = [
      { account: accountId, currency, amountMinor: 1_000_000n },
      { account: { kind: 'suspense' as const }, currency, amountMinor: -1_000_000n },
    ]
    const source = { type: 'bench', id: accountId }
    const journal = { entityId, kind: 'benchFunds', type: 'Deposit' as const, source, valueDate: DAY, legs }
    await postJournal(tx, journal, now)
    return formatId('acc', accountId)
  })
}

async function untilCompleted(
  db: Db,
  entityIds: readonly string[],
  expected: number,
  failures: readonly unknown[],
): Promise<void> {
  const [client, ...others] = entityIds
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(20)) {
    if (failures[0]) throw new Error('a job failed', { cause: failures[0] })
    const { rows } = await db.pool.query<{ count: number }>(
      `select count(*)::int as count from payments where status = 'Completed'
        and (entity_id = any($1::uuid[]) or entity_id = $2 and currency = 'USD')`,
      [others, client],
    )
    if (rows[0]!.count === expected) return
  }
  throw new Error('the payments were not completed within two minutes')
}
