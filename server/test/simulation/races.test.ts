import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AUDITS } from '../../src/composition/modules.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { ask, askBesideReset, bodyOf, expectEqual } from './caller.ts'
import { type Answer, type Command, openSandbox, type Sandbox } from './processes.ts'
import { setStage, type Stage, verified } from './stage.ts'

let sandbox: Sandbox
let stage: Stage
let drawn = 0
const newKey = () => `race-${drawn++}`

beforeAll(async () => {
  sandbox = await openSandbox({ processes: 2, poolSize: 8 })
  stage = await setStage(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.complaints.length = 0
})

/** Asks `times` times at once, in turn in the one process and the other. */
const atOnce = (times: number, command: (turn: number) => Command): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, turn) => ask(sandbox.processes[turn % 2]!, command(turn))))

const counts = (answers: readonly Answer[]) => {
  const seen: Record<string, number> = {}
  for (const answer of answers) {
    const name = answer.status < 400 ? String(answer.status) : `${answer.status} ${bodyOf(answer).code}`
    seen[name] = (seen[name] ?? 0) + 1
  }
  return seen
}

const booked = async (who: 'rm' | 'abs', accountId: string | undefined) => {
  const { data } = await sandbox.processes[0]!.get<{
    data: { accountId: string; booked: string; available: string }[]
  }>(who, '/v1/balances?limit=100')
  const { booked, available } = data.find((balance) => balance.accountId === accountId)!
  return { booked, available }
}

/** Checks that nothing failed and the books are sound. */
async function expectSound(): Promise<void> {
  expect(sandbox.complaints).toEqual([])
  expect((await auditLedger(sandbox.db, () => {}, AUDITS)).findings).toEqual([])
}

const transfer = (currency: string, amount: string): Command => {
  const [debitAccountId, creditAccountId] = stage.accounts.abs[currency]!
  const body = { entityId: sandbox.entityIds.abs, debitAccountId, creditAccountId, amount }
  return { who: 'abs', path: '/v1/internal-account-transfers', body }
}

async function newQuote(who: 'rm' | 'abs'): Promise<Command> {
  const body = { buyCurrency: 'EUR', sellCurrency: 'GBP', fixedSide: 'Buy', amount: '1000.00' }
  const quote = await ask(sandbox.processes[0]!, { who, path: '/v1/fx/quotes/spot', body })
  const order = { entityId: sandbox.entityIds[who], quoteId: bodyOf(quote).quoteId }
  return { who, path: '/v1/fx/trades/spot', body: order }
}

const payment = async (who: 'rm' | 'abs', amount: string): Promise<Command> => {
  const { earliestPaymentDate: paymentDate } = await sandbox.processes[0]!.get<{ earliestPaymentDate: string }>(
    who,
    '/v1/payments/earliest-settlement?currency=GBP&country=GB',
  )
  const [accountId] = stage.accounts[who].GBP!
  const order = { accountId, beneficiaryId: stage.payees[who].GBP, paymentDate, amount, currency: 'GBP' }
  return { who, path: '/v1/payments', body: { ...order, reference: 'Invoice' } }
}

test('of 40 transfers of a tenth of the balance from two processes exactly ten pass', async () => {
  const [debited, credited] = stage.accounts.abs.USD!
  const answers = await atOnce(40, () => transfer('USD', '100000.00'))
  expect(counts(answers)).toEqual({ 201: 10, '422 insufficient_funds': 30 })
  expect(await booked('abs', debited)).toMatchObject({ booked: '0.00' })
  expect(await booked('abs', credited)).toMatchObject({ booked: '1000000.00' })
  await expectSound()
})

test.each(['rm', 'abs'] as const)(
  'one quote of %s booked five times concurrently over two processes is one trade',
  async (who) => {
    for (let round = 0; round < 5; round++) {
      const booking = await newQuote(who)
      const answers = await atOnce(5, () => ({ ...booking, key: newKey() }))
      expect(counts(answers)).toEqual({ 201: 1, '409 quote_already_booked': 4 })
    }
    const { rows } = await sandbox.db.pool.query(
      `select 1 from fx_trades where entity_id =
    (select entity_id from entities where service_kind = $1)`,
      [who.toUpperCase()],
    )
    expect(rows).toHaveLength(5)
    await expectSound()
  },
)

