import { beforeEach, expect, test, vi } from 'vitest'
import { createSharedCache } from './shared-cache.ts'

let isCurrent = true
const load = vi.fn(async (key: string): Promise<{ key: string } | undefined> => ({ key }))
const make = (capacity?: number) => createSharedCache({ isCurrent: () => isCurrent }, load, capacity)

beforeEach(() => {
  isCurrent = true
  load.mockClear()
})

test('a value is read once and then served from memory', async () => {
  const cache = make()
  expect(await cache.get('a')).toEqual({ key: 'a' })
  expect(cache.get('a')).toEqual({ key: 'a' })
  expect(load).toHaveBeenCalledOnce()
})

test('while notifications may be missing every read goes to the database and nothing is cached', async () => {
  const cache = make()
  await cache.get('a')
  isCurrent = false
  await cache.get('a')
  await cache.get('b')
  expect(load).toHaveBeenCalledTimes(3)
  isCurrent = true
  expect(cache.get('b')).toBeInstanceOf(Promise)
})

test('a value that is invalidated while it is being read is not cached', async () => {
  const cache = make()
  let answer = (_value: { key: string }) => {}
  load.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const reading = cache.get('a')
  cache.forget('a')
  answer({ key: 'old' })
  expect(await reading).toEqual({ key: 'old' })
  expect(cache.get('a')).toBeInstanceOf(Promise)
})

test('values are invalidated by predicate and by key, also those not used lately', async () => {
  const cache = make(2)
  for (const key of ['a', 'b', 'c']) await cache.get(key)
  cache.forget('a')
  cache.forget((value) => value.key === 'c')
  expect([cache.get('a'), cache.get('b'), cache.get('c')].map((held) => held instanceof Promise)).toEqual([
    true,
    false,
    true,
  ])
})

test('used values stay, unused ones are evicted, and memory is bounded', async () => {
  const cache = make(10)
  await cache.get('used')
  for (let i = 0; i < 100; i++) {
    await cache.get(`k${i}`)
    expect(cache.get('used')).not.toBeInstanceOf(Promise)
  }
  expect(cache.get('k0')).toBeInstanceOf(Promise)
})

test('missing values are not cached', async () => {
  const cache = make()
  load.mockImplementationOnce(async () => undefined)
  expect(await cache.get('a')).toBeUndefined()
  expect(await cache.get('a')).toEqual({ key: 'a' })
})
