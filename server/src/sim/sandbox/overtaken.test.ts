import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'
import { openProcess } from '../../../test/support/process.ts'
import { verifyOnce } from '../../audit/nightly/once.ts'
import { isReset } from '../../kernel/db/connection-loss.ts'
import { asOfEpoch, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { writeAlone } from '../../kernel/db/waits/write-alone.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { openSandboxClock } from '../clock/index.ts'
import { resetSandbox } from './reset.ts'

const db = await testDatabase({ poolSize: 6 })
const listener = createListener(db)
const clock = await openSandboxClock(db, listener)
await listener.start()
afterAll(() => listener.close())
await db.pool.query('create table test_notes (note text)')
beforeEach(() => db.pool.query('truncate test_notes'))

const NOTE = `insert into test_notes values ('kept')`
const write = (tx: Tx) => tx.query(NOTE)
const notes = async () => (await db.pool.query('select 1 from test_notes')).rowCount
const reset = (reseed: () => Promise<void> = async () => {}) =>
  resetSandbox({ db, clock, reseed, afterReset: async () => {} })
const waitsForEpoch = async () =>
  (await db.pool.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 7305 and not granted`)).rows
    .length > 0
const isOvertaken = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: unknown) => isReset(error) || Promise.reject(error as Error),
  )

test('a transaction that begins while the sandbox is reset waits, and then stores nothing', async () => {
  let overtaken: Promise<boolean>[] = []
  await reset(async () => {
    overtaken = [isOvertaken(inTransaction(db, write)), isOvertaken(writeAlone(db, { text: NOTE }))]
    await untilWaiting(db, 2)
  })
  expect(await Promise.all(overtaken)).toEqual([true, true])
  expect(await notes()).toBe(0)
  await inTransaction(db, write)
  expect(await notes()).toBe(1)
})

test('a decision made before a reset is not stored after it', async () => {
  const epoch = clock.epoch()
  await reset()
  expect(await isOvertaken(inTransaction(asOfEpoch(db, epoch), write))).toBe(true)
  expect(await isOvertaken(writeAlone(asOfEpoch(db, epoch), { text: NOTE }))).toBe(true)
  expect(await notes()).toBe(0)
})

test('a reset that fails rejects no command', async () => {
  let waiting: Promise<unknown> = Promise.resolve()
  const failed = reset(async () => {
    waiting = inTransaction(db, write)
    await untilWaiting(db)
    throw new Error('the seed is broken')
  })
  await expect(failed).rejects.toThrow('the seed is broken')
  await waiting
  expect(await notes()).toBe(1)
})

test('a reset lets a transaction end that needs another one to end', async () => {
  let resetting: Promise<void> | undefined
  await inTransaction(db, async (tx) => {
    await tx.query('select 1')
    resetting = reset()
    await untilWaiting(db)
    await inTransaction(db, write) // waits behind the reset
    expect(await notes()).toBe(1)
  })
  await resetting
  expect(await notes()).toBe(0)
})

test('an external call that ends after a reset stores nothing in the fresh sandbox', async () => {
  const failures: unknown[] = []
  let begun = () => {}
  const isCalled = new Promise<void>((resolve) => (begun = resolve))
  let release = () => {}
  const isAnswered = new Promise<void>((resolve) => (release = resolve))
  const call: WorkHandler = async () => async (own) => {
    begun()
    await isAnswered
    await inTransaction(own, write)
  }
  const { worker } = await openProcess(db, { clock }, { jobs: { call }, onFailure: (error) => failures.push(error) })
  const work = { entityId: HOUSE_ENTITY_ID, kind: 'call', resourceId: newUuid(), dueAt: clock.now() }
  await inTransaction(db, (tx) => scheduleWork(tx, work))
  const run = worker.runDue(clock.now())
  await isCalled
  await reset()
  release()
  await run
  expect(await notes()).toBe(0)
  expect(failures).toEqual([])
})

test('a verification of the audit trail that a reset overtakes leaves neither a lease nor heads', async () => {
  let walls = 0
  const wall = () => {
    walls++
    return clock.wall()
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const epoch = clock.epoch()
  await reset()
  expect(await isOvertaken(verifyOnce({ db, clock: { wall, epoch: () => epoch }, log }))).toBe(true)
  expect(walls).toBeGreaterThan(0)
  expect((await db.pool.query('select 1 from audit_verifications')).rowCount).toBe(0)
})

test('a reset waits for a move of the clock, whose jobs run in transactions of their own', async () => {
  let resetting: Promise<void> | undefined
  await inTransaction({ ...db, epochs: { ...db.epochs!, isMove: true } }, async (tx) => {
    await tx.query('select 1')
    resetting = reset()
    await untilWaiting(db)
    expect(await waitsForEpoch()).toBe(false) // else the job would wait until the reset gives up
    await inTransaction(db, write) // a job of the move
    expect(await notes()).toBe(1)
  })
  await resetting
  expect(await notes()).toBe(0)
})