interface Twenty {
  status: number
  command: () => Command | Promise<Command>
  /** Query that counts the effects. */
  effects: string
}

const TWENTY: Record<string, Twenty> = {
  'an internal transfer': {
    status: 201,
    command: () => transfer('GBP', '10.00'),
    effects: 'select 1 from internal_transfers',
  },
  'an internal transfer without the money': {
    status: 422,
    command: () => transfer('GBP', '99999999.00'),
    effects: 'select 1 from idempotency_keys',
  },
  'an internal transfer that no balance is asked for': {
    status: 404,
    command: () => ({ ...transfer('GBP', '1.00'), body: { ...transfer('GBP', '1.00').body, debitAccountId: 'acc_1' } }),
    effects: 'select 1 from idempotency_keys',
  },
  'a payment': { status: 201, command: () => payment('rm', '10.00'), effects: 'select 1 from payments' },
  'an ABS payment without the money': {
    status: 201,
    command: () => payment('abs', '999999.00'),
    effects: 'select 1 from payments',
  },
  'a quote': {
    status: 201,
    command: () => ({
      who: 'rm',
      path: '/v1/fx/quotes/spot',
      body: { buyCurrency: 'EUR', sellCurrency: 'GBP', fixedSide: 'Buy', amount: '1000.00' },
    }),
    effects: 'select 1 from fx_quotes',
  },
  'a booking': { status: 201, command: () => newQuote('abs'), effects: 'select 1 from fx_trades' },
  'money received': {
    status: 201,
    command: () => {
      const [accountId] = stage.accounts.rm.EUR!
      return { who: 'rm', path: '/v1/sandbox/inbound-payments', body: { accountId, currency: 'EUR', amount: '5.00' } }
    },
    effects: 'select 1 from inbound_payments',
  },
  'a move of the clock': {
    status: 200,
    command: () => ({ who: 'rm', path: '/v1/sandbox/clock', body: { advance: 'PT1S' } }),
    effects: 'select 1 from sandbox_clock, generate_series(1, version)',
  },
  'a move of the market': {
    status: 200,
    command: () => ({ who: 'rm', path: '/v1/sandbox/market/EURUSD', body: { shiftPercent: '1' } }),
    effects: 'select 1 from sim_market_overrides',
  },
}

test.each(Object.entries(TWENTY))(
  'twenty concurrent requests for %s with one key over two processes have one effect and equal responses',
  async (_what, { status, command, effects }) => {
    const count = async () => (await sandbox.db.pool.query(effects)).rows.length
    const once = await command()
    const before = await count()
    const key = newKey()
    const answers = await atOnce(20, () => ({ ...once, key }))
    expectEqual(answers)
    expect(answers[0]!.status).toBe(status)
    expect(await count()).toBe(before + 1)
    await expectSound()
  },
)

test('one of ten concurrent transfers with one key is made, and nine get the error that the key is used', async () => {
  const key = newKey()
  const currencies = ['GBP', 'EUR']
  const answers = await atOnce(10, (turn) => ({ ...transfer(currencies[turn % 2]!, `${turn + 1}.00`), key }))
  expect(counts(answers)).toEqual({ 201: 1, '422 idempotency_key_reused': 9 })
  await expectSound()
})

const REFERENCED: Record<string, () => Promise<Command>> = {
  'internal transfers': async () => transfer('GBP', '1.00'),
  payments: () => payment('rm', '1.00'),
  trades: () => newQuote('rm'),
}

