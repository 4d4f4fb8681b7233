import { describe, expect, test } from 'vitest'
import { noon, transfer } from '../../../test/support/ledger.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { EncodedCommand } from './columns.ts'
import { createBalanceImage, type SeenBalance } from './image.ts'
import { layOut } from './layout.ts'

const ENTITY = newUuid()
const [A, B] = [newUuid(), newUuid()] // ascending
const seenOf = (accountId: string, balanceMinor: bigint, more: Partial<SeenBalance> = {}): SeenBalance => ({
  entityId: ENTITY,
  accountId,
  currency: 'EUR',
  balanceMinor,
  heldMinor: 0n,
  floorMinor: 0n,
  blocked: false,
  sequence: 7n,
  lastPostedMs: noon.getTime(),
  ...more,
})

const command = (amount: bigint, more: object = {}): EncodedCommand => ({
  ...transfer(ENTITY, A, B, amount),
  journalId: newUuid(),
  ...more,
})
const layoutOf = (...commands: EncodedCommand[]) => layOut(commands)

function later<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** An image that has seen A with 100, of which 10 are held, and B with nothing. */
async function warm(a: Partial<SeenBalance> = {}) {
  const image = createBalanceImage()
  const { accounts } = layoutOf(command(1n))
  image.forget(accounts, Promise.resolve([seenOf(A, 100n, { heldMinor: 10n, ...a }), seenOf(B, 0n)]))
  await image.settled(accounts)
  return { image, accounts }
}

test('the balances after a batch continue those after the previous one', async () => {
  const { image } = await warm()
  expect(image.predict(layoutOf(command(30n), command(20n)), noon)).toMatchObject({
    at: noon,
    changes: [
      { sequence: 7n, balanceMinor: 100n, lowestMinor: 50n, postings: 2, changeMinor: -50n },
      { sequence: 7n, balanceMinor: 0n, lowestMinor: null, postings: 2, changeMinor: 50n },
    ],
    sequences: [8n, 8n, 9n, 9n],
    after: [70n, 30n, 50n, 50n],
  })
  expect(image.predict(layoutOf(command(40n)), noon)).toMatchObject({ sequences: [10n, 10n], after: [10n, 90n] })
})

test('one rejection leaves the whole batch to the database, without any predicted effect', async () => {
  const { image } = await warm()
  expect(image.predict(layoutOf(command(80n), command(20n)), noon)).toBeUndefined() // 90 are available
  expect(image.predict(layoutOf(command(90n)), noon)).toMatchObject({ sequences: [8n, 8n] })
})

test('a command is checked as a whole: an amount that it takes and returns is not missing', async () => {
  const { image } = await warm()
  const on = (account: string, amountMinor: bigint) => ({ account, currency: 'EUR', amountMinor })
  const legs = [on(A, -95n), on(B, 95n), on(B, -10n), on(A, 10n)]
  expect(image.predict(layoutOf(command(1n, { legs })), noon)).toMatchObject({ after: [5n, 95n, 85n, 15n] })
})

test.each<[string, Partial<SeenBalance>]>([
  ['is blocked', { blocked: true }],
  ['is in another currency', { currency: 'USD' }],
  ['is another entity’s', { entityId: newUuid() }],
  ['was posted to on an earlier day', { lastPostedMs: noon.getTime() - 86_400_000 }],
])('an account that %s leaves the batch to the database', async (_, more) => {
  expect((await warm(more)).image.predict(layoutOf(command(1n)), noon)).toBeUndefined()
})

test.each([
  [
    'places a hold',
    { hold: { holdId: newUuid(), accountId: A, amountMinor: 1n, currency: 'EUR', purpose: 'payment' } },
  ],
  ['releases one', { release: { holdId: newUuid(), accountId: A } }],
  ['takes a journal back', { reversalOf: newUuid() }],
  ['has no legs', { legs: [] }],
])('a command that %s is left to the database', async (_, more) => {
  expect((await warm()).image.predict(layoutOf(command(1n, more)), noon)).toBeUndefined()
})

test('the batch is booked no earlier than what was posted before', async () => {
  const later = noon.getTime() + 5
  const { image } = await warm({ lastPostedMs: later })
  expect(image.predict(layoutOf(command(1n)), noon)!.at).toEqual(new Date(later))
})

describe('balances', () => {
  test('are not predicted before they have been read', async () => {
    expect(createBalanceImage().predict(layoutOf(command(1n)), noon)).toBeUndefined()
  })

  test('are known again only when all that was on its way has been seen', async () => {
    const { image, accounts } = await warm()
    const older = later<SeenBalance[]>()
    const newer = later<SeenBalance[]>()
    image.forget(accounts, older.promise)
    image.forget(accounts, newer.promise)
    older.resolve([seenOf(A, 50n), seenOf(B, 50n)])
    await older.promise
    expect(image.predict(layoutOf(command(1n)), noon)).toBeUndefined()
    newer.resolve([seenOf(A, 40n), seenOf(B, 60n)])
    await image.settled(accounts)
    expect(image.predict(layoutOf(command(1n)), noon)).toMatchObject({ after: [39n, 61n] })
    expect(image.settled(accounts)).toBeUndefined()
  })

  test('are predicted less often if other processes keep changing them', async () => {
    const { image, accounts } = await warm()
    const unpredicted = async () => {
      const seen = Promise.resolve([seenOf(A, 100n), seenOf(B, 0n)])
      image.forget(accounts, seen)
      await seen
      let count = 0
      while (!image.predict(layoutOf(command(1n)), noon)) count++
      return count
    }
    const refuse = (times: number) => {
      for (let i = 0; i < times; i++) image.mispredicted(accounts)
    }
    refuse(2)
    expect(await unpredicted()).toBe(0) // now and then does no harm
    refuse(1)
    const paused = [await unpredicted()]
    for (let i = 0; i < 9; i++) {
      refuse(3)
      paused.push(await unpredicted())
    }
    expect(paused).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256])
    for (let i = 0; i < 9; i++) image.confirmed()
    refuse(3)
    expect(await unpredicted()).toBe(1)
  })

  test('of other accounts are kept when one batch is refused, and forgotten when several are', async () => {
    const { image, accounts } = await warm()
    const [C, D] = [newUuid(), newUuid()]
    const others = { ...transfer(ENTITY, C, D, 1n), journalId: newUuid() }
    const otherAccounts = layoutOf(others).accounts
    image.forget(otherAccounts, Promise.resolve([seenOf(C, 100n), seenOf(D, 0n)]))
    await image.settled(otherAccounts)
    image.mispredicted(accounts)
    expect(image.predict(layoutOf(others), noon)).toBeDefined()
    image.mispredicted(accounts)
    image.mispredicted(accounts)
    for (let i = 0; i < 5; i++) expect(image.predict(layoutOf(others), noon)).toBeUndefined()
  })
})
