import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { expectLockOrder, takeViolations } from './lock-order.ts'
import { testDatabase } from './database.ts'

const db = await testDatabase()
afterEach(takeViolations)

const ENTITY = '00000000-0000-7000-8000-000000000001'
const [FIRST, SECOND] = ['00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000003']

const FACILITY = { name: 'lock-facility', text: 'select 1 from credit_facilities where entity_id = $1 for update' }
const TRADE = {
  name: 'lock-one-trade',
  text: 'select 1 from fx_trades where entity_id = $1 and trade_id = $2 for update',
}
const BALANCE = { name: 'lock-balance', text: 'select 1 from balances where account_id = $1 for update' }
const USAGE = {
  name: 'count',
  text: 'update daily_usage set used_minor = used_minor + $4 where entity_id = $1 and day = $2 and kind = $3',
}
const facility = { ...FACILITY, values: [ENTITY] }
const trade = (id: string) => ({ ...TRADE, values: [ENTITY, id] })
const balance = (id: string) => ({ ...BALANCE, values: [id] })

const usage = (kind: string) => ({ ...USAGE, values: [ENTITY, '2026-11-20', kind, '1'] })

interface Step {
  name?: string
  text: string
  values: string[]
}

async function lock(...steps: (Step | string)[]): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    for (const step of steps) await client.query(step)
    await client.query('rollback')
  } finally {
    client.release()
  }
}

test('a transaction that locks a trade before its facility is reported with its statements, tables and the order', async () => {
  await lock(trade(FIRST), facility)
  const report = message(expectLockOrder)
  expect(report).toContain('facility (credit_facilities , "lock-facility") after trade (fx_trades')
  expect(report).toContain(`- trade: fx_trades ${FIRST}, "lock-one-trade"\n- facility: credit_facilities`)
  expect(report).toContain('The lock order is: sandbox clock, claim, third party, open banking')
})

function message(report: () => void): string {
  try {
    report()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['two trades, the later id first', [trade(SECOND), trade(FIRST)]],
  ['the daily usage of payments, then that of trades', [usage('payment'), usage('trade')]],
  ['two balances, each in a statement of its own', [balance(FIRST), balance(SECOND)]],
  [
    'a facility after a savepoint in which a trade was locked',
    ['savepoint a', trade(FIRST), 'release savepoint a', facility],
  ],
])('is out of order: %s', async (_name, steps) => {
  await lock(...steps)
  expect(expectLockOrder).toThrow('1 transaction(s) locked rows out of order')
})

test.each([
  ['a facility, then trades by id', [facility, trade(FIRST), trade(SECOND)]],
  ['the daily usage of trades, then that of payments', [usage('trade'), usage('payment'), usage('trade')]],
  ['a row that is locked already', [facility, trade(FIRST), facility]],
  [
    'a facility after a trade whose lock was rolled back',
    ['savepoint a', trade(FIRST), 'rollback to savepoint a', facility],
  ],
])('is in order: %s', async (_name, steps) => {
  await lock(...steps)
  expect(expectLockOrder).not.toThrow()
})

test('a table without a place in the order cannot be locked', async () => {
  await expect(lock({ text: 'select 1 from pets for update', values: [] })).rejects.toThrow(
    'no place in the lock order',
  )
})

test('a test file whose transaction locks out of order fails, though its tests pass', async () => {
  const vitest = path.resolve(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')
  const root = path.resolve(import.meta.dirname, '../samples/lock-order')
  const run = promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--no-color', '--config', `${root}/vitest.config.ts`],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? '' },
    },
  )
  const { code, stdout, stderr } = await run.then(
    (passed) => ({ code: 0, ...passed }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  )
  expect(code).toBe(1)
  expect(stdout).toContain('1 passed')
  expect(stderr).toContain('facility (credit_facilities')
})