test.each(Object.entries(REFERENCED))(
  'one of ten concurrent %s with one client reference is made',
  async (_what, order) => {
    const orders = await Promise.all(Array.from({ length: 10 }, order))
    const clientReference = newKey()
    const answers = await atOnce(10, (turn) => {
      const { body, ...command } = orders[turn]!
      return { ...command, body: { ...body, clientReference }, key: newKey() }
    })
    expect(counts(answers)).toEqual({ 201: 1, '409 duplicate_client_reference': 9 })
    await expectSound()
  },
)

test('a payment cancelled, approved and rejected concurrently, five times each, has one outcome', async () => {
  for (let round = 0; round < 5; round++) {
    const { body, ...rest } = await payment('rm', '7.00')
    const made = await ask(sandbox.processes[0]!, { ...rest, body: { ...body, reference: '#APPROVE #HOLD' } })
    const path = `/v1/payments/${String(bodyOf(made).paymentId)}`
    const steps = [
      { who: 'rm', path: `${path}/cancel` },
      { who: 'rmApprover', path: `${path}/approve` },
      { who: 'rmApprover', path: `${path}/reject` },
    ] as const
    await atOnce(15, (turn) => ({ ...steps[turn % 3]!, key: newKey() }))
    const { history } = await sandbox.processes[1]!.get<{ history: { status: string }[] }>('rm', path)
    const ends = history.filter(({ status }) => status === 'Cancelled' || status === 'Rejected')
    expect(ends).toHaveLength(1)
  }
  await expectSound()
})

test('twenty concurrent ABS payments hold no more than the balance, over both processes', async () => {
  const [account] = stage.accounts.abs.EUR!
  const { available } = await booked('abs', account)
  const share = Math.floor(Number(available) / 7.5).toFixed(2)
  const { earliestPaymentDate: paymentDate } = await sandbox.processes[0]!.get<{ earliestPaymentDate: string }>(
    'abs',
    '/v1/payments/earliest-settlement?currency=EUR&country=DE',
  )
  const order = { accountId: account, beneficiaryId: stage.payees.abs.EUR, currency: 'EUR', reference: '#HOLD' }
  const body = { ...order, amount: share, paymentDate, ...(await verified(sandbox.processes[0]!, 'abs', 'EUR')) }
  const answers = await atOnce(20, () => ({ who: 'abs', path: '/v1/payments', body }))
  const states = answers.map((answer) => (bodyOf(answer) as { status?: string }).status)
  expect(states.filter((state) => state !== 'Rejected')).toHaveLength(7)
  await expectSound()
})

test('a reset beside moves of clock and market, receipts and transfers: all are answered, and the books are whole', async () => {
  const own = await openSandbox({ processes: 2, poolSize: 4 })
  const there = await setStage(own)
  const [debitAccountId, creditAccountId] = there.accounts.abs.EUR!
  const transferOrder = { entityId: own.entityIds.abs, debitAccountId, creditAccountId, amount: '1.00' }
  const commands: Omit<Command, 'key'>[] = [
    { who: 'rm', path: '/v1/sandbox/clock', body: { advance: 'PT1M' } },
    { who: 'rm', path: '/v1/sandbox/market/EURUSD', body: { shiftPercent: '0.1' } },
    {
      who: 'rm',
      path: '/v1/sandbox/inbound-payments',
      body: { accountId: debitAccountId, currency: 'EUR', amount: '5.00' },
    },
    { who: 'abs', path: '/v1/internal-account-transfers', body: transferOrder },
  ]
  try {
    for (let round = 0; round < 2; round++) {
      const others = commands.flatMap((command) =>
        [0, 1, 0, 1].map((turn) => askBesideReset(own.processes[turn]!, { ...command, key: newKey() })),
      )
      const reset = askBesideReset(own.processes[round % 2]!, { who: 'rm', path: '/v1/sandbox/reset', body: {} })
      expect((await reset).status).toBe(200)
      await Promise.all(others)
    }
    expect(own.complaints).toEqual([])
    expect((await auditLedger(own.db, () => {}, AUDITS)).findings).toEqual([])
  } finally {
    await own.close()
  }
})
