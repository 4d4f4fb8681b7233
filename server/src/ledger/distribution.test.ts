import { beforeEach, describe, expect, test } from 'vitest'
import { fund, noon, openAccounts, transfer } from '../../test/support/ledger.ts'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { createWorker } from '../kernel/jobs/work.ts'
import { awaitMoney, type FundingClass, placeHold, postJournal, releaseHold, setAccess } from './index.ts'
import { DISTRIBUTE_FUNDS, findAwaited } from './book/awaited.ts'
import { distributionHandler } from './distribution.ts'

const db = await testDatabase()

async function entityWith(...balances: bigint[]) {
  const entityId = newUuid()
  const accounts = await openAccounts(
    db,
    entityId,
    balances.map((balanceMinor) => ({ currency: 'EUR', balanceMinor })),
  )
  return { entityId, accounts: accounts as [string, string] }
}

const credit = (entityId: string, accountId: string, amountMinor: bigint) =>
  inTransaction(db, (tx) => fund(tx, entityId, accountId, 'EUR', amountMinor, noon))
const scheduledFor = async (accountId: string) => {
  const { rows } = await db.pool.query<{ dueAt: Date; lane: number; entityId: string }>(
    `select due_at as "dueAt", lane, entity_id as "entityId" from due_work where kind = $1 and resource_id = $2`,
    [DISTRIBUTE_FUNDS, accountId],
  )
  return rows
}
const clear = (accountId: string) => db.pool.query('delete from due_work where resource_id = $1', [accountId])
const wait = (entityId: string, accountId: string) =>
  inTransaction(db, (tx) => awaitMoney(tx, { entityId, accountId }, noon)).then(() => clear(accountId))

describe('money on an account that something waits for is distributed, however it becomes available', () => {
  const hold = (entityId: string, accountId: string) =>
    inTransaction(db, (tx) =>
      placeHold(
        tx,
        {
          entityId,
          accountId,
          amountMinor: 10n,
          currency: 'EUR',
          purpose: 'payment',
          source: { type: 'payment', id: newUuid() },
        },
        noon,
      ),
    )
  test.each<[string, (entityId: string, accounts: [string, string]) => Promise<() => Promise<unknown>>]>([
    [
      'a credit',
      async (id, [a, b]) =>
        () =>
          inTransaction(db, (tx) => postJournal(tx, transfer(id, b, a, 10n), noon)),
    ],
    [
      'a receipt',
      async (id, [a]) =>
        () =>
          credit(id, a, 10n),
    ],
    [
      'a released hold',
      async (entityId, [accountId]) => {
        const holdId = await hold(entityId, accountId)
        return () => inTransaction(db, (tx) => releaseHold(tx, { entityId, holdId, accountId }, noon))
      },
    ],
    [
      'a lower floor',
      async (id, [a]) =>
        () =>
          db.pool.query('update balances set floor_minor = -500 where entity_id = $1 and account_id = $2', [id, a]),
    ],
    [
      'a lifted block',
      async (id, [a]) => {
        await inTransaction(db, (tx) => setAccess(tx, id, a, 'Blocked'))
        return () => inTransaction(db, (tx) => setAccess(tx, id, a, 'Active'))
      },
    ],
  ])('%s', async (_, prepare) => {
    const { entityId, accounts } = await entityWith(100n, 100n)
    const become = await prepare(entityId, accounts)
    await wait(entityId, accounts[0])
    await become()
    expect(await scheduledFor(accounts[0])).toMatchObject([{ entityId }])
    await become().catch(() => {}) // again: one job stands for both
    expect(await scheduledFor(accounts[0])).toHaveLength(1)
  })

  test('but neither a debit, nor a hold, nor money on an account that nothing waits for', async () => {
    const { entityId, accounts } = await entityWith(100n, 100n)
    const [a, b] = accounts
    await wait(entityId, a)
    await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 10n), noon))
    await hold(entityId, a)
    expect([await scheduledFor(a), await scheduledFor(b)]).toEqual([[], []])
  })

  test('its partition is the one that the worker looks in', async () => {
    for (let i = 0; i < 8; i++) {
      const { entityId, accounts } = await entityWith(100n)
      await inTransaction(db, (tx) => awaitMoney(tx, { entityId, accountId: accounts[0] }, noon))
      const [job] = await scheduledFor(accounts[0])
      expect(job!.lane).toBe(Number.parseInt(entityId.slice(-4), 16) % 4)
      await clear(accounts[0])
    }
  })
})

