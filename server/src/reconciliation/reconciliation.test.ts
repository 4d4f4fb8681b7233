import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openProcess } from '../../test/support/process.ts'
import { createAccount, testInstitution } from '../../test/support/accounts.ts'
import { operatorCommand } from '../commands/operator.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { addDays, dayOf } from '../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { formatId } from '../kernel/values/ids.ts'
import { ledgerAccountId } from '../ledger/book/account-ids.ts'
import { receiveFunds } from '../payments/inbound/index.ts'
import { latestReconciliation, reconcile } from './index.ts'
import { reconcileOnce } from './once.ts'

const db = await testDatabase()
const { worker } = await openProcess(db, { clock: systemClock })
const runDue = () => worker.runDue(new Date(Date.now() + 86_400_000))
const act = { ...operatorAct, at: new Date(), wall: new Date() }
const later = (days: number) => ({ ...act, at: new Date(act.at.getTime() + days * 86_400_000) })

let entityId: string
let account: { entityId: string; accountId: string; currency: string }
beforeEach(async () => {
  entityId = await givenEntity(db, 'RM')
  account = await inTransaction(db, (tx) => createAccount(tx, { entityId, currency: 'EUR', name: 'Euro' }, act))
})
const receive = (change: object = {}) =>
  inTransaction(db, (tx) => receiveFunds(tx, { account, currency: 'EUR', amountMinor: 10_000n, ...change }, act))

