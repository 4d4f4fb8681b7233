import { afterAll, describe, expect, test, vi } from 'vitest'
import { balancesOf, handClock, nothing, openAccounts, transfer } from '../../../test/support/ledger.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { ConnectionLoss } from '../../kernel/db/connection-loss.ts'
import { asRefusal } from '../../kernel/http/problems.ts'
import {
  auditLedger,
  createPostingBatcher,
  openPostingConnection,
  placeHold,
  type PostingConnection,
  postJournal,
  setAccess,
} from '../index.ts'

const db = await testDatabase()
const open: PostingConnection[] = []
afterAll(() => Promise.all(open.map((connection) => connection.close())))

function batcher(name = 'test') {
  const connection = openPostingConnection(db)
  open.push(connection)
  return createPostingBatcher<undefined>(connection, handClock(), { name, ...nothing })
}
const accountsOf = (entityId: string, ...balances: bigint[]) =>
  openAccounts(
    db,
    entityId,
    balances.map((balanceMinor) => ({ currency: 'EUR', balanceMinor })),
  )
const keyed = (key: string, request: string, clientId = CLIENT) => ({
  idempotency: { clientId, operation: 'test', key, request },
  requestId: `request of ${key}`,
})
const CLIENT = newUuid()

test('exactly ten of forty concurrent transfers of a tenth pass, with any number of processes', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const processes = [batcher(), batcher(), batcher()]
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => processes[i % 3]!.post(transfer(entityId, a, b, 100n))),
  )
  expect(answers.filter(({ outcome }) => outcome === 'posted')).toHaveLength(10)
  expect(answers.filter(({ outcome }) => outcome === 'insufficient_funds')).toHaveLength(30)
  expect(await balancesOf(db, entityId)).toEqual(
    new Map([
      [a, 0n],
      [b, 1000n],
    ]),
  )
})

test('twenty concurrent uses of a key in two processes have one effect and nineteen replays', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const processes = [batcher(), batcher()]
  const commands = Array.from({ length: 20 }, () => ({ ...transfer(entityId, a, b, 100n), ...keyed('once', 'same') }))
  const answers = await Promise.all(commands.map((command, i) => processes[i % 2]!.post(command)))
  const posted = answers.flatMap((answer) => (answer.outcome === 'posted' ? [answer.journalId] : []))
  expect(posted).toHaveLength(1)
  const replay = { outcome: 'replay', of: { outcome: 'posted', resourceId: posted[0] } }
  expect(answers.filter(({ outcome }) => outcome !== 'posted')).toEqual(Array.from({ length: 19 }, () => replay))
  expect((await balancesOf(db, entityId)).get(b)).toBe(100n)
})

test('a key with another request is refused with the request it was used for', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const one = batcher()
  const answers = await Promise.all([
    one.post({ ...transfer(entityId, a, b, 100n), ...keyed('reused', 'first') }),
    one.post({ ...transfer(entityId, a, b, 200n), ...keyed('reused', 'second') }),
    one.post({ ...transfer(entityId, a, b, 300n), ...keyed('reused', 'second', newUuid()) }),
  ])
  expect(answers).toMatchObject([
    { outcome: 'posted' },
    { outcome: 'key_reused', request: 'first' },
    { outcome: 'posted' }, // another client's key
  ])
})

test('a rejection is stored too: the same key is rejected again after the money has arrived', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 100n, 500n)) as [string, string]
  const one = batcher()
  const command = () => ({ ...transfer(entityId, a, b, 150n), ...keyed('short', 'same') })
  expect(await one.post(command())).toEqual({ outcome: 'insufficient_funds', accountId: a, missingMinor: 50n })
  await one.post(transfer(entityId, b, a, 500n))
  const of = { outcome: 'insufficient_funds', missingMinor: 50n, requestId: 'request of short' }
  expect(await one.post(command())).toEqual({ outcome: 'replay', of })
})

