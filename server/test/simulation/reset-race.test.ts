import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChains, sealAll, verifyChain } from '../../src/audit/index.ts'
import { AUDITS } from '../../src/composition/modules.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { bodyOf } from './caller.ts'
import { type Answer, type Command, openSandbox, type Sandbox } from './processes.ts'
import { setStage, type Stage } from './stage.ts'

let sandbox: Sandbox
let stage: Stage
let paused: { reached: () => void; until: Promise<void> } | undefined

beforeAll(async () => {
  const duringReset = async () => {
    paused?.reached()
    await paused?.until
  }
  sandbox = await openSandbox({ processes: 2, poolSize: 8, duringReset })
  stage = await setStage(sandbox)
})
afterAll(() => sandbox.close())

/** Resets the sandbox, and runs `work` while the reset holds all of its locks. Returns what `work` started. */
async function duringReset<T>(work: () => Promise<T>[]): Promise<T[]> {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  const reached = new Promise<void>((resolve) => (paused = { reached: resolve, until }))
  const reset = post({ who: 'rm', path: '/v1/sandbox/reset', body: {} })
  await Promise.race([reached, reset])
  const started = work()
  for (let i = 0; i < 10; i++) await nextTurn() // requests that are injected are received in the next turns
  paused = undefined
  release()
  expect((await reset).status).toBe(200)
  return Promise.all(started)
}

const post = (command: Command, process = 0): Promise<Answer> => sandbox.processes[process]!.post(command)

/** Commands of each way of storing: sets, batches and transactions, with and without a key. */
function commands(): Command[] {
  const [debitAccountId, creditAccountId] = stage.accounts.abs.EUR!
  const transfer = {
    who: 'abs' as const,
    path: '/v1/internal-account-transfers',
    body: { entityId: sandbox.entityIds.abs, debitAccountId, creditAccountId, amount: '5.00' },
  }
  const inbound = {
    who: 'rm' as const,
    path: '/v1/sandbox/inbound-payments',
    body: { accountId: stage.accounts.rm.EUR![0], amount: '5.00', currency: 'EUR', debtorName: 'Nordlicht GmbH' },
  }
  const quote = {
    who: 'rm' as const,
    path: '/v1/fx/quotes/spot',
    body: { buyCurrency: 'EUR', sellCurrency: 'GBP', fixedSide: 'Buy', amount: '1000.00' },
  }
  const poorer = { ...transfer, body: { ...transfer.body, amount: '900000000.00' } } // rejected, which is stored under the key
  return [
    transfer,
    { ...transfer, key: 'transfer' },
    { ...poorer, key: 'poorer' },
    { ...inbound, key: 'inbound' },
    quote,
    { ...quote, key: 'quote' },
    { who: 'rm', path: '/v1/sandbox/clock', body: { advance: 'P1D' } },
  ]
}

/** Latest business time at which the sandbox has recorded anything. */
async function latestRecords(): Promise<Record<string, Date | null>> {
  const { rows } = await sandbox.db.pool.query(`select (select max(at) from events) as events,
    (select max(posted_at) from postings) as postings, (select max(posted_at) from journals) as journals,
    (select max(created_at) from fx_quotes) as quotes, (select max(received_at) from inbound_payments) as inbound`)
  return rows[0] as Record<string, Date | null>
}

test('a command that waited for a reset is not recorded in the fresh sandbox at the time of the old one', async () => {
  expect((await post({ who: 'rm', path: '/v1/sandbox/clock', body: { advance: 'P30D' } })).status).toBe(200)
  const answers = await duringReset(() => [0, 1].flatMap((process) => commands().map((each) => post(each, process))))

  const now = sandbox.processes[0]!.services.clock.now()
  for (const [name, latest] of Object.entries(await latestRecords()))
    expect(latest === null || latest <= now, `${name} are not in the future of the clock`).toBe(true)
  const { rows: keys } = await sandbox.db.pool.query('select operation, key from idempotency_keys')
  expect(keys).toEqual([])
  for (const answer of answers) expect([answer.status, bodyOf(answer).code]).toEqual([503, 'database_unavailable'])
})

test('the commands pass when they are sent again with their keys after the reset', async () => {
  const answers = await Promise.all(
    [0, 1].flatMap((process) => commands().map((each) => post({ ...each, key: `${each.key}-${process}` }, process))),
  )
  const once = [201, 201, 422, 201, 201, 201, 200]
  expect(answers.map(({ status }) => status)).toEqual([...once, ...once])
})

test('the books and the audit trail of the fresh sandbox are sound', async () => {
  const { clock } = sandbox.processes[0]!.services
  expect((await auditLedger(sandbox.db, () => {}, AUDITS)).findings).toEqual([])
  await sealAll(sandbox.db, clock.wall())
  for (const key of await listChains(sandbox.db.pool, undefined))
    expect((await verifyChain(sandbox.db.pool, key, 0n)).difference).toBeUndefined()
  expect(sandbox.complaints.filter((line) => !line.includes('the sandbox was reset'))).toEqual([])
})
