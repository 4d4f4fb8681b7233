import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../../src/ledger/index.ts'
import { takeViolations } from '../support/lock-order.ts'
import { ACTS, openTeller, refused } from './load-acts.ts'
import { openSandbox, type Sandbox } from './processes.ts'
import { setStage, type Stage } from './stage.ts'

/** Seconds of each load; a longer campaign: MIXED_LOAD_SECONDS=120. */
const SECONDS = Number(process.env.MIXED_LOAD_SECONDS ?? 4)
const CONNECTIONS = 12

let sandbox: Sandbox
let stage: Stage
beforeAll(async () => {
  sandbox = await openSandbox({ processes: 2, poolSize: CONNECTIONS })
  stage = await setStage(sandbox)
})
afterAll(() => sandbox.close())

/** Statements that the database ended because of a deadlock or a serialization failure: their transactions are retried. */
const retried: string[] = []
const { prototype } = pg.Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } }
const original = prototype.query
prototype.query = function query(this: unknown, ...given) {
  const result = original.apply(this, given)
  if (!(result instanceof Promise)) return result
  return result.catch((error: { code?: string }) => {
    const { name, text } = given[0] as { name?: string; text?: string }
    // Optimistic posting: the batch is decided again in the next statement, and no transaction begins anew.
    const isMispredicted = name?.startsWith('post-foreseen') ?? false
    if ((error.code === '40P01' || error.code === '40001') && !isMispredicted)
      retried.push(`${error.code} ${name ?? text}`)
    throw error
  })
}
afterAll(() => {
  prototype.query = original
})

/** Has many callers do some kinds of acts at once, each kind at least once, and returns how often each succeeded. */
async function play(kinds: readonly (keyof typeof ACTS)[], callers: number): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  const end = Date.now() + SECONDS * 1000
  const caller = async (number: number) => {
    const teller = openTeller(sandbox, stage, number)
    for (let turn = 0; turn < kinds.length || Date.now() < end; turn++) {
      const kind = kinds[(turn + number) % kinds.length]!
      if (await ACTS[kind](teller)) done[kind] = (done[kind] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  return done
}

async function expectNoDeadlock(): Promise<void> {
  expect(takeViolations()).toEqual([])
  expect(retried).toEqual([])
  expect(sandbox.complaints).toEqual([])
  const sql = 'select deadlocks from pg_stat_database where datname = current_database()'
  expect((await sandbox.db.pool.query<{ deadlocks: bigint }>(sql)).rows[0]!.deadlocks).toBe(0n)
}

test('spot bookings with attached payments beside payments end without a deadlock', async () => {
  const done = await play(['spotWithPayments', 'pay'], 8)
  await expectNoDeadlock()
  expect(done).toMatchObject({ spotWithPayments: expect.any(Number), pay: expect.any(Number) })
})

test('margined forwards, drawdowns and close-outs beside payments end without a deadlock', async () => {
  const done = await play(['forward', 'pay', 'drawDown', 'amend', 'runMargin'], 10)
  await expectNoDeadlock()
  expect(done).toMatchObject({ forward: expect.any(Number), drawDown: expect.any(Number) })
})

test('all commands at once, while the clock moves, end without a deadlock, and the books agree', async () => {
  const done = await play(Object.keys(ACTS) as (keyof typeof ACTS)[], 14)
  await expectNoDeadlock()
  // Why commands were rejected, beside what never succeeded.
  const never = Object.keys(ACTS).filter((kind) => !(kind in done))
  expect({ never, refused: never.length > 0 ? refused : {} }).toEqual({ never: [], refused: {} })
  expect((await auditLedger(sandbox.db, () => {})).findings).toEqual([])
})