describe('a distribution', () => {
  beforeEach(async () => {
    await db.pool.query('truncate due_work')
  })

  /** Things that wait, each for an amount; paying one takes it from the account. */
  function queueOf(name: string, entityId: string, [from, to]: [string, string], amounts: bigint[], log: string[]) {
    const left = new Map(amounts.map((amount, index) => [String(index), amount]))
    const queue: FundingClass = {
      waiting: async () => [...left.keys()],
      async pay(tx, { availableMinor }, id, { at }) {
        log.push(`${name}${id}`)
        const amount = left.get(id)!
        if (amount > availableMinor) return 'Short'
        await postJournal(tx, transfer(entityId, from, to, amount), at)
        left.delete(id)
        return 'Paid'
      },
    }
    return queue
  }
  const run = (classes: FundingClass[]) =>
    createWorker({
      db,
      clock: { now: () => noon, wall: () => new Date() },
      handlers: { [DISTRIBUTE_FUNDS]: distributionHandler(classes) },
      onFailure: (error) => {
        throw error
      },
    }).runDue(noon)

  test('pays from the front of each queue, and stops at the first that lacks money', async () => {
    const { entityId, accounts } = await entityWith(100n, 0n)
    const log: string[] = []
    const first = queueOf('a', entityId, accounts, [30n, 80n, 1n], log)
    const second = queueOf('b', entityId, accounts, [60n, 20n], log)
    await inTransaction(db, (tx) => awaitMoney(tx, { entityId, accountId: accounts[0] }, noon))
    await run([first, second])
    expect(log).toEqual(['a0', 'a1', 'b0', 'a1', 'b1'])
    expect(await findAwaited(db.reader, { entityId, accountId: accounts[0] })).toMatchObject({ availableMinor: 10n })
    log.length = 0
    await credit(entityId, accounts[0], 100n)
    await run([first, second])
    expect(log).toEqual(['a1', 'a2', 'b1'])
  })

  test('clears the mark of an account that nothing waits for', async () => {
    const { entityId, accounts } = await entityWith(100n, 0n)
    const account = { entityId, accountId: accounts[0] }
    await inTransaction(db, (tx) => awaitMoney(tx, account, noon))
    await run([queueOf('a', entityId, accounts, [30n], [])])
    expect(await findAwaited(db.reader, account)).toEqual({ awaited: 0n, availableMinor: 70n })
    await credit(entityId, accounts[0], 100n)
    expect(await scheduledFor(accounts[0])).toEqual([])
  })

  test('misses neither money that arrives nor a payment that begins to wait while it runs', async () => {
    const { entityId, accounts } = await entityWith(10n, 0n)
    const account = { entityId, accountId: accounts[0] }
    const waiting = new Map<string, bigint>([['early', 50n]])
    const meanwhile = [
      () => credit(entityId, accounts[0], 60n),
      async () => {
        waiting.set('late', 20n)
        await inTransaction(db, (tx) => awaitMoney(tx, account, noon))
      },
    ]
    const queue: FundingClass = {
      waiting: async () => [...waiting.keys()],
      async pay(tx, { availableMinor }, id, { at }) {
        const amount = waiting.get(id)!
        if (amount > availableMinor) {
          await meanwhile.shift()?.() // committed by another transaction after this one looked
          return 'Short'
        }
        await postJournal(tx, transfer(entityId, accounts[0], accounts[1], amount), at)
        waiting.delete(id)
        return 'Paid'
      },
    }
    await inTransaction(db, (tx) => awaitMoney(tx, account, noon))
    await run([queue])
    expect([...waiting.keys()]).toEqual([])
    await meanwhile.shift()!()
    await run([queue])
    expect([...waiting.keys()]).toEqual([])
    expect(await findAwaited(db.reader, account)).toEqual({ awaited: 0n, availableMinor: 0n })
  })
})
