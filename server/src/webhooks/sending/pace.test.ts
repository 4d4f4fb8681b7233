import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const timeOf = async (work: Promise<void>): Promise<number> => {
  const begin = performance.now()
  await work
  return performance.now() - begin
}

test('webhooks pause while the process is busy with requests, and continue when it is idle or stops', async () => {
  let share = 0.3
  const pace = createPace(() => share)
  const { signal } = new AbortController()
  await pause(260)
  expect(await timeOf(pace.rest(10, signal))).toBeLessThan(50)
  share = 0.99
  await pause(260)
  expect(await timeOf(pace.rest(10, signal))).toBeGreaterThan(150)
  expect(await timeOf(pace.rest(10, AbortSignal.abort()))).toBeLessThan(50)
  await pause(260)
  const stopping = new AbortController()
  const resting = timeOf(pace.rest(40, stopping.signal))
  stopping.abort()
  expect(await resting).toBeLessThan(50)
  share = 0.3
  await pause(260)
  expect(await timeOf(pace.rest(10, signal))).toBeLessThan(50)
})
