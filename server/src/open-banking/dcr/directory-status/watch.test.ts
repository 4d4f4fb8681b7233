import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { findSuspender } from '../revocation/suspension.ts'
import type { DirectoryStatus } from './document.ts'
import { createDirectoryWatch, forgetDirectory } from './watch.ts'

const db = await testDatabase()
const MINUTE = 60_000
const START = new Date('2026-03-02T09:00:00Z')
const state = { now: START, statuses: [] as DirectoryStatus[] | Error, reads: 0, errors: [] as string[] }
const pass = (minutes: number) => (state.now = new Date(state.now.getTime() + minutes * MINUTE))
const watchOf = (whenUnknown: 'accept' | 'reject' = 'reject', source = 'list.json') =>
  createDirectoryWatch({
    db,
    source,
    whenUnknown,
    wall: () => state.now,
    async read() {
      state.reads++
      if (state.statuses instanceof Error) throw state.statuses
      return state.statuses
    },
    onError: (reason) => void state.errors.push(reason),
  })
beforeEach(() => {
  Object.assign(state, { now: START, statuses: list(), reads: 0, errors: [] })
  return forgetDirectory(db)
})

const list = (organisation = 'Active', software = 'Active'): DirectoryStatus[] => [
  { kind: 'Organisation', directoryId: 'org', status: organisation },
  { kind: 'Software', directoryId: 'software', status: software },
  { kind: 'Organisation', directoryId: 'empty-org', status: 'Active' },
]
const OURS = { softwareId: 'software', organisationId: 'org' }
const suspender = (ids = OURS) => findSuspender(db.pool, ids)

test.each([
  ['organisation', list('Withdrawn')],
  ['software', list('Active', 'Inactive')],
])('a third party whose %s the directory withdraws is stopped, and comes back with it', async (_part, withdrawn) => {
  const { readNow } = watchOf('accept')
  await readNow()
  expect(await suspender()).toBeUndefined()
  state.statuses = withdrawn
  await readNow()
  expect(await suspender()).toBe('directory')
  state.statuses = list()
  await readNow()
  expect([await suspender(), state.errors]).toEqual([undefined, []])
})

test('a list that cannot be read or used changes nothing for a day; then those it vouched for are unknown', async () => {
  const watch = watchOf()
  await watch.readNow()
  state.statuses = new Error('it answered 500')
  pass(24 * 60)
  await watch.readNow()
  expect([await suspender(), state.errors]).toEqual([undefined, ['it answered 500']])
  pass(1)
  await watch.readNow()
  expect(await suspender()).toBe('directory')
  state.statuses = list()
  await watch.readNow()
  expect(await suspender()).toBeUndefined()
})

test('a third party that was withdrawn stays so without a list, even where unknown ones are accepted', async () => {
  const watch = watchOf('accept')
  state.statuses = list('Revoked')
  await watch.readNow()
  state.statuses = new Error('gone')
  pass(48 * 60)
  await watch.readNow()
  expect(await suspender()).toBe('directory')
  expect(await suspender({ softwareId: 'software', organisationId: 'another' })).toBeUndefined()
})

test.each([
  ['reject', 'directory'],
  ['accept', undefined],
] as const)(
  'without any list, and outside it, third parties are treated as configured: %s',
  async (unknown, expected) => {
    const watch = watchOf(unknown)
    state.statuses = new Error('no answer')
    await watch.readNow()
    expect(await suspender()).toBe(expected)
    state.statuses = list()
    await watch.readNow()
    expect(await suspender()).toBeUndefined()
    expect(await suspender({ softwareId: 'software', organisationId: 'another' })).toBe(expected)
    expect(await suspender({ softwareId: 'another', organisationId: 'empty-org' })).toBe(expected)
  },
)

test('one process reads for all, every five minutes, and a start reads in any case', async () => {
  const [one, two] = [watchOf(), watchOf()]
  await one.readNow()
  await Promise.all([one.readIfDue(), two.readIfDue()])
  expect(state.reads).toBe(1)
  pass(5)
  await Promise.all([one.readIfDue(), two.readIfDue()])
  expect(state.reads).toBe(2)
  await two.readNow()
  expect(state.reads).toBe(3)
})

test('a reading that ends after a later one changes nothing', async () => {
  let answer: undefined | ((statuses: DirectoryStatus[]) => void)
  const slow = createDirectoryWatch({
    db,
    source: 'list.json',
    whenUnknown: 'reject',
    wall: () => state.now,
    read: () => new Promise((resolve) => (answer = resolve)),
    onError: (reason) => void state.errors.push(reason),
  })
  const reading = slow.readNow()
  await expect.poll(() => answer).toBeDefined()
  pass(1)
  state.statuses = list('Withdrawn')
  await watchOf().readNow()
  answer!(list())
  await reading
  expect([await suspender(), state.errors]).toEqual(['directory', []])
})

test('the list of another source confirms no third party', async () => {
  await watchOf().readNow()
  state.statuses = new Error('no answer')
  await watchOf('reject', 'other.json').readNow()
  expect(await suspender()).toBe('directory')
  await forgetDirectory(db)
  expect(await suspender()).toBeUndefined()
})
