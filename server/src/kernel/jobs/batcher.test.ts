import { expect, test, vi } from 'vitest'
import { BATCH_WAIT_MS } from '../db/waits/waits.ts'
import { createBatcher, Failed } from './batcher.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Creates a run that answers each command with itself when released. */
function held() {
  const batches: number[][] = []
  const releases: (() => void)[] = []
  const run = async (commands: number[]) => {
    batches.push(commands)
    await new Promise<void>((resolve) => releases.push(resolve))
    return commands
  }
  return { batches, release: () => releases.shift()!(), run }
}

test('commands of one turn are one batch, and later ones collect for the next', async () => {
  const { batches, release, run } = held()
  const batcher = createBatcher<number, number>({ run, cap: 3, inFlight: 2 })
  const results = Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => batcher.submit(n)))
  await settled()
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  void batcher.submit(8)
  release()
  await settled()
  expect(batches.at(-1)).toEqual([7, 8])
  release()
  release()
  expect(await results).toEqual([1, 2, 3, 4, 5, 6, 7])
  await batcher.drained()
  expect(batcher.metrics).toMatchObject({ batches: 3, commands: 8, inFlight: 0, waiting: 0, largest: 3 })
})

test('a full queue rejects immediately with 503 and Retry-After', async () => {
  const { release, run } = held()
  const batcher = createBatcher<number, number>({ run, queueLimit: 2 })
  const waiting = [batcher.submit(1), batcher.submit(2)]
  await expect(batcher.submit(3)).rejects.toMatchObject({
    code: 'overloaded',
    status: 503,
    headers: { 'retry-after': '1' },
  })
  await settled()
  release()
  expect(await Promise.all(waiting)).toEqual([1, 2])
})

test('a failing command is isolated by halving its batch, and the others succeed', async () => {
  const tried: number[][] = []
  const batcher = createBatcher<number, number>({
    run: async (commands) => {
      tried.push(commands)
      if (commands.includes(5)) throw new Error('poison')
      return commands
    },
    recover: () => 'split',
  })
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((n) => batcher.submit(n)))
  expect(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))).toEqual([
    1, 2, 3, 4, 6, 7, 8,
  ])
  expect(results[4]).toMatchObject({ status: 'rejected', reason: { message: 'poison' } })
  expect(tried).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4], [5, 6, 7, 8], [5, 6], [5], [6], [7, 8]])
})

test('a conflict is retried as often as recover allows', async () => {
  let calls = 0
  const batcher = createBatcher<number, number>({
    run: async (commands) => {
      if (++calls < 3) throw new Error('conflict')
      return commands
    },
    recover: (_, attempt) => (attempt < 5 ? 'retry' : 'reject'),
  })
  expect(await batcher.submit(1)).toBe(1)
  expect(batcher.metrics.retries).toBe(2)
})

test('a command that failed alone does not fail its batch', async () => {
  const batcher = createBatcher<number, number>({
    run: async (commands) => commands.map((n) => (n === 2 ? new Failed(new Error('only this')) : n)),
  })
  const results = await Promise.allSettled([batcher.submit(1), batcher.submit(2)])
  expect(results).toMatchObject([{ value: 1 }, { reason: { message: 'only this' } }])
})

test('twenty concurrent calls of one command run it once; another one with its identity runs after it', async () => {
  const ran: string[][] = []
  const batcher = createBatcher<{ key: string; body: string }, string>({
    run: async (commands) => {
      ran.push(commands.map(({ body }) => body))
      return commands.map(({ body }) => body)
    },
    identity: ({ key }) => key,
    isSame: (a, b) => a.body === b.body,
    attached: (result) => `${result} again`,
  })
  const same = Array.from({ length: 20 }, () => batcher.submit({ key: 'k', body: 'one' }))
  const other = batcher.submit({ key: 'k', body: 'two' })
  expect(await Promise.all(same)).toEqual(['one', ...Array(19).fill('one again')])
  expect(await other).toBe('two')
  expect(ran).toEqual([['one'], ['two']])
  expect(batcher.metrics.attached).toBe(19)
})

test('a quote or a consent that waits too long for its batch is refused, and a later one is carried out', async () => {
  const { batches, release, run } = held()
  const batcher = createBatcher<number, number>({ run, inFlight: 1 })
  const first = batcher.submit(1)
  await settled()
  const late = batcher.submit(2).catch((error: { code?: string }) => error.code)
  const begun = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => begun + BATCH_WAIT_MS + 1000)
  try {
    const next = batcher.submit(3)
    release()
    await settled()
    release()
    expect(await Promise.all([first, late, next])).toEqual([1, 'database_unavailable', 3])
    expect(batches).toEqual([[1], [3]])
  } finally {
    clock.mockRestore()
  }
})
