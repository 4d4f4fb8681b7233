import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fastChance } from './fast-chance.ts'
import { createInFlight } from './in-flight.ts'
import { type Block, createThreadTimes, type ThreadTimes, watchLoop } from './loop.ts'

function compute(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Watches while the thread computes for 120 ms. */
async function blocksWith(times?: () => ThreadTimes | undefined): Promise<Block[]> {
  const blocks: Block[] = []
  const watch = watchLoop(50, (block) => blocks.push(block), times)
  await sleep(30)
  compute(120)
  await sleep(150)
  watch.stop()
  return blocks.filter(({ wallMs }) => wallMs > 100)
}

test('a computation that blocks the loop is reported with its time', async () => {
  const now = () => performance.now()
  const [block] = await blocksWith(() => ({ ranMs: now(), waitedMs: 0 }))
  expect(block!.blockedMs).toBeGreaterThan(100)
  expect(block!.until - block!.from).toBeGreaterThan(110)
})

test('a delay without processor time for the thread is not a block of the loop', async () => {
  const now = () => performance.now()
  expect(await blocksWith(() => ({ ranMs: 0, waitedMs: now() }))).toEqual([])
})

test('a thread that sleeps with a blocked loop counts, and so does everything where the system counts nothing', async () => {
  expect(await blocksWith(() => ({ ranMs: 0, waitedMs: 0 }))).toHaveLength(1)
  expect(await blocksWith(createThreadTimes('/no/such/file'))).toHaveLength(1)
})

test.runIf(process.platform === 'linux')('the system counts the time that a thread runs', () => {
  const times = createThreadTimes(`/proc/thread-self/schedstat`)
  const before = times()!
  compute(60)
  const after = times()!
  const counted = after.ranMs - before.ranMs + after.waitedMs - before.waitedMs
  expect(counted).toBeGreaterThan(20) // the system adds up in ticks
  expect(counted).toBeLessThan(1000)
})

test('a block names the requests that were under way in it, and no others', () => {
  const inFlight = createInFlight()
  let end = () => {}
  const response = { once: (_event: string, then: () => void) => (end = then) }
  const now = () => Number(process.hrtime.bigint()) / 1e6
  const before = now()
  inFlight.follow({ method: 'POST', url: '/a', headers: { 'content-length': '7' } } as never, response as never)
  const during = now()
  end()
  const after = now()
  expect(inFlight.between(during, during)).toEqual(['POST /a (7 bytes)'])
  expect(inFlight.between(before - 5, before - 1)).toEqual([])
  expect(inFlight.between(after + 1, after + 5)).toEqual([])
})

test('the same seed draws the same, another branch something else, evenly', () => {
  const draws = (seed: string) => {
    const chance = fastChance(seed)
    return Array.from({ length: 3000 }, () => chance.int(1, 10))
  }
  expect(draws('7')).toEqual(draws('7'))
  expect(draws('7')).not.toEqual(draws('8'))
  expect(fastChance('7').branch(1).int(0, 1e9)).toBe(fastChance('7/1').int(0, 1e9))
  for (let face = 1; face <= 10; face++) {
    const count = draws('7').filter((drawn) => drawn === face).length
    expect(count).toBeGreaterThan(200)
    expect(count).toBeLessThan(400)
  }
})
