import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from './processes.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox({ processes: 2, poolSize: 4 })
})
afterAll(() => sandbox.close())

async function post(path: string, body: object, status = 200): Promise<void> {
  const answer = await sandbox.processes[0]!.post({ who: 'rm', path, body })
  expect([path, answer.status, answer.text]).toEqual([path, status, expect.any(String)])
}

const stored = async () => {
  const { rows } = await sandbox.db.pool.query<Record<'orders' | 'alerts' | 'levels' | 'jobs', number>>(
    `select (select count(*)::int from fx_orders) as orders, (select count(*)::int from rate_alerts) as alerts,
        (select count(*)::int from rate_levels) as levels,
        (select count(*)::int from due_work where kind like 'order.%' or kind like 'rateAlert.%') as jobs`,
  )
  return rows[0]
}

test('a reset removes orders and rate alerts with their levels and jobs, and they can be placed again', async () => {
  const order = { type: 'Limit', sellCurrency: 'EUR', buyCurrency: 'USD', fixedSide: 'Sell', amount: '100.00' }
  const alert = { currencyPair: 'EUR/USD', direction: 'AtOrAbove', clientReference: 'alert' }
  for (const round of [1, 2]) {
    await post('/v1/sandbox/market/EURUSD', { rate: '1.15' })
    await post('/v1/fx/orders', { ...order, rate: '1.17000', clientReference: 'near' }, 201)
    await post('/v1/fx/orders', { ...order, rate: '1.50000', clientReference: 'far' }, 201)
    await post('/v1/fx/rate-alerts', { ...alert, rate: '1.60000' }, 201)
    await post('/v1/sandbox/market/EURUSD', { rate: '1.18' })
    const { data } = await sandbox.processes[1]!.get<{ data: { status: string }[] }>('rm', '/v1/fx/orders')
    expect([round, ...data.map(({ status }) => status)]).toEqual([round, 'Active', 'Filled'])
    expect(await stored()).toEqual({ orders: 2, alerts: 1, levels: 2, jobs: 2 })
    await post('/v1/sandbox/reset', {})
    expect(await stored()).toEqual({ orders: 0, alerts: 0, levels: 0, jobs: 0 })
  }
  expect(sandbox.complaints).toEqual([])
})