test('a defect in one command does not stop the others of its batch', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const one = batcher()
  const answers = await Promise.allSettled([
    one.post(transfer(entityId, a, b, 1n)),
    one.post(transfer(entityId, a, newUuid(), 1n)), // no such account
    one.post({ ...transfer(entityId, a, b, 1n), valueDate: '2026-02-30' }), // no such day
    one.post({ ...transfer(entityId, a, b, 1n), reference: 'a\u0000b' }), // the statement fails
    one.post(transfer(entityId, a, b, 1n)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
  expect((await balancesOf(db, entityId)).get(b)).toBe(2n)
})

test.each([
  ['more than 64 bits', (entityId: string, a: string, b: string) => transfer(entityId, a, b, 2n ** 64n)],
  [
    'an id that is none',
    (entityId: string, a: string, b: string) => ({
      ...transfer(entityId, a, b, 1n),
      source: { type: 'test', id: '0192f0c4-0000-7000-8000-00000000000' },
    }),
  ],
])('a command with %s is refused, and the others of the batch are posted', async (_, defect) => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const one = batcher()
  const good = () => one.post(transfer(entityId, a, b, 1n))
  const answers = await Promise.allSettled([good(), one.post(defect(entityId, a, b)), good()])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('internal accounts are opened at their first use, also by two processes concurrently', async () => {
  const entityId = newUuid()
  const [a] = (await accountsOf(entityId, 0n)) as [string]
  const inbound = () => ({
    ...transfer(entityId, a, a, 1n),
    legs: [
      { account: { kind: 'suspense' as const, qualifier: 'new' }, currency: 'EUR', amountMinor: -5n },
      { account: a, currency: 'EUR', amountMinor: 5n },
    ],
  })
  const processes = [batcher(), batcher(), batcher()]
  await Promise.all(Array.from({ length: 30 }, (_, i) => processes[i % 3]!.post(inbound())))
  expect((await balancesOf(db, entityId)).get(a)).toBe(150n)
})

test('after a lost connection commands with a key are retried, and no answer is wrong', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1_000_000n, 0n)) as [string, string]
  const one = batcher('cut')
  let wanted = true
  const answers: PromiseSettledResult<{ outcome: string }>[] = []
  const load = (async () => {
    for (let i = 0; wanted; i++) {
      const commands = [{ ...transfer(entityId, a, b, 1n), ...keyed(`cut ${i}`, 'same') }, transfer(entityId, a, b, 1n)]
      answers.push(...(await Promise.allSettled(commands.map((command) => one.post(command)))))
    }
  })()
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, 15))
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%ledger_post%' and pid <> pg_backend_pid()
        and datname = current_database()`,
    )
  }
  wanted = false
  await load
  const told = answers.filter(({ status }) => status === 'fulfilled').length
  const unknown = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(new Set(unknown)).toEqual(new Set(unknown.length > 0 ? ['outcome_unknown'] : []))
  const moved = (await balancesOf(db, entityId)).get(b)!
  expect(moved).toBeGreaterThanOrEqual(BigInt(told))
  expect(moved).toBeLessThanOrEqual(BigInt(answers.length))
  const keyedAnswers = answers.filter((_, i) => i % 2 === 0)
  expect(keyedAnswers.every(({ status }) => status === 'fulfilled')).toBe(true)
})

test('a command without a key is not posted again when the answer to its batch is lost', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const real = openPostingConnection(db)
  open.push(real)
  let calls = 0
  const cut: PostingConnection = {
    ...real,
    async query(config) {
      if (!config.text.includes('ledger_post')) return real.query(config)
      calls++
      if (calls === 2) await db.pool.query("do $$ begin raise exception 'a fault' using errcode = '22000'; end $$")
      const answer = await real.query(config)
      if (calls === 1) throw new ConnectionLoss(new Error('cut after the commit'), true)
      return answer as never
    },
  }
  const one = createPostingBatcher<undefined>(cut, handClock(), { name: 'cut', ...nothing })
  const [unkeyed, first, second] = await Promise.allSettled([
    one.post(transfer(entityId, a, b, 600n)),
    one.post({ ...transfer(entityId, a, b, 1n), ...keyed('cut 1', 'same') }),
    one.post({ ...transfer(entityId, a, b, 1n), ...keyed('cut 2', 'same') }),
  ])
  expect(unkeyed).toMatchObject({ status: 'rejected', reason: { code: 'outcome_unknown' } })
  for (const keyedAnswer of [first, second])
    expect(keyedAnswer).toMatchObject({ status: 'fulfilled', value: { outcome: 'replay', of: { outcome: 'posted' } } })
  expect((await balancesOf(db, entityId)).get(b)).toBe(602n)
})

test('a client whose transfer waited for a database that is read-only or away learns that the database is the cause', async () => {
  const unavailable = () => Promise.reject(new ConnectionLoss(new Error('read-only'), false))
  const away: PostingConnection = { ...openPostingConnection(db), query: unavailable, read: unavailable }
  const one = createPostingBatcher<undefined>(away, handClock(), { name: 'away', ...nothing })
  let elapsed = 0
  const time = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 4000))
  const answer = await one.post(transfer(newUuid(), newUuid(), newUuid(), 1n)).catch((error: unknown) => error)
  time.mockRestore()
  expect(answer).toMatchObject({ code: 'database_unavailable', status: 503, headers: { 'retry-after': '5' } })
})

test('transfers get 503 instead of waiting without end while an operator holds their table, and are posted afterwards', async () => {
  const entityId = newUuid()
  const [a, b] = (await accountsOf(entityId, 1000n, 0n)) as [string, string]
  const connection = openPostingConnection(db, 300)
  open.push(connection)
  const options = { name: 'locked', ...nothing, cap: 1, waitMs: 200 }
  const one = createPostingBatcher<undefined>(connection, handClock(), options)
  await one.post(transfer(entityId, a, b, 1n))
  const operator = await db.pool.connect()
  await operator.query('begin; lock table balances in access exclusive mode')
  const answers = await Promise.allSettled(Array.from({ length: 9 }, () => one.post(transfer(entityId, a, b, 1n))))
  await operator.query('rollback')
  operator.release()
  const codes = answers.map((answer) => (answer.status === 'rejected' ? asRefusal(answer.reason)?.code : 'posted'))
  expect(codes).toEqual(Array(9).fill('database_unavailable'))
  expect(one.metrics.batches).toBe(3) // the first, and two that waited for the lock: those behind them did not wait again
  expect(one.metrics.splits).toBe(0) // each half of a batch would wait for the lock again
  expect(await one.post(transfer(entityId, a, b, 1n))).toMatchObject({ outcome: 'posted' })
  expect(await balancesOf(db, entityId)).toEqual(
    new Map([
      [a, 998n],
      [b, 2n],
    ]),
  )
})

test('batches of two processes lock accounts in one order, however ids and entities fall: none is a victim of the other', async () => {
  const [low, high] = [newUuid(), newUuid()].sort() as [string, string]
  const [lateId] = (await accountsOf(high, 1_000_000n)) as [string]
  const [lateOther, earlyId, earlyOther] = [
    ...(await accountsOf(high, 0n)),
    ...(await accountsOf(low, 1_000_000n)),
    ...(await accountsOf(low, 0n)),
  ] as [string, string, string]
  const processes = [batcher('order'), batcher('order')]
  const moves = Array.from({ length: 400 }, (_, i) =>
    processes[i % 2]!.post(i % 4 < 2 ? transfer(high, lateId, lateOther, 1n) : transfer(low, earlyId, earlyOther, 1n)),
  )
  expect((await Promise.all(moves)).every(({ outcome }) => outcome === 'posted')).toBe(true)
  expect(processes.map(({ metrics: { splits } }) => splits)).toEqual([0, 0])
})

describe('a batch whose outcome is predicted', () => {
  /** A batcher that has seen two accounts, the first with 100, the second with 0. */
  async function warm() {
    const entityId = newUuid()
    const [a, b] = (await accountsOf(entityId, 101n, 0n)) as [string, string]
    const connection = openPostingConnection(db)
    open.push(connection)
    const one = createPostingBatcher<undefined>(connection, handClock(), { name: 'predicted', ...nothing })
    const post = (from: string, to: string, amount: bigint, more: object = {}) =>
      one.post({ ...transfer(entityId, from, to, amount), ...more })
    await post(a, b, 1n, keyed('first', 'same'))
    // What was seen comes after the answer; nothing is predicted before.
    while (connection.image.counts.predicted === 0) await Promise.all([post(a, b, 1n), post(b, a, 1n)])
    const { predicted } = connection.image.counts
    return { entityId, a, b, post, counts: connection.image.counts, predicted }
  }

  test('is decided without asking the database, and so is the next', async () => {
    const { a, b, post, counts, predicted } = await warm()
    const answers = [await post(a, b, 60n), await post(a, b, 40n), await post(b, a, 1n)]
    expect(answers.map(({ outcome }) => outcome)).toEqual(['posted', 'posted', 'posted'])
    expect(counts).toEqual({ predicted: predicted + 3, mispredicted: 0 })
    expect(await post(a, b, 2n)).toEqual({ outcome: 'insufficient_funds', accountId: a, missingMinor: 1n })
    expect(counts.predicted).toBe(predicted + 3)
  })

  test('is decided by the database when another process has posted meanwhile', async () => {
    const { entityId, a, b, post, counts } = await warm()
    await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 70n), handClock().now()))
    expect(await post(a, b, 40n)).toEqual({ outcome: 'insufficient_funds', accountId: a, missingMinor: 10n })
    expect(counts.mispredicted).toBe(1)
    expect(await balancesOf(db, entityId)).toEqual(
      new Map([
        [a, 30n],
        [b, 71n],
      ]),
    )
  })

  test('spends neither held money nor money of a blocked account', async () => {
    const { entityId, a, b, post, counts } = await warm()
    const hold = { accountId: a, amountMinor: 70n, currency: 'EUR', purpose: 'payment' as const }
    const context = { entityId, source: { type: 'payment', id: newUuid() } }
    await inTransaction(db, (tx) => placeHold(tx, { ...hold, ...context }, handClock().now()))
    expect(await post(a, b, 40n)).toMatchObject({ outcome: 'insufficient_funds', missingMinor: 10n })
    expect(counts.mispredicted).toBe(1)
    await post(a, b, 1n)
    await inTransaction(db, (tx) => setAccess(tx, entityId, a, 'Blocked'))
    expect(await post(a, b, 1n)).toEqual({ outcome: 'account_blocked', accountId: a })
    expect(await post(b, a, 1n)).toMatchObject({ outcome: 'posted' })
  })

  test('puts nothing on an account that another process has closed meanwhile', async () => {
    const { entityId, a, b, post, counts } = await warm()
    const [empty] = await openAccounts(db, entityId, [{ currency: 'EUR', balanceMinor: 0n }])
    await post(a, empty!, 1n)
    await post(empty!, a, 1n)
    await inTransaction(db, (tx) => setAccess(tx, entityId, empty!, 'Closed'))
    const before = counts.mispredicted
    const answers = await Promise.all([post(a, empty!, 1n), post(a, b, 1n)])
    expect(answers).toMatchObject([{ outcome: 'account_closed', accountId: empty }, { outcome: 'posted' }])
    expect(counts.mispredicted).toBe(before + 1)
  })

  test('is refused where a hold of another forbids a command that a later one of the batch makes good', async () => {
    const { entityId, a, b, post, counts } = await warm()
    await post(a, b, 50n) // 50 each
    const hold = { accountId: a, amountMinor: 45n, currency: 'EUR', purpose: 'payment' as const }
    const context = { entityId, source: { type: 'payment', id: newUuid() } }
    await inTransaction(db, (tx) => placeHold(tx, { ...hold, ...context }, handClock().now()))
    const answers = await Promise.all([post(a, b, 40n), post(b, a, 40n)])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['insufficient_funds', 'posted'])
    expect(counts.mispredicted).toBe(1)
  })

  test('is not posted twice under a key that another process was given', async () => {
    const { entityId, a, b, post } = await warm()
    const other = batcher()
    const of = { outcome: 'posted', resourceId: expect.any(String) as string }
    expect(await other.post({ ...transfer(entityId, a, b, 1n), ...keyed('shared', 'same') })).toMatchObject({
      outcome: 'posted',
    })
    expect(await post(b, a, 1n)).toMatchObject({ outcome: 'posted' }) // decided by the database, and seen again
    expect(await post(a, b, 1n, keyed('shared', 'same'))).toMatchObject({ outcome: 'replay', of })
    expect(await post(a, b, 1n, keyed('shared', 'other'))).toEqual({ outcome: 'key_reused', request: 'same' })
    expect(await post(a, b, 1n, keyed('first', 'same'))).toMatchObject({ outcome: 'replay', of })
  })
})

test('the books agree after all tests of this file', async () => {
  const report = await auditLedger(db, () => {})
  expect(report.findings).toEqual([])
})