/** Writes past the ledger, as a defect or a hand on the database would. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    expect((await client.query(sql, values)).rowCount).toBe(1)
    await client.query('commit')
  } finally {
    client.release()
  }
}
const shift = (owner: string, accountId: string, by: number) =>
  tamper('update balances set balance_minor = balance_minor + $3 where entity_id = $1 and account_id = $2', [
    owner,
    accountId,
    by,
  ])
const euros = async (at = act) => {
  const { differenceCount, report } = await reconcile(db, at)
  return {
    differenceCount,
    ...report.currencies.find(({ currency }) => currency === 'EUR')!,
    findings: report.findings,
  }
}

describe('the books agree', () => {
  test('while money is on accounts, on hold, unidentified, and between the books', async () => {
    await receive()
    await receive({ held: true })
    await receive({ account: undefined })
    const before = await euros()
    expect(before).toMatchObject({ differenceCount: 0, difference: '0.00', findings: [] })
    expect(Number(before.inTransit)).toBeGreaterThanOrEqual(200)
    await runDue()
    const after = await euros()
    expect(after).toMatchObject({ differenceCount: 0, difference: '0.00', inTransit: '0.00', clients: before.clients })
    expect(Number(after.suspense)).toBeGreaterThanOrEqual(200)
    expect(Number(after.safeguarding)).toBe(Number(after.clients) + Number(after.suspense))
  })
})

describe('a planted difference of one minor unit is found and named', () => {
  test('on the account of a client', async () => {
    await receive()
    await shift(entityId, account.accountId, 1)
    const found = await euros()
    expect(found).toMatchObject({ difference: '0.01' })
    expect(found.findings).toContainEqual({
      check: 'AccountBalance',
      entityId: formatId('ent', entityId),
      currency: 'EUR',
      accountId: formatId('acc', account.accountId),
      kind: 'client',
      expected: '100.00',
      stored: '100.01',
    })
    await shift(entityId, account.accountId, -1)
    expect(await euros()).toMatchObject({ differenceCount: 0 })
  })

  test('on the account of a client without a posting since the books agreed', async () => {
    await receive()
    await reconcile(db, later(2))
    await shift(entityId, account.accountId, -1)
    const found = await euros(later(3))
    expect(found).toMatchObject({ difference: '-0.01' })
    expect(found.findings).toContainEqual(
      expect.objectContaining({ accountId: formatId('acc', account.accountId), expected: '100.00', stored: '99.99' }),
    )
    await shift(entityId, account.accountId, 1)
    expect(await euros(later(3))).toMatchObject({ differenceCount: 0 })
  })

  test('in the posting of a client', async () => {
    await receive()
    await receive()
    const change =
      'update postings set amount_minor = amount_minor + $3 where entity_id = $1 and account_id = $2 and seq = 2'
    await tamper(change, [entityId, account.accountId, 1])
    expect((await euros()).findings).toEqual([
      expect.objectContaining({ check: 'AccountBalance', expected: '200.01', stored: '200.00' }),
    ])
    await tamper(change, [entityId, account.accountId, -1])
  })

  test('at the bank', async () => {
    await receive()
    await runDue()
    const safeguarding = ledgerAccountId(HOUSE_ENTITY_ID, { kind: 'safeguarding' }, 'EUR')
    await shift(HOUSE_ENTITY_ID, safeguarding, 1)
    const found = await euros()
    expect(found).toMatchObject({ difference: '0.01' })
    expect(found.findings).toContainEqual(
      expect.objectContaining({ check: 'AccountBalance', entityId: 'house', kind: 'safeguarding' }),
    )
    await shift(HOUSE_ENTITY_ID, safeguarding, -1)
  })

  test('on the way between the books', async () => {
    await receive()
    const change = 'update book_crossings set amount_minor = amount_minor + $2 where entity_id = $1'
    await tamper(change, [entityId, 1])
    const found = await euros()
    expect(found).toMatchObject({ difference: '0.01' })
    expect(found.findings).toEqual([
      expect.objectContaining({
        check: 'InTransit',
        entityId: formatId('ent', entityId),
        expected: '-99.99',
        stored: '-100.00',
      }),
    ])
    await tamper(change, [entityId, -1])
    await runDue()
    expect(await euros()).toMatchObject({ differenceCount: 0 })
  })
})

describe('the report of a day', () => {
  test('is made once a night by all processes, logged as an error if the books differ, and is an event of the house', async () => {
    await receive()
    await shift(entityId, account.accountId, 1)
    const at = later(10).at
    const log = { error: vi.fn(), info: vi.fn(), warn: vi.fn() }
    const deps = { db, log, clock: { ...systemClock, now: () => at } }
    const rows = await Promise.all([reconcileOnce(deps), reconcileOnce(deps), reconcileOnce(deps)])
    expect(rows.filter((row) => row !== undefined)).toHaveLength(1)
    expect(await reconcileOnce(deps)).toBeUndefined()
    expect(log.error).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(log.error.mock.calls)).toContain(formatId('acc', account.accountId))
    const latest = await latestReconciliation(db.reader)
    expect(latest).toMatchObject({ day: dayOf(at), differenceCount: expect.any(Number) })
    expect(latest!.differenceCount).toBeGreaterThan(0)
    const { rows: events } = await db.pool.query('select type from events where entity_id = $1 and resource_id = $2', [
      HOUSE_ENTITY_ID,
      latest!.reconciliationId,
    ])
    expect(events).toEqual([{ type: 'reconciliation.differed' }])
    await shift(entityId, account.accountId, -1)
  })
})

describe('the statements of banks', () => {
  const figures = {
    bank: 'frankfurt',
    currency: 'EUR',
    closingDay: '2026-11-20',
    bankBalance: '7.00',
    bookBalance: '5.00',
    difference: '2.00',
    atStart: '0.00',
    openBreaks: 1,
    openAmount: '2.00',
    explainedBreaks: 0,
    explainedAmount: '0.00',
    oldestDays: 2,
    missing: [{ account: 'DE1', lastDay: '2026-11-20' }],
  }
  const nightly = async (days: number, compareBanks: () => Promise<(typeof figures)[]>) => {
    const log = { error: vi.fn(), info: vi.fn(), warn: vi.fn() }
    const clock = { ...systemClock, now: () => later(days).at }
    return { row: await reconcileOnce({ db, log, clock, compareBanks }), log }
  }

  test('are part of the nightly report, and breaks and missing ones are errors in the log', async () => {
    const { row, log } = await nightly(16, async () => [figures])
    expect(row).toMatchObject({ differenceCount: 0, report: { banks: [figures] } })
    expect(log.error.mock.calls.map(([, text]) => text)).toEqual([
      'the statements of a bank and the books differ: run operator list-bank-breaks',
      'a statement of a bank is missing: ask the bank for it',
    ])
  })

  test('are compared in the next round, with the books, if the database is away', async () => {
    const away = Object.assign(new Error('ended'), { code: 'ECONNRESET' })
    await expect(nightly(18, () => Promise.reject(away))).rejects.toThrow('ended')
    expect((await nightly(18, async () => [figures])).row?.report.banks).toEqual([figures])
  })

  test('do not keep the books from being reconciled if they cannot be compared', async () => {
    const { row, log } = await nightly(17, () => Promise.reject(new Error('a lock')))
    expect(row?.report).not.toHaveProperty('banks')
    expect(log.error.mock.calls.map(([, text]) => text)).toEqual([
      'the statements of banks could not be compared with the books',
    ])
  })
})

test('a nightly run and a reset of the sandbox at the same moment do not wait for each other', async () => {
  const reset = await db.pool.connect()
  const at = later(15).at
  const log = { error: vi.fn(), info: vi.fn(), warn: vi.fn() }
  let locked: Promise<unknown> | undefined
  const wall = () => {
    locked ??= reset.query(`begin; set local lock_timeout = '5s'; lock table reconciliations in access exclusive mode`)
    return new Date()
  }
  try {
    const run = reconcileOnce({ db, log, clock: { ...systemClock, now: () => at, wall } })
    await expect.poll(() => locked).toBeDefined()
    await locked
    await reset.query('rollback')
    expect(await run).toMatchObject({ day: dayOf(at) })
  } finally {
    reset.release()
  }
})

describe('operator reconcile', () => {
  let exitCode: typeof process.exitCode
  beforeEach(() => {
    exitCode = process.exitCode
  })
  afterEach(() => {
    process.exitCode = exitCode
  })
  const run = async (...args: string[]) => JSON.parse(await runAsText('--json', 'reconcile', ...args))
  const runAsText = async (...args: string[]) => {
    const lines: string[] = []
    const at = later(20).at
    const clock = { ...systemClock, now: () => at }
    const command = operatorCommand(
      async () => ({ db, clock, institution: testInstitution, close: async () => {} }),
      (text) => void lines.push(text),
    )
    await command.parseAsync(args, { from: 'user' })
    return lines.join('\n')
  }

  test('shows each figure to a reader, and says where there is nothing', async () => {
    await receive()
    const text = await runAsText('reconcile')
    expect(text).toMatch(/^currencies:\n(.*\n)* {2}currency: +EUR\n {2}clients: +\d+\.\d\d$/m)
    expect(text).toMatch(/^findings: +none$/m)
    expect(text).not.toContain('[object')
  })

  test('prints each currency and ends with 1 when the books differ, also for the stored report of a day', async () => {
    await receive()
    process.exitCode = 0
    const agreed = await run()
    expect([agreed.differenceCount, process.exitCode]).toEqual([0, 0])
    expect(agreed.currencies).toContainEqual(expect.objectContaining({ currency: 'EUR', difference: '0.00' }))
    await shift(entityId, account.accountId, 1)
    const differed = await run()
    expect([differed.differenceCount > 0, process.exitCode]).toEqual([true, 1])
    expect(await run('--date', differed.day)).toEqual(differed)
    await shift(entityId, account.accountId, -1)
    await expect(run('--date', addDays(differed.day, 1))).rejects.toThrow(`the latest is of ${differed.day}`)
    await expect(run('--date', 'today')).rejects.toThrow('--date: "today" is not a day')
  })
})
